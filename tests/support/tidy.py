"""clang-tidy over the C++ sources outside the tests, under the rules of .clang-tidy. A library's sources of one folder
are read as one file, in double: most of what it reads are headers, so this costs a third of reading them one by one."""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
OBJECTS = re.compile(r" -o CMakeFiles/(\w+?)(?:_f32|_f64|_hot)?\.dir/")
READING = ("-D", "-I", "-isystem", "-std=")  # options that a reader of the sources needs


def why_not():
    """What this machine lacks, or None."""
    if not shutil.which("clang-tidy"):
        return "there is no clang-tidy here"
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    return None if "version 14." in version else "clang-tidy is not version 14"


def libraries(build):
    """{library: (its sources, the options for reading them)}, from the build's compile commands."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        of = OBJECTS.search(entry["command"])
        if not of or not entry["file"].endswith(".cpp"):
            continue
        file = pathlib.Path(entry["file"])
        sources, options = found.setdefault(of[1], (set(), set()))
        together = file.parent.name == "together"  # a file that includes several sources
        included = re.findall(r'#include "(.+\.cpp)"', file.read_text()) if together else []
        sources.update([str(SOURCE / name) for name in included] if together else [str(file)])
        words = iter(shlex.split(entry["command"]))
        options.update(f"-isystem{next(words)}" if word == "-isystem" else word for word in words
                       if word.startswith(READING) and not word.startswith("-DTAPEHEAD_REAL"))
    return {name: (sorted(sources), sorted(options)) for name, (sources, options) in found.items()}


def complaints(text, options=("-std=c++20",)):
    """What clang-tidy finds in a source of this text, and in the headers of ours that it includes."""
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "all.cpp"
        unit.write_text(text)
        done = subprocess.run(["clang-tidy", "--quiet", f"--config-file={SOURCE / '.clang-tidy'}", unit, "--", *options,
                               "-DTAPEHEAD_REAL=f64", f"-I{SOURCE}", "-w"], capture_output=True, text=True)
    found = [line for line in done.stdout.splitlines() if re.search(r": (?:warning|error): ", line)]
    return found if done.returncode == 0 or found else [done.stderr]


def all_complaints(groups):
    """Those of several groups (files, options); the files of a folder are read as one."""
    def read(group):
        files, options = group
        return complaints("".join(f'#include "{file}"\n' for file in files), options)
    folders = []
    for files, options in groups:
        in_folder = {}
        for file in files:
            in_folder.setdefault(os.path.dirname(file), []).append(file)
        folders += [(together, options) for together in in_folder.values()]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return sorted({line for lines in pool.map(read, folders) for line in lines})
