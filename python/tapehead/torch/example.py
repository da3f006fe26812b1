#!/usr/bin/python3
"""A trained network in PyTorch beside the program itself, on one episode.

    example.py DIR EPISODE.safetensors    how far their outputs are apart
    example.py NAME EPISODE.safetensors   of a trained model that comes with the program (tapehead list trained)

DIR is a run's directory; EPISODE what `tapehead trace DIR --out EPISODE.safetensors` wrote. With the episode's memory
of another size say so again: --memory.slots 256. Exit status: 0 they agree, 1 they do not, 2 bad usage or input, such
as a network that tapehead.torch does not know.
"""
import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parents[1]))

try:
    import torch
except ImportError as missing:
    print(f"example.py: {missing}; Debian's python3-torch has it", file=sys.stderr)
    sys.exit(2)

from tapehead.torch import UnknownCheckpoint, load, read_safetensors
from tapehead.torch.losses import told_steps
from tapehead.torch.stories import StoryReader

TRAINED = (FOLDER.parents[2] / "trained", FOLDER.parent / "_installed/share/tapehead/trained")
TOLERANCE = 1e-4  # of probabilities, in single precision


def parse(arguments):
    parser = argparse.ArgumentParser(prog="example.py", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", metavar="DIR|NAME", help="a run's directory, or a trained model's name")
    parser.add_argument("episode", metavar="EPISODE.safetensors", type=pathlib.Path, help="a trace of it")
    parser.add_argument("--checkpoint", metavar="NAME", default="best", help="best, last or previous (%(default)s)")
    parser.add_argument("--memory.slots", dest="slots", metavar="N", type=int, help="slots, where not the run's own")
    return parser.parse_args(arguments)


def directory_of(typed):
    """A directory of that name, else the trained model."""
    if pathlib.Path(typed).exists():
        return pathlib.Path(typed)
    known = {path.name: path for folder in TRAINED if folder.is_dir() for path in folder.iterdir()
             if (path / "config.ini").exists()}
    if typed not in known:
        raise UnknownCheckpoint(f"{typed}: is neither a directory nor a trained model; those are "
                                f"{', '.join(sorted(known)) or '(none here)'}")
    return known[typed]


def logits_of(model, numbers, texts):
    """The network's logits for a trace's episode: steps x outputs."""
    tells_stories = "story/statements" in texts
    if tells_stories != isinstance(model, StoryReader):
        raise UnknownCheckpoint(f"the episode is {'a story' if tells_stories else 'no story'}, which this network does "
                                "not read; one that tapehead trace made of it is needed")
    if tells_stories:
        return model(json.loads(texts["story/statements"]), *json.loads(texts["story/question"])).unsqueeze(0)
    if model.features not in (None, numbers["inputs"].shape[1]):  # None: any
        raise UnknownCheckpoint(f"the episode has {numbers['inputs'].shape[1]} numbers a step; the network takes "
                                f"{model.features}: it is of another network")
    told = told_steps(model, numbers["mask"][None])
    return model(torch.tensor(numbers["inputs"]).unsqueeze(0), **told).squeeze(0)


def compare(given):
    """(the largest difference between probabilities, the number of steps compared, the number of all steps)."""
    numbers, texts = read_safetensors(given.episode)
    if texts.get("format") != "tapehead-trace-1":
        raise UnknownCheckpoint(f"{given.episode}: is no trace; tapehead trace RUN --out FILE.safetensors makes one")
    model = load(directory_of(given.run), given.checkpoint,
                 options={"memory.slots": given.slots} if given.slots else None)
    with torch.no_grad():
        logits = logits_of(model, numbers, texts)
    ours = logits.softmax(-1) if texts["scoring"] == "classes" else logits.sigmoid()
    program = torch.tensor(numbers["outputs"])
    if ours.shape != program.shape:
        raise UnknownCheckpoint(f"{given.episode}: is of another network: {tuple(program.shape)} outputs, and "
                                f"{tuple(ours.shape)} of {given.run}")
    asked = ~program.isnan()  # scored steps have outputs
    return float((ours - program)[asked].abs().max()), int(asked.any(-1).sum()), len(program)


def main(arguments):
    given = parse(arguments)
    try:
        apart, asked, steps = compare(given)
    except UnknownCheckpoint as error:
        print(f"example.py: {error}", file=sys.stderr)
        return 2
    agree = apart <= TOLERANCE
    print(f"{given.run}: {steps} steps, {asked} of them scored; the largest difference of a probability is "
          f"{apart:.2g}{'' if agree else f', more than {TOLERANCE:g}'}")
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
