#!/usr/bin/python3
"""Plants faults, one at a time, and expects a test to fail for each: where none does, one is missing.

    tests/mutants/run.py [--tree DIR] [--jobs N] (--all | --sample N [--seed S] | --check | NAME...)

A fault is one text of a source replaced by another (FLOOR.toml beside this file; the text occurs once in its file),
with the test that must fail, as ctest calls it, and in a word what it is about. It is planted in a copy of the sources
with a build tree of its own (DIR, build-mutants unless said otherwise), so the work at hand is not touched. Its
libraries are built once. Then the one file, or of a header the test, is compiled as they are, and linked ahead of them
with the test alone, which takes some seconds a fault; what is not caught so, and a fault whose test starts the program,
is built whole. --check looks whether every text is there and every test exists, and builds nothing.

Exit status: 0 all caught, 1 some were not, or their tests fail without them, 2 bad usage."""
import argparse
import dataclasses
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
FLOORS = ("autodiff", "attention", "controllers", "memory", "models", "tasks", "catalogue", "experiments", "python")
LONGEST = 600  # seconds of a test; one that a fault makes endless is caught
PLANTED, ALONE = "planted.o", "tests/tapehead_test_alone"  # in the build tree: a fault's object, a test's program


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str
    file: str
    line: str  # the text that is replaced
    to: str
    test: str
    why: str

    def planted(self, text):
        if text.count(self.line) != 1:
            raise ValueError(f"{self.name}: got {text.count(self.line)} places in {self.file} with `{self.line}`; "
                             "one is needed")
        return text.replace(self.line, self.to)


def read_all():
    """Every fault, in the floors' order."""
    return [Mutant(name, **fields) for floor in FLOORS
            for name, fields in tomllib.loads((HERE / f"{floor}.toml").read_text(encoding="utf-8")).items()]


def test_file(tests, test):
    """The source of a test that ctest calls so; None if there is none."""
    names = [f"{test}_test.cpp", f"{test}_test.py", f"{test.removesuffix('_f64')}_test_f64.cpp"]
    return next((path for name in names if (path := tests / name).is_file()), None)


