"""Ticks from which values can be read."""
import math

from matplotlib import ticker

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def logarithmic(axis, low, high):
    """Ticks of a logarithmic axis from which a value can be read: three or more with their numbers."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ([1], [1, 3], [1, 2, 5], [1, 2, 3, 5, 7], [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]):
        ticks = [step * 10.0 ** decade for decade in decades for step in steps if low <= step * 10.0 ** decade <= high]
        if len(ticks) >= 3:
            break
    else:
        ticks = [tick for tick in ticker.MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
                 if low <= tick <= high]
    if len(ticks) > 6:
        ticks = ticks[::-(-len(ticks) // 6)]
    axis.set_major_locator(ticker.FixedLocator(ticks))
    axis.set_minor_locator(ticker.NullLocator())
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: plain(value)))


def worded(axis, words):
    """Gives the larger ticks of a logarithmic axis words(value), and the smaller ones none. Matplotlib's own words for
    them are mathematics, as which no text of a figure is read (style.RC)."""
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: words(value)))
    axis.set_minor_formatter(ticker.NullFormatter())


def power_of_ten(value):
    """10⁻⁷, where a tick stands for every decade."""
    return "10" + str(round(math.log10(value))).translate(RAISED)


def plain(value):
    """As people write it: 0.001, 20, 3000."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0e}".replace("e+0", "e").replace("e+", "e")
