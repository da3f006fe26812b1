#!/usr/bin/python3
"""The streams of commands in Python, as docs/runs.md has them: no status depends on standard error, and standard
output that takes nothing makes a 2 of a 0."""
import ast
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
sys.dont_write_bytecode = True
sys.path[:0] = [str(SOURCE / "python"), str(SOURCE / "tests" / "support")]

from run_files import RunFiles

PACKAGE = SOURCE / "python/tapehead"
MAY_PRINT = {  # in place of tell() and say()
    "runs/errors.py": "they are there",
    "runs/interpreter.py": "begins before anything else, under any older Python",
    "torch/example.py": "is an example of a program of one's own",
    "bench/peers/": "are programs that bench.py reads",
}
FULL, CLOSED = "No space left on device", "Bad file descriptor"


def printed_in(text):
    """The numbers of the lines that print, or write to a stream of the process, by themselves."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return sorted(call.lineno for call in calls
                  if ast.unparse(call.func) in ("print", "sys.stdout.write", "sys.stderr.write")
                  or ast.unparse(call.func) == "csv.writer" and ast.unparse(call.args[0]) == "sys.stdout")


class Streams(RunFiles):
    def test_all_is_said_by_tell_and_say(self):
        self.assertEqual(printed_in("print(1)\nsay(2)\nsys.stdout.write('3')\ncsv.writer(sys.stdout)\ncsv.writer(a)"),
                         [1, 3, 4])
        for folder in (PACKAGE, SOURCE / "studies"):
            for path in sorted(folder.rglob("*.py")):
                name = path.relative_to(folder).as_posix()
                if folder != PACKAGE or not name.startswith(tuple(MAY_PRINT)):
                    with self.subTest(path):
                        self.assertEqual(printed_in(path.read_text(encoding="utf-8")), [])

    def ends(self, script, words, streams):
        """The exit status and the standard error of a script with these streams."""
        command = f'exec "$@" {streams}'
        done = subprocess.run(["bash", "-c", command, "bash", SOURCE / "scripts" / script, *map(str, words)],
                              capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_the_status_is_that_of_the_work(self):
        run = self.make_run("a", 1, [9, 5])
        page, picture, board = (self.root / name for name in ("a.html", "a.png", "board"))
        errors, output = ("2>&-", "2>/dev/full", "2> >(:)"), {">&-": CLOSED, ">/dev/full": FULL}
        for script, words, written, streams in (
                ("report.py", [run, "--no-player", "--out", page], page, errors),
                ("plot.py", ["curves", run, "--out", picture], picture, errors[:2]),
                ("export.py", ["tensorboard", run, "--out", board], board, [*errors[:2], *output]),
                ("plot.py", ["--help"], None, output)):
            for one in streams:
                with self.subTest(script=script, words=words[0], streams=one):
                    status, said = self.ends(script, words, one)
                    if one in output:
                        self.assertRegex(said, rf"\A{script}.*: standard output: cannot be written \({output[one]}\); "
                                               r"a file .* needed\n\Z")
                    self.assertEqual(status, 2 if one in output else 0, said)
                    self.assertTrue(written is None or written.exists())

    def test_a_letter_that_the_encoding_lacks(self):
        run = self.make_run("a", 1, [9, 5])
        (run / "manifest.json").write_text('{"seed": 1, "parameters": 9, "name": "日本"}')
        for words, status, says in (([run], 0, "\\u65e5\\u672c"), (["日本"], 2, "\\u65e5\\u672c: no such directory")):
            done = subprocess.run([SOURCE / "scripts/compare.py", *words], capture_output=True,
                                  env=os.environ | {"PYTHONIOENCODING": "latin-1"})
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(says, (done.stdout + done.stderr).decode("latin-1"))
            self.assertNotIn(b"Traceback", done.stderr)

    def test_letters_that_a_figure_s_font_lacks_are_one_note(self):
        run = self.make_run("a", 1, [9, 5])
        (run / "manifest.json").write_text('{"seed": 1, "parameters": 9, "name": "日本"}')
        done = subprocess.run([SOURCE / "scripts/plot.py", "curves", run, "--out", self.root / "a.png"],
                              capture_output=True, text=True,
                              env={name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\Awrote [^\n]*\nnote: the figure's font lacks 日 本, drawn as boxes; [^\n]*\n\Z")

    def test_a_file_never_gets_the_number_of_a_closed_stream(self):
        """What a library says on standard error would go into it."""
        code = ("import os, sys\nfrom tapehead.runs import streams\nstreams.settle()\n"
                "file = open(sys.argv[1], 'w')\nassert file.fileno() > 2\n"
                "print('lost', file=sys.stderr)\nfile.write('kept')\n")
        subprocess.run(["bash", "-c", 'exec "$@" <&- >&- 2>&-', "bash", sys.executable, "-B", "-c", code,
                        self.root / "file"], cwd=SOURCE / "python", check=True)
        self.assertEqual((self.root / "file").read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
