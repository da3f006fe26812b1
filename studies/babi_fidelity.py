#!/usr/bin/python3
"""Compares generated bAbI stories with real ones, task by task, by what the stories consist of.

    babi_fidelity.py DIR REAL [--csv FILE] [--markdown]

DIR and REAL hold training files in the published format (qa1_single-supporting-fact_train.txt ..., also those whose
names end in _train.PARTIAL.txt); the tasks that both have are compared. DIR can be what
`tapehead generate babi --out DIR` has written. Each row is a two-sample chi-square test of

    statements            their templates: verb and form, names replaced
    pairs                 consecutive statements: what they say, and which names they have in common
    questions             their templates
    answers               each answer a category
    support               statements from the first support named to the question, 1 for the last one before it
    gaps                  statements between a question and the previous one
    statements per story  how long stories are

Categories with an expected count below 5 are pooled. In the rows marked * a story gives several counts, which depend on
one another: chi2 does not have df degrees of freedom there, and the expectation of chi2/df is not 1 but `spread`, which
is estimated from how much stories differ (Rao & Scott 1984). p takes that into account.

A row is out of tolerance if p is below 0.001 divided by the number of rows: one comparison of faithful files in a
thousand has such a row. "fixed" means that there is only one category, the same in both.

Exit status: 0 all within tolerance, 1 some row is out of it (named on standard error), 2 bad usage or input.
"""
import argparse
import csv
import functools
import gc
import io
import re
import sys

import scripts_path  # noqa: F401
from babi.stories import read_stories, training_files
from babi.two_samples import compare
from tapehead.runs.errors import InputError, note, say, tell
from tapehead.runs.files import check_output, write_whole
from tapehead.runs.usage import Parser

FALSE_ALARMS = 0.001  # of comparisons of faithful files
HEADER = ["task", "test", "chi2", "df", "chi2/df", "spread", "p", "verdict"]

# Placeholders of a template. Longer names come before their own substrings.
CLASSES = {
    "P": "Mary John Daniel Sandra Fred Bill Jeff Julie Gertrude Winona Jessica Emily Lily Bernhard Greg Julius Brian "
         "Jason Antoine Sumit Yann".split(),
    "R": "bathroom bedroom kitchen office garden hallway school park cinema".split(),
    "O": "milk apple football pajamas".split(),
    "A": "wolves wolf sheep mice mouse cats cat swan lion frog rhino".split(),
    "C": "gray white yellow green".split(),
    "S": "triangle,pink rectangle,blue square,red square,yellow square,red sphere".split(","),
    "T": "box of chocolates,chocolate,box,suitcase,container,chest".split(","),
    "M": "hungry thirsty bored tired".split(),
}
CLASS_OF = {word: name for name, words in CLASSES.items() for word in words}
NAMES = re.compile(r"\b(" + "|".join(sorted(CLASS_OF, key=len, reverse=True)) + r")\b", re.IGNORECASE)


VERBS = {"moves": re.compile(r"(went|moved|travelled|journeyed|went back) to "),
         "gets": re.compile(r"(took|got|grabbed|picked up) (?=the)"),
         "drops": re.compile(r"(dropped|discarded|left|put down) (?=the)"),
         "gives": re.compile(r"(gave|handed|passed) (?=the)")}


@functools.lru_cache(maxsize=None)
def template(text):
    """"Mary went to the kitchen." → "P went to the R." """
    return NAMES.sub(lambda match: CLASS_OF.get(match[0], CLASS_OF.get(match[0].lower())
                                                or CLASS_OF[match[0].capitalize()]), text)


def statements(story):
    return [template(line.text) for line in story if line.answer is None]


@functools.lru_cache(maxsize=None)
def content(text):
    """The template with one verb per meaning, and the names."""
    plain = template(text)
    for meaning, verbs in VERBS.items():
        plain = verbs.sub(meaning + " ", plain)
    return plain, tuple(NAMES.findall(text))


def pairs(story):
    told = [content(line.text) for line in story if line.answer is None]
    found = []
    for (first, names), (second, more) in zip(told, told[1:]):
        names += more
        found.append((first, second, tuple(map(names.index, names))))
    return found


def questions(story):
    return [template(line.text) for line in story if line.answer is not None]


def answers(story):
    return [line.answer for line in story if line.answer is not None]


