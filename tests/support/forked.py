"""A script as a process without its start-up: a fork of the test, which has imported what the script imports. Starting
Python with Matplotlib or Optuna takes a second, so most tests fork; at least one test per script starts it as a user
does."""
import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings


class Forked:
    """main(words) in a child process, with the parts of subprocess.Popen that tests need; both outputs can be read at
    its end."""

    def __init__(self, main, *words, cwd=None):
        self.args, self.returncode = [str(word) for word in words], None
        self._outputs = [tempfile.TemporaryFile("w+", encoding="utf-8") for _ in range(2)]
        self.error = self._outputs[1]  # to be read by os.pread before its end
        gc.freeze()  # a collection in the child would touch, and so copy, every page of what was imported
        self.pid = os.fork()
        if not self.pid:
            self._work(main, cwd)

    def _work(self, main, cwd):
        """Never returns: the test's stack belongs to the test."""
        status = 1
        try:
            nothing = os.open(os.devnull, os.O_RDONLY)
            for number, file in enumerate([nothing, *(output.fileno() for output in self._outputs)]):
                os.dup2(file, number)
            warnings.simplefilter("ignore")  # a test enables warnings that a script does not
            sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", buffering=1) for number in (1, 2))
            if cwd:
                os.chdir(cwd)
            status = main(self.args)
        except SystemExit as end:  # from argparse
            status = end.code
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status or 0)

    def poll(self):
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def communicate(self, timeout=60):
        end = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.args, timeout)
            time.sleep(0.005)
        texts = []
        for file in self._outputs:
            file.seek(0)
            texts.append(file.read())
        return tuple(texts)

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)


def run(main, *words, cwd=None, timeout=120):
    """The result of subprocess.run for main(words)."""
    process = Forked(main, *words, cwd=cwd)
    try:
        out, err = process.communicate(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)
