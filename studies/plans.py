"""Studies of presets: a plan says which seeds of each are trained, and how the trained runs are evaluated. Interrupted
training resumes, and finished evaluations are not repeated."""
import argparse
import concurrent.futures
import csv
import dataclasses
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import tomllib

import scripts_path  # noqa: F401
from shares import DIVERGED, Job, minutes, train_all
from tapehead.runs.errors import InputError, note
from tapehead.runs.files import write_whole
from tapehead.runs.numbers import is_whole
from tapehead.runs.records import read_json, read_text
from tapehead.runs.usage import ROOT, Parser, count, program_at

NEEDED, MAY = {"seeds", "asked"}, ("preset", "train", "text", "after", "curve", "picture", "episode", "claim")
DIRTY = "+changes"  # appended by the program to the commit of a tree with uncommitted changes


@dataclasses.dataclass(frozen=True)
class Asked:
    """A call of `tapehead eval`."""
    episodes: int
    words: tuple

    def options(self):
        """{--name: value} of its words."""
        return dict(zip(self.words[::2], self.words[1::2]))

    def table(self, run):
        """The file that keeps its answer; another question has another file."""
        name = hashlib.sha256(json.dumps([self.episodes, self.words]).encode()).hexdigest()[:12]
        return run / f"asked-{name}.csv"


@dataclasses.dataclass
class Preset:
    name: str      # of its runs and results
    begins: str    # the preset that it begins from, usually of the same name
    seeds: list
    train: tuple
    text: str      # name of a required file that is not part of the project, or ""
    after: str     # another line, whose weights of the same seed initialise its trainings, or ""
    asked: list
    curve: str
    picture: str
    episode: tuple
    claim: tuple   # (metric, bound) of the held-out episodes: a run at the bound or on its better side counts as solved

    def runs(self, out):
        return [out / self.name / f"seed-{seed}" for seed in self.seeds]


def typed(options):
    """{"task.length": "20,60"} as command-line arguments."""
    return tuple(word for name, value in options.items() for word in (f"--{name}", str(value)))


def seeds_of(text, where):
    """1..20 or 1,3,7"""
    first, dots, last = str(text).partition("..")
    parts = [first, last] if dots else str(text).split(",")
    if not all(is_whole(part) for part in parts) or dots and int(last) < int(first):
        raise InputError(f"{where}: got {text!r}; seeds such as \"1..20\" or \"1,3,7\" are needed")
    return list(range(int(first), int(last) + 1)) if dots else [int(part) for part in parts]


def read_plan(path):
    """{name: Preset}, in the file's order."""
    try:
        plan = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: is no TOML ({error})") from None
    found = {}
    for name, said in plan.items():
        where = f"{path}: {name}"
        if not isinstance(said, dict) or not NEEDED <= set(said) <= NEEDED | set(MAY):
            raise InputError(f"{where}: got {said!r}; a table of seeds and asked is needed, and {', '.join(MAY)} "
                             "may be there")
        for one in said["asked"]:
            kinds = {key: type(value) for key, value in one.items()} if isinstance(one, dict) else None
            if kinds != {"episodes": int, "options": dict}:
                raise InputError(f"{where}: asked: got {one!r}; {{ episodes = N, options = {{ ... }} }} is needed")
        found[name] = Preset(name, said.get("preset", name), seeds_of(said["seeds"], f"{where}: seeds"),
                             typed(said.get("train", {})), said.get("text", ""), said.get("after", ""),
                             [Asked(one["episodes"], typed(one["options"])) for one in said["asked"]],
                             said.get("curve", "bits"), said.get("picture", ""), typed(said.get("episode", {})),
                             claim_of(said.get("claim"), where))
    return found


def claim_of(said, where):
    """{ error = 5.0 } as ("error", 5.0)"""
    if said is None:
        return ()
    if not isinstance(said, dict) or len(said) != 1 or not all(isinstance(bound, (int, float))
                                                               for bound in said.values()):
        raise InputError(f"{where}: claim: got {said!r}; {{ METRIC = BOUND }} is needed")
    (claim,) = said.items()
    return claim


def with_texts(presets, folder):
    """The presets, each with its text if it needs one; those whose text is missing from the folder are left out with a
    note."""
    found = []
    for preset in presets:
        if not preset.text:
            found.append(preset)
        elif folder is not None and (folder / preset.text).is_file():
            path = ("--task.path", str(folder / preset.text))
            found.append(dataclasses.replace(preset, train=(*preset.train, *path)))
        else:
            note(f"{preset.name}: is left out: its text {preset.text} is not the project's; --texts DIR "
                 f"says where it is")
    return found


def jobs(presets, out):
    return [Job(f"{preset.name} seed {seed}",
                ["--preset", preset.begins, "--seed", str(seed), *preset.train, *begins_from(earlier)], run, rank=place,
                after=earlier)
            for place, preset in enumerate(presets) for seed, run in zip(preset.seeds, preset.runs(out))
            for earlier in [out / preset.after / run.name if preset.after else None]]


def begins_from(run):
    return () if run is None else ("--train.init-from", str(run / "checkpoint-best.safetensors"))


