"""Student's interval for the mean of a few nearly normal numbers, such as means over many tasks. With five values a
bootstrap would be too narrow: it never draws values beyond them."""
import math
import statistics

from scipy import stats

from tapehead.stats.intervals import CONFIDENCE


def student(values, confidence=CONFIDENCE):
    """(low, high), or None for fewer than two values."""
    count = len(values)
    if count < 2:
        return None
    half = stats.t.ppf((1 + confidence) / 2, count - 1) * statistics.stdev(values) / math.sqrt(count)
    centre = statistics.fmean(values)
    return centre - half, centre + half
