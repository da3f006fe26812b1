"""Paired groups (runs with the same seed): is the difference more than chance?"""
import numpy

EXACT_UP_TO = 20   # pairs: sums over a million sign patterns; with more pairs patterns are drawn
DRAWS = 100_000
ROUNDING = 1e-10   # relative to the sum of all differences: sums that differ only in the order of their terms are equal
SEED = 1


def permutation_p(differences):
    """Two-sided p of the paired permutation test (Fisher 1935): under the null hypothesis each difference could as well
    have the other sign; p is the share of sign patterns whose mean is at least as far from zero as the observed one.
    All patterns up to EXACT_UP_TO pairs; above it DRAWS of them, with the observed one added. An infinite difference
    exceeds all finite ones together."""
    differences = numpy.asarray(differences, float)
    finite = numpy.isfinite(differences)
    beyond = 1 + 2 * abs(differences[finite]).sum()
    differences = numpy.where(finite, differences, numpy.sign(differences) * beyond)
    reach = abs(differences.sum()) - ROUNDING * abs(differences).sum()
    if len(differences) <= EXACT_UP_TO:
        sums = numpy.zeros(1)
        for difference in differences:
            sums = numpy.concatenate([sums + difference, sums - difference])
        return float((abs(sums) >= reach).mean())
    generator = numpy.random.default_rng(SEED)
    signs = generator.integers(0, 2, (DRAWS, len(differences)), dtype=numpy.int8) * 2 - 1
    return float((1 + (abs(signs @ differences) >= reach).sum()) / (1 + DRAWS))


def smallest_p(pairs):
    """The least p that permutation_p() can give: all differences have one sign, which two of the 2^n patterns attain.
    Do not count pairs with equal values: they carry no information."""
    if pairs == 0:
        return 1.0
    return max(2.0 ** (1 - pairs), 1 / (1 + DRAWS) if pairs > EXACT_UP_TO else 0)


def holm(p_values):
    """Holm's correction (Holm 1979) of p-values, in the same order: the least times their number, the next times one
    less, and so on; each at least the one before it, none above 1."""
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(numpy.argsort(p_values, kind="stable")):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected
