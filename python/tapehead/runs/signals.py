"""What is said of a signal that a model shows: signals.json has a sentence for each (memory or model, signal), the heading
of docs/how-it-works.md that says more, and the paper's symbol. tests/scripts/signals_test.py holds the sentences to
traces; the live page is given the same table."""
import functools
import json
import pathlib

FILE = pathlib.Path(__file__).with_name("signals.json")
ALL = "all"    # signals that mean the same in every memory and model
LIKE = "like"  # the memory or model whose signals this one has too


@functools.lru_cache(maxsize=None)
def table():
    return json.loads(FILE.read_text(encoding="utf-8"))


def signal(parts, name):
    """The row of a signal by the path of its array, such as write/gate, in a model of these `parts` (its memory, its
    model; fewer where they are not known); None without one. A part's own rows come before those of all, a name of two
    words before its last word."""
    words = name.split("/")
    for part in [*filter(None, parts), ALL]:
        while part:
            rows = table().get(part, {})
            for tail in ("/".join(words[-2:]), words[-1]):
                if tail in rows and tail != LIKE:
                    return rows[tail]
            part = rows.get(LIKE)
    return None
