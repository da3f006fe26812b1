"""Stratified resampling: each task is a stratum, and its seeds are resampled within it, never across tasks (Agarwal et
al., "Deep reinforcement learning at the edge of the statistical precipice", NeurIPS 2021, section 4.1)."""
import numpy

from .intervals import RESAMPLES


def draw(sizes, generator, resamples=RESAMPLES):
    """For each stratum of a given size, resamples × size indices drawn with replacement."""
    return [generator.integers(0, size, (resamples, size)) for size in sizes]


def counts(places):
    """How often each index was drawn: resamples × size."""
    return (places[:, :, None] == numpy.arange(places.shape[1])).sum(1)


def can_draw(strata):
    """False if a task has fewer than two seeds: its spread would count as zero."""
    return min(map(len, strata), default=0) >= 2
