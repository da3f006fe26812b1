#!/usr/bin/python3
"""A run of a user's own file goes on with the same episodes, wherever and however they are written, and with no
others."""
import os
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
import process  # noqa: E402

SMALL = {"model": "lstm", "controller.size": 4, "train.optimizer": "adam", "train.batch": 4, "train.sequences": 40,
         "train.validate-every": 20}
TABLE = "episode,in.1,in.2,out.1\n" + "".join(f"e{e},{e % 2},0,\ne{e},0,1,{e % 2}\n" for e in range(10))
LINES = "".join(f"{'ab'[e % 2]} c _\t. . {'xy'[e % 2]}\n" for e in range(10))
BITS = "".join(f"{e % 2}0 01\t. {e % 2}\n" for e in range(10))
GRAPH = "one\tup\ttwo\ntwo\tup\tthree\nthree\tup\tone\ntwo\tdown\tone\n"


class OtherEpisodes(process.ProgramTest):
    def goes_on_with_its_own_alone(self, task, text, same, *others, **more):
        path = self.root / "mine.txt"
        path.write_text(text)
        options = SMALL | {"task": task, "task.path": "mine.txt"} | more
        self.tapehead("train", *process.typed(options), "--out", "run")
        longer = ["resume", "run", "--train.sequences", 80]
        for other in others:
            with self.subTest(other=other):
                self.assertNotEqual(other, text)
                path.write_text(other)
                self.refused(*longer, says="checkpoint-last.safetensors: was trained on other episodes")
        self.assertNotEqual(same, text)
        path.write_text(same)
        self.tapehead(*longer)
        path.rename(self.root / "moved.txt")
        config = self.root / "run/config.ini"
        config.write_text(config.read_text().replace("mine.txt", "moved.txt"))
        self.tapehead("resume", "run", "--train.sequences", 120)

    def test_of_a_table_inputs_targets_and_ends_count(self):
        self.goes_on_with_its_own_alone("file", TABLE, TABLE.replace("\n", "\r\n").replace("e3", "third"),
                                        TABLE.replace("e3,0,1,1", "e3,0,1,0"), TABLE.replace("e3,1,0,", "e3,0.5,0,"),
                                        TABLE.replace("e3,0,1,1", "e3,0,1,1\ne3,0,1,"), TABLE.replace("e4,", "e3,"))

    def test_of_lines_of_tokens_too(self):
        self.goes_on_with_its_own_alone("file", LINES, LINES.replace(" ", "  "),
                                        LINES.replace("a c _\t. . x", "a c _\t. . y", 1))

    def test_of_lines_of_bits_too(self):
        self.goes_on_with_its_own_alone("file", BITS, BITS.replace(" ", "  "), BITS.replace("10", "11", 1),
                                        **{"task.form": "bits"})

    def test_of_a_graph_too(self):
        self.goes_on_with_its_own_alone("graph-traversal", GRAPH, "# a comment\n" + GRAPH,
                                        GRAPH.replace("two\tdown\tone", "one\tdown\ttwo"), GRAPH.replace("up", "on"))


if __name__ == "__main__":
    unittest.main()
