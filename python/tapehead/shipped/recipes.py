"""The recipes of the trained models: trained/recipes.toml."""
import dataclasses
import re
import tomllib

from tapehead.runs.errors import InputError
from tapehead.runs.names import choices

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")  # a name is typed, and cannot be a path


@dataclasses.dataclass
class Recipe:
    name: str
    summary: str
    preset: str
    seed: int
    options: list = dataclasses.field(default_factory=list)     # given in addition to the preset
    restarts: int = 0                                           # number of trainings that the program chooses from
    evaluation: list = dataclasses.field(default_factory=list)  # options of `tapehead eval NAME`
    check: int = 100                                            # episodes that the test scores again


def read(path):
    """Name -> Recipe. Raises InputError."""
    try:
        tables = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); a table for each model is needed") from None
    return {name: recipe(path, name, table) for name, table in tables.items()}


def recipe(path, name, table):
    fields = {field.name: field for field in dataclasses.fields(Recipe) if field.name != "name"}
    where = f"{path}: {name}"
    if not NAME.fullmatch(name) or not isinstance(table, dict):
        raise InputError(f"{where}: is no model; a table whose name has small letters, digits and - is needed")
    for key, value in table.items():
        if key not in fields:
            raise InputError(f"{where}: \"{key}\" is not known; {choices(key, fields)}")
        right = fields[key].type
        if not isinstance(value, right) or (right is list and not all(isinstance(word, str) for word in value)):
            raise InputError(f"{where}.{key}: got {value!r}; {'a list of texts' if right is list else right.__name__} "
                             "is needed")
    missing = [key for key, field in fields.items() if key not in table and field.default is dataclasses.MISSING
               and field.default_factory is dataclasses.MISSING]
    if missing:
        raise InputError(f"{where}: has no {missing[0]}; it is needed")
    return Recipe(name=name, **table)
