"""Counts and shares for display; tasks/data/text/percent.cpp does the same."""

MOST_DECIMALS = 17  # the digits of a double


def percent(part, whole, decimals=1):
    """`part` of `whole` as a percentage, "99.98 %". It has `decimals`, and more if needed so that only all reads 100
    and only none reads 0: one episode lost of 10,000 must not read 100.0 %."""
    if whole == 0:
        return "- %"
    share = 100 * (part / whole)
    if part in (0, whole):
        return f"{share:g} %"
    text = f"{share:.{decimals}f}"
    while decimals < MOST_DECIMALS and reads_as_an_end(text):
        decimals += 1
        text = f"{share:.{decimals}f}"
    return f"{text} %"


def reads_as_an_end(text):
    return not set(text.removeprefix("100")) & set("123456789")


def count_of(part, whole):
    """9,998 of 10,000"""
    return f"{part:,} of {whole:,}"


def share_of(part, whole):
    """9,998 of 10,000 (99.98 %)"""
    return f"{count_of(part, whole)} ({percent(part, whole)})"
