"""Several figures as files: one file each, or the pages of one PDF."""
import io

from matplotlib.backends.backend_pdf import PdfPages

from . import style


def each(figures, kinds):
    """{name: {kind: bytes}} from (name, figure), rendered one by one; with a caption of its own one has it too."""
    made = {}
    for name, figure in figures:
        caption = style.caption_of(figure).encode()
        made[name] = style.render(figure, kinds) | ({style.CAPTION: caption} if caption else {})
    return made


def pages(figures):
    """(number of pages, the bytes of a PDF with one page per figure, of the figure's size; their captions)."""
    data, count, captions = io.BytesIO(), 0, []
    with PdfPages(data, metadata=style.DATELESS[".pdf"]) as file:
        for _, figure in figures:
            captions.append(style.caption_of(figure))
            style.fit_to_paper(figure)
            file.savefig(figure)
            count += 1
    return count, data.getvalue(), "\n".join(filter(None, captions))
