"""A shell in its own terminal: the content of its command line after some keys."""
import os
import pty
import re
import select
import subprocess
import time


class Terminal:
    """`setup` must make ^T print LINE<the command line>END."""

    SHOW, CLEAR = "\x14", "\x15"  # ^T, ^U

    def __init__(self, words, setup, folder):
        self.master, slave = pty.openpty()
        environment = os.environ | {"TERM": "dumb", "PS1": "$ ", "HOME": str(folder), "HISTFILE": "/dev/null",
                                    "INPUTRC": "/dev/null"}
        self.shell = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment,
                                      start_new_session=True)
        os.close(slave)
        self.said = ""
        self.send(setup + "\necho RE''ADY\n")
        self.wait(r"(?m)^READY")

    def send(self, text):
        os.write(self.master, text.encode())

    def wait(self, pattern, seconds=30):
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.said)):
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise AssertionError(f"{pattern} did not come, but {self.said[-2000:]!r}")
            self.said += os.read(self.master, 65536).decode(errors="replace").replace("\r", "")
        self.said = self.said[found.end():]
        return found

    def after(self, keys):
        """The command line after typing these keys on an empty one."""
        self.send(self.CLEAR + keys + self.SHOW)
        return self.wait(r"LINE<(.*?)>END")[1]

    def close(self):
        self.shell.kill()
        self.shell.wait()
        os.close(self.master)
