"""Two groups whose runs come in pairs (the same seed): is the difference more than chance?"""
import numpy

EXACT_UP_TO = 20   # pairs: a million signs' sums; above it signs are drawn
DRAWS = 100_000
ROUNDING = 1e-10   # of the sum of all differences: two sums equal but for the order of their terms
SEED = 1


def permutation_p(differences):
    """Two-sided p of the paired permutation test (Fisher 1935): if the two groups did not differ, each difference could
    as well have had the other sign; p is the share of all sign patterns whose mean is as far from zero as the one
    seen. All patterns up to EXACT_UP_TO pairs; above it DRAWS of them, and the one seen counts as one more. An infinite
    difference is one that exceeds all finite ones together."""
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
    """The least p that permutation_p() can give: all differences of one sign, seen in two of the 2^n patterns. Pairs
    that do not differ tell nothing and are not to be counted."""
    if pairs == 0:
        return 1.0
    return max(2.0 ** (1 - pairs), 1 / (1 + DRAWS) if pairs > EXACT_UP_TO else 0)


def holm(p_values):
    """p-values corrected for their number (Holm 1979), in the same order: the least times their number, the next times
    one less, and so on; none below the one before it, none above 1."""
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(numpy.argsort(p_values, kind="stable")):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = highest
    return corrected
