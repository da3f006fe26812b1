"""The engine's module, or one line about what it takes to have it."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys

from tapehead.runs import places
from tapehead.version import VERSION

# Of a portable build (cmake/portable.cmake) there is a module for each of these, with what it needs of a processor.
KINDS = {"avx512": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}, "avx2": {"avx2", "fma", "bmi2"}}
CPU = pathlib.Path("/proc/cpuinfo")


def kinds_here():
    """Those that this processor runs, the best first."""
    flags = set(CPU.read_text().partition("flags")[2].partition("\n")[0].split()) if CPU.exists() else set()
    return [kind for kind, needed in KINDS.items() if needed <= flags]


def chosen(folder):
    """The module of the best kind that was built, or of the one that TAPEHEAD_KERNELS names; None: the plain one."""
    built = {kind: path for kind in kinds_here() for path in (folder / kind).glob("_engine*.so")}
    asked = os.environ.get("TAPEHEAD_KERNELS") or next(iter(built), "plain")
    if asked not in built:
        if built and asked != "plain":
            raise ImportError(f"TAPEHEAD_KERNELS: got {asked}; one that this processor has is needed: "
                              f"{', '.join(built)}, plain")
        return None
    name, path = "tapehead._engine", str(built[asked])
    spec = importlib.util.spec_from_file_location(name, path,
                                                  loader=importlib.machinery.ExtensionFileLoader(name, path))
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


try:
    _engine = chosen(pathlib.Path(__file__).parent / "_kinds")
    if _engine is None:
        from tapehead import _engine
except ImportError as error:
    raise ImportError(
        f"tapehead._engine: cannot be loaded ({error}); a build with pybind11 is needed: scripts/setup.sh python, "
        "scripts/build.sh, and build/python in PYTHONPATH; or pip install") from error
if _engine.version != VERSION:
    raise ImportError(f"tapehead._engine: is of version {_engine.version}, and the package of {VERSION}; both of one "
                      "build are needed")

_engine.set_share("" if places.IS_CLONE else str(places.ROOT))  # presets and trained models
