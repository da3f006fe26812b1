"""A trace and a run as a notebook shows them: the report's player in a frame, and a card."""
import html
import math
import pathlib
import tempfile

import h5py
import numpy

from tapehead.runs import metrics, signals
from tapehead.runs.groups import effective
from tapehead.runs.identity import COLOURS
from tapehead.runs.records import read_config, read_result
from tapehead.runs.runs import METRICS, NUMBERS, PARTS, before_first_validation
from tapehead.runs.tables import read_table

from . import explanation, page
from .data import VERSION
from .episode import read_episode
from .players import in_form

HEIGHT = 900              # of a player's frame, in pixels: the score of a copy
WIDE, HIGH, EDGE = 240, 48, 3  # of a card's curve


def player(trace, title):
    """HTML of the player of a trace (tapehead.model.Trace): the report's page with nothing else on it. The frame has
    no part in the page around it."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "episode.h5"
        write(trace, file)
        shown = in_form(file, read_episode(file), lambda what: title) | {"run": 0}
    data = {"version": VERSION, "alone": True, "title": title, "runs": [{"name": title, "trace": 0}],
            "traces": [shown], "signals": signals.table(), "explanation": explanation.blocks()}
    text = html.escape(page.page_with(data).decode(), quote=True)
    return (f'<iframe srcdoc="{text}" sandbox="allow-scripts" title="{html.escape(title, quote=True)}" '
            f'style="width: 100%; height: {HEIGHT}px; border: 0"></iframe>')


def write(trace, file):
    """The trace in the form of `tapehead trace --out FILE.h5`."""
    with h5py.File(file, "w", track_order=True) as made:
        for name, values in trace.items():
            for parent in reversed(pathlib.PurePosixPath(name).parents[:-1]):
                if str(parent) not in made:
                    made.create_group(str(parent), track_order=True)
            dataset = made.create_dataset(name, data=numpy.asarray(values), track_order=True)
            for attribute, of in (("axes", trace.axes), ("range", trace.ranges), ("title", trace.titles)):
                if name in of:
                    value = of[name]
                    dataset.attrs[attribute] = list(value) if isinstance(value, tuple) else value
        for name, words in trace.texts.items():
            made.create_dataset(name, data=list(words), dtype=h5py.string_dtype())


def card(directory):
    """HTML of what a run is and what it came to, with its validations; of one that is under way too."""
    directory = pathlib.Path(directory)
    config, result = read_config(directory / "config.ini"), read_result(directory / "result.json")
    shown = effective(config)
    parts = [shown[name] for name in PARTS if shown.get(name, "none") != "none"]
    rows = [("status", result.get("status", "unfinished")), ("seed", config.get("seed", "1"))]
    table = None
    if not before_first_validation(directory):
        table = read_table(directory / "metrics.csv", METRICS, NUMBERS["metrics.csv"])
        table = table[table["split"] == "validation"]
    goal = metrics.goal(result, {}, set() if table is None else {*table["metric"]})
    if goal in result:
        rows.append((metrics.metric(goal).label, f"{result[goal]:.4g}"))
    rows += [(name, f"{result[name]:,.0f}") for name in ("sequences", "seconds") if name in result]
    values = [] if table is None else table[table["metric"] == goal]["value"].tolist()
    cells = "".join(f'<tr><th style="text-align: left">{html.escape(name)}</th><td style="text-align: left">'
                    f"{html.escape(str(value))}</td></tr>" for name, value in rows)
    return (f"<div><strong>{html.escape(str(directory))}</strong><br>{html.escape(', '.join(parts))}"
            f"<table>{cells}</table>{curve(values, metrics.metric(goal).label)}</div>")


def curve(values, label):
    """The validations as a line from left to right, logarithmic where all are above zero; "" of fewer than two."""
    values = [value for value in values if math.isfinite(value)]
    if len(values) < 2:
        return ""
    high = [math.log(value) for value in values] if min(values) > 0 else values
    low, span = min(high), (max(high) - min(high)) or 1
    points = " ".join(f"{EDGE + at * (WIDE - 2 * EDGE) / (len(high) - 1):.1f},"
                      f"{HIGH - EDGE - (value - low) * (HIGH - 2 * EDGE) / span:.1f}" for at, value in enumerate(high))
    words = html.escape(f"{label}, validation: {values[0]:.4g} to {values[-1]:.4g}", quote=True)
    return (f'<svg width="{WIDE}" height="{HIGH}" role="img" aria-label="{words}"><title>{words}</title>'
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[0]}" stroke-width="1.5"/></svg>')
