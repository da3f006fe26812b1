"""A notebook, executed as a user would, by Debian's Python."""
import json
import os
import pathlib
import subprocess
import tempfile

PYTHON = "/usr/bin/python3"  # Debian's, whatever else is in PATH


def executed(notebook, **environment):
    """The outputs of a notebook's cells; AssertionError where one ends with an error or writes to standard error."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        kernel = root / "share/kernels/debian"
        kernel.mkdir(parents=True)
        (kernel / "kernel.json").write_text(json.dumps(
            {"argv": [PYTHON, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Debian's",
             "language": "python"}))
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "IPYTHONDIR": str(root / "ipython"),
                                    "JUPYTER_PREFER_ENV_PATH": "0"} | environment
        environment |= {f"JUPYTER_{name}": str(root / "share")
                        for name in ("PATH", "DATA_DIR", "CONFIG_DIR", "RUNTIME_DIR")}
        environment.pop("TAPEHEAD_RUNS", None)
        done = subprocess.run(
            [PYTHON, "-m", "nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=debian",
             "--output-dir", root, "--output", "executed.ipynb", notebook],
            env=environment, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise AssertionError(done.stderr[-4000:])
        outputs = [output for cell in json.loads((root / "executed.ipynb").read_text())["cells"]
                   for output in cell.get("outputs", [])]
    for output in outputs:
        if output["output_type"] == "error" or output.get("name") == "stderr":
            raise AssertionError(str(output))
    return outputs


def holds_outputs(notebook):
    """Whether any cell of a notebook has kept what it said."""
    return any(cell["outputs"] or cell["execution_count"] is not None
               for cell in json.loads(pathlib.Path(notebook).read_text())["cells"] if cell["cell_type"] == "code")
