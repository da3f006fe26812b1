"""The tables of a comparison for a paper: LaTeX, with the rules of booktabs."""
import re

from . import tables

ESCAPED = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
           "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}", "<": r"\textless{}",
           ">": r"\textgreater{}", "–": "--", "−": "$-$", "×": r"$\times$", "\u00a0": "~"}
GROUPS = ["group", "seeds", "solved", "sequences to solve", "95 %", "cost, median", "cost, IQM", "95 %", "parameters"]
PAIRS = ["group", "against", "measure", "difference", "95 %", "test", "p", "p, Holm"]
WORDS = {"group", "against", "measure", "test"}  # columns of words, which stand left


def of(comparisons):
    """All tables of groups and of pairs, as the text of a file to be \\input."""
    found = []
    for one in comparisons:
        for table, columns in ((tables.groups_table(one), GROUPS), (tables.pairs_table(one), PAIRS)):
            if table.rows:
                found.append(tabular(table, columns))
    return "% needs \\usepackage{booktabs}\n" + "\n".join(found)


def tabular(table, columns):
    """The columns of a table, each the next of its name; notes are comments, for a caption."""
    places = picked(table.header, columns)
    lines = [f"% {escaped(table.title)}", *(f"% {escaped(note)}" for note in table.notes),
             "\\begin{tabular}{" + "".join("l" if name in WORDS else "r" for name in columns) + "}", "\\toprule"]
    rows = [[table.header[at] for at in places], *([row[at] for at in places] for row in table.rows)]
    written = [" & ".join(map(escaped, row)) + r" \\" for row in rows]
    return "\n".join([*lines, written[0], "\\midrule", *written[1:], "\\bottomrule", "\\end{tabular}", ""])


def picked(header, columns):
    """The places of columns, in order: an interval stands behind what it is of."""
    found, after = [], -1
    for name in columns:
        after = header.index(name, after + 1)
        found.append(after)
    return found


def escaped(text):
    return re.sub("|".join(map(re.escape, ESCAPED)), lambda found: ESCAPED[found[0]], " ".join(text.split()))
