"""Runs as TensorBoard's event files, DIR/RUN/events.out.tfevents.*: the numbers of metrics.csv over sequences, by the
clock of the training, and the options as a text.

TensorBoard itself is not needed here, nor is it in Debian 12; where it is: tensorboard --logdir DIR."""
import calendar
import os
import pathlib
import time

from tapehead.runs import runs
from tapehead.runs.errors import InputError, note, say
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.records import read_json

from . import event_file


def add_arguments(parser):
    parser.add_argument("runs", nargs="+", metavar="RUN", help="a run's directory, or one that runs lie in")


def command(options):
    paths, out = options.runs, pathlib.Path(options.out)
    found = runs.find_runs(paths, "metrics.csv")
    for path, name in zip(found, names(found, paths)):
        write(path, out / name)
    say(f"{out}: {len(found)} runs; tensorboard --logdir {out}\n")


def names(found, paths):
    """Each run's name: its path below the named directory, prefixed by that directory's name if there are several. No
    name leads out of the output directory: `..` is named by the directory that it denotes."""
    called, paths = [], [pathlib.Path(os.path.abspath(path)) for path in paths]
    for run in (pathlib.Path(os.path.abspath(path)) for path in found):
        above = next(path for path in paths if path == run or path in run.parents)
        called.append(str(run.relative_to(above.parent if len(paths) > 1 or above == run else above)))
    twice = sorted({name for name in called if called.count(name) > 1})
    if twice:
        raise InputError(f"{twice[0]}: got two runs of that name; directories of different names are needed")
    return called


def write(path, folder):
    run = runs.read_run(path, "metrics.csv", may_be_empty=True)
    if run.table.empty:
        note(f"{path}: has measured nothing yet; its file has the options alone")
    make_directory(folder)
    begin = started(path)
    data = [event_file.begin(begin)]
    if run.config:
        lines = "\n".join(f"    {name} = {value}" for name, value in run.config.items())  # verbatim
        data.append(event_file.text(begin, "config", lines))
    for (sequences, seconds), rows in run.table.groupby(["sequences", "seconds"], sort=False):
        values = {f"{split}/{metric}": value
                  for split, metric, value in zip(rows["split"], rows["metric"], rows["value"])}
        data.append(event_file.scalars(begin + seconds, int(sequences), values))
    write_whole(folder / f"events.out.tfevents.{int(begin)}.tapehead", b"".join(data))


def started(path):
    """The start of training in seconds since 1970; 0 if the run does not record it."""
    manifest = path / "manifest.json"
    try:
        return calendar.timegm(time.strptime(read_json(manifest)["started_at"], "%Y-%m-%dT%H:%M:%SZ"))
    except (InputError, KeyError, TypeError, ValueError):
        return 0
