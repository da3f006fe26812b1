#!/usr/bin/python3
"""tapehead watch: learning curves in characters, once if the output is no terminal, refreshed on a terminal."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from process import PROGRAM, ProgramTest, tiny

HEADER = "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value\n"


class Watch(ProgramTest):
    def make_run(self, name, values, metric="bits", status="finished", every=100):
        """A run with these values, validated every `every` sequences."""
        run = self.root / name
        run.mkdir(parents=True)
        rows = [f"copy,memory-machine,lstm,ntm,content,1,{every * (k + 1)},{k},validation,{metric},{value}\n"
                for k, value in enumerate(values)]
        (run / "metrics.csv").write_text(HEADER + "".join(rows))
        (run / "config.ini").write_text("task = copy\nseed = 1\ntrain.sequences = 1000\n")
        if status:
            (run / "result.json").write_text(
                f'{{"status": "{status}", "sequences": {every * len(values)}, "seconds": 1, "bits": 1}}')
        return run

    def plot(self, *words):
        """Heading, labels of the value axis, the rows of the raster, everything below."""
        lines = self.tapehead("watch", *words)[0].splitlines()
        rows = [line for line in lines if re.match(r"^ {0,9}\S* *\|", line[:10])]
        return lines[0], [row[:9].strip() for row in rows], [row[10:] for row in rows], lines[1 + len(rows):]

    def test_a_line_is_a_line(self):
        self.make_run("run", range(1, 11))
        heading, labels, rows, below = self.plot("run")
        self.assertEqual(heading, "validation, bits (bits per sequence)")
        self.assertEqual(labels[0], "10")
        places = [row.find("a") for row in rows]
        self.assertEqual(places, sorted(places, reverse=True))  # it rises to the right
        self.assertGreater(rows[0].rfind("a"), 80)
        self.assertIn("1000 sequences", below[1])
        self.assertRegex(below[2], r"^a run +finished +1000 of 1000 sequences, 10$")

    def test_a_wide_range_is_logarithmic(self):
        self.make_run("run", [100, 10, 1, 0.1])
        _, labels, rows, _ = self.plot("run")
        self.assertEqual(labels[0], "100")
        places = [(row.find("a"), number) for number, row in enumerate(rows) if "a" in row]
        slopes = {round((places[-1][1] - at) / max(1, places[-1][0] - x), 1) for x, at in places[:-5]}
        self.assertLessEqual(max(slopes) - min(slopes), 0.2)  # a straight line

    def test_labels_are_round_numbers(self):
        for name, values, right in (("a", [3.7, 71.3], ["60", "40", "20"]),
                                    ("b", [0.0123, 0.0187], ["0.018", "0.016", "0.014"]),
                                    ("c", [812, 0.00456], ["100", "10", "1", "0.1", "0.01"]),
                                    ("d", [-3, 9], ["8", "6", "4", "2", "0", "-2"]), ("e", [5, 5], ["5"]),
                                    ("f", [3, 81], ["80", "60", "40", "20"]), ("g", [1e300, -1e300], None)):
            metric = "walruses" if min(values) < 0 else "bits"  # no cost in bits is below 0
            self.make_run(name, values, metric)
            _, labels, rows, _ = self.plot(name, "--metric", metric)
            shown = [label for label in labels if label]
            if right:
                self.assertEqual(shown, right, name)
            self.assertTrue(1 <= len(shown) <= 7, shown)
        _, labels, rows, _ = self.plot("c")
        ten, one = labels.index("10"), labels.index("1")
        self.assertLessEqual(abs((labels.index("0.1") - one) - (one - ten)), 1)  # even steps of a logarithmic axis

    def test_seeds_of_a_group_have_one_colour(self):
        for name in ("a/seed-1", "a/seed-2", "b/seed-1"):
            self.make_run(f"runs/{name}", [4, 3, 2])
        process, until = self.terminal("runs")
        marks = re.findall(r"38;5;(\d+)m\u25cf", until("b/seed-1  finished  300 of 1000 sequences, 2\x1b"))
        self.assertEqual(process.wait(30), 0)
        self.assertEqual(len(marks), 3)
        self.assertEqual(marks[0], marks[1])
        self.assertNotEqual(marks[0], marks[2])

    def test_several(self):
        self.make_run("runs/one", [4, 3, 2])
        self.make_run("runs/two", [4, 4, 4])
        (self.root / "runs/three").mkdir()
        (self.root / "runs/three/config.ini").write_text("task = copy\nseed = 3\ntrain.sequences = 1000\n")
        _, _, rows, below = self.plot("runs")
        self.assertIn("c", rows[0])
        self.assertIn("a", rows[-1])
        self.assertRegex("\n".join(below), r"a one +finished .*\nb three +stopped .*none measured yet\nc "
                                           r"two +finished ")

    def test_braille(self):
        self.make_run("run", [4, 3, 2])
        out, _ = self.tapehead("watch", "run", "--characters", "braille")
        self.assertRegex(out, "[\u2801-\u28ff]")
        self.assertNotIn("\x1b", out)

    def test_what_there_is_to_choose(self):
        self.make_run("run", [4, 3], metric="over_oracle", status="")
        self.assertEqual(self.plot("run")[0], "validation, over_oracle (bits per sequence)")
        self.assertIn("nothing measured yet", self.tapehead("watch", "run", "--metric", "wrong_bits")[0])
        self.refused("watch", "run", "--metric", "wrong-bits", says='"wrong-bits" is not known; nearest: wrong_bits; ')
        self.refused("watch", "run", "--metric", "bits_max", says='--metric: "bits_max" is not known; ')
        self.make_run("own", [4, 3], metric="of_my_own")
        self.assertIn("validation, of_my_own", self.tapehead("watch", "own", "--metric", "of_my_own")[0])
        self.refused("watch", "nowhere", says="nowhere: holds no run")
        self.refused("watch", "run", "--every", 0, says="--every")
        self.refused("watch", "run", "--characters", "dots", says="valid: braille, plain")
        self.refused("watch", says="DIR")

    def terminal(self, *words, rows=30, columns=80):
        """The program on a terminal of this size, and a function that returns its output up to a pattern."""
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        process = self.ended_with_the_test(subprocess.Popen(
            [PROGRAM, "watch", *words], cwd=self.root, stdin=slave, stdout=slave, stderr=slave,
            env=os.environ | {"TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": ""}, start_new_session=True))
        os.close(slave)
        said = ""

        def until(pattern):
            nonlocal said
            end = time.monotonic() + 30
            while not re.search(pattern, said):
                self.assertTrue(select.select([master], [], [], max(0, end - time.monotonic()))[0], said[-500:])
                said += os.read(master, 65536).decode()
            shown, said = said, ""
            return shown
        return process, until

    def test_it_ends_with_the_last_run(self):
        run = self.make_run("run", [4, 3, 2], status="")
        process, until = self.terminal("run", "--every", "1")
        first = until("300 of 1000 sequences, 2\x1b")
        self.assertRegex(first, "[\u2801-\u28ff]")
        lines = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", first).replace("\r", "").split("\n")
        self.assertLessEqual(len(lines), 30)
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn("stopped", first)
        (run / "result.json").write_text('{"status": "solved", "sequences": 300, "seconds": 1, "bits": 2}')
        self.assertRegex(until("solved"), rf"\x1b\[{len(lines) - 1}A")  # redrawn over the last picture
        self.assertEqual(process.wait(30), 0)

    def test_a_small_terminal(self):
        for seed in range(1, 6):
            self.make_run(f"runs/seed-{seed}", [4, 3, 2], status="")
        for rows, columns in ((8, 80), (5, 20), (2, 2)):
            process, until = self.terminal("runs", rows=rows, columns=columns)
            text = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", until("more runs")).replace("\r", "")
            self.assertLessEqual(text.count("\n") + 1, max(rows, 4))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(30), 0)

    def test_a_person_leaves(self):
        self.make_run("run", [4, 3, 2], status="")
        process, until = self.terminal("run")
        until("stopped")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 0)

    def test_a_live_one(self):
        long = tiny(train__sequences=1000000)
        process = self.start("train", *long, "--out", "run")
        self.wait_for(lambda: (self.root / "run/metrics.csv").exists() and
                      (self.root / "run/metrics.csv").read_text().count("validation,bits") > 1, process)
        self.assertRegex(self.tapehead("watch", "run")[0], r"(?m)^a run  running  ")


if __name__ == "__main__":
    unittest.main()
