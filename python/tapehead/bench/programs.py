"""The measured programs. Each repetition starts a program anew, limited to the given number of threads."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import weakref
from dataclasses import dataclass, fields

from tapehead.runs.errors import InputError, note

ON_DEVICE = pathlib.Path(__file__).parent / "peers/on_device.py"
SERIAL_BLAS = pathlib.Path("/usr/lib/x86_64-linux-gnu/openblas-serial")  # from libopenblas0-serial


@dataclass(frozen=True)
class Speed:
    sequences_per_second: float
    ms_per_step: float
    peak_rss_mb: float


def run(command, environment, who):
    """A command's standard output; InputError with its last line if it fails. The command does not see this machine's
    settings for OpenBLAS (such as OPENBLAS_CORETYPE), so OpenBLAS detects the processor itself."""
    held = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    here = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS_")}
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              env={**here, **held, **environment}, check=False)
    except OSError as error:
        raise InputError(f"{who}: {command[0]}: {error.strerror}; a program is needed") from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise InputError(f"{who}: {last}")
    return done.stdout


class Ours:
    """`tapehead bench`. options: name → value, overriding those of the problem."""

    def __init__(self, program, problem, name="Tapehead", options=None):
        self.name, self._program = name, program
        folder = tempfile.mkdtemp()
        weakref.finalize(self, shutil.rmtree, folder)
        self._options = {**(options or problem.our_options()), **problem.write_data(folder)}

    def measure(self, batch, steps, threads=1):
        return self._ask(batch, steps, threads)[0]

    def operations(self, batch):
        """Of a sequence in training, as the program counts them; None for older programs, which do not."""
        return self._ask(batch, 1, 1)[1].get("operations_per_sequence")

    def instructions(self):
        """The instruction set of the kernels in use: "avx512", "avx2" or "plain". None for older programs, which do not
        say."""
        return self._ask(1, 1, 1)[1].get("instructions")

    def _ask(self, batch, steps, threads):
        words = [self._program, "bench", "--json", "--bench.steps", steps, "--bench.repetitions", 1,
                 "--threads", threads, "--train.batch", batch]
        for name, value in self._options.items():
            words += ["--" + name, value]
        said = run(words, {}, self.name)
        try:
            told = json.loads(said)
            return Speed(*(told[field.name] for field in fields(Speed))), told
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{self.name}: got {said.strip()!r}; one JSON object of bench --json is needed") from error


class Peer:
    """The PyTorch program, in the mode and with the OpenBLAS kernels that were fastest in a first run for each batch
    size; `form`: which of the problem's forms it takes; `device`: where its tensors are, None for the processor."""

    def __init__(self, folder, problem, core_types, form=None, device=None):
        self.name = f"PyTorch{f' on {device}' if device else ''}{f', {form}' if form else ''}"
        self._through, self._form = [ON_DEVICE, device] if device else [], ["--form", form] if form else []
        self._file, self._problem = folder / problem.peer_file, problem
        self._core_types, self._settings = core_types, {}

    def choose(self, batch, steps):
        """Returns the first run's speed, and the choice in words."""
        best = None
        for core_type in self._core_types:
            speed, mode = self._run(batch, steps, "best", core_type, repetitions=3)
            if best is None or speed.sequences_per_second > best[0].sequences_per_second:
                best = speed, mode, core_type
        speed, *self._settings[batch] = best
        return speed, f"{best[1]}, OpenBLAS {best[2] or 'as found'}"

    def measure(self, batch, steps):
        return self._run(batch, steps, *self._settings[batch], repetitions=1)[0]

    def _run(self, batch, steps, mode, core_type, repetitions):
        words = [sys.executable, *self._through, self._file, "--threads", 1, "--batch", batch,
                 *self._problem.peer_words(steps, mode, repetitions), *self._form]
        environment = {"LD_LIBRARY_PATH": str(SERIAL_BLAS)} if SERIAL_BLAS.is_dir() else {}
        if core_type:
            environment["OPENBLAS_CORETYPE"] = core_type
        said = run(words, environment, self.name)
        found = self._problem.peer_line.match(said)
        if not found:
            raise InputError(f"{self.name}: got {said.strip()[:80]!r}; the line of {self._file.name} is needed")
        speed = Speed(*(float(number) for number in found.group("rate", "ms", "mb")))
        return speed, found.groupdict().get("mode", "eager")


def check_device(device):
    """InputError where this PyTorch has no such device; without PyTorch there is nothing to compute there."""
    if has_torch():
        run([sys.executable, ON_DEVICE, device], {}, "PyTorch")


def has_torch():
    return not subprocess.run([sys.executable, "-c", "import torch"], capture_output=True, check=False).returncode


def find_peers(folder, problem, core_types, device=None):
    """The peer, once for each of its forms, in a folder of peers unless it is our own; none and a note if it or PyTorch
    is missing."""
    folder = getattr(problem, "peers", folder)
    if not (folder / problem.peer_file).is_file():
        note(f"peers: there is no {folder / problem.peer_file}; only Tapehead is measured")
        return []
    if not has_torch():
        note(f"peers: {sys.executable} has no torch (Debian's python3-torch); only Tapehead is measured")
        return []
    if not SERIAL_BLAS.is_dir():
        note(f"peers: there is no {SERIAL_BLAS} (libopenblas0-serial); PyTorch takes the OpenBLAS it finds")
    return [Peer(folder, problem, core_types, form, device) for form in getattr(problem, "peer_forms", (None,))]
