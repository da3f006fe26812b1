"""Submits workers to Slurm as one array, those of a sweep or others, and requeues one that reached its time limit."""
import collections
import os
import re
import shlex
import shutil
import subprocess

from tapehead.runs.errors import InputError, note, tell
from tapehead.runs.files import write_whole
from tapehead.runs.places import script

COMMANDS = ["sbatch", "scontrol", "squeue"]
WARNING = 120  # seconds before the time limit at which a worker is signalled: enough for any checkpoint on a slow disk
KIND = "slurm"  # prefix of the place of such a worker
PENDING = "Job is pending execution"

HEAD = """\
#!/bin/bash
# {what}
#SBATCH --job-name={name}
#SBATCH --array=0-{last}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --signal=B:USR1@{warning}
#SBATCH --open-mode=append
#SBATCH --output={log}
{options}"""
# The worker replaces the shell, the only process that --signal=B: reaches. The storage's address comes from a file that
# only its owner can read: Slurm shows this script to others, and `ps` every command line.
SCRIPT = """\
export TAPEHEAD_STORAGE
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
    match = re.search(r"^MaxArraySize\s*=\s*([0-9]+)", slurm("scontrol", "show", "config"), re.MULTILINE)
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


def with_joined_options(arguments):
    """The arguments of a command with the value of --slurm-options joined to it: that may look like an option of
    ours."""
    if "--slurm-options" not in arguments[:-1]:
        return arguments
    at = arguments.index("--slurm-options")
    return [*arguments[:at], f"--slurm-options={arguments[at + 1]}", *arguments[at + 2:]]


def split_options(text):
    try:
        return shlex.split(text)
    except ValueError as error:
        raise InputError(f"--slurm-options: got {text!r} ({error}); options of sbatch are needed") from None


class Array:
    """Workers in Slurm under one name; `directory` has their script, their logs and the numbers of their jobs."""

    def __init__(self, name, directory):
        self.name, self.directory = name, directory

    def head(self, what, number, options):
        """The first lines of the batch script; `options` are further ones of sbatch, which take precedence."""
        name = shlex.quote(self.name)
        log = shlex.quote(str(self.directory).replace("%", "%%") + "/%A_%a.log")
        line = f"#SBATCH {shlex.join(options)}\n" if options else ""  # after ours
        if "\n" in name + log + line.strip():
            raise InputError("--slurm: a line break in a path or an option; sbatch reads its options line by line")
        return HEAD.format(what=what, name=name, last=number - 1, warning=WARNING, log=log, options=line)

    def send(self, script):
        """Submits the array of that batch script; returns its job number."""
        self.directory.mkdir(exist_ok=True)
        write_whole(self.directory / "worker.sh", script.encode())
        job = slurm("sbatch", "--parsable", self.directory / "worker.sh").strip().partition(";")[0]
        with open(self.directory / "jobs", "a", encoding="utf-8") as file:
            file.write(f"{job}\n")
        return job

    def queued(self):
        """State -> number of the waiting or running workers."""
        ours = self.jobs()
        lines = slurm("squeue", "--me", "--noheader", "--array", "--format=%F %T").splitlines() if ours else []
        return collections.Counter(state.lower() for job, state in map(str.split, lines) if job in ours)

    def jobs(self):
        try:
            return (self.directory / "jobs").read_text(encoding="utf-8").split()
        except FileNotFoundError:
            return []

    def has_submitted(self, place):
        """Whether a place is an element of an array of these."""
        kind, job, *_ = [*place.split(), "", ""]
        return kind == KIND and job in self.jobs()


class Submission(Array):
    """The workers of one sweep in Slurm; their files are in the directory `slurm` of the sweep's own."""

    def __init__(self, sweep_file, out, study, program):
        super().__init__(study, out / "slurm")
        self.words = {"file": sweep_file.resolve(), "out": out, "study": study, "program": program,
                      "storage": self.directory / "storage"}

    def script(self, number, options):
        quoted = {name: shlex.quote(str(value)) for name, value in self.words.items()}
        return (self.head("A worker of a sweep, written by scripts/sweep.py --slurm", number, options)
                + SCRIPT.format(**quoted, command=shlex.join(script("sweep"))))

    def submit(self, number, options, address):
        """Submits the array; returns its job number."""
        self.directory.mkdir(exist_ok=True)
        write_whole(self.directory / "storage", address.encode(), private=True)
        return self.send(self.script(number, options))


def own_place():
    """The array element of this worker; it has one worker at a time, however often it is requeued."""
    job, task = (os.environ.get(f"SLURM_ARRAY_{part}_ID") for part in ("JOB", "TASK"))
    if not job or not task:
        raise InputError("--slurm: SLURM_ARRAY_JOB_ID and SLURM_ARRAY_TASK_ID are missing; with --worker it is for the "
                         "elements of an array, one worker each")
    return f"{KIND} {job} {task}"


def requeue(name="sweep.py", again="--resume submits another worker"):
    """Requeues this job, which ends it: Slurm does that by itself if a node is lost, but not for a job that has ended.
    This process may end before there is an answer, and for an array the answer may be "pending" despite success."""
    try:
        done = subprocess.run(["scontrol", "requeue", os.environ["SLURM_JOB_ID"]], capture_output=True, text=True)
        said = "" if not done.returncode or PENDING in done.stderr else done.stderr.strip()
    except (OSError, KeyError) as error:
        said = repr(error)
    if said:
        tell(f"{name}: scontrol requeue: {said}; {again}")
