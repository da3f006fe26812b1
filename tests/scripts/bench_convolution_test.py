#!/usr/bin/python3
"""scripts/bench_convolution.py: its table by numbers, and the programs replaced by stand-ins."""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

if importlib.util.find_spec("torch") is None:
    print("SKIP: there is no torch; it is Debian's python3-torch")
    sys.exit(77)

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "python"))

from tapehead.commands import bench_convolution

# Prints the output of Google's benchmark for two repetitions and their mean.
STAND_IN = """#!/usr/bin/python3
import json
one = {"run_name": "convolution/28x28x1/3/1/16/manual_time", "time_unit": "us", "run_type": "iteration"}
print(json.dumps({"benchmarks": [{**one, "real_time": 1500}, {**one, "real_time": 1250},
                                 {**one, "real_time": 100, "run_type": "aggregate"}]}))
"""


class BenchConvolution(unittest.TestCase):
    def test_a_ratio_is_taken_pair_by_pair(self):
        name = "convolution/60x60x1/5/2/16"
        lines = bench_convolution.table([{name: 1}, {name: 2}, {name: 4}], [{name: 2}, {name: 5}, {name: 8}])
        self.assertEqual(lines.splitlines()[2:], ["| 60x60x1 | 5x5 | 2 | 16 | 2.00 | 5.00 | 2.00 |"])

    def test_our_times_are_the_least_in_milliseconds(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "ops"
            program.write_text(STAND_IN, encoding="utf-8")
            program.chmod(0o755)
            self.assertEqual(bench_convolution.ours(program, 2), {"convolution/28x28x1/3/1/16": 1.25})

    def test_the_peer_measures_what_a_name_says(self):
        name = "convolution/6x8x2/3/2/4"
        done = subprocess.run([sys.executable, bench_convolution.PEER, name], capture_output=True, text=True,
                              check=True)
        self.assertGreater(json.loads(done.stdout)[name], 0)

    def test_a_program_that_is_missing(self):
        done = subprocess.run([SOURCE / "scripts/bench_convolution.py", "--program", "/nowhere"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (
            2, "bench_convolution.py: Tapehead: /nowhere: No such file or directory; a program is needed\n"))


if __name__ == "__main__":
    unittest.main()
