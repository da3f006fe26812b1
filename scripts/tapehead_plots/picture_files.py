"""Several figures as files: one by one, or as the pages of one."""
import io

from matplotlib.backends.backend_pdf import PdfPages

from . import style


def each(figures, kinds):
    """{name: {kind: bytes}} of (name, figure) as they are drawn."""
    return {name: style.render(figure, kinds) for name, figure in figures}


def pages(figures):
    """(how many, the bytes of a PDF) with a page a figure, each as large as its figure."""
    data, count = io.BytesIO(), 0
    with PdfPages(data, metadata=style.DATELESS[".pdf"]) as file:
        for _, figure in figures:
            style.fit_to_paper(figure)
            file.savefig(figure)
            count += 1
    return count, data.getvalue()
