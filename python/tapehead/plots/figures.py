"""Figures for a notebook, of Matplotlib: each function gives one, which shows itself as a cell's value, and can be
saved by its savefig(). `paths` are runs, or directories with runs below them, one or a list. What Matplotlib's settings
are elsewhere stays as it is."""
import functools
import io

import matplotlib
from matplotlib import pyplot

from tapehead import laboratory, program
from tapehead.runs import traces
from tapehead.runs.errors import InputError
from tapehead.runs.runs import common_goal, read_runs
from tapehead.stats import comparison as comparisons
from tapehead.stats import tables
from tapehead.stats.across import across

from . import (alignment, captions, comparison_pictures, curves, episode, glimpses, importance, jacobian, length, named,
               parallel, peaks, story)
from .alignment_trace import read_answer
from .jacobian_file import read_jacobian
from .picture_trace import read_picture
from .story_trace import read_story
from .trace import read_trace


def alone(draw):
    """The figure is the caller's: pyplot does not show it a second time, and has its own settings back."""
    @functools.wraps(draw)
    def drawn(*given, **named_ones):
        with matplotlib.rc_context():
            figure = laboratory.warned(draw)(*given, **named_ones)
        pyplot.close(figure)
        figure._repr_png_ = functools.partial(png, figure)  # for a notebook that has not met Matplotlib yet
        return figure
    return drawn


def png(figure):
    data = io.BytesIO()
    figure.savefig(data, format="png")
    return data.getvalue()


@alone
def learning_curves(paths, metric=None, split="validation", x="sequences", log=None):
    """Cost against sequences, seeds pooled: `tapehead plot curves`."""
    runs = read_runs(laboratory.listed(paths), "metrics.csv")
    return curves.draw(named.groups_of(runs), metric or common_goal(runs), split, x, log)


@alone
def generalisation(paths, metric=None, setting=None):
    """Cost against length, or another setting of the task, from eval.csv: `tapehead plot length`."""
    return length.of_runs(laboratory.listed(paths), metric, setting)


@alone
def inside(source, *, episode=0, options=None, **settings):
    """One episode from the inside, as what it is needs: inputs, memory and weightings; a story and where the model
    looked; an answer and its alignment; a picture. `source` is a run, a model that comes trained, or the HDF5 file of
    `tapehead trace`; options are settings of the episode, {"task.length": 20} or task_length=20."""
    words = program.words_of(options, settings) + (["--episode", str(episode)] if episode else [])
    with program.traced(source, words) as file:
        return draw_inside(file)


def draw_inside(file):
    found = traces.read_trace(file)
    if "story/statements" in found.texts:
        return story.draw(read_story(file))
    if found.shows_picture:
        picture = read_picture(file)
        return captions.draw(picture) if picture.weights is not None else glimpses.draw(picture)
    if found.reads_apart:
        answer = read_answer(file)
        if answer.weights is not None:
            return alignment.draw(answer)
        raise InputError(f"{file}: is of model {answer.model}, which does not show where it looks in its source")
    return episode.draw(read_trace(file))


@alone
def dependence(file):
    """What answers depend on, from the HDF5 file of `tapehead jacobian`: `tapehead plot jacobian`."""
    return jacobian.draw(read_jacobian(file))


@alone
def supporting_facts(files):
    """How often a model looked most at a supporting fact, from `tapehead trace --peaks`: `tapehead plot peaks`."""
    return peaks.draw(peaks.pool(peaks.read_peaks(laboratory.listed(files))))


@alone
def option_importance(sweep):
    """Which options of a sweep matter: `tapehead plot importance`."""
    return importance.of_sweep(sweep)


@alone
def option_lines(sweep):
    """The points of a sweep, a line each across an axis an option: `tapehead plot parallel`."""
    return parallel.of_sweep(sweep)


@alone
def comparison(paths, figure, *, solved=None, metric=None, grid_metric=None, by_task=False):
    """One of the pictures of `tapehead compare --out DIR`, by its name, such as heat-map or learning-curves-copy; where
    there is a single task its name may be left out."""
    found = comparisons.compare(laboratory.listed(paths), solved, metric, grid_metric, by_task, named.called)
    together = across(found, tables.name)
    for _, drawn in comparison_pictures.draw(found, together, figure):
        return drawn
    known = ", ".join(name for name, _ in comparison_pictures.figures(found, together))
    raise InputError(f"figure: got '{figure}'; one of {known} is needed")
