"""Metrics of which more is better. Comparisons and sweeps want what is to be small: of a share what is missing from
1."""

SHARES = ("pointing",)  # from 0 to 1


def to_be_small(metric, value):
    return 1 - value if metric in SHARES else value
