"""A run's records in text and JSON; separate from its tables because pandas takes a second to load."""
import json
import math

from . import metrics
from .errors import InputError

# Of result.json: numbers that a model carries on.
STATE = ("state", "state_each_step", "state_each_said", "state_touched")
COUNTS = {"sequences", "perfect_episodes", "final_episodes", "perfect_lengths", "scored_lengths", "best_sequences",
          "restarts", *STATE}  # of result.json
OF_MANIFEST = {"parameters", "trained_sequences"}  # counts of manifest.json
PARTS = {"perfect_episodes": "final_episodes", "perfect_lengths": "scored_lengths"}  # of result.json: count → of how many
GREATEST_COUNT, MOST_DEPTH = 2 ** 53, 64  # as the program has them
MOST_SECONDS = 1e12  # 30,000 years
BY_TRAINING = "'tapehead train ... --out DIR' makes it"


def read_config(path):
    """`name = value` lines as a dictionary; a section `[train]` gives the prefix `train.`, as in Program_options."""
    config, prefix = {}, ""
    for line in read_text(path).removeprefix("\ufeff").splitlines() if path.exists() else []:
        line = line.split("#", 1)[0].strip()
        if line.startswith("[") and line.endswith("]"):
            prefix = line[1:-1].strip() + "."
        elif line:
            name, equals, value = line.partition("=")
            if not equals:
                raise InputError(f"{path}: got the line '{line}'; every line should be 'name = value'")
            config[prefix + name.strip()] = value.strip()
    return config


def read_result(path):
    result = read_json(path) if path.exists() else {}
    if path.exists() and not isinstance(result.get("status"), str):
        raise InputError(f"{path}: has no readable \"status\"; tapehead train writes it when a run ends")
    check_counts(path, result, COUNTS)
    check_seconds(path, result, "seconds")
    for part, whole in PARTS.items():
        if part in result and whole in result and result[part] > result[whole]:
            raise InputError(f"{path}: {part} is {result[part]}; at most {whole} ({result[whole]}) is needed")
    for name in metrics.rows():
        place = metrics.in_result(name)
        if place in result and place not in COUNTS:
            value = result[place]
            if type(value) not in (int, float) or not math.isfinite(value):
                raise InputError(f"{path}: {place} is {json.dumps(value)}; a number is needed")
            metrics.check(name, value, f"{path}: {place}")
    return result


def read_manifest(path):
    """A manifest with counts and seconds that can be believed, as read_result has a result."""
    manifest = read_json(path)
    check_counts(path, manifest, OF_MANIFEST)
    check_seconds(path, manifest, "trained_seconds")
    return manifest


def check_counts(path, said, names):
    for name in sorted(names & said.keys()):
        if not (type(said[name]) is int and 0 <= said[name] <= GREATEST_COUNT):
            raise InputError(f"{path}: {name} is {json.dumps(said[name])}; a whole number from 0 to {GREATEST_COUNT} is "
                             "needed")


def check_seconds(path, said, name):
    seconds = said.get(name, 0)
    if type(seconds) not in (int, float) or not 0 <= seconds <= MOST_SECONDS:
        raise InputError(f"{path}: {name} is {json.dumps(seconds)}; seconds from 0 to {MOST_SECONDS:g} are needed")


def read_json(path):
    """The object in a JSON file that tapehead wrote."""
    try:
        value = loaded(read_text(path))
    except RecursionError:
        raise InputError(f"{path}: has lists and objects more than {MOST_DEPTH} deep; the file as it was written is "
                         "needed") from None
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise InputError(f"{path}: is no JSON object; {BY_TRAINING}")
    return value


def loaded(text):
    """The value of a JSON text. RecursionError where lists and objects are too deep, for whoever prints them too."""
    value = json.loads(text)
    layer = [value]
    for _ in range(MOST_DEPTH):
        layer = [inner for outer in layer if isinstance(outer, (list, dict))
                 for inner in (outer.values() if isinstance(outer, dict) else outer)]
    if any(isinstance(one, (list, dict)) for one in layer):
        raise RecursionError
    return value


def read_text(path, right=BY_TRAINING):
    """The text of a file; `right` ends the error's line."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({error}); {right}") from None
