"""Import this first: it makes the packages of scripts/ importable in a study, as in the scripts there."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))
