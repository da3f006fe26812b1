"""A PostgreSQL server of a test's own: in a temporary directory, on a socket there and a free port of this machine."""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
PASSWORD = "p@ss/{word}%"  # signs that an address has to escape
SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "listen_addresses=127.0.0.1"]


def binaries():
    """Where initdb and postgres are, or None; Debian keeps them out of PATH."""
    found = shutil.which("initdb")
    places = [pathlib.Path(found).resolve().parent] if found else []
    places += sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "postgres").exists()), None)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """PostgreSQL refuses to run as root, so root has the user `postgres` run it."""

    def __init__(self):
        self.place = binaries()
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tapehead-"))
        self.port = free_port()
        (self.folder / "password").write_text(PASSWORD)
        if self.as_user:
            for path in (self.folder, self.folder / "password"):
                shutil.chown(path, "postgres", "postgres")
        self.command("initdb", "-D", self.folder / "data", "-U", "sweeper", "--pwfile", self.folder / "password", "-N",
                     "--auth-local=trust", "--auth-host=scram-sha-256", "-E", "UTF8", "--locale=C")
        self.process = None
        self.start()

    @property
    def as_user(self):
        return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []

    def command(self, name, *words):
        done = subprocess.run([*self.as_user, self.place / name, *words], capture_output=True, text=True, cwd="/")
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr}")

    def start(self):
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        self.process = subprocess.Popen([*self.as_user, self.place / "postgres", "-D", self.folder / "data", "-p",
                                         str(self.port), "-k", self.folder, *settings], cwd="/",
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while subprocess.run([self.place / "pg_isready", "-q", "-h", self.folder, "-p", str(self.port)]).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the PostgreSQL server does not start")
            time.sleep(0.05)

    def stop(self):
        """At once, without a word to those that are connected."""
        self.command("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-W", "stop")
        self.process.wait(timeout=60)

    def remove(self):
        if self.process and self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder)

    def address(self, database):
        """By the socket, where no password is asked for."""
        return f"postgresql://sweeper@/{database}?host={self.folder}&port={self.port}"

    def sql(self, database, text):
        """What a query answers, a line a row."""
        done = subprocess.run([self.place / "psql", "-h", self.folder, "-p", str(self.port), "-U", "sweeper", "-d",
                               database, "-Atc", text], capture_output=True, text=True, check=True)
        return done.stdout.splitlines()


def skip_where_there_is_none():
    """For a test's first lines: ends it as skipped where a server or its driver is not installed."""
    try:
        import psycopg2  # noqa: F401
    except ModuleNotFoundError:
        print("SKIP: python3-psycopg2 is not installed")
        sys.exit(SKIPPED)
    if not binaries():
        print("SKIP: no PostgreSQL server is installed")
        sys.exit(SKIPPED)
