"""Players: which runs have one, and what the program traces for it.

All show the same episode where possible: the first held-out episode for display, of one seed for all runs, whatever
their training seed."""
import concurrent.futures
import math
import os
import pathlib
import subprocess
import tempfile

from tapehead.runs.errors import InputError, note
from tapehead.shipped import checkpoint

from . import arrays, episode, panels, pictures, score, sentences, spoken, story
from .runs import checked

MOST_PLAYERS = 40        # default limit
MOST_LETTERS = 8_000_000  # default limit over all players' arrays, so that a page opens quickly
SHOWN = {"seed": "1"}
STORY_QUESTION = "4"  # the fifth question of a story: in most tasks the one about the whole of the first story
NONE_KEPT = "its checkpoint is not kept here"
NONE_WANTED = "the report was made without players"
TOO_LARGE = "with it, the page would be slow to open"
NO_PROGRAM = "the program was not there when the report was made"


def choose(groups, players):
    """{path of a run: None, or why it has no player}. `players` is the number of runs per group with a player; None:
    one, and at most MOST_PLAYERS in total."""
    found, total = {}, 0
    for group in groups:
        taken = 0
        for run in from_the_median(group.runs):
            if checkpoint.kept(run.path) is None:
                found[run.path] = NONE_KEPT
            elif players == 0:
                found[run.path] = NONE_WANTED
            elif taken >= (1 if players is None else players):
                have = "the median seed of each group has a player" if taken == 1 else \
                    f"the {taken} seeds of each group nearest its median have players"
                found[run.path] = f"only {have}"
            elif players is None and total == MOST_PLAYERS:
                found[run.path] = f"only the first {MOST_PLAYERS} groups have players"
            else:
                found[run.path] = None
                taken, total = taken + 1, total + 1
    return found


def from_the_median(runs):
    """The runs of a group, those with checkpoints first, and of these first the median one in sequences until it was
    solved: neither the best nor the first. Runs that were not solved took longest."""
    def rank(run):
        return run.status != "solved", checked(run.result.get("sequences")) or math.inf
    kept, others = [], []
    for run in runs:
        (others if checkpoint.kept(run.path) is None else kept).append(run)
    middle = (len(kept) - 1) // 2
    return [run for _, run in sorted(enumerate(sorted(kept, key=rank)), key=lambda at: abs(at[0] - middle))] + others


def trace_all(program, runs, settings, letters=math.inf):
    """{path of a run: its trace, or why it has none}; once the traces exceed `letters` of array text, the further ones
    are left out. InputError if `settings` fit no run."""
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        made = list(pool.map(lambda each: trace_run(program, each[1], settings, pathlib.Path(folder) / f"{each[0]}.h5"),
                             enumerate(runs)))
    refusals = [refusal for _, refusal in made if refusal]
    if settings and len(refusals) == len(made) and made:
        raise InputError(f"--trace: no run takes it: {refusals[0]}")
    for run, (found, refusal) in zip(runs, made):
        if refusal and not isinstance(found, str):
            note(f"{run.path}: its player shows an episode as trained: {refusal}")
        elif isinstance(found, str):
            note(f"{run.path}: has no player: {found}")
    return {run.path: found for run, found in zip(runs, within([found for found, _ in made], letters))}


def within(traces, letters):
    """The traces, with a reason in place of those that exceed the limit."""
    found = []
    for one in traces:
        size = 0 if isinstance(one, str) else sum(len(each["data"]) for each in one["arrays"].values())
        found.append(one if size <= letters else TOO_LARGE)
        letters -= size if size <= letters else 0
    return found


def trace_run(program, run, settings, file):
    """(the trace or why there is none, why the settings were refused or None)."""
    refusal = trace_to(program, run, settings, file)
    if refusal and settings:
        again = trace_to(program, run, {}, file)
        return (again if again else read(file, run, {})), refusal
    return (refusal if refusal else read(file, run, settings)), None


def trace_to(program, run, settings, file):
    """None, or the program's refusal."""
    words = shown(run, settings)
    done = subprocess.run([program, "trace", os.path.abspath(run.path), "--checkpoint",
                           checkpoint.kept(run.path) or "best",
                           *[word for name, value in words.items() for word in (f"--{name}", value)], "--out", file],
                          capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL)
    if done.returncode == 0 and not file.exists():
        raise InputError(f"--program: {program} ends with exit status 0 and writes no trace; the program tapehead is "
                         "needed")
    if done.returncode == 0:
        return None
    lines = done.stderr.splitlines()
    return lines[-1].removeprefix("tapehead: ") if lines else f"{program} ended with status {done.returncode}"


def shown(run, settings):
    """The settings of the episode as options of tapehead trace."""
    return SHOWN | ({"episode": STORY_QUESTION} if run.part("task") == "babi" else {}) | settings


def read(file, run, settings):
    """The trace in the page's form, or why there is none."""
    try:
        one = episode.read_episode(file)
        return in_form(file, one, lambda what: title(run, settings, what))
    except InputError as error:
        return str(error)
    finally:
        file.unlink(missing_ok=True)


def in_form(file, one, entitled):
    """The episode of a trace in the page's form; `entitled(kind of episode)` gives its title."""
    views = one.views  # panels of their own take some of them
    what, step_name, steps, found, labels = shown_of(file, one)
    said = score.described(one, views, steps, found)
    shown = {*named(found), *score.arrays(one, said, steps)}
    trace = {"run": None, "title": entitled(what), "steps": steps, "step_name": step_name,
             "episode": one.key, "notes": one.notes, "score": said,
             "arrays": {name: arrays.packed(one.arrays[name]) for name in sorted(shown)},
             "panels": sentences.explained(found, one.parts)}
    if len(labels) == steps:
        trace["step_labels"] = labels
    return trace


def shown_of(file, one):
    """(the kind of episode, a step's name, number of steps, the panels, step labels)."""
    labels = one.texts.get("story/sequence", [])
    if story.is_story(one):
        step_name, steps, found = story.story_panels(file, one)
        return "question", step_name, steps, found, one.texts["story/statements"] if step_name == "statement" else []
    if one.shows_picture:
        return "episode", *pictures.picture_panels(file, one)
    found, labels = spoken.spoken_panels(file, one) if one.is_spoken else (panels.panels_of(one), labels)
    return "episode", "step", len(one.arrays["outputs"]), found, labels


def title(run, settings, what):
    """The displayed episode, and how it differs from training episodes."""
    words = shown(run, settings)
    number, seed = words.pop("episode", "0"), words.pop("seed")
    told = ", ".join(f"{name}={value}" for name, value in words.items()) or "as trained"
    return f"{what} {number} of {run.part('task')}, seed {seed}, {told}"


def named(found):
    """The arrays that panels show."""
    for panel in found:
        for part in (panel, *panel.get("stages", []),
                     *(item for stage in panel.get("stages", []) for item in stage["scalars"])):
            for key in ("array", "mask", "looks"):
                if key in part:
                    yield part[key]
