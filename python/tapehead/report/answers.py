"""What each comparison comes to, which the page tells first."""
from tapehead.stats import answer

from .numbers import finite


def entry(one):
    """The answer of one task's comparison."""
    found = answer.answer(one)
    return {"task": found.task, "sentences": found.sentences,
            "rows": [{"name": row.name, "look": row.summary.group.look, "letters": row.letters} for row in found.rows],
            "panels": [{"label": each.label, "threshold": each.threshold,
                        "values": [[[finite(value), bool(filled)] for value, filled in row] for row in each.values]}
                       for each in found.panels]}
