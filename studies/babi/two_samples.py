"""A test whether two samples of categories come from one distribution if items are clustered (the questions of a
story).

Pearson's chi-square of the two rows of counts is d'Ad, where d is the difference of the two vectors of shares. For
independent items it would follow a chi-square distribution with (categories − 1) degrees of freedom. Items of one
cluster are dependent, so it follows a sum of chi-squares weighted by the eigenvalues of AV, where V is the covariance
of d, estimated from the variation between clusters (Rao & Scott, "On chi-squared tests for multiway contingency
tables", Annals of Statistics 1984, second order: matched in mean and variance)."""
import collections
import dataclasses

import numpy
from scipy import stats

LEAST_EXPECTED = 5  # in each cell; rarer categories are pooled
ROUNDING = 1e-9     # smaller values are zero up to rounding


@dataclasses.dataclass
class Result:
    chi2: float    # Pearson's, as if all items were independent
    df: int
    spread: float  # the mean of chi2/df for two samples of one distribution; 1 for independent items
    p: float


def pooled(first, second, ordered):
    """Category → cell, such that each cell expects at least LEAST_EXPECTED items in each sample. Ordered categories are
    pooled with their neighbours, others with the rarest."""
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
    if filled and cell:  # a remainder at the end joins the cell before
        cell_of = {category: min(place, cell - 1) for category, place in cell_of.items()}
    return cell_of


def tabulated(clusters, cell_of):
    """Counts of items per cluster (row) and cell."""
    table = numpy.zeros((len(clusters), max(cell_of.values()) + 1))
    for row, cluster in zip(table, clusters):
        for category in cluster:
            row[cell_of[category]] += 1
    return table


def covariance(table):
    """The covariance of a sample's shares, where clusters are drawn independently."""
    total, count = table.sum(), len(table)
    if count < 2:
        return numpy.zeros((table.shape[1],) * 2)
    off = table - table.sum(axis=1, keepdims=True) * (table.sum(axis=0) / total)
    return count / (count - 1) * off.T @ off / total**2


def compare(first, second, ordered=False):
    """Compares two samples, each a list of clusters, each a list of categories; None with fewer than two cells."""
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
    if mean < ROUNDING:  # clusters do not differ: any difference lies in the distributions
        return Result(chi2, df, 0.0, float(chi2 < ROUNDING))
    return Result(chi2, df, mean / df, stats.chi2.sf(chi2 * mean / square, mean**2 / square))
