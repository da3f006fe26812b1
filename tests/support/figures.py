"""Checks of Matplotlib figures."""


def not_legible(figure):
    """The texts of a page that overlap another text or extend beyond the page."""
    figure.canvas.draw()
    shown = [text for text in figure.texts if text.get_text()]
    boxes, found = [text.get_window_extent() for text in shown], []
    for index, box in enumerate(boxes):
        inside = figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 and \
            figure.bbox.y0 <= box.y0 and box.y1 <= figure.bbox.y1
        if not inside or any(box.shrunk(0.9, 0.9).overlaps(other.shrunk(0.9, 0.9)) for other in boxes[:index]):
            found.append(shown[index].get_text())
    return found
