"""A run's eval.csv: one metric at each evaluated setting."""
from .errors import InputError
from .tables import number


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
        there = ", ".join(sorted(set(run.table["metric"])))
        raise InputError(f"{run.path / 'eval.csv'}: no metric {metric}; there are {there}")
    rows = rows.drop_duplicates("setting", keep="last")
    return list(zip(rows["setting"], rows["value"]))


def counted(run):
    """[(setting as text, sequences without an error, scored sequences)] of one run."""
    rows = run.table[run.table["metric"] == "perfect"].drop_duplicates("setting", keep="last")
    return [(setting, int(perfect), int(number(episodes, f"{run.path / 'eval.csv'}: episodes")))
            for setting, perfect, episodes in zip(rows["setting"], rows["value"], rows["episodes"])]


def measurements(run, metric):
    """[(settings as a dictionary, value)] of one run."""
    return [(parse_setting(text, run.path / "eval.csv"), value) for text, value in rows_of(run, metric)]
