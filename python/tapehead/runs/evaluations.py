"""A run's eval.csv: one metric at each evaluated setting."""
from .errors import InputError
from .names import choices
from .tables import column_of_numbers


def parse_setting(text, where):
    """`task.length=60;task.repeats=2` as a dictionary."""
    pairs = [piece.partition("=") for piece in text.split(";") if piece]
    if not all(name and equals for name, equals, _ in pairs):
        raise InputError(f"{where}: got the setting '{text}'; it should read like task.length=60;memory.slots=128")
    return {name.strip(): value.strip() for name, _, value in pairs}


def rows_of(run, metric):
    """[(setting as text, value)] of one run; if a setting was evaluated again, the later row counts."""
    rows = run.table[run.table["metric"] == metric]
    if rows.empty:
        there = sorted(set(run.table["metric"]))
        raise InputError(f"{run.path / 'eval.csv'}: no metric {metric}; {choices(metric, there)}")
    rows = rows.drop_duplicates("setting", keep="last")
    return list(zip(rows["setting"], rows["value"]))


def counted(run):
    """[(setting as text, sequences without an error, scored sequences)] of one run."""
    rows = run.table[run.table["metric"] == "perfect"].drop_duplicates("setting", keep="last")
    where = run.path / "eval.csv"
    episodes = column_of_numbers(list(rows["episodes"]), "episodes", lambda row: f"{where}: episodes")
    for perfect, scored in zip(rows["value"], episodes):
        if not (0 <= perfect <= scored and perfect == perfect // 1):
            raise InputError(f"{where}: got {perfect:g} perfect of {scored:g} episodes; a whole number of them is needed")
    return [(setting, int(perfect), int(scored))
            for setting, perfect, scored in zip(rows["setting"], rows["value"], episodes)]


def measurements(run, metric):
    """[(settings as a dictionary, value)] of one run."""
    return [(parse_setting(text, run.path / "eval.csv"), value) for text, value in rows_of(run, metric)]
