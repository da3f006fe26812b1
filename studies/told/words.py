"""Numbers and settings as pages tell them."""
from tapehead.runs.evaluations import parse_setting


def figure(value):
    return f"{value:,.0f}" if abs(value) >= 1e3 else f"{value:.3g}"


def words_of(setting):
    """`task.length=1000;memory.slots=1100` as `length 1000, slots 1100`."""
    return ", ".join(f"{name.rpartition('.')[2]} {value}" for name, value in parse_setting(setting, "setting").items())
