"""Slurm's commands as scripts that record their calls and answer as a test specifies."""
import os
from unittest import mock

LIMIT = "MaxArraySize            = {}\nMaxJobCount             = 10000\n"


class StandIns:
    """For a ProgramTest."""

    def setUp(self):
        super().setUp()
        self.bin = self.root / "bin"
        self.bin.mkdir()
        self.calls = self.root / "calls"
        self.answer("sbatch", "4711")
        self.answer("scontrol", LIMIT.format(1001))
        self.answer("squeue", "")
        outside = {name: value for name, value in os.environ.items() if not name.startswith("SLURM_")}
        patch = mock.patch.dict(os.environ, outside | {"PATH": f"{self.bin}:{os.environ['PATH']}"}, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def answer(self, name, text, error="", status=0):
        for stream, said in (("out", text), ("err", error)):
            (self.bin / f"{name}.{stream}").write_text(said)
        (self.bin / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{self.calls}\ncat {self.bin}/{name}.out\n'
                                     f"cat {self.bin}/{name}.err >&2\nexit {status}\n")
        (self.bin / name).chmod(0o755)

    def called(self, name):
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line.partition(" ")[2] for line in lines if line.partition(" ")[0] == name]
