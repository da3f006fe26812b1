"""What is made from the option table: the stubs of the package, which editors and type checkers know tapehead.train by,
and the defaults of memories, which tapehead.torch needs without the engine.

    python3 -m tapehead.stubs DIR      writes training.pyi, __init__.pyi and torch/memory_options.py there
                                       (python/tapehead in a clone)
"""
import inspect
import pathlib
import sys
import textwrap

import tapehead
from tapehead import table, training

_TEXT = "Union[str, PathLike[str]]"
_TYPES = {"integer": "int", "real": "float", "span": "Union[int, str]", "flag": "bool", "text": _TEXT}
_OWN = {"preset": "Optional[str]", "config": f"Optional[{_TEXT}]", "out": f"Optional[{_TEXT}]",
        "name": "Optional[str]", "threads": "Optional[int]", "options": "Optional[Mapping[str, Any]]",
        "on_progress": "Optional[Callable[[Moment], Any]]", "progress": "Optional[bool]"}
_HEAD = '''# Made by python3 -m tapehead.stubs from the option table; tests/python/stubs_test.py holds it to that.
'''


def type_of(option):
    """An option's type. A task may be a class or a batch too."""
    if option.name == "task":
        return "Any"
    if option.choices and option.type in ("choice", "part"):
        return f"Literal[{', '.join(map(repr, option.choices))}]".replace("'", '"')
    return _TYPES.get(option.type, "str")


def arguments():
    """name, type and default of each keyword of train()."""
    rows = {option.keyword: option for option in table.options().values()}
    for name in inspect.signature(training.train).parameters:
        yield f"{name}: {_OWN[name] if name in _OWN else type_of(rows[name])} = ..."


def training_stub():
    words = textwrap.indent(training.train.__doc__.strip(), "    ")
    return _HEAD + '''from os import PathLike
from pathlib import Path
from typing import Any, Callable, Literal, Mapping, NamedTuple, Optional, Union

from tapehead.model import Model

class Moment(NamedTuple):
    sequences: int
    total: int
    bits: float
    validation: Optional[dict[str, float]]

class Run:
    directory: Path
    outcome: Optional[str]
    @property
    def result(self) -> dict[str, Any]: ...
    @property
    def metrics(self) -> list[tuple[int, str, str, float]]: ...
    def load(self, **given: Any) -> Model: ...
    def __fspath__(self) -> str: ...

def train(
    *,
''' + "".join(f"    {argument},\n" for argument in arguments()) + f''') -> Run:
    """{words.strip()}
    """
'''


def package_stub():
    rooms = "".join(f"from tapehead import {room} as {room}\n" for room in tapehead.ROOMS)
    return _HEAD + rooms + "".join(f"from tapehead.{module} import {name} as {name}\n"
                                   for name, module in sorted(tapehead.NAMES.items(), key=lambda item: item[::-1]))


def memory_options():
    """Option that chooses a memory, or a part of one → name of a row → its options and their defaults."""
    kinds, waiting = {}, [("memory", "memory")]
    while waiting:
        choice, kind = waiting.pop(0)
        kinds[choice] = {name: {} for name, _, _ in table.parts()[kind]}
        for option in table.options().values():
            for (owner, row), default in zip(option.owners, option.defaults):
                if owner == kind:
                    kinds[choice][row][option.name] = default
                    if option.part and (option.name, option.part) not in waiting and option.name not in kinds:
                        waiting.append((option.name, option.part))
    return kinds


def memory_options_text():
    lines = [_HEAD + '"""The options of memories, and of the parts that these options choose, with their defaults."""',
             "", "# Option that chooses → what it may choose → the options of that.", "OPTIONS = {"]
    for choice, rows in memory_options().items():
        lines.append(f'    "{choice}": {{')
        for row, options in rows.items():
            said = ", ".join(f'"{name}":\0"{default}"' for name, default in options.items())  # a pair stays together
            said = textwrap.indent(textwrap.fill(said, 106, break_on_hyphens=False).replace("\0", " "), 12 * " ")
            lines.append(f'        "{row}": {{' + (f"\n{said}}}," if options else "},"))
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


def stubs():
    """File → its text."""
    return {"training.pyi": training_stub(), "__init__.pyi": package_stub(),
            "torch/memory_options.py": memory_options_text()}


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 -m tapehead.stubs DIR")
    for name, text in stubs().items():
        (pathlib.Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
