"""Ticks that values can be read from."""
import math

from matplotlib import ticker

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def logarithmic(axis, low, high):
    """Ticks of a logarithmic axis: at least three with numbers."""
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
    """Labels the major ticks of a logarithmic axis with words(value), the minor ones not at all. Matplotlib's own
    labels are mathtext, which style.RC turns off."""
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: words(value)))
    axis.set_minor_formatter(ticker.NullFormatter())


def power_of_ten(value):
    """10⁻⁷, for axes with a tick per decade."""
    return "10" + str(round(math.log10(value))).translate(RAISED)


def plain(value):
    """Plain notation: 0.001, 20, 3000."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:.0e}".replace("e+0", "e").replace("e+", "e")
