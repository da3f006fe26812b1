#!/usr/bin/python3
"""scripts/explore.ipynb, executed as a user would: it ends without an error, draws, and its numbers are those of the
CSV files, which are all that it reads."""
import base64
import csv
import html.parser
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
NOTEBOOK = SOURCE / "scripts/explore.ipynb"
RESULTS = SOURCE / "docs/results/copy"
PYTHON = "/usr/bin/python3"  # Debian's, whatever else is in PATH
SOLVED = 0.1
HAS_JUPYTER = all(importlib.util.find_spec(name) for name in ("nbconvert", "ipykernel", "pandas", "matplotlib"))

# Loaded by every Python of the execution; in the kernel it writes down which of the project's files are opened.
WITNESS = """
import os, sys
if b"ipykernel_launcher" in open("/proc/self/cmdline", "rb").read():
    log = os.open(os.environ["OPENED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    def opened(event, arguments):
        if event == "open" and str(arguments[0]).startswith(os.environ["TAPEHEAD_SOURCE"]):
            os.write(log, f"{arguments[0]}\\n".encode())
    sys.addaudithook(opened)
"""


class Cells(html.parser.HTMLParser):
    """The rows of the tables in a piece of HTML, as texts."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.inside = [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.inside = True
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


def sources():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def summary(folder):
    """Runs, share that was solved, median sequences until then, median cost in the end, median seconds."""
    reached, costs, seconds = [], [], []
    for file in folder.glob("seed-*/metrics.csv"):
        with open(file, newline="") as text:
            rows = [row for row in csv.DictReader(text) if (row["split"], row["metric"]) == ("validation", "bits")]
        reached.append(min([int(row["sequences"]) for row in rows if float(row["value"]) <= SOLVED],
                           default=float("inf")))
        costs.append(float(rows[-1]["value"]))
        seconds.append(float(rows[-1]["seconds"]))
    share = sum(at < float("inf") for at in reached) / len(reached)
    return [len(reached), share, *map(statistics.median, (reached, costs, seconds))]


class Committed(unittest.TestCase):
    def test_it_holds_no_outputs(self):
        for cell in json.loads(NOTEBOOK.read_text())["cells"]:
            if cell["cell_type"] == "code":
                self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))


@unittest.skipUnless(HAS_JUPYTER, "nbconvert, ipykernel, pandas or matplotlib is missing")
class Executed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        kernel = root / "share/kernels/debian"
        kernel.mkdir(parents=True)
        (kernel / "kernel.json").write_text(json.dumps(
            {"argv": [PYTHON, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Debian's",
             "language": "python"}))
        (root / "sitecustomize.py").write_text(WITNESS)
        environment = os.environ | {"OPENED": str(root / "opened"), "PYTHONPATH": str(root),
                                    "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {f"JUPYTER_{name}": str(root / "share")
                        for name in ("PATH", "DATA_DIR", "CONFIG_DIR", "RUNTIME_DIR")}
        environment |= {"IPYTHONDIR": str(root / "ipython"), "JUPYTER_PREFER_ENV_PATH": "0"}
        environment.pop("TAPEHEAD_RUNS", None)
        done = subprocess.run(
            [PYTHON, "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=debian",
             "--output-dir", root, "--output", "executed.ipynb", NOTEBOOK],
            env=environment, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise AssertionError(done.stderr[-4000:])
        cls.outputs = [output for cell in json.loads((root / "executed.ipynb").read_text())["cells"]
                       for output in cell.get("outputs", [])]
        cls.opened = set((root / "opened").read_text().splitlines())

    def data(self, kind):
        return ["".join(output["data"][kind]) for output in self.outputs if kind in output.get("data", {})]

    def test_nothing_went_wrong(self):
        for output in self.outputs:
            self.assertNotEqual(output["output_type"], "error")
            self.assertNotEqual(output.get("name"), "stderr", output.get("text"))

    def test_curves_and_generalisation_are_drawn(self):
        pictures = [base64.b64decode(picture) for picture in self.data("image/png")]
        self.assertEqual(len(pictures), 2)
        for picture in pictures:
            self.assertTrue(picture.startswith(b"\x89PNG"))
            self.assertGreater(len(picture), 10000)

    def test_the_table_says_what_the_files_say(self):
        [text] = self.data("text/html")
        head, _, *rows = Cells(text).rows
        self.assertEqual([cell.strip() for cell in head], ["", "runs", "solved", "sequences", "cost", "seconds"])
        folders = sorted(path for path in RESULTS.iterdir() if path.is_dir())
        self.assertEqual(sorted(row[0] for row in rows), [path.name for path in folders])
        for name, *numbers in rows:
            for shown, wanted in zip(map(float, numbers), summary(RESULTS / name), strict=True):
                self.assertAlmostEqual(shown, wanted, delta=1e-6 + 1e-5 * wanted)

    def test_it_reads_csv_only(self):
        self.assertEqual({pathlib.Path(path).suffix for path in self.opened}, {".csv"})
        self.assertEqual({pathlib.Path(path).name for path in self.opened}, {"metrics.csv", "eval.csv"})
        self.assertEqual(len(self.opened), 2 * len(list(RESULTS.glob("*/seed-*"))))


METRICS = "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value\n"


@unittest.skipUnless(HAS_JUPYTER, "python3-pandas or python3-matplotlib is missing")
class OtherRuns(unittest.TestCase):
    """The cells over directories made here, in this process."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def run_directory(self, name, costs):
        """A run whose validations, every 100 sequences, cost that."""
        (self.root / name).mkdir(parents=True, exist_ok=True)
        rows = [f"copy,m,c,n,a,1,{100 * i},{i},validation,bits,{cost}\n" for i, cost in enumerate(costs, 1)]
        rows.append("copy,m,c,n,a,1,100,1,train,bits,0.001\n")  # what was trained on says nothing
        (self.root / name / "metrics.csv").write_text(METRICS + "".join(rows))

    def explore(self):
        """The notebook's names after its last cell."""
        os.environ.setdefault("MPLBACKEND", "agg")
        names = {}
        with mock.patch.dict(os.environ, TAPEHEAD_RUNS=str(self.root)), mock.patch("builtins.print") as said:
            for source in sources():
                exec(source, names)
        names["plt"].close("all")
        return names, [" ".join(map(str, call.args)) for call in said.call_args_list]

    def test_a_group_that_is_half_solved_has_no_finite_median(self):
        for seed, costs in enumerate(([5, 0.1, 9], [5, 4, 0.05], [3, 3, 3], [2, 2, 2]), 1):
            self.run_directory(f"half/seed-{seed}", costs)
        for seed, costs in enumerate(([5, 5, 0.1], [0.01, 0.01], [3, 3, 3]), 1):
            self.run_directory(f"most/seed-{seed}", costs)
        names, said = self.explore()
        rows = {name: [row[column] for column in ("runs", "solved", "sequences", "cost", "seconds")]
                for name, row in names["overview"].to_dict("index").items()}
        self.assertEqual(list(rows), ["most", "half"])
        self.assertEqual(rows["half"], [4, 0.5, float("inf"), 2.5, 3])
        self.assertEqual(rows["most"], [3, 2 / 3, 300, 0.1, 3])
        self.assertTrue(any("no eval.csv" in line for line in said))
        self.assertTrue(any("no points.csv" in line for line in said))

    def test_a_sweep(self):
        table = "run,trial,state,value,status,sequences,seconds,task,memory.slots,addressing,seed\n"
        for i, (slots, seed) in enumerate((slots, seed) for slots in (8, 16) for seed in (1, 2)):
            self.run_directory(f"points/p{i}", [1, 0.05] if slots == 8 else [1, 1])
            state, value = ("pruned", "") if i == 3 else ("complete", 10 - i)
            table += f"p{i},{i},{state},{value},,,,copy,{slots},a,{seed}\n"
        (self.root / "points.csv").write_text(table)
        names, _ = self.explore()
        self.assertEqual(names["varied"], ["memory.slots"])
        self.assertEqual(names["overview"].solved.to_dict(), {"memory.slots=8": 1, "memory.slots=16": 0})
        self.assertEqual(list(names["ended"].run), ["p0", "p1", "p2"])
        [axes] = names["row"][0]
        self.assertEqual(sorted(map(tuple, axes.collections[0].get_offsets().tolist())), [(8, 9), (8, 10), (16, 8)])

    def test_a_directory_above_runs_is_none(self):
        self.run_directory("run/restart-1", [1])
        self.run_directory("run", [9])
        names, _ = self.explore()
        self.assertEqual(names["metrics"].directory.nunique(), 1)
        self.assertEqual(list(names["overview"].cost), [1])


if __name__ == "__main__":
    unittest.main()
