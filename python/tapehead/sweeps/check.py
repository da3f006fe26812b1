"""Asks the program whether it accepts a sweep's points before any of them runs."""
import concurrent.futures
import os
import subprocess

from tapehead.runs.errors import InputError

NOWHERE = "/dev/null/run"  # no directory can be made there, so the program stops after resolving all options


def check_points(program, sweep, points):
    """InputError with the program's message about the first point that it refuses."""
    def refused(point):
        done = subprocess.run([program, "train", *point.words(), "--out", NOWHERE], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        lines = [line for line in done.stderr.splitlines() if not line.startswith("tapehead: note:")]
        last = lines[-1] if lines else ""
        if not last.startswith("tapehead: "):  # it prints one such line if it has not begun
            raise InputError(f"--program: {program} ends with exit status {done.returncode} and says "
                             f"'{last}'; the program tapehead is needed (scripts/build.sh builds it)")
        return None if last.startswith(f"tapehead: {NOWHERE}: ") else last.removeprefix("tapehead: ")

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for point, message in zip(points, pool.map(refused, points)):
            if message:
                where = f"at {point.label()}: " if point.varied else ""
                raise InputError(f"{sweep.path}: {where}{message.removeprefix('command line: ')}")
