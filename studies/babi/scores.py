"""`tapehead eval` of a run, or of all restarts of one."""
import csv
import subprocess

from tapehead.runs.errors import InputError


def evaluate(program, run, table, split, checkpoints, options=()):
    """Setting → metric → value for a run's directory. The table is cached and remade if a checkpoint is newer. Raises
    InputError if the program cannot score the run."""
    newest = max(path.stat().st_mtime for path in checkpoints)
    if not table.exists() or table.stat().st_mtime < newest:
        part = table.with_suffix(".part")
        done = subprocess.run([program, "eval", run, "--split", split, "--threads", "1", "--csv", part, *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
            raise InputError(f"{run}: cannot be scored: {said.removeprefix('tapehead: ')}")
        part.replace(table)  # complete, or remade next time
    scores = {}
    with open(table, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            scores.setdefault(row["setting"], {})[row["metric"]] = float(row["value"])
    return scores


def by_task(scores, tasks, metric):
    """Task → value of a metric. A run of several tasks has a row for each, a run of a single task only one."""
    if len(tasks) == 1 and len(scores) == 1:
        return {tasks[0]: next(iter(scores.values())).get(metric)}
    found = {}
    for setting, metrics in scores.items():
        last = setting.rpartition(";")[2]
        if last.startswith("task.ids="):
            found[int(last.removeprefix("task.ids="))] = metrics.get(metric)
    return found


def checkpoint(run):
    return run / "checkpoint-best.safetensors"
