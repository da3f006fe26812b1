"""Shared parts of the tests of sweeps in PostgreSQL: one server, a study per test, and workers started as nodes start
them."""
import csv
import os
import pathlib
import subprocess

from postgres_server import Server
from process import PROGRAM, TINY, ProgramTest

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
SCRIPT = SOURCE / "scripts/sweep.py"
HEARTBEAT = "1"  # seconds, so that a dead worker is noticed after five

OPTIONS = "[options]\n" + "".join(f'"{name}" = {value}\n' for name, value in TINY.items() if name != "train.sequences")
# Three points of a twentieth of a second each.
THREE = f'method = "grid"\nseeds = "1..3"\n{OPTIONS}"train.sequences" = 200\n'
# One point of two seconds, longer than a heartbeat, with checkpoints every 200 sequences.
LONG = f'method = "grid"\n{OPTIONS}"train.sequences" = 12000\n'


def points(count=20, first=200):
    """A grid of short points; the first trains for `first` sequences."""
    tables = [f'[[points]]\n"train.learning-rate" = {rate + 1}e-5\n"train.sequences" = {200 if rate else first}\n'
              for rate in range(count)]
    return 'method = "grid"\n' + OPTIONS + "".join(tables)


class SharedSweeps(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.remove)
        cls.server.sql("postgres", "CREATE DATABASE sweeps")

    def setUp(self):
        super().setUp()
        self.out = self.root / "out"
        self.url = self.server.address("sweeps")
        self.name = self.id().rpartition(".")[2]  # name of the study: all are in one database

    def file(self, text):
        path = self.root / "sweep.toml"
        path.write_text(text)
        return path

    def begin(self, *words, text=None, program=PROGRAM):
        """Starts sweep.py; in SQLite if there is no address."""
        if text:
            self.file(text)
        study = ["--study", self.name] if self.url else []
        process = subprocess.Popen([SCRIPT, self.root / "sweep.toml", "--out", self.out, "--program", program, *study,
                                    *words], text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.root,
                                   env=os.environ | {"TAPEHEAD_STORAGE": self.url})
        return self.ended_with_the_test(process)

    def finish(self, process, status=0):
        out, err = process.communicate(timeout=240)
        self.assertEqual(process.returncode, status, out + err)
        return out, err

    def sweep(self, *words, status=0, **how):
        return self.finish(self.begin(*words, **how), status)

    def noting(self):
        """The program, wrapped to record each start of a run."""
        path = self.root / "program"
        path.write_text(f'#!/bin/bash\n[[ $* == */dev/null/* ]] || echo "${{@: -1}}" >>{self.root}/starts\n'
                        f'exec {PROGRAM} "$@"\n')
        path.chmod(0o755)
        return path

    def starts(self):
        """The run of each recorded start."""
        return [pathlib.Path(line).name for line in (self.root / "starts").read_text().splitlines()]

    def rows(self):
        with open(self.out / "points.csv", newline="") as file:
            return list(csv.DictReader(file))

    def states(self, name=None):
        """The trials' states in the database, in the order of their numbers."""
        return self.server.sql("sweeps", "SELECT state FROM trials JOIN studies USING (study_id) WHERE study_name = "
                                         f"'{name or self.name}' ORDER BY number")

    def assert_all_once(self, count):
        """Each point has exactly one trial, which is complete, and one finished run; there are no others."""
        self.assertEqual(self.states(), ["COMPLETE"] * count)
        rows = self.rows()
        self.assertEqual([row["state"] for row in rows], ["complete"] * count)
        self.assertEqual(len({row["run"] for row in rows}), count)
        results = {path.parent.name for path in self.out.glob("points/*/result.json")}
        self.assertEqual(results, {row["run"] for row in rows})
        self.assertEqual({path.name for path in self.out.glob("points/*") if path.is_dir()}, results)

    def assert_undisturbed(self, run):
        """The run's results are those of an undisturbed one."""
        words = []
        row = next(row for row in self.rows() if row["run"] == run)
        for name in list(row)[list(row).index("seconds") + 1:]:
            words += [f"--{name}", row[name]] if row[name] else []
        self.tapehead("train", *words, "--threads", "1", "--out", self.root / "undisturbed")
        self.assert_same_run(self.out / "points" / run, self.root / "undisturbed")

    def checkpoints(self):
        return list(self.out.glob("points/*/checkpoint-previous.safetensors"))

    def programs(self):
        """{process: run} of the programs working on this test's points."""
        found = {}
        for directory in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (directory / "cmdline").read_text().split("\0")
            except OSError:
                continue
            if len(words) > 2 and words[-2].startswith(f"{self.out}/points/"):
                found[int(directory.name)] = pathlib.Path(words[-2]).name
        return found


def parent(process):
    """The parent of a process, by its number."""
    return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
