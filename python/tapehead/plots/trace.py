"""One episode's trace, checked for a figure: time along x, arrays as rows x steps."""
from tapehead.runs import traces
from tapehead.runs.errors import InputError

NEEDED = ["inputs", "outputs"]
MATRICES = NEEDED + ["targets", "mask"]
SCORINGS = ["bits", "classes", "digits"]


def read_trace(path):
    """{"inputs", "outputs" and, if the file has them, "targets" and "mask": rows x steps; "scoring": "bits", "classes"
    or "digits", what outputs are probabilities of (bits if the file does not say); "views": what was watched; "task":
    its name; "parts": the memory and the model, by which tapehead.runs.signals knows a signal}. Raises InputError if
    `inputs` or `outputs` are missing, a dataset has an unexpected number of axes or steps, scoring has another value,
    or the file is not HDF5."""
    found = traces.read_trace(path)
    if "story/statements" in found.texts:
        raise InputError(f"{path}: is of a story, read statement by statement; 'plot.py story' draws it")
    if found.shows_picture:
        raise InputError(f"{path}: is of a picture; 'plot.py captions' and 'plot.py glimpses' draw it")
    if found.reads_apart:
        raise InputError(f"{path}: is of an answer whose steps are not those of what is read; 'plot.py "
                         f"alignment' draws it")
    for name in NEEDED:
        if name not in found.arrays:
            raise InputError(f"{path}: has no dataset '{name}'; {traces.MADE_BY}")
    for name in MATRICES:
        if name in found.arrays and found.arrays[name].ndim != 2:
            raise InputError(f"{path}: '{name}' is {found.arrays[name].ndim} axes; a dataset of time, rows is wanted")
    trace = {name: found.arrays[name].T for name in MATRICES if name in found.arrays}
    check_shapes(path, trace, found.views)
    scoring = found.said.get("scoring", SCORINGS[0])
    if scoring not in SCORINGS:
        raise InputError(f"{path}: scoring is '{scoring}'; one of {', '.join(SCORINGS)} is wanted")
    return trace | {"scoring": scoring, "views": found.views,
                    "task": found.said.get("task", ""),
                    "parts": (found.said.get("memory"), found.said.get("model"))}


def check_shapes(path, trace, views):
    steps = trace["inputs"].shape[1]
    for name, shape in [*((name, values.shape[::-1]) for name, values in trace.items()),
                        *((each.name, each.values.shape) for each in views)]:
        if shape[0] != steps:
            shape = "x".join(map(str, shape))
            raise InputError(f"{path}: '{name}' is {shape}; {steps} steps are wanted, as in inputs")
    for name in ("targets", "mask"):
        if name in trace and trace[name].shape != trace["outputs"].shape:
            rows, wanted = trace[name].shape[0], trace["outputs"].shape[0]
            raise InputError(f"{path}: '{name}' has {rows} rows; {wanted} are wanted, as in outputs")
