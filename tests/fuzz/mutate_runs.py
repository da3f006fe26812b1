#!/usr/bin/python3
"""Changes one thing in a run's directory, to something that nobody would write, and gives it to every command: each
option, JSON member, cell of a table, number of a tensor and entry of a checkpoint's header.

A finding is a signal, a status that is not documented, a command that does not end, also not when asked to, an error of
several lines or in a library's words, and memory that cannot be had. Exit status: 0 none, 1 some, 2 bad usage.

    TAPEHEAD=build/tapehead tests/fuzz/mutate_runs.py [--seconds N|--count N] [--seed N] [--findings DIR]
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(os.environ.get("TAPEHEAD", "build/tapehead")).resolve()
DOCUMENTED = {0, 2, 3, 75}
PATIENCE, GRACE = 30, 10    # seconds to an end, and from SIGTERM on
ROOM = 1536 << 20           # bytes of addresses, of which a run as small as these needs a tenth
RAW = re.compile(r"terminate called|json\.exception|std::|basic_string|what\(\)|filesystem error|_M_|vector::|\bstoi|"
                 r"HDF5|io::|boost|Assertion|==ERROR|runtime error", re.IGNORECASE)
# A line that is neither an error, a note nor progress.
PROSE = re.compile(r"^(?!tapehead(?: \w+)?: |the goal is |(?:[\w-]+, )?seed \d+: |\d+%|\S+: |\s*\d)", re.MULTILINE)

NUMBERS = ["", " ", "0", "-0", "-1", "1", "1.5", "+1", "1,5", "1e", "1e3", "0x10", "1 2", "nan", "-nan", "inf",
           "-inf", "1e999", "-1e999", "1e-2147483648", "1e2147483648", "1e308", "-1e308", "-1e300", "5e-324",
           "1e-400", "1000000", "2147483648", "9007199254740992", "9007199254740993", "9223372036854775807",
           "-9223372036854775808", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "1..3",
           "1..99999999", "1,2,3", "1" * 400, "\u0661", "true"]
TEXTS = ["", "none", "copy", "ntm", "lstm", "all", ".", "..", "/", "/dev/zero", "/dev/null", "a" * 100000, "%s%n",
         "'", "\u00e9", "\ufeff", "[x]", "#", "=", "a=b", "a\tb", "\x1b[31m", "\x7f", "-", "--help", "\\", "seed",
         "$(x)", "a;b"]
CELLS = NUMBERS + TEXTS + ['"', '"1"', '"a""b"', '"a', "a,b", "1,", "\r", "\x00", "\xff"]
JSONS = ["null", "true", "{}", "[]", "[1]", '""', '"a"', '"a\\nb"', '"\\u001b[31m"', '"\\u0000"',
         '"' + "a" * 100000 + '"', "-1", "-0", "0", "1.5", "1e300", "-1e300", "1e308", "1e999", "1e-2147483648",
         "9007199254740993", "18446744073709551615", "18446744073709551616", "-9223372036854775809", "nan",
         "[" * 100 + "]" * 100, "[" * 50000 + "]" * 50000, '{"a":' * 50 + "1" + "}" * 50, '"\\ud800"',
         '{"a": 1, "a": 2}', "1 2", "", '"solved"', '"bits"', '"error"']
REALS = [float("nan"), float("inf"), float("-inf"), 0.0, -0.0, 1.0, -1.0, 3e38, -3e38, 1e-45, 1e30, 0.5, 1e9]
WHOLES = [0, 1, -1, 2, 601, 2 ** 31, 2 ** 53, 2 ** 53 + 1, 2 ** 62, 2 ** 63 - 1, -2 ** 63]

TINY = {"task.bits": 3, "task.max-length": 3, "controller.size": 8, "memory.slots": 8, "memory.width": 4,
        "train.validate-every": 200, "train.validation-episodes": 10, "train.checkpoint-every": 200,
        "train.final-episodes": 10}
RUNS = {  # what is changed: runs of several kinds, trained once
    "doubling": TINY | {"train.sequences": 600, "train.curriculum": "doubling", "train.average": 0.9},
    "gain": TINY | {"train.sequences": 600, "train.curriculum": "prediction-gain", "train.curriculum-levels": 3,
                    "train.optimizer": "adam", "memory": "dnc"},
    "back": TINY | {"train.sequences": 600, "train.curriculum": "look-back", "train.curriculum-levels": 3,
                    "train.check": "task.length=4", "train.stop-below": 100, "train.restarts": 1},
    "spoken": {"task": "addition", "model": "encoder-decoder", "controller": "gru", "controller.size": 8,
               "encoder.size": 8, "train.sequences": 64, "train.validation-episodes": 8, "train.final-episodes": 8},
}


def typed(settings):
    return [word for name, value in settings.items() for word in (f"--{name}", str(value))]


def commands(name):
    """What is done with a run, in this order: none before `resume` changes it."""
    small = ["--task.length", "2"] if name != "spoken" else []
    yield from ([*words] for words in (
        ("runs", "RUNS"), ("runs", "RUNS", "--csv", "-"), ("runs", "RUNS", "--json"),
        ("runs", "RUNS", "--sort", "bits"),
        ("compare", "RUNS"), ("compare", "RUNS", "--csv", "-"), ("compare", "RUNS", "--json"),
        ("watch", "RUNS"), ("watch", "RUNS", "--split", "train", "--metric", "loss", "--characters", "braille"),
        ("eval", "RUN", "--episodes", "3", *small, "--threads", "1"),
        ("eval", "RUNS", "--episodes", "3", *small, "--checkpoint", "last", "--csv", "-", "--threads", "1"),
        ("trace", "RUN", *small, "--out", "trace.h5"), ("trace", "RUN", *small, "--out", "trace.safetensors"),
        ("jacobian", "RUN", *small, "--csv", "-"), ("answer", "RUN"),
        ("train", "--train.init-from", "RUN", *typed(RUNS[name]), "--threads", "1", "--out", "NEXT"),
        ("resume", "RUN", "--threads", "1"), ("resume", "RUN", "--train.sequences", "700", "--threads", "1"),
        ("runs", "RUNS")))


class Mutation:
    """A change of one file, told as `what`."""

    def __init__(self, run, draw, options):
        self.run, self.draw, self.options = run, draw, options
        kinds = [(self.option, 4), (self.member, 3), (self.cell, 3), (self.number, 4), (self.header, 2), (self.file, 1)]
        [kind] = draw.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])
        self.what = kind()

    def write(self, name, text):
        (self.run / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    def option(self):
        lines = (self.run / "config.ini").read_text().splitlines()
        at = self.draw.choice([i for i, line in enumerate(lines) if "=" in line])
        name = lines[at].split(" = ")[0]
        if self.draw.random() < 0.2:
            name = self.draw.choice(self.options)
        value = self.draw.choice(NUMBERS + TEXTS)
        lines[at] = f"{name} = {value}"
        self.write("config.ini", "\n".join(lines) + "\n")
        return f"config.ini: {name} = {value[:40]!r}"

    def member(self):
        file = self.draw.choice(["result.json", "manifest.json", "notes.json"])
        path = self.run / file
        members = json.loads(path.read_text()) if path.exists() else {"note": "a", "tags": ["b"]}
        name, value = self.draw.choice(list(members)), self.draw.choice(JSONS)
        if self.draw.random() < 0.1:
            del members[name]
            value, text = "gone", json.dumps(members)
        else:
            text = json.dumps(members | {name: "@@"}).replace('"@@"', value)
        self.write(file, text)
        return f"{file}: {name} = {value[:40]}"

    def cell(self):
        path = self.run / "metrics.csv"
        rows = [line.split(",") for line in path.read_text().splitlines()]
        row = self.draw.choice([0, len(rows) - 1, self.draw.randrange(len(rows))])
        column, value = self.draw.randrange(len(rows[0])), self.draw.choice(CELLS)
        rows[row][column] = value
        self.write("metrics.csv", "".join(",".join(cells) + "\n" for cells in rows))
        if self.draw.random() < 0.7:
            (self.run / "result.json").unlink(missing_ok=True)  # or nobody would look at them
        return f"metrics.csv: row {row}, column {column} = {value[:40]!r}"

    def checkpoint(self):
        path = self.draw.choice(sorted(self.run.glob("*.safetensors")))
        data = path.read_bytes()
        length = int.from_bytes(data[:8], "little")
        return path, json.loads(data[8:8 + length]), bytearray(data[8 + length:])

    def number(self):
        path, header, body = self.checkpoint()
        names = [name for name in header if name != "__metadata__"]
        few = [name for name in names if name.startswith(("progress/", "curriculum/"))]
        name = self.draw.choice(few if self.draw.random() < 0.6 else names)
        entry = header[name]
        form, values = {"F32": ("<f", REALS), "F64": ("<d", REALS + [1e300, -1e300, 1e308]), "I64": ("<q", WHOLES),
                        "U64": ("<Q", [abs(n) for n in WHOLES])}[entry["dtype"]]
        begin, end = entry["data_offsets"]
        value, size = self.draw.choice(values), struct.calcsize(form)
        count = (end - begin) // size
        places = [self.draw.randrange(min(count, 8)), self.draw.randrange(count)] if count else []
        for place in range(count) if self.draw.random() < 0.2 else places:
            struct.pack_into(form, body, begin + size * place, value)
        self.store(path, header, body)
        return f"{path.name}: {name} = {value}"

    def header(self):
        path, header, body = self.checkpoint()
        name = self.draw.choice(list(header))
        if name == "__metadata__" or self.draw.random() < 0.2:
            key = self.draw.choice(list(header["__metadata__"]))
            value = self.draw.choice(NUMBERS + TEXTS + JSONS)
            header["__metadata__"][key] = value
            name = f"__metadata__ {key}"
        else:
            key = self.draw.choice(["dtype", "shape", "data_offsets", "name", "gone"])
            entry = header.pop(name)
            value = self.draw.choice({"dtype": ["F16", "BF16", "F64", "I64", "I32", "", "F32\n"],
                                      "shape": [[], [0], [-1], [2 ** 62, 4], [1] * 1000, [1.5], "1"],
                                      "data_offsets": [[0, 0], [4, 0], [0, 2 ** 63], [-4, 0], [0]],
                                      "name": ["", "a\nb", "parameter/", name + "x", "progress/sequences"],
                                      "gone": [None]}[key])
            if key == "name":
                header[value] = entry
            elif key != "gone":
                header[name] = entry | {key: value}
        self.store(path, header, body)
        return f"{path.name}: {name}: {key} = {str(value)[:40]!r}"

    @staticmethod
    def store(path, header, body):
        text = json.dumps(header).encode()
        path.write_bytes(len(text).to_bytes(8, "little") + text + body)

    def file(self):
        path = self.draw.choice(sorted(path for path in self.run.iterdir() if path.is_file()))
        deed = self.draw.choice(["gone", "emptied", "cut", "noise", "a directory", "a link to itself", "doubled"])
        data = path.read_bytes()
        path.unlink()
        if deed == "a directory":
            path.mkdir()
        elif deed == "a link to itself":
            path.symlink_to(path.name)
        elif deed != "gone":
            path.write_bytes({"emptied": b"", "cut": data[:self.draw.randrange(len(data) + 1)],
                              "noise": self.draw.randbytes(200), "doubled": data + data}[deed])
        return f"{path.name} {deed}"


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fault(words, folder):
    """What is wrong with how the command ended; empty if nothing is."""
    process = subprocess.Popen([PROGRAM, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, preexec_fn=limit, start_new_session=True)
    try:
        out, err = process.communicate(b"12+3\n", timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM)
        try:
            out, err = process.communicate(timeout=GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return "does not end"
    said = err.decode(errors="replace")
    if process.returncode not in DOCUMENTED:
        return f"status {process.returncode}: {said[-300:]}"
    if RAW.search(said):
        return f"a library's words: {RAW.search(said)[0]}: {said[-300:]}"
    if process.returncode in (2, 3) and not re.search(r"(?:\A|\n)tapehead(?: \w+)?: [^\n]+\n\Z", said):
        return f"status {process.returncode} without its line: {said[-300:]}"
    if process.returncode in (2, 3) and re.search(PROSE, said.rstrip("\n")):
        return f"an error of several lines: {said[-300:]}"
    if re.search("[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f]", said):
        return f"control characters: {said[-300:]!r}"
    return ""


def main():
    parser = argparse.ArgumentParser(description="Structured mutations of a run's directory against every command.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, help="mutations; instead of --seconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=pathlib.Path)
    told = parser.parse_args()
    draw = random.Random(told.seed)
    listed = json.loads(subprocess.run([PROGRAM, "list", "--json"], capture_output=True, check=True).stdout)
    options = sorted({option["name"] for parts in listed.values() for part in parts
                      for option in part.get("options", ())})
    seen, mutations, executions = set(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, settings in RUNS.items():
            subprocess.run([PROGRAM, "train", *typed(settings), "--threads", "1", "--out", root / "sound" / name],
                           capture_output=True, check=True)
        end = time.monotonic() + told.seconds
        while mutations < told.count if told.count else time.monotonic() < end:
            name = draw.choice(list(RUNS))
            here = root / "here"
            shutil.copytree(root / "sound" / name, here / "runs" / "run")
            if draw.random() < 0.3:
                (here / "runs/run/result.json").unlink()
                (here / "runs/run/checkpoint-previous.safetensors").unlink()
            kept = pathlib.Path(shutil.copytree(here / "runs", root / "before"))
            try:
                what = Mutation(here / "runs/run", draw, options).what
            except FileNotFoundError:  # what was to be changed is not there
                what = ""
            mutations += bool(what)
            if what:
                shutil.rmtree(kept)
                shutil.copytree(here / "runs", kept, symlinks=True)
            for words in commands(name) if what else ():
                line = [{"RUN": "runs/run", "RUNS": "runs", "NEXT": "next"}.get(word, word) for word in words]
                wrong = fault(line, here)
                executions += 1
                if not wrong:
                    continue
                sign = (words[0], re.sub(r"[\d.]+|\"[^\"]*\"", "", wrong)[:60])
                if sign in seen:
                    continue
                seen.add(sign)
                print(f"{name}: {what}: tapehead {' '.join(line)}: {wrong}", flush=True)
                if told.findings:
                    place = told.findings / f"{told.seed}-{mutations}-{words[0]}"
                    shutil.copytree(kept, place, symlinks=True, dirs_exist_ok=True)
                    (place / "what").write_text(f"{what}\ntapehead {' '.join(line)}\n{wrong}\n")
            shutil.rmtree(here)
            shutil.rmtree(kept, ignore_errors=True)
    print(f"mutations    {mutations:12} of runs, {executions} executions, {len(seen) or 'nothing'} found")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
