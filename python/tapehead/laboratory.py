"""Runs as tables of pandas: what tapehead.compare, evaluate, curves and evaluations are, and calling tapehead.runs.

A path is a run's directory, or one with runs somewhere below it; several are given as a list. Groups, costs and names
are those of `tapehead compare`."""
import functools
import html
import io
import os
import warnings

import pandas

from tapehead import program
from tapehead.plots import named
from tapehead.runs.errors import kept_notes
from tapehead.runs.runs import EVAL, METRICS
from tapehead.stats import across_tables, answer, comparison, frames, tables
from tapehead.stats.across import across as over_tasks


def listed(paths):
    return [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)


def warned(call):
    """The call, whose notes are warnings of Python's."""
    @functools.wraps(call)
    def wrapped(*given, **named_ones):
        with kept_notes() as notes:
            found = call(*given, **named_ones)
        for one in notes():
            warnings.warn(one, stacklevel=2)
        return found
    return wrapped


@warned
def table(paths, solved=None, metric=None):
    """The runs, a row each: task, group, seed, run (its directory), status, solved, sequences, cost, seconds,
    parameters, and the scores beside the cost.

    solved  a run is solved at its first validation at or below this cost (as the runs themselves judged it)
    metric  the cost (the goal that the runs stop and choose by)
    """
    return frames.read(listed(paths), solved, metric)[0]


@warned
def curves(paths):
    """What the runs measured while they trained, a row a number: metrics.csv of each, with its group and directory."""
    return of_files(frames.read(listed(paths))[1], METRICS)


@warned
def evaluations(paths):
    """What `tapehead eval` measured of the runs, a row a number: eval.csv of each, with its group and directory."""
    return of_files(frames.read(listed(paths))[2], EVAL)


def of_files(frame, columns):
    return frame[["group", "run", *columns]]


def evaluate(run, *, episodes=100, checkpoint="best", split="eval", options=None, **settings):
    """Scores a run, or a model that comes trained, on held-out episodes: setting, episodes, metric and value, a row a
    number. Nothing is written.

    episodes    of each setting
    checkpoint  best, last or previous
    split       eval, final, validation, train, or test where there is one
    options     what the episodes are to be like: {"task.length": "20..60:20"}; each is a keyword too, task_length=20
    """
    words = ["--episodes", str(episodes), "--checkpoint", str(checkpoint), "--split", str(split)]
    text = program.ask("eval", run, [*words, *program.words_of(options, settings), "--csv", "-"])
    return pandas.read_csv(io.StringIO(text), keep_default_na=False, na_values=["nan"])[
        ["setting", "episodes", "metric", "value"]]


class Comparison:
    """Groups of runs compared. `groups`, `pairs`, `grid` and `runs` are the tables of `tapehead compare --out`, as data
    frames; `profile` and `improvement` are those of runs of several tasks. print() shows what the command prints, and
    `notes` are the sentences that it adds."""

    def __init__(self, comparisons, together, notes):
        self.notes = notes
        self._answer = answer.told_first(comparisons)
        found = tables.records(comparisons) | (across_tables.records(together) if together else {})
        self._tables = [one for each in comparisons for one in tables.tables(each)]
        self._tables += across_tables.tables(together) if together else []
        for name in ("groups", "pairs", "grid", "runs", "profile", "improvement"):
            setattr(self, name, pandas.DataFrame(found.get(name, [])))

    def __str__(self):
        return self._answer + tables.as_text(self._tables)

    def __repr__(self):
        return f"<tapehead.Comparison of {len(self.groups)} groups, {len(self.runs)} runs>"

    def _repr_html_(self):
        parts = [f"<p>{html.escape(' '.join(self._answer.split()))}</p>"] if self._answer else []
        for one in self._tables:
            frame = pandas.DataFrame(one.rows, columns=one.header)
            parts.append(f"<h4>{html.escape(one.title)}</h4>{frame.to_html(index=False, border=0)}{small(one.notes)}")
        return "".join([*parts, small(self.notes)])


def small(sentences):
    return f"<p><small>{'<br>'.join(map(html.escape, sentences))}</small></p>"


def compare(paths, *, solved=None, metric=None, grid_metric=None, by_task=False):
    """What groups of runs came to, and which differences are more than chance: a Comparison (docs/comparing.md).

    solved       a run is solved at its first validation at or below this cost (as the runs themselves judged it)
    metric       the cost (the goal that the runs stop and choose by)
    grid_metric  of the generalisation grid (the cost's)
    by_task      takes runs of several tasks
    """
    with kept_notes() as notes:
        found = comparison.compare(listed(paths), solved, metric, grid_metric, by_task, named.called)
        return Comparison(found, over_tasks(found, tables.name), notes())
