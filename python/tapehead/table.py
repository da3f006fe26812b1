"""The option table and the catalogue, as data."""
import functools
from typing import NamedTuple

from tapehead.engine import _engine


class Option(NamedTuple):
    """A row of the table. `keyword` is its name as an argument in Python, `part` the kind of part that it chooses,
    `owners` the parts that have it, and `defaults` its default in each of these."""
    name: str
    keyword: str
    type: str  # integer, real, span, flag, choice, part or text
    default: str
    help: str
    accepts: str
    choices: list
    part: str
    owners: list
    defaults: list


def keyword_of(name):
    """memory.read-heads → memory_read_heads"""
    return name.replace(".", "_").replace("-", "_")


def options():
    """All options there are, by name."""
    return {row["name"]: Option(keyword=keyword_of(row["name"]), **row) for row in _engine.options()}


def parts():
    """The catalogue: kind → [(name, summary, source)]."""
    return _engine.parts()


def presets():
    """The names of all presets."""
    return _engine.presets()


def trained():
    """The names of the models that come trained."""
    return _engine.trained()


@functools.lru_cache(maxsize=1)
def by_keyword():
    """Keyword → name of the option. A task in Python brings its own: by_keyword.cache_clear() then."""
    return {option.keyword: name for name, option in options().items()}


def words(settings):
    """Settings by keyword or name as words of a command line. A name that is none passes: the engine has the words."""
    known = by_keyword()
    arguments = []
    for key, value in settings.items():
        if value is None:
            continue
        name = known.get(key, key)
        text = text_of(value)
        arguments += [f"--{name}={text}"] if text.startswith("--") else [f"--{name}", text]
    return arguments


def text_of(value):
    """A value as it is typed."""
    if hasattr(value, "item"):  # a number of NumPy's
        value = value.item()
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.__fspath__() if hasattr(value, "__fspath__") else str(value)
