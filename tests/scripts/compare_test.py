#!/usr/bin/python3
"""scripts/compare.py as a program: its files, and its refusals."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

import forked
from compared_runs import CompareTest
from run_files import METRICS
from tapehead.commands import compare
from tapehead.plots import comparison_files  # noqa: F401  loaded once for all forks that draw

NOBODY = 65534


class Program(CompareTest):
    def script(self, *arguments):
        return forked.run(compare.main, *arguments)

    def started(self, *arguments):
        """Starts it as a user does."""
        return subprocess.run([SOURCE / "scripts/compare.py", *map(str, arguments)], capture_output=True, text=True)

    def refused(self, expected, *arguments):
        """Exit status 2, one line on standard error with the expected words, and nothing written."""
        out, said, printed = self.root / "out", io.StringIO(), io.StringIO()
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed):
            try:
                status = compare.main([*map(str, arguments), "--out", str(out)])
            except SystemExit as usage:
                status = usage.code
        lines = [line for line in said.getvalue().splitlines() if not line.startswith("note: ")]
        self.assertEqual((status, len(lines), printed.getvalue()), (2, 1, ""), said.getvalue())
        self.assertIn(expected, lines[0])
        self.assertFalse(out.exists())

    def test_writes_tables_and_pictures_alike_each_time(self):
        self.two_groups()
        self.make_run("a", 7, [5], settings=[("task.length=5", 1), ("task.length=10", 2)])
        written = []
        for name, begin in (("one", self.script), ("two", self.started)):  # the second has other string hashes
            done = begin(self.root / "a", self.root / "b", "--out", self.root / name)
            self.assertEqual(done.returncode, 0, done.stderr)
            written.append({path.name: path.read_bytes() for path in (self.root / name).iterdir()} | {"": done.stdout})
        self.assertEqual(written[0], written[1])
        pictures = ["answer-copy", "learning-curves-copy", "solved-copy", "differences-copy",
                    "bits-against-length-copy", "heat-map"]
        self.assertEqual(set(written[0]), {"", "comparison.md", "groups.csv", "pairs.csv", "grid.csv", "runs.csv"}
                         | {name + kind for name in pictures for kind in (".png", ".svg", ".pdf")})
        for name in pictures:
            self.assertTrue(written[0][name + ".png"].startswith(b"\x89PNG"))
            self.assertIn(b"<svg", written[0][name + ".svg"])
            self.assertTrue(written[0][name + ".pdf"].startswith(b"%PDF"))
            self.assertIn(f"]({name}.png)".encode(), written[0]["comparison.md"])

    def test_formats(self):
        a, b = self.two_groups(seeds=2)
        told = self.script(a, b, "--format", "markdown").stdout
        self.assertRegex(told, r"\ANTM content solves all 2 seeds, DNC 1 of 2.*\.\n\n## copy: groups")
        table = self.script(a, b, "--format", "csv").stdout
        self.assertTrue(table.startswith("task,model,controller,memory,"))
        self.assertEqual(self.script(a, b, "--csv", "-").stdout, table)
        done = self.script(a, b, "--csv", self.root / "table.csv")
        self.assertRegex(done.stdout, r"\ANTM content solves all 2 seeds, [^#]*\.\n\ncopy: groups")
        self.assertEqual((self.root / "table.csv").read_text(), table)

    def test_tables_alone_do_not_wait_for_matplotlib(self):
        path = self.make_run("a", 1, [9])
        code = ("import sys; from tapehead.commands import compare; compare.main(sys.argv[1:]); "
                "print('matplotlib' in sys.modules)")
        done = subprocess.run([sys.executable, "-B", "-c", code, path], capture_output=True, text=True,
                              cwd=SOURCE / "python")
        self.assertEqual(done.stdout.splitlines()[0].split(":")[0], "copy", done.stderr)
        self.assertEqual(done.stdout.splitlines()[-1], "False")

    def test_the_status_holds_whatever_becomes_of_the_streams(self):
        """Standard output that is closed or full makes a 2 of a 0; nothing else does."""
        path = self.make_run("a", 1, [9])
        script = SOURCE / "scripts/compare.py"
        for run, streams, status, says in (
                (path, ">&-", 2, "compare.py: standard output: cannot be written (Bad file descriptor); a file"),
                (path, ">/dev/full", 2, "compare.py: standard output: cannot be written (No space left on device); a"),
                (path, "2>&-", 0, ""), (path, "2>/dev/full", 0, ""), (path, ">/dev/full 2>/dev/full", 2, ""),
                ("nowhere", "2>&-", 2, ""), ("nowhere", "2>/dev/full", 2, ""), ("", "2>/dev/full", 2, "")):
            with self.subTest(run=run, streams=streams):
                done = subprocess.run(["bash", "-c", f"exec {script} {run} {streams}"], capture_output=True, text=True)
                said = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
                self.assertEqual((done.returncode, len(said)), (status, bool(says)), done.stderr)
                self.assertTrue(not says or said[0].startswith(says), said)
        done = subprocess.run(["bash", "-c", f"{script} {path} | head -0; exit ${{PIPESTATUS[0]}}"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_json_has_the_rows_of_all_tables(self):
        a, b = self.two_groups()
        found = json.loads(self.script(a, b, "--json").stdout)
        self.assertEqual({table: len(rows) for table, rows in found.items()},
                         {"groups": 2, "pairs": 3, "grid": 1, "runs": 12})
        ntm, dnc = found["groups"]
        self.assertEqual((ntm["cost_metric"], ntm["cost_unit"], ntm["solved"], ntm["sequences_median"]),
                         ("bits", "bits per sequence", 5, 350))
        self.assertEqual((dnc["solved"], dnc["sequences_median"], dnc["cost_high"]), (1, None, 7.75))  # more than 400
        self.assertEqual([found["runs"][at]["run"] for at in (0, 11)], [str(a / "seed-1"), str(b / "seed-6")])
        self.make_run("c", 1, [5], task="recall")
        self.make_run("d", 1, [4], task="recall", memory="dnc", addressing="none")
        found = json.loads(self.script(self.root, "--by-task", "--json").stdout)
        self.assertEqual((len(found["groups"]), len(found["improvement"])), (4, 1))

    def test_a_torn_last_line_of_a_live_run_is_skipped_with_a_note(self):
        path = self.make_run("a", 1, [9, 3], status="unfinished")
        with open(path / "metrics.csv", "a") as file:
            file.write("copy,memory-machine,lstm,ntm,content,1,300,3,validation,bits,1.2")
        late = self.make_run("a", 2, [], status="unfinished")
        done = self.script(self.root / "a")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"note: {path / 'metrics.csv'}: the last line is torn", done.stderr)
        self.assertIn(f"note: {late}: has no validation yet; it is left out", done.stderr)
        self.assertIn("1 (1 unfinished)", done.stdout)
        self.assertRegex(done.stdout, r">200 .* 3 ")

    def test_bad_usage(self):
        path = self.make_run("a", 1, [9])
        self.refused("--solved: got 'ten'; a cost above zero is needed", path, "--solved", "ten")
        self.refused("--solved: got '-1'", path, "--solved=-1")
        self.refused("--metric", path, "--metric", "speed")
        self.refused("--colour", path, "--colour", "red")
        self.refused("--csv: got -, beside --json", path, "--csv", "-", "--json")
        self.refused("seed-1: given twice; each run once is needed", path, path)
        self.refused("seed-1: given twice", self.root / "a", path / ".." / "seed-1")
        self.refused("no such directory", self.root / "nowhere")
        (self.root / "empty").mkdir()
        self.refused("has no config.ini, nor has a directory below it", self.root / "empty")
        self.refused("--grid-metric: got 'bit'; nearest: bits; valid: ", path, "--grid-metric", "bit")
        self.refused("--grid-metric: got 'error'; valid: bits",
                     self.make_run("b", 1, [9], settings=[("task.length=1", 1)]), "--grid-metric", "error")
        self.refused("--formt: is not known; nearest: --format; valid: ", path, "--formt", "text")
        self.refused("--format: got 'cvs'; nearest: csv; valid: text, markdown, csv", path, "--format", "cvs")
        (self.root / "file").write_text("")
        done = self.script(path, "--out", self.root / "file" / "out")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("cannot be made", done.stderr)

    def test_a_run_that_may_not_be_read_is_noted(self):
        self.make_run("a", 1, [9, 3])
        closed = self.make_run("b", 1, [9, 3])
        for place in (self.root, *self.root.rglob("*")):
            place.chmod(0o777)
        closed.chmod(0)
        self.addCleanup(closed.chmod, 0o777)

        def as_nobody(words):
            if os.geteuid() == 0:  # who may read everything
                os.setgroups([])
                os.setuid(NOBODY)
            return compare.main(words)
        done = forked.run(as_nobody, self.root)
        self.assertEqual((done.returncode, done.stderr.count("may not be read")), (0, 1), done.stderr)
        self.assertIn(f"note: {closed}: may not be read; what lies there is left out\n", done.stderr)
        for path in (closed, closed.parent):
            done = forked.run(as_nobody, path)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", (
                f"compare.py: {closed}: may not be read; a directory whose runs may be is needed\n")))

    def test_bad_runs(self):
        path = self.make_run("a", 1, [9, 3])
        self.make_run("b", 1, [9, 3])
        self.refused("same options and same seed 1", self.root)
        names = ("metrics.csv", "result.json", "manifest.json", "config.ini")
        good = {name: (path / name).read_text() for name in names}
        cases = [("metrics.csv", METRICS.replace(",metric,", ",") + "copy\n", "has no column metric"),
                 ("metrics.csv", METRICS + "copy,1\n", "2 fields; the header has 11"),
                 ("metrics.csv", METRICS + "copy,m,c,n,a,1,ten,1,validation,bits,1\n", "got 'ten'; a number"),
                 *(("metrics.csv", METRICS + f"copy,m,c,n,a,1,{value},1,validation,bits,1\n",
                    f"metrics.csv:2: sequences: got '{value}'; a {wanted}") for value, wanted in (
                     ("1e999", "whole number from 0"), ("nan", "whole number"), ("-1", "whole number"),
                     ("1.5", "whole number"), ("9007199254740994", "whole number from 0 to 9007199254740992 is needed"),
                     ("", "number"), ("1e", "number"), ("1_0", "number"), (" 1", "number"), ("0x10", "number"))),
                 *(("metrics.csv", METRICS + f"copy,m,c,n,a,1,200,{value},validation,bits,1\n",
                    f"metrics.csv:2: seconds: got '{value}'; seconds from 0 to 1e+12 are needed")
                   for value in ("1e999", "nan", "-1", "1e300")),
                 ("metrics.csv", METRICS, "the run ended before its first validation"),
                 ("metrics.csv", "", "has no column task"),
                 ("metrics.csv", None, "no such file, though the run has ended"),
                 ("metrics.csv", good["metrics.csv"].replace("bits", "loss"), "split validation; valid: loss"),
                 ("result.json", "{", "is no JSON object"), ("result.json", "[1]", "is no JSON object"),
                 ("result.json", "{}", 'has no readable "status"'),
                 ("result.json", '{"status": "finished", "sequences": 200, "seconds": 1}', "bits is None; a number"),
                 ("result.json", '{"status": "finished", "sequences": "x", "bits": 1}', 'sequences is "x"; a whole'),
                 *(("result.json", json.dumps({"status": "finished", "sequences": 9, "seconds": 1, "bits": 1} | wrong),
                    f"{path / 'result.json'}: {expected} needed") for wrong, expected in (
                     ({"perfect_episodes": 20000, "final_episodes": 10000},
                      "perfect_episodes is 20000; at most final_episodes (10000) is"),
                     ({"perfect_episodes": 63, "final_episodes": 0},
                      "perfect_episodes is 63; at most final_episodes (0) is"),
                     ({"perfect_lengths": 3, "scored_lengths": 2},
                      "perfect_lengths is 3; at most scored_lengths (2) is"),
                     ({"error": 500}, "error is 500; a number from 0 to 100 is"),
                     ({"score": -3}, "score is -3; a number from 0 to 100 is"),
                     ({"solved_episodes": 1.5}, "solved_episodes is 1.5; a number from 0 to 1 is"),
                     ({"bits": -1}, "bits is -1; a number of at least 0 is"),
                     ({"nats": -1e300}, "nats is -1e+300; a number of at least 0 is"),
                     ({"wrong_bits": None}, "wrong_bits is null; a number is"),
                     ({"seconds": 1e300}, "seconds is 1e+300; seconds from 0 to 1e+12 are"),
                     ({"seconds": -1}, "seconds is -1; seconds from 0 to 1e+12 are"))),
                 *(("metrics.csv", METRICS + "copy,m,c,n,a,1,100,1,validation,bits,1\n"
                    f"copy,m,c,n,a,1,200,1,validation,{metric},{value}\n",
                    f"metrics.csv:3: {metric} is {value}; a number {wanted} is needed") for metric, value, wanted in (
                     ("bits", "-1", "of at least 0"), ("error", "500", "from 0 to 100"),
                     ("solved", "-0.5", "from 0 to 1"))),
                 ("manifest.json", None, "manifest.json: cannot be read"),
                 ("manifest.json", '{"parameters": -5}', "parameters is -5; a whole number from 0 to 9007199254740992"),
                 ("manifest.json", '{"parameters": 5, "trained_seconds": -1}', "trained_seconds is -1; seconds from 0"),
                 ("manifest.json", "{}", "parameters is None"),
                 ("manifest.json", '{"parameters": "a\\nb\\u001b"}', 'parameters is "a\\nb\\u001b"; a whole number'),
                 *(("manifest.json", f'{{"parameters": 1, "x": {"[" * deep + "]" * deep}}}',
                    "manifest.json: has lists and objects more than 64 deep; the file as it was written is needed")
                   for deep in (64, 100000)),
                 ("config.ini", "task copy\n", "every line should be 'name = value'"),
                 ("config.ini", "train.sequences = many\n", "train.sequences: got 'many'; a number is wanted"),
                 ("eval.csv", "task,setting\n", "has no column model")]
        for name, content, expected in cases:
            with self.subTest(name=name, expected=expected):
                (path / name).unlink(missing_ok=True)
                if content is not None:
                    (path / name).write_text(content)
                self.refused(expected, path)
                (path / name).unlink(missing_ok=True)
                if name in good:
                    (path / name).write_text(good[name])
        self.assertEqual(self.script(path).returncode, 0)


if __name__ == "__main__":
    unittest.main()
