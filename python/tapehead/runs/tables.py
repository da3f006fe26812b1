"""Strict reading of a run's CSV files: every row complete, every number valid."""
import csv
import io
import math

import pandas

from . import metrics, numbers
from .errors import InputError, note
from .records import GREATEST_COUNT, MOST_SECONDS

COUNTS, TIMES = {"sequences", "episodes"}, {"seconds"}


def whole_lines(path):
    """The file's text without an unterminated last line: a run killed while writing leaves half a row, and half a
    number is still a number (1.25e-3 cut to 1.2), so the line is dropped even if it parses."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); a CSV file written by tapehead is wanted") from None
    if text and not text.endswith("\n"):
        note(f"{path}: the last line is torn (no line end); it is skipped")
        text = text[: text.rfind("\n") + 1]
    return text


def read_table(path, columns, numbers):
    """The CSV file as a DataFrame of strings, `numbers` as floats; rows whose `value` is not finite are dropped with a
    note. Raises InputError for a missing column, a row of another length, a word in place of a number, counts and
    seconds that are none, and values that their metric does not have."""
    rows = csv.reader(io.StringIO(whole_lines(path)))
    header = next(rows, [])
    missing = [name for name in columns if name not in header]
    if missing:
        raise InputError(f"{path}: has no column {', '.join(missing)}; the header should be {','.join(columns)}")
    data, lines = [], []
    for row in rows:
        if len(row) != len(header):
            raise InputError(f"{path}:{rows.line_num}: {len(row)} fields; the header has {len(header)}")
        data.append(row)
        lines.append(rows.line_num)
    found = dict(zip(header, zip(*data))) if data else {name: () for name in header}
    for name in numbers:
        found[name] = column_of_numbers(found[name], name, lambda row, name=name: f"{path}:{lines[row]}: {name}")
    table = pandas.DataFrame(found, columns=header)
    finite = table["value"].map(math.isfinite).astype(bool)
    if not finite.all():
        note(f"{path}: {int((~finite).sum())} values that are not finite are left out")
    table = table[finite]
    for name, values in table.groupby("metric", sort=False)["value"]:
        for row in values.index[[values.argmin(), values.argmax()]]:
            metrics.check(name, values[row], f"{path}:{lines[row]}: {name}")
    return table


def column_of_numbers(texts, name, where):
    """Floats; `where(row)` is called only for an invalid row, because a long table has a million rows."""
    try:
        if not numbers.LETTERS.issuperset("".join(texts)):
            raise ValueError
        values = [float(text) for text in texts]
    except ValueError:
        values = [number(text, where(row)) for row, text in enumerate(texts)]
    if name not in COUNTS | TIMES:
        return values
    for row, value in enumerate(values):
        if not (0 <= value <= GREATEST_COUNT and value == value // 1 if name in COUNTS else 0 <= value <= MOST_SECONDS):
            wanted = f"a whole number from 0 to {GREATEST_COUNT} is" if name in COUNTS else \
                f"seconds from 0 to {MOST_SECONDS:g} are"
            raise InputError(f"{where(row)}: got '{texts[row]}'; {wanted} needed")
    return values


def number(text, where):
    try:
        return numbers.real(text)
    except ValueError:
        raise InputError(f"{where}: got '{text}'; a number is wanted") from None
