"""Every table by the name that pages use."""
import inspect

from tapehead.runs.errors import InputError
from tapehead.runs.names import choices
from tapehead.runs.usage import ROOT

from . import (
    babi_tables, looking_tables, map_answers, map_rates, map_replicated, map_tables, measures_tables, memory_tables,
    revival_tables, sequence_tables, sweep_tables, task_tables, unseen_tables)

RESULTS = ROOT / "docs/results"

# Each function makes Markdown from (results directory, arguments).
TABLES = {
    **babi_tables.TABLES, **looking_tables.TABLES, **map_answers.TABLES, **map_rates.TABLES, **map_replicated.TABLES,
    **map_tables.TABLES, **measures_tables.TABLES, **memory_tables.TABLES, **revival_tables.TABLES,
    **sequence_tables.TABLES, **sweep_tables.TABLES, **task_tables.TABLES, **unseen_tables.TABLES,
}


def make(name, arguments, results=RESULTS):
    if name not in TABLES:
        raise InputError(f"is not known; {choices(name, TABLES)}")
    try:
        inspect.signature(TABLES[name]).bind(results, *arguments)
    except TypeError as error:
        raise InputError(f"got {' '.join(arguments) or 'no word'} after its name: {error}") from None
    return TABLES[name](results, *arguments)
