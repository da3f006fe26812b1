"""A PostgreSQL server for a test: in a temporary directory, with a socket there and a free local port."""
import contextlib
import ctypes
import importlib.util
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

USER = "sweeper"
PASSWORD = "p@ss/{word}%"  # characters that an address must escape
SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off",
            "listen_addresses=127.0.0.1"]
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def end_with_parent():
    """The server ends if its test is killed."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def why_not():
    """What this machine lacks, or None."""
    if importlib.util.find_spec("psycopg2") is None:
        return "psycopg2: not installed (Debian's python3-psycopg2)"
    return None if binaries() else "no PostgreSQL server: not installed (Debian's postgresql)"


def binaries():
    """The directory of initdb and postgres, or None; Debian keeps them out of PATH."""
    found = shutil.which("initdb")
    places = [pathlib.Path(found).resolve().parent] if found else []
    places += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "postgres").exists()), None)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A running server. PostgreSQL refuses to run as root, so root runs it as the user `postgres`."""

    def __init__(self):
        self.place = binaries()
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tapehead-"))
        self.port = free_port()
        (self.folder / "password").write_text(PASSWORD)
        if self.user:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, "postgres", "postgres")
        done = subprocess.run([self.place / "initdb", "-D", self.folder / "data", "-U", USER, "--pwfile",
                               self.folder / "password", "-N", "--auth-local=trust", "--auth-host=scram-sha-256", "-E",
                               "UTF8", "--locale=C"], capture_output=True, text=True, cwd="/", **self.user)
        if done.returncode:
            raise RuntimeError(f"initdb: {done.stderr}")
        self.start()

    def start(self):
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        self.process = subprocess.Popen([self.place / "postgres", "-D", self.folder / "data", "-p", str(self.port),
                                         "-k", self.folder, *settings], cwd="/", stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, preexec_fn=end_with_parent, **self.user)
        end = time.monotonic() + 60
        while subprocess.run([self.place / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the PostgreSQL server does not start")
            time.sleep(0.05)

    def stop(self):
        """Stops at once, without notifying clients."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(timeout=60)

    def remove(self):
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def address(self, database):
        """The socket's address, which needs no password."""
        return f"postgresql://{USER}@/{database}?host={self.folder}&port={self.port}"

    def guarded(self, database, password=PASSWORD):
        """A local port's address, which needs a password."""
        return f"postgresql://{USER}:{urllib.parse.quote(password, safe='')}@127.0.0.1:{self.port}/{database}"

    def sql(self, database, text):
        """A query's result, one line per row, its columns joined by "|"."""
        import psycopg2  # why_not() tells where it is missing
        with contextlib.closing(psycopg2.connect(self.address(database))) as connection:
            connection.autocommit = True  # CREATE DATABASE is for no transaction
            with connection.cursor() as cursor:
                cursor.execute(text)
                return ["|".join(map(str, row)) for row in cursor.fetchall()] if cursor.description else []
