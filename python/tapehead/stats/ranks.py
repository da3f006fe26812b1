"""Ranks of costs."""


def ranks(costs):
    """From 0, the least, to 1; equal costs share their mean rank, infinite ones come last; a single cost has 0."""
    count = max(1, len(costs) - 1)
    return [(sum(other < cost for other in costs) + (sum(other == cost for other in costs) - 1) / 2) / count
            for cost in costs]
