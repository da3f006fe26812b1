"""Tables of a page that are written by a script, each between two comments that name it:

    <!-- table: NAME ARGUMENT... -->
    | what | the | script | wrote |
    <!-- end of table -->
"""
import re

from tapehead.runs.errors import InputError

BLOCK = re.compile(r"(?m)^<!-- table: ([^\n]*?) -->\n(.*?)^<!-- end of table -->$", re.DOTALL)
BEGIN = re.compile(r"(?m)^<!-- table:")


def marked(words, text):
    """The text of a table between its comments."""
    return f"<!-- table: {words} -->\n{text.strip(chr(10))}\n<!-- end of table -->"


def blocks(page, where):
    """[(name and arguments, text)] of a page, in order."""
    found = [(words, text.strip("\n")) for words, text in BLOCK.findall(page)]
    if len(found) != len(BEGIN.findall(page)):
        raise InputError(f"{where}: a table has no end; a line <!-- end of table --> is needed after each")
    return found


def filled(page, where, make):
    """The page with each table replaced by make(name, arguments)."""
    for words, _ in blocks(page, where):
        make_one(words, where, make)  # reports errors before anything is replaced
    return BLOCK.sub(lambda block: marked(block[1], make_one(block[1], where, make)), page)


def make_one(words, where, make):
    name, *arguments = words.split() or [""]
    try:
        return make(name, arguments)
    except InputError as error:
        raise InputError(f"{where}: table {words}: {error}") from None
