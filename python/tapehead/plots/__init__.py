"""What scripts/plot.py and scripts/compare.py draw with: one idea a file. Runs are read by tapehead.runs.

pooling  median and quartiles over seeds     style    colours, sizes, the same bytes for the same input
curves, length, episode   figures of plot.py; against and spread serve the second, trace, slots and panels the last
story, peaks   its figures of models that read stories; story_trace and story_cells serve the first
alignment, jacobian   of answers that are said, and of what any answer depends on; alignment_trace, jacobian_file and
                      datasets read for them, token_grid, token_text, said_beside and page draw
captions, glimpses   of answers about a picture; picture_trace reads for them, picture_axes and picture_page draw
solved, heat_map, profile the figures that compare.py adds; comparison_files writes them
importance, parallel      those of a sweep, whose points tapehead.runs.sweeps reads

look is the look of all, which every picture carries. score is an episode's figure, sheets puts figures onto one page;
line_ends and seed_lines are of curves.

figures has the functions of a notebook, which are names of this package too: tapehead.plots.learning_curves(runs).
"""
import importlib

_FIGURES = ("learning_curves", "generalisation", "inside", "dependence", "supporting_facts", "option_importance",
            "option_lines", "comparison")
__all__ = list(_FIGURES)


def __getattr__(name):
    if name not in _FIGURES:
        raise AttributeError(f"module 'tapehead.plots' has no attribute {name!r}")
    return getattr(importlib.import_module("tapehead.plots.figures"), name)