def ask(program, run, asked):
    """The table of a question, made if it is missing or older than the weights."""
    table, best = asked.table(run), run / "checkpoint-best.safetensors"
    if not best.exists() or table.exists() and table.stat().st_mtime >= best.stat().st_mtime:
        return
    part = table.with_suffix(f".{os.getpid()}.part")  # another call may ask the same
    try:
        said_well([program, "eval", run, "--episodes", str(asked.episodes), *asked.words, "--threads", "1", "--csv",
                   part], f"{run}: cannot be scored")
        part.replace(table)  # complete, or remade next time
    finally:
        part.unlink(missing_ok=True)


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def said_well(command, trouble, fine=(0,)):
    """What it wrote to standard output; InputError with the last line of the other output if the command failed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in fine:
        said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        raise InputError(f"{trouble}: {said.removeprefix('tapehead: ')}")
    return done.stdout


def refuse_other_options(program, all_jobs):
    """A finished run is not trained again, so the program must confirm that its options are unchanged."""
    for job in all_jobs:
        if job.finished():
            said_well([program, "train", *job.words, "--threads", "1", "--out", job.directory],
                      f"{job.name}: is another run than this would be; remove it", fine=(0, DIVERGED))


def program_for_results(options):
    """The program of --program. One whose results would be refused is refused before it trains."""
    program = program_at(options.program)
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    commit = re.search(r"\(commit (\S+)\)", said)
    refuse_dirty(f"--program {program}", [commit[1] if commit else "unknown"], options)
    return program


def refuse_dirty(name, commits, options):
    """InputError for a commit that does not tell what the program was, unless --uncommitted is given."""
    dirty = sorted({commit for commit in commits if commit.endswith(DIRTY) or commit == "unknown"})
    if dirty and not options.uncommitted:
        raise InputError(f"{name}: got commit {dirty[0]}, of which nobody can tell what it was; a program of a clean "
                         f"tree is needed for results, or --uncommitted")


def chosen(plan, names, path):
    """The requested presets of the plan; by default all."""
    unknown = [name for name in names or [] if name not in plan]
    if unknown:
        raise InputError(f"--presets: got {unknown[0]}; {path} has {', '.join(plan)}")
    wanted = [plan[name] for name in names or plan]
    for preset in wanted:
        if preset.after and preset.after not in [one.name for one in wanted]:
            raise InputError(f"--presets: got {preset.name}; it begins where {preset.after} ends, which is needed too")
    return wanted


def train_and_ask(program, presets, options):
    """Trains unfinished runs within the budget, and evaluates the finished ones."""
    refuse_other_options(program, jobs(presets, options.out))
    train_all(program, jobs(presets, options.out), 60 * options.budget, options.jobs)
    questions = [(run, asked) for preset in presets for run in preset.runs(options.out) for asked in preset.asked
                 if (run / "result.json").exists() and read_json(run / "result.json")["status"] != "diverged"]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda one: ask(program, *one), questions))


def at_their_end(presets, options):
    """The presets whose runs are all finished; prints the number of unfinished runs of the others."""
    ended = []
    for preset in presets:
        runs = preset.runs(options.out)
        waiting = [run.name for run in runs if not (run / "result.json").exists()]
        if waiting:
            note(f"{preset.name}: {len(waiting)} of {len(runs)} runs are not at their end; a further call goes on")
        else:
            ended.append(preset)
    return ended


def as_csv(columns, rows):
    text = io.StringIO()
    table = csv.DictWriter(text, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def keep_rows(preset, columns, rows, options):
    """Writes NAME.csv, and NAME.ini, the options of the first seed; only for a program built from a clean tree, unless
    --uncommitted is given."""
    refuse_dirty(preset.name, [row["commit"] for row in rows], options)
    write_whole(options.results / f"{preset.name}.csv", as_csv(columns, rows))
    config = without_places(read_text(preset.runs(options.out)[0] / "config.ini"), options.out, options.texts)
    write_whole(options.results / f"{preset.name}.ini", config.encode())


def without_places(text, *folders):
    """A kept text without where these folders, some of which may be None, are: that means nothing elsewhere."""
    for folder in filter(None, folders):
        text = text.replace(f"{folder}{os.sep}", "")
    return text


def parser_of(name, text, study):
    """The parser of a study of presets."""
    parser = base_parser(name, text, study)
    parser.add_argument("--presets", nargs="+", metavar="NAME", help="only these presets of the plan")
    parser.add_argument("--texts", type=pathlib.Path, metavar="DIR",
                        help="folder of texts that the project does not have")
    parser.add_argument("--no-pictures", action="store_true", help="only files and tables")
    return parser


def kept_parser(name, text):
    """The parser of what is counted of all kept results."""
    parser = Parser(prog=name, description=text, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / "docs/results", metavar="DIR",
                        help="where results are kept (docs/results)")
    parser.add_argument("--texts", type=pathlib.Path, metavar="DIR",
                        help="folder of texts that the project does not have")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    return parser


def base_parser(name, text, study):
    """The parser of a study with the plan studies/STUDY.toml and the results docs/results/STUDY."""
    parser = Parser(prog=name, description=text, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", type=pathlib.Path, default=ROOT / f"studies/{study}.toml", metavar="FILE",
                        help=f"the plan: seeds and their evaluations (studies/{study}.toml)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / f"runs/results/{study}", metavar="DIR",
                        help=f"directory of the runs (runs/results/{study})")
    parser.add_argument("--results", type=pathlib.Path, default=ROOT / f"docs/results/{study}", metavar="DIR",
                        help=f"directory of kept results (docs/results/{study})")
    parser.add_argument("--budget", type=minutes, default=60.0, metavar="MINUTES", help="training, wall clock (60)")
    parser.add_argument("--jobs", type=count, default=os.cpu_count(), metavar="N", help="runs at a time (all cores)")
    parser.add_argument("--program", type=pathlib.Path, metavar="FILE", help="the program tapehead (build/tapehead)")
    parser.add_argument("--uncommitted", action="store_true", help="keep results of a tree with uncommitted changes")
    return parser
