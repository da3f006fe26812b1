"""A connection to a SQLite file that other programs may hold locked: it waits for as long as that takes, and says so
once."""
import sqlite3
import time

from tapehead.runs.errors import note

LOOK = 1      # seconds that SQLite waits by itself, between two looks at whether the sweep is to stop
PAUSE = 0.05  # seconds after a refusal that SQLite gives at once


def connect(path, stopped):
    """A connection to that file. While another program holds it, every call waits; if meanwhile stopped() becomes true,
    the call raises KeyboardInterrupt."""
    has_told = False

    def patiently(call, *words):
        nonlocal has_told
        while True:
            try:
                return call(*words)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error):
                    raise
            if not has_told:
                note(f"{path}: is locked by another program; the sweep goes on as soon as that lets go")
                has_told = True
            if stopped():
                raise KeyboardInterrupt
            time.sleep(PAUSE)

    class Cursor(sqlite3.Cursor):
        def execute(self, *words):
            return patiently(super().execute, *words)

        def executemany(self, *words):
            return patiently(super().executemany, *words)

    class Connection(sqlite3.Connection):
        def cursor(self, factory=Cursor):
            return super().cursor(factory)

        def commit(self):
            patiently(super().commit)

    return sqlite3.connect(path, timeout=LOOK, factory=Connection)