def problems(mutants, source=SOURCE):
    """What is wrong with the list, a line each."""
    found = []
    for mutant in mutants:
        try:
            mutant.planted((source / mutant.file).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            found.append(str(error))
        if mutant.line == mutant.to:
            found.append(f"{mutant.name}: changes nothing")
        if not test_file(source / "tests", mutant.test):
            found.append(f"{mutant.name}: got test {mutant.test}, which is none")
    return found


class Tree:
    """A copy of the sources, and its build tree."""

    def __init__(self, root, jobs, source=SOURCE):
        self.root, self.jobs, self.source = root, jobs, source
        self.build = root / "build-test"
        self.is_configured = False

    def copy(self):
        """Brings the copy up to date; what is the same keeps its time, and is not built again. What was removed from
        the sources stays: then the copy is to be removed too."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                                cwd=self.source, capture_output=True, text=True, check=True).stdout.split("\0")
        for name in filter(None, listed):
            old, new = self.root / name, self.source / name
            if not new.is_file() or (old.is_file() and old.read_bytes() == new.read_bytes()):
                continue
            old.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(new, old)
            shutil.copymode(new, old)

    def run(self, *command):
        """Runs a compiler's or builder's command in the build tree; returns whether it went well."""
        cached = 'source scripts/compiler_cache.sh; cd "$0"; exec "$@"'  # what other clones have made is not made anew
        done = subprocess.run(["bash", "-c", cached, self.build, *command], cwd=self.root, capture_output=True,
                              text=True, check=False)
        if done.returncode:
            print((done.stdout + done.stderr)[-3000:], file=sys.stderr)
        return done.returncode == 0

    def configure(self):
        if self.is_configured:
            return
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        subprocess.run(["cmake", "--preset", "test", "--log-level=WARNING", *launcher], cwd=self.root, check=True,
                       stdout=subprocess.DEVNULL)
        self.is_configured = True

    def make(self, *targets):
        self.configure()
        return self.run("ninja", "-j", str(self.jobs), *targets)

    def commands(self, source):
        """{number type, or None: words of the command that compiles a source, mostly with its neighbours}."""
        self.configure()
        included, found = f'"{source.relative_to(self.root)}"', {}
        for entry in json.loads((self.build / "compile_commands.json").read_text(encoding="utf-8")):
            listed = pathlib.Path(entry["file"])
            if listed == source or listed.parent.name == "together" and included in listed.read_text(encoding="utf-8"):
                type_ = re.search(r"-DTAPEHEAD_REAL=(\w+)", entry["command"])
                found[type_ and type_[1]] = shlex.split(entry["command"])
        return found

    def linking(self, test):
        """The words of the command that links one C++ test and its neighbours, and the word that is their object."""
        compiled = next(iter(self.commands(test).values()))
        own = compiled[compiled.index("-o") + 1]
        told = subprocess.run(["ninja", "-C", self.build, "-t", "commands", "tapehead_tests"], capture_output=True,
                              text=True, check=True).stdout.splitlines()[-1]
        words = [word for word in shlex.split(told.removeprefix(": && ").removesuffix(" && :"))
                 if word == own or not re.fullmatch(r"tests/.*\.o", word) or re.search("[/_]support[/_]", word)]
        words[words.index("-o") + 1] = ALONE
        return words, own

    def link(self, test, planted=None):
        """Makes the program of one C++ test from its parts as they were built; of the source `planted`, the fault's or
        the test's, from the object that compile() made."""
        words, own = self.linking(test)
        if planted == test:
            words.remove(own)
        if planted:  # where a library brings another definition of the same, the first one counts
            words[1:1] = ["-Wl,--allow-multiple-definition", PLANTED]
        return self.run(*words)

    def build_test(self, test):
        """Builds the parts of one C++ test, and its program."""
        words, _ = self.linking(test)
        return self.make(*(word for word in words if re.fullmatch(r"tests/.*\.o|lib\w+\.a", word))) and self.link(test)

    def compile(self, source, real):
        """Compiles a source by itself, but as the libraries are; for that number type where it is compiled for both."""
        found = self.commands(source)
        command = found.get(real) or next(iter(found.values()))
        launcher = ["ccache"] if shutil.which("ccache") else []
        return self.run(*launcher, *command[:command.index("-o")], "-o", PLANTED, "-c", str(source))

    def passes(self, test):
        """Whether a test passes, as it was built last."""
        command = [sys.executable, "-B", test, "--failfast"]
        if test.suffix == ".cpp":
            command = [self.build / ALONE, "--abort", "--warn", "NoTests", "--filenames-as-tags",
                       f"[#{test.stem}]~[slow]~[published]"]
        environment = os.environ | {"TAPEHEAD_SOURCE": str(self.root), "TAPEHEAD": str(self.build / "tapehead"),
                                    "TAPEHEAD_PROBE": str(self.build / "tests" / "tapehead_probe"),
                                    "TAPEHEAD_SHARED": os.environ.get("TAPEHEAD_SHARED", str(SOURCE.parent / "shared")),
                                    "RC_PARAMS": "seed=1"}
        try:
            return subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, timeout=LONGEST, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def ready(self, mutant, test):
        """Builds all of a test, as the sources are."""
        if test.suffix == ".cpp":
            return self.build_test(test)
        if mutant.file.endswith(".py"):
            return True
        return self.make("tapehead_probe" if "probe" in test.read_text(encoding="utf-8") else "tapehead")


def judge(tree, mutant, sound):
    """What came of a fault: "caught", or in words what did not go as it must. sound: test → whether it passes without
    any fault, found out once."""
    path, test = tree.root / mutant.file, test_file(tree.root / "tests", mutant.test)
    if mutant.test not in sound:
        sound[mutant.test] = tree.ready(mutant, test) and tree.passes(test)
    if not sound[mutant.test]:
        return "its test fails without it"
    text, when = path.read_text(encoding="utf-8"), path.stat().st_mtime_ns
    built_whole = False
    try:
        path.write_text(mutant.planted(text), encoding="utf-8")
        if test.suffix == ".cpp":
            planted = test if path.suffix == ".hpp" else path
            if not tree.compile(planted, "f64" if mutant.test.endswith("_f64") else "f32"):
                return "does not compile"
            if tree.link(test, planted) and not tree.passes(test):
                return "caught"
        built_whole = path.suffix != ".py"
        if not tree.ready(mutant, test):
            return "does not compile"
        return "NOT CAUGHT" if tree.passes(test) else "caught"
    finally:
        path.write_text(text, encoding="utf-8")
        if built_whole:  # all is built anew before the next fault
            sound.clear()
        else:
            os.utime(path, ns=(when, when))


def run(tree, mutants):
    """Tries the faults, a line each; returns how many were caught."""
    sound, caught = {}, 0
    tree.copy()
    for mutant in mutants:
        begun = time.monotonic()
        outcome = judge(tree, mutant, sound)
        caught += outcome == "caught"
        print(f"{outcome:10}  {mutant.name}  ({mutant.file}, {mutant.test}: {mutant.why}; "
              f"{time.monotonic() - begun:.0f} s)", flush=True)
    print(f"{caught} of {len(mutants)} faults caught")
    return caught


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sample", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tree", type=pathlib.Path, default=SOURCE / "build-mutants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    if bool(asked.names) + asked.all + (asked.sample is not None) + asked.check != 1:
        parser.error("one of --all, --sample, --check and names of faults is needed")
    mutants = read_all()
    unknown = set(asked.names) - {mutant.name for mutant in mutants}
    if unknown:
        parser.error(f"got {', '.join(sorted(unknown))}, which is no fault's name; they are in tests/mutants/*.toml")
    if asked.sample is not None and not 1 <= asked.sample <= len(mutants):
        parser.error(f"--sample: got {asked.sample}; an integer from 1 to {len(mutants)} is needed")
    if asked.tree.resolve() == SOURCE:
        parser.error("--tree: got the sources themselves; another directory is needed, for faults are planted in it")
    wrong = problems(mutants)
    if wrong or asked.check:
        print("\n".join(wrong) or f"{len(mutants)} faults can be planted")
        return 1 if wrong else 0
    if asked.names:
        mutants = [mutant for mutant in mutants if mutant.name in asked.names]
    if asked.sample is not None:
        mutants = random.Random(asked.seed).sample(mutants, asked.sample)
    return 0 if run(Tree(asked.tree.resolve(), asked.jobs), mutants) == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
