"""Submits a sweep's workers to Slurm as one array, and requeues a worker that reached its time limit."""
import collections
import os
import re
import shlex
import shutil
import subprocess
import sys

from tapehead.runs.errors import InputError, note
from tapehead.runs.files import write_whole
from tapehead.runs.places import script

COMMANDS = ["sbatch", "scontrol", "squeue"]
WARNING = 120  # seconds before the time limit at which a worker is signalled: enough for any checkpoint on a slow disk
KIND = "slurm"  # prefix of the place of such a worker
PENDING = "Job is pending execution"

# The worker replaces the shell, the only process that --signal=B: reaches. The storage's address comes from a file that
# only its owner can read: Slurm shows this script to others, and `ps` every command line.
SCRIPT = """\
#!/bin/bash
# A worker of a sweep, written by scripts/sweep.py --slurm
#SBATCH --job-name={study}
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:USR1@{warning}
#SBATCH --open-mode=append
#SBATCH --output={log}
{options}export TAPEHEAD_STORAGE
TAPEHEAD_STORAGE=$(<{storage})
exec {command} --worker --slurm {file} --out {out} --study {study} --program {program}
"""


def slurm(*words):
    """The output of one of Slurm's commands; InputError with its message if it fails."""
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise InputError(f"{words[0]}: {lines[-1] if lines else f'exit status {done.returncode}'}; a Slurm that takes "
                         "the jobs is needed for --slurm")
    return done.stdout


def check_commands():
    missing = [name for name in COMMANDS if not shutil.which(name)]
    if missing:
        raise InputError(f"--slurm: {', '.join(missing)}: not found in PATH; call this where jobs are submitted")


def array_limit():
    """The cluster's limit on the elements of an array."""
    match = re.search(r"^MaxArraySize\s*=\s*(\d+)", slurm("scontrol", "show", "config"), re.MULTILINE)
    limit = int(match[1]) if match else 0
    if not limit:
        raise InputError("--slurm: this cluster takes no arrays (its MaxArraySize is 0); start sweep.py --worker in "
                         "jobs of your own")
    return limit


def workers(wanted, left, limit):
    """The number of workers to submit: at most the number of points and the cluster's limit for an array."""
    number = min(wanted or left, left)
    if number > limit:
        note(f"{limit} workers instead of {number}: the cluster's arrays have no more (MaxArraySize)")
    return min(number, limit)


def split_options(text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise InputError(f"--slurm-options: got {text!r} ({error}); options of sbatch are needed") from None


class Submission:
    """The workers of one sweep in Slurm; their files are in the directory `slurm` of the sweep's own."""

    def __init__(self, sweep_file, out, study, program):
        self.sweep_file, self.out, self.study, self.program = sweep_file.resolve(), out, study, program
        self.directory = out / "slurm"

    def script(self, number, options):
        quoted = {name: shlex.quote(str(value)) for name, value in {
            "file": self.sweep_file, "out": self.out, "study": self.study,
            "program": self.program, "storage": self.directory / "storage",
            "log": str(self.directory).replace("%", "%%") + "/%A_%a.log"}.items()}
        line = f"#SBATCH {shlex.join(options)}\n" if options else ""  # after ours, so that they take precedence
        if "\n" in quoted["study"] + quoted["log"] + line.strip():
            raise InputError("--slurm: a line break in a path or an option; sbatch reads its options line by line")
        return SCRIPT.format(**quoted, command=shlex.join(script("sweep")), last=number - 1, warning=WARNING,
                             options=line)

    def submit(self, number, options, address):
        """Submits the array; returns its job number."""
        self.directory.mkdir(exist_ok=True)
        write_whole(self.directory / "storage", address.encode(), private=True)
        write_whole(self.directory / "worker.sh", self.script(number, options).encode())
        job = slurm("sbatch", "--parsable", self.directory / "worker.sh").strip().partition(";")[0]
        with open(self.directory / "jobs", "a", encoding="utf-8") as file:
            file.write(f"{job}\n")
        return job

    def queued(self):
        """State -> number of this sweep's waiting or running workers."""
        ours = self.jobs()
        lines = slurm("squeue", "--me", "--noheader", "--array", "--format=%F %T").splitlines() if ours else []
        return collections.Counter(state.lower() for job, state in map(str.split, lines) if job in ours)

    def jobs(self):
        try:
            return (self.directory / "jobs").read_text(encoding="utf-8").split()
        except FileNotFoundError:
            return []

    def has_submitted(self, place):
        """Whether a place is an element of an array of this sweep."""
        kind, job, *_ = [*place.split(), "", ""]
        return kind == KIND and job in self.jobs()


def own_place():
    """The array element of this worker; it has one worker at a time, however often it is requeued."""
    job, task = (os.environ.get(f"SLURM_ARRAY_{part}_ID") for part in ("JOB", "TASK"))
    if not job or not task:
        raise InputError("--slurm: SLURM_ARRAY_JOB_ID and SLURM_ARRAY_TASK_ID are missing; with --worker it is for the "
                         "elements of an array, one worker each")
    return f"{KIND} {job} {task}"


def requeue():
    """Requeues this job, which ends it: Slurm does that by itself if a node is lost, but not for a job that has ended.
    This process may end before there is an answer, and for an array the answer may be "pending" despite success."""
    try:
        done = subprocess.run(["scontrol", "requeue", os.environ["SLURM_JOB_ID"]], capture_output=True, text=True)
        said = "" if not done.returncode or PENDING in done.stderr else done.stderr.strip()
    except (OSError, KeyError) as error:
        said = repr(error)
    if said:
        print(f"sweep.py: scontrol requeue: {said}; --resume submits another worker", file=sys.stderr)
