"""A network's parameters as the program has them, and a directory that the program goes on from."""
import pathlib

import torch

from .checkpoint import AVERAGED, LEARNED
from .files import UnknownCheckpoint, read_bytes, safetensors, write_files

MANIFEST = "manifest.json"
GOES_ON = "progress/batches"  # a checkpoint with this has all that training goes on with


def parameters(model):
    """The trainable parameters of a loaded network by the program's names: "controller/lstm/weights" -> Parameter."""
    return dict(model.checkpoint.trainable)


def weights_of(model):
    """The arrays of its checkpoint that are these parameters, of the checkpoint's own type."""
    arrays = {}
    means = {name: getattr(module, buffer) for name, (module, buffer) in model.checkpoint.running.items()}
    for name, parameter in {**parameters(model), **means}.items():
        value = parameter.detach().cpu()
        if not torch.isfinite(value).all():
            raise UnknownCheckpoint(f"save: {name} has numbers that are not finite; finite ones are needed")
        for kind in (LEARNED, AVERAGED):
            was = model.checkpoint.tensors.get(kind + name)
            if was is not None:
                arrays[kind + name] = value.numpy().astype(was.dtype)
    return arrays


def config_of(checkpoint):
    """The text of its config.ini, with what load() was told to change."""
    lines = []
    for line in checkpoint.metadata["config"].splitlines():
        name = line.partition("=")[0].strip()
        lines.append(f"{name} = {checkpoint.changed[name]}" if name in checkpoint.changed else line)
    return "\n".join(lines) + "\n"


def save(model, directory):
    """Writes a loaded network as a directory for tapehead.load, `tapehead eval`, --train.init-from and load(). If it
    was loaded from a run, it is that run, as it stood, with these weights: `tapehead resume` goes on with it. A
    directory that holds another run is refused, and so are numbers that are not finite, and a place that cannot be
    written, which keeps what it held."""
    directory, checkpoint = pathlib.Path(directory), model.checkpoint
    if (directory / MANIFEST).exists() and directory.resolve() not in checkpoint.saved_in:
        raise UnknownCheckpoint(f"{directory}: holds a run; another directory is needed")
    arrays = {**checkpoint.tensors, **weights_of(model)}
    metadata = {**checkpoint.metadata, "config": config_of(checkpoint)}
    goes_on = GOES_ON in arrays and (checkpoint.path.parent / MANIFEST).exists()
    weights = safetensors(arrays, metadata)
    files = {"config.ini": metadata["config"].encode()}
    for which in ("best", "last") if goes_on else ("best",):
        files[f"checkpoint-{which}.safetensors"] = weights
    for name in (MANIFEST, "metrics.csv") if goes_on and not (directory / MANIFEST).exists() else ():
        files[name] = read_bytes(checkpoint.path.parent / name)
    write_files(directory, files)
    checkpoint.saved_in.add(directory.resolve())
