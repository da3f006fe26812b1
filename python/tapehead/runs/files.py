"""Files are whole or absent: written under a temporary name, then renamed."""
import fnmatch
import os
import pathlib
import tempfile

from .errors import InputError

OF_A_RUN = ("config.ini", "manifest.json", "metrics.csv", "eval.csv", "result.json", "notes.json", "restarts.csv",
            "checkpoint-*.safetensors")  # as the program has them in experiments/runs/ and experiments/training/


def check_output(path, option="--out"):
    """InputError, before the work begins, for a name that a user gave to a file and that cannot or must not have it:
    renaming would replace a device, and what a run cannot be had again without."""
    path = pathlib.Path(path)
    if odd := oddity(path):
        raise InputError(f"{option}: {path} is {odd}; the name of a file is needed")
    if not os.path.isdir(path.parent):
        raise InputError(f"{option}: there is no directory {path.parent}; a file's name in one that exists is needed")
    if os.path.exists(path.parent / "config.ini") and any(fnmatch.fnmatchcase(path.name, name) for name in OF_A_RUN):
        raise InputError(f"{option}: {path} is a run's own; another name is needed")


def oddity(path):
    """What there is of that name that is no file; "" where there is a file or nothing."""
    if os.path.isdir(path):
        return "a directory"
    return "a device or a pipe" if os.path.exists(path) and not os.path.isfile(path) else ""


def write_whole(path, data, private=False):
    """Writes to a temporary name and renames, so that no reader ever sees half a file; a private file is readable by
    its owner only. InputError for a name of what is no file: renaming would put one in its place."""
    path, temporary = pathlib.Path(path), None
    try:
        if odd := oddity(path):
            raise InputError(f"{path}: is {odd}; the name of a file is needed")
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = file.name
            file.write(data)
        os.chmod(temporary, 0o600 if private else 0o666 & ~umask())
        os.replace(temporary, path)
    except OSError as error:
        if temporary and os.path.exists(temporary):
            os.unlink(temporary)
        raise InputError(f"{path}: cannot be written ({error.strerror}); choose another place with --out") from None


def make_directory(path):
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: {path} cannot be made ({error.strerror}); name another directory") from None


def umask():
    """The process's umask, which can only be read by setting it; without it the file would keep the temporary file's
    private mode."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
