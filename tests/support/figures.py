"""Checks of Matplotlib figures."""
from matplotlib import text


def not_legible(figure):
    """The texts of a page that overlap another text or extend beyond the page."""
    figure.canvas.draw()
    shown = [each for each in figure.texts if each.get_text()]
    boxes, found = [each.get_window_extent() for each in shown], []
    for index, box in enumerate(boxes):
        inside = figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 and \
            figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1
        if not inside or any(box.shrunk(0.9, 0.9).overlaps(other.shrunk(0.9, 0.9)) for other in boxes[:index]):
            found.append(shown[index].get_text())
    return found


def cut(figure):
    """Visible texts that extend beyond the figure."""
    figure.canvas.draw()
    unseen = {label for axes in figure.axes
              for axis, ends in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim()))
              for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()) for label in (tick.label1, tick.label2)
              if not min(ends) - 1e-9 <= tick.get_loc() <= max(ends) + 1e-9}
    boxes = [(artist.get_text(), artist.get_window_extent()) for artist in figure.findobj(text.Text)
             if artist not in unseen and artist.get_visible() and artist.get_text().strip()]
    return [words for words, box in boxes if box.x0 < -0.5 or box.y0 < -0.5 or box.x1 > figure.bbox.x1 + 0.5
            or box.y1 > figure.bbox.y1 + 0.5]


def letters(figure):
    """The sizes in points of all visible texts."""
    figure.canvas.draw()
    return [artist.get_fontsize() for artist in figure.findobj(text.Text)
            if artist.get_visible() and artist.get_text().strip()]
