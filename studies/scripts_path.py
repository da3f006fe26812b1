"""Imported first: after it, a study has the packages of scripts/ as the scripts there have them."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))
