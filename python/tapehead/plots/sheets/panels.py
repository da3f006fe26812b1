"""Draws the panels of a sheet, each by the command that draws it alone."""
from tapehead.commands import compare, plot
from tapehead.plots import comparison_pictures, paper, style
from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.stats import tables
from tapehead.stats.across import across

GAP = 4 / 25.4   # inches between panels
OUT = "--out=panel.pdf"  # a panel is not written


def widths(sheet):
    """The width of each panel in inches."""
    one = (sheet.width - (sheet.across - 1) * GAP) / sheet.across
    return [each.across * one + (each.across - 1) * GAP for each in sheet.panels]


def drawn(sheet):
    """[figure], each as wide as its panel."""
    kinds = plot.kinds()
    found = []
    for each, width in zip(sheet.panels, widths(sheet)):
        try:
            make = of_plot if each.kind in kinds else of_compare
            figure = make(each, paper.Paper(width, "", sheet=paper.STYLES[sheet.style]))
            style.fit_to_paper(figure)
            settled(figure)
        except InputError as error:
            raise InputError(f"{sheet.path}: panel {each.letter}: {error}") from None
        found.append(figure)
    return found


def of_plot(panel, asked):
    options = parsed(plot.command_line(), [panel.kind, *panel.words, OUT])
    paper.asked = with_labels(asked, options)
    with style.kept() as figures:
        options.draw(options)
    return figures[0]


def of_compare(panel, asked):
    options = parsed(compare.command_line(), panel.words)
    paper.asked = with_labels(asked, options)
    found = compare.compared(options)
    together = across(found, tables.name)
    names = [name for name, _ in comparison_pictures.figures(found, together)]
    for _, figure in comparison_pictures.draw(found, together, panel.kind):
        return figure
    raise InputError(f"kind: got '{panel.kind}'; {choices(panel.kind, [*plot.kinds(), *names])}")


def with_labels(asked, options):
    return paper.Paper(asked.width, asked.title, asked.font, getattr(options, "labels", ()), asked.sheet)


def parsed(parser, words):
    """The options of a command; InputError where the command would end with its line."""
    parsers = [parser, *(each for group in getattr(parser._subparsers, "_group_actions", [])
                         for each in group.choices.values())]
    for each in parsers:
        each.error = refuse
    return parser.parse_args(words)


def refuse(message):
    raise InputError(message)


def settled(figure):
    """Freezes the layout: on the page nothing is laid out again."""
    figure.canvas.draw()
    figure.set_layout_engine("none")
    figure.patch.set_visible(False)
    for artist in figure.findobj(lambda artist: artist.get_rasterized()):
        artist.set_rasterized(False)  # Matplotlib would draw it in the page's dots an inch at the panel's place
