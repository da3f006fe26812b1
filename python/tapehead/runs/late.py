"""Libraries that a command reads only when it begins to work. They take a second or more, which --help and the refusal
of a word need not wait for.

A command's modules are imported within `libraries()`, and `load()` comes after its arguments were understood. In
between such a library is a module without contents, which reads itself where something of it is asked for after all.
This file must stay valid for any older Python 3, as commands/start.py."""
import contextlib
import importlib.machinery
import sys
import types

LIBRARIES = {"h5py", "pandas", "scipy.special",
             *("matplotlib." + name for name in ("axes", "backends.backend_pdf", "collections", "font_manager",
                                                 "patches", "patheffects", "pyplot", "text", "textpath"))}


class Late(types.ModuleType):
    """A library that was not read yet."""
    def __getattr__(self, name):  # called for what a module does not have; this one has nothing but its __spec__
        read(self)
        return getattr(self, name)


class Finder:
    """Finds these libraries, and is their loader until they are read."""
    def find_spec(self, name, path=None, target=None):
        spec = importlib.machinery.PathFinder.find_spec(name, path, target) if name in LIBRARIES else None
        if spec:
            spec.loader_state, spec.loader = spec.loader, self
        return spec

    def create_module(self, spec):
        return None  # an ordinary one

    def exec_module(self, module):
        module.__class__ = Late  # now that importlib has given it what every module has


def read(module):
    module.__class__ = types.ModuleType  # first, for the library asks for its own parts while it is read
    spec = module.__spec__
    module.__loader__ = spec.loader = spec.loader_state
    spec.loader.exec_module(module)


@contextlib.contextmanager
def libraries():
    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def load():
    for module in list(sys.modules.values()):
        if isinstance(module, Late):
            read(module)
