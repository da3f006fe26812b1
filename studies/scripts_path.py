"""Import this first: it makes the package of python/ importable in a study, as in the scripts."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(1, str(pathlib.Path(__file__).resolve().parents[1] / "python"))
