#!/usr/bin/python3
"""scripts/setup.sh installs exactly what the build, the scripts and the tests need."""
import ast
import os
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))

CMAKE = {  # what CMake looks for → its package
    "armadillo": "libarmadillo-dev", "openblas": "libopenblas-dev",
    "cblas.h": "libopenblas-dev", "hdf5": "libhdf5-dev", "boost:program_options": "libboost-program-options-dev",
    "fmt": "libfmt-dev", "nlohmann_json": "nlohmann-json3-dev", "threads": "g++",
    "random123/philox.h": "librandom123-dev", "libfccp/csv.h": "libfccp-dev", "catch2": "catch2",
    "zlib": "zlib1g-dev", "png": "libpng-dev", "zip": "libzip-dev", "zip.h": "libzip-dev",
    "rapidcheck": "librapidcheck-dev", "benchmark": "libbenchmark-dev", "python3": "python3", "bash": None,
    "python": "python3-dev", "pybind11": "pybind11-dev",
}
MODULES = {"numpy": "python3-numpy", "pandas": "python3-pandas", "matplotlib": "python3-matplotlib",
           "PIL": "python3-pil",
           "scipy": "python3-scipy", "h5py": "python3-h5py", "torch": "python3-torch", "optuna": "python3-optuna",
           "selenium": "python3-selenium", "sklearn": "python3-sklearn",
           "sqlalchemy": "python3-sqlalchemy", "psycopg2": "python3-psycopg2", "google": "python3-protobuf",
           "crcmod": "python3-crcmod"}
TOOLS = {"g++", "cmake", "ccache", "ninja-build", "git", "python3", "clang-format", "clang-tidy",  # called by name
         "flake8", "postgresql", "zsh", "emscripten", "jupyter-nbconvert", "python3-ipykernel", "chromium",
         "chromium-driver", "qemu-user", "doxygen", "dpkg-dev", "nodejs", "npm",
         "clang", "libclang-rt-14-dev", "python3-setuptools", "python3-wheel", "python3-venv"}
DATA = {"festlex-cmu", "dataset-fashion-mnist"}  # named by the code that reads it
DAEMONS = {"slurmctld": "slurm-wlm", "munged": "munge"}  # started by tests


def listed():
    """Package → its group in setup.sh."""
    rows = re.findall(r"^(\w+)\s*\|\s*(\S+)\s*\|", (SOURCE / "scripts/setup.sh").read_text(), re.MULTILINE)
    return {name: group for group, name in rows}


def asked_by_cmake(text):
    """The arguments of find_package, find_path, find_library and find_program, in lower case; Boost by component."""
    found = []
    for kind, arguments in re.findall(r"\bfind_(package|path|library|program)\(([^)]*)\)", text):
        words = arguments.split()
        if kind == "package" and words[0] == "Boost":
            found += [f"boost:{name}" for name in words[words.index("COMPONENTS") + 1:]]
        else:
            found.append((words[0] if kind == "package" else words[1]).lower())
    return found


def imported(text):
    """The top-level modules that a Python source imports from elsewhere."""
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names


class Packages(unittest.TestCase):
    def setUp(self):
        files = [SOURCE / "CMakeLists.txt", *(SOURCE / "cmake").glob("*.cmake"), *SOURCE.glob("*/CMakeLists.txt")]
        self.cmake = {name: path for path in files for name in asked_by_cmake(path.read_text())}
        self.modules = {}  # module → the folders that import it
        folders = "python", "scripts", "studies", "tests"
        sources = [path for folder in folders for path in (SOURCE / folder).rglob("*.py")]
        alone = [path for path in sources if SOURCE / "python/tapehead" not in path.parents]
        ours = {"tapehead"} | {path.stem for path in alone} | {path.parent.name for path in alone
                                                               if path.stem == "__init__"}
        for path in sources:
            # Users of networks in PyTorch have it already; it is too large for everyone who wants pictures.
            folder = path.parent.name
            free = {"torch"} if folder in ("torch", "peers") else set()
            for name in imported(path.read_text()) - ours - free:
                self.modules.setdefault(name, set()).add(path.relative_to(SOURCE).parts[0])

    def test_all_that_cmake_looks_for_is_installed(self):
        self.assertGreater(len(self.cmake), 10, "the CMake files were not found")
        for name, path in self.cmake.items():
            self.assertIn(name, CMAKE, f"{path}: which package has this? tell this test and setup.sh")
            if CMAKE[name]:
                self.assertIn(CMAKE[name], listed(), f"{path} looks for {name}")

    def test_what_the_program_needs_is_in_the_group_build(self):
        text = (SOURCE / "cmake/dependencies.cmake").read_text()
        for name in asked_by_cmake(text):
            self.assertEqual(listed()[CMAKE[name]], "build", name)

    def test_all_that_python_imports_is_installed(self):
        self.assertIn("numpy", self.modules, "the Python files were not found")
        for name, folders in self.modules.items():
            self.assertIn(name, MODULES, f"which package has this module of {folders}? tell this test and setup.sh")
            group = listed().get(MODULES[name])
            self.assertIn(group, {"scripts", "sweeps", "export"} if folders & {"python", "scripts", "studies"} else
                          {"scripts", "sweeps", "export", "test"}, name)

    def test_what_sweeps_need_is_asked_for_by_nothing_else(self):
        theirs = {name for name, package in MODULES.items() if listed().get(package) == "sweeps"}
        self.assertIn("optuna", theirs)
        for path in (SOURCE / "python").rglob("*.py"):
            if path.parent.name != "sweeps" and path.name != "importance.py":  # these report what is missing
                self.assertEqual(imported(path.read_text()) & theirs, set(), path)

    def test_nothing_else_is_installed(self):
        started = {name for path in (SOURCE / "tests/support").glob("*.py")
                   for name in re.findall(r'"(\w+)"', path.read_text()) if name in DAEMONS}
        used = TOOLS | {DAEMONS[name] for name in started}
        named = {name for path in (SOURCE / "tasks").rglob("*.hpp") for name in DATA if f'"{name}"' in path.read_text()}
        self.assertEqual({name for name, group in listed().items() if group == "data"}, named)
        used |= named
        used |= {CMAKE[name] for name in self.cmake} | {MODULES[name] for name in self.modules}
        self.assertEqual(set(listed()) - used, set())

    def test_readers(self):
        self.assertEqual(asked_by_cmake("find_package(Boost REQUIRED COMPONENTS a b)\nfind_path(X y/Z.h REQUIRED)"),
                         ["boost:a", "boost:b", "y/z.h"])
        self.assertEqual(imported("import os, torch.nn\nfrom . import a\ndef f():\n  from h5py import File"),
                         {"torch", "h5py"})


if __name__ == "__main__":
    unittest.main()
