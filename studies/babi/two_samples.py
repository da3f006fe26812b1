"""Whether two samples of categories come from one distribution, where items come in clusters (the questions of a
story).

Pearson's chi-square of the two rows of counts is d'Ad, d being the difference of the two vectors of shares. Were all
items independent, it would be chi-square with as many degrees of freedom as categories but one. Items of one cluster
are not, so its distribution is that of a sum of chi-squares weighted by the eigenvalues of AV, V being the covariance
of d, which is estimated from how much the clusters differ from one another (Rao & Scott, "On chi-squared tests for
multiway contingency tables", Annals of Statistics 1984, second order: matched in mean and variance)."""
import collections
import dataclasses

import numpy
from scipy import stats

LEAST_EXPECTED = 5  # in each cell; categories with less are pooled
ROUNDING = 1e-9     # what is below it would be zero but for rounding


@dataclasses.dataclass
class Result:
    chi2: float    # Pearson's, as if all items were independent
    df: int
    spread: float  # what chi2/df comes to on average for two samples of one distribution; 1 for independent items
    p: float


def pooled(first, second, ordered):
    """Category → cell, such that each cell expects at least LEAST_EXPECTED items of each sample. Ordered categories
    are pooled with their neighbours, others with the rarest."""
    counts = collections.Counter()
    for clusters in (first, second):
        for cluster in clusters:
            counts.update(cluster)
    sizes = [sum(map(len, clusters)) for clusters in (first, second)]
    needed = LEAST_EXPECTED * sum(sizes) / min(sizes)
    categories = sorted(counts) if ordered else sorted(counts, key=lambda category: (-counts[category], category))
    cell_of, cell, filled = {}, 0, 0
    for category in categories:
        cell_of[category] = cell
        filled += counts[category]
        if filled >= needed:
            cell, filled = cell + 1, 0
    if filled and cell:  # what is left over at the end goes to the cell before
        cell_of = {category: min(place, cell - 1) for category, place in cell_of.items()}
    return cell_of


def tabulated(clusters, cell_of):
    """Items of each cluster (row) in each cell."""
    table = numpy.zeros((len(clusters), max(cell_of.values()) + 1))
    for row, cluster in zip(table, clusters):
        for category in cluster:
            row[cell_of[category]] += 1
    return table


def covariance(table):
    """Of the shares of a sample's cells, the clusters being what is drawn independently."""
    total, count = table.sum(), len(table)
    if count < 2:
        return numpy.zeros((table.shape[1],) * 2)
    off = table - table.sum(axis=1, keepdims=True) * (table.sum(axis=0) / total)
    return count / (count - 1) * off.T @ off / total**2


def compare(first, second, ordered=False):
    """Two samples, each a list of clusters, each a list of categories; None where there are less than two cells."""
    if not (any(first) and any(second)):
        return None
    cell_of = pooled(first, second, ordered)
    tables = [tabulated(clusters, cell_of) for clusters in (first, second)]
    counts = numpy.array([table.sum(axis=0) for table in tables])
    if counts.shape[1] < 2:
        return None
    chi2, _, df, _ = stats.chi2_contingency(counts, correction=False)
    sizes = counts.sum(axis=1)
    weights = sizes.prod() / sizes.sum() * sizes.sum() / counts.sum(axis=0)
    product = weights[:, None] * sum(covariance(table) for table in tables)
    mean, square = numpy.trace(product), numpy.trace(product @ product)
    if mean < ROUNDING:  # no cluster differs from another: any difference is one of the distributions
        return Result(chi2, df, 0.0, float(chi2 < ROUNDING))
    return Result(chi2, df, mean / df, stats.chi2.sf(chi2 * mean / square, mean**2 / square))
