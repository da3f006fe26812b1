"""Runs of several tasks: each task is a stratum, and its seeds are drawn again within it, never across tasks (Agarwal
et al., "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS 2021, section 4.1)."""
import numpy

from .intervals import RESAMPLES


def draw(sizes, generator, resamples=RESAMPLES):
    """For each stratum of so many values, resamples × size places drawn with replacement."""
    return [generator.integers(0, size, (resamples, size)) for size in sizes]


def counts(places):
    """How often each place was drawn: resamples × size."""
    return (places[:, :, None] == numpy.arange(places.shape[1])).sum(1)


def can_draw(strata):
    """False where a task has fewer than two seeds, for its own spread would then count as none."""
    return min(map(len, strata), default=0) >= 2
