"""Rescales figures that were laid out by hand, in inches, and gives them a title."""
import matplotlib.axes
import matplotlib.collections
import matplotlib.lines
import matplotlib.patches
import matplotlib.text

HEAD = 0.32  # inches of a title


def scale(figure, factor, legible=0):
    """Scales the figure and everything in it by a factor, but no letter below `legible` points; returns the size of its
    smallest letters."""
    figure.canvas.draw()  # creates the ticks
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            for which, ticks in (("major", axis.get_major_ticks(1)), ("minor", axis.get_minor_ticks(1))):
                if ticks:
                    axis.set_tick_params(which=which, pad=factor * ticks[0].get_pad(),
                                         labelsize=max(legible, factor * ticks[0].label1.get_fontsize()),
                                         length=factor * ticks[0].tick1line.get_markersize())
            axis.labelpad *= factor
    of_ticks = {id(part) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)
                for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()) for part in tick.findobj()}
    sizes = []
    for artist in figure.findobj():
        if isinstance(artist, matplotlib.axes.Axes) or id(artist) in of_ticks:
            continue
        if isinstance(artist, matplotlib.text.Text):
            artist.set_fontsize(max(legible, factor * artist.get_fontsize()))
            if isinstance(artist, matplotlib.text.Annotation) and artist.anncoords == "offset points":
                artist.xyann = tuple(factor * each for each in artist.xyann)
        elif isinstance(artist, matplotlib.lines.Line2D):
            artist.set(linewidth=factor * artist.get_linewidth(), markersize=factor * artist.get_markersize(),
                       markeredgewidth=factor * artist.get_markeredgewidth())
        elif isinstance(artist, matplotlib.collections.Collection):
            artist.set_linewidth([factor * each for each in artist.get_linewidth()])
        elif isinstance(artist, matplotlib.patches.Patch):
            artist.set_linewidth(factor * artist.get_linewidth())
    figure.set_size_inches(factor * figure.get_size_inches())
    for artist in figure.findobj(matplotlib.text.Text):
        if artist.get_text().strip() and artist.get_visible():
            sizes.append(artist.get_fontsize())
    return min(sizes, default=float("inf"))


def set_title(figure, words):
    """Replaces the figure's own title, or adds one above it."""
    if figure._suptitle is not None:
        if figure._suptitle.get_text().replace("\n", " ") == words:
            return
        figure._suptitle.set_text(words)
        if not words:
            figure._suptitle.set_in_layout(False)
        return
    if not words:
        return
    if figure.get_layout_engine() is not None:
        figure.suptitle(words, fontsize=10)
        return
    before = figure.get_figheight()
    share = before / (before + HEAD)
    figure.set_figheight(before + HEAD)
    for axes in figure.axes:
        left, bottom, width, height = axes.get_position().bounds
        axes.set_position([left, share * bottom, width, share * height])
    for artist in figure.texts:
        artist.set_y(share * artist.get_position()[1])
    figure.suptitle(words, fontsize=10, y=1 - 0.08 / figure.get_figheight(), va="top")
