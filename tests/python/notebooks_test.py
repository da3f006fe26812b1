#!/usr/bin/python3
"""The notebooks of docs/notebooks, executed: they end without an error, draw, and come to what their texts say."""
import os
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests/support"))

import notebooks

FOLDER = SOURCE / "docs/notebooks"


def texts(outputs):
    return ["".join(output["data"]["text/plain"]) for output in outputs if "text/plain" in output.get("data", {})]


class Notebooks(unittest.TestCase):
    def run_one(self, name, **environment):
        self.assertFalse(notebooks.holds_outputs(FOLDER / name))
        outputs = notebooks.executed(FOLDER / name, PYTHONPATH=os.environ["TAPEHEAD_PYTHON"], **environment)
        self.assertTrue(any("image/png" in output.get("data", {}) for output in outputs), "it draws nothing")
        return outputs

    def test_first_steps(self):
        outputs = self.run_one("first-steps.ipynb")
        shown = ["".join(output["data"]["text/html"]) for output in outputs if "text/html" in output.get("data", {})]
        self.assertTrue(any("<polyline" in one for one in shown), "a run has no card")
        self.assertTrue(any("<iframe srcdoc" in one for one in shown), "a trace has no player")
        [table] = [text for text in texts(outputs) if "sequences" in text and "group" in text]
        self.assertEqual(len(table.splitlines()), 1 + 4)

    def test_own_task(self):
        outputs = self.run_one("own-task.ipynb")
        self.assertTrue(any(text.count("tapehead.Run") == 3 for text in texts(outputs)))
        self.assertTrue(any("Input" in output.get("text", "") or "input" in "".join(output.get("text", ""))
                            for output in outputs), "the episode is not shown")

    def test_look_inside(self):
        said = texts(self.run_one("look-inside.ipynb"))
        self.assertTrue(any("memory/memory" in text for text in said))
        mistake = float(next(text for text in said if text[0].isdigit()))
        self.assertLess(mistake, 0.5)  # the whole episode is answered
        slot, wrong = next(text for text in said if text.startswith("(")).split(", array([", 1)
        changes = [float(word) for word in wrong.split("]")[0].replace("\n", " ").split(",")]
        self.assertEqual(len(changes), 8)
        self.assertGreaterEqual(max(changes), 0.5)
        self.assertLess(sorted(changes)[3], 0.25)  # most vectors stay as they were

    def test_from_pytorch_and_back(self):
        without_widgets = "ignore:IProgress not found"  # PyTorch's progress bars would have them
        outputs = self.run_one("pytorch-and-back.ipynb", PYTHONWARNINGS=without_widgets)
        said = texts(outputs)
        self.assertLess(next(float(text) for text in said if "e-" in text), 1e-5)  # how far the logits are apart
        before, after = next([float(word) for word in text.strip("[]").split(",")] for text in said if text[0] == "[")
        self.assertLess(after, before / 2)
        self.assertTrue(any("finished after 8000 sequences" in "".join(output.get("text", "")) for output in outputs))
        cost = next(float(text.split()[-2]) for text in said if "sequences in Tapehead" in text)
        self.assertLess(cost, 2)


if __name__ == "__main__":
    unittest.main()
