"""Files are whole or absent: written under a temporary name, then renamed."""
import os
import pathlib
import tempfile

from .errors import InputError


def write_whole(path, data, private=False):
    """Writes to a temporary name and renames, so that no reader ever sees half a file; a private file is readable by
    its owner only."""
    path, temporary = pathlib.Path(path), None
    try:
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
