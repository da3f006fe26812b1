"""The engine's module, or one line about what it takes to have it."""
from tapehead.runs import places
from tapehead.version import VERSION

try:
    from tapehead import _engine
except ImportError as error:
    raise ImportError(
        f"tapehead._engine: cannot be loaded ({error}); a build with pybind11 is needed: scripts/setup.sh python, "
        "scripts/build.sh, and build/python in PYTHONPATH; or pip install") from error
if _engine.version != VERSION:
    raise ImportError(f"tapehead._engine: is of version {_engine.version}, and the package of {VERSION}; both of one "
                      "build are needed")

_engine.set_share("" if places.IS_CLONE else str(places.ROOT))  # presets and trained models
