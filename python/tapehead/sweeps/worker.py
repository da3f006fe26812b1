"""One program working on one point, in its own process."""
import contextlib
import ctypes
import dataclasses
import os
import select
import signal
import subprocess

PR_SET_PDEATHSIG = 1
DONE, DIVERGED = 0, 3  # exit statuses that are results
LIBC = ctypes.CDLL(None)


def end_with_parent():
    """Lets the program write its checkpoint even if the sweep itself was killed."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def wait_for_any(processes, seconds):
    """Returns as soon as one of them has ended, or after that time."""
    with contextlib.ExitStack() as stack:
        ends = []
        for process in processes:
            if process.returncode is None:
                ends.append(os.pidfd_open(process.pid))
                stack.callback(os.close, ends[-1])
        select.select(ends, [], [], seconds if len(ends) == len(processes) else 0)


@dataclasses.dataclass
class Worker:
    """A run in its own session: a terminal's Ctrl-C reaches only the sweep, which then asks each program once to stop.
    `lock` is a descriptor that the program keeps open while it works in the directory."""
    program: object
    point: object
    directory: object
    lock: int
    process: object = None

    def start(self):
        self.directory.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.program, "train", *self.point.words(), "--threads", "1", "--out", self.directory],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, pass_fds=(self.lock,),
                preexec_fn=end_with_parent)

    @property
    def log(self):
        return self.directory.with_suffix(".log")

    def ask_to_stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def stop(self):
        """Interrupts the run at a checkpoint."""
        self.ask_to_stop()
        self.process.wait()

    def ended(self, seconds=0):
        """Whether it has ended, after waiting at most `seconds`."""
        if seconds:
            wait_for_any([self.process], seconds)
        return self.process.poll() is not None

    def has_result(self):
        return self.process.returncode in (DONE, DIVERGED) and (self.directory / "result.json").exists()

    def has_ended_well(self):
        return self.ended() and self.has_result()

    def failure(self):
        """Why there is no result, in one line."""
        status = self.process.returncode
        how = f"killed by signal {-status}" if status < 0 else f"exit status {status}"
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return f"{how}; {self.log} ends: {lines[-1] if lines else 'nothing'}"
