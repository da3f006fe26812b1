#!/usr/bin/python3
"""Starts tapehead.commands.figure."""
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "python"))

from tapehead.commands import start

if __name__ == "__main__":
    sys.exit(start.script("figure"))