def support_distances(story):
    """For questions with a named support."""
    return [sum(between.answer is None for between in story[line.supports[0] - 1:at])
            for at, line in enumerate(story) if line.supports]


def gaps(story):
    found, gap = [], 0
    for line in story:
        gap += 1
        if line.answer is not None:
            found.append(gap - 1)
            gap = 0
    return found


def length(story):
    return [sum(line.answer is None for line in story)]


# Name, extractor from a story, whether categories are numbers.
TESTS = [("statements", statements, False), ("pairs", pairs, False), ("questions", questions, False),
         ("answers", answers, False), ("support", support_distances, True), ("gaps", gaps, True),
         ("statements per story", length, True)]


def rows_of(task, generated, real):
    """(task, name of the test, result: "fixed" or "too few" if there is no test)."""
    for name, values, ordered in TESTS:
        samples = [[values(story) for story in stories] for stories in (generated, real)]
        seen = [{value for cluster in sample for value in cluster} for sample in samples]
        result = "fixed" if seen[0] == seen[1] and len(seen[0]) == 1 else compare(*samples, ordered) or "too few"
        several = any(len(cluster) > 1 for sample in samples for cluster in sample)
        yield task, name + (" *" if several else ""), result


def compared(generated_folder, real_folder):
    generated, real = training_files(generated_folder), training_files(real_folder)
    tasks = sorted(generated.keys() & real.keys())
    if not tasks:
        raise InputError(f"{generated_folder} and {real_folder}: have no task in common; one at least is needed")
    for folder, files in ((generated_folder, generated), (real_folder, real)):
        missing = sorted((generated.keys() | real.keys()) - files.keys())
        if missing:
            note(f"{folder} lacks tasks {', '.join(map(str, missing))}, which are left out")
    return [row for task in tasks for row in rows_of(task, read_stories(generated[task]), read_stories(real[task]))]


def judged(rows):
    """The table, and the names of the rows out of tolerance."""
    tests = sum(not isinstance(result, str) for _, _, result in rows)
    table, failed = [], []
    for task, name, result in rows:
        if isinstance(result, str):
            table.append([str(task), name, "", "", "", "", "", result])
            continue
        within = result.p >= FALSE_ALARMS / tests
        if not within:
            failed.append(f"task {task}, {name.removesuffix(' *')}: chi2 {result.chi2:.1f} of {result.df}, "
                          f"p = {result.p:.2g}")
        table.append([str(task), name, f"{result.chi2:.1f}", str(result.df), f"{result.chi2 / result.df:.2f}",
                      f"{result.spread:.2f}", f"{result.p:.2g}", "ok" if within else "OUT"])
    return table, failed


def as_text(table):
    widths = [max(map(len, column)) for column in zip(HEADER, *table)]
    lines = ["  ".join(cell.ljust(width) if at in (1, 7) else cell.rjust(width)
                       for at, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in [HEADER, *table]]
    return "\n".join(lines) + "\n"


def as_markdown(table):
    lines = [HEADER, ["---:", "---", *["---:"] * 5, "---"], *table]
    return "".join(f"| {' | '.join(cell.replace('*', chr(92) + '*') for cell in row)} |\n" for row in lines)


def as_csv(table):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [HEADER + ["clustered"], *([row[0], row[1].removesuffix(" *"), *row[2:], str(row[1].endswith("*")).lower()]
                                   for row in table)])
    return text.getvalue()


def main(arguments):
    parser = Parser(prog="babi_fidelity.py", description=__doc__, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("generated", metavar="DIR", help="generated files")
    parser.add_argument("real", metavar="REAL", help="real files")
    parser.add_argument("--csv", metavar="FILE", help="also write the table as CSV")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    options = parser.parse_args(arguments)
    gc.disable()  # stories contain no cycles, and searching for cycles takes as long as reading them
    try:
        if options.csv:
            check_output(options.csv, "--csv")
        table, failed = judged(compared(options.generated, options.real))
        if options.csv:
            write_whole(options.csv, as_csv(table).encode())
        say(as_markdown(table) if options.markdown else as_text(table))
    except InputError as error:
        tell(f"babi_fidelity.py: {error}")
        return 2
    for row in failed:
        tell(f"out of tolerance: {row}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
