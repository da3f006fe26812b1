"""Workers on this machine, one per job, and the progress of the whole sweep, wherever it is worked on."""
import os
import signal
import subprocess

from tapehead.runs.errors import InputError
from tapehead.runs.places import script

from .address import whole
from .table import best_value, outcome
from .worker import end_with_parent, wait_for_any

ADDRESS = "TAPEHEAD_STORAGE"  # passed by environment, for everybody on the machine can read a command line
LOOK = 0.5                    # seconds between two looks at the study
DONE, INTERRUPTED = 0, 75     # exit statuses of workers
CRASHES = 10                  # dead workers that are replaced at most


class Pool:
    def __init__(self, study, sweep_file, program, jobs, progress, stopped):
        self.study, self.jobs, self.progress, self.stopped = study, jobs, progress, stopped
        self.command = [*script("sweep"), "--worker", sweep_file, "--out", study.directory, "--study", study.name,
                        "--program", program]
        self.workers, self.crashes, self.told = [], 0, {one.number for one in study.over()}
        self.best = None

    def run(self):
        """True if nothing is left to do."""
        self.start(min(self.jobs, self.study.open()))
        try:
            try:
                while self.workers and not self.stopped():
                    wait_for_any(self.workers, LOOK)
                    self.replace_the_dead()
                    self.show()
            finally:
                self.stop()
            self.show()
        finally:
            self.progress.close()
        return not self.study.open()

    def start(self, number):
        environment = os.environ | {ADDRESS: whole(self.study.storage.address)}
        self.workers += [subprocess.Popen(self.command, env=environment, stdin=subprocess.DEVNULL,
                                          stdout=subprocess.DEVNULL, start_new_session=True, preexec_fn=end_with_parent)
                         for _ in range(number)]

    def replace_the_dead(self):
        """Replaces a killed worker; a worker that cannot work reports why, and the sweep ends."""
        ended = [one for one in self.workers if one.poll() is not None]
        self.workers = [one for one in self.workers if one.returncode is None]
        for status in (one.returncode for one in ended):
            if status > 0 and status != INTERRUPTED:
                raise InputError(f"{self.study.directory}: a worker ended with exit status {status}; see above")
            if status < 0 and self.crashes < CRASHES:
                self.crashes += 1
                self.start(1)

    def show(self):
        if self.study.count_over() > len(self.told):
            for trial in self.study.over():
                if trial.number not in self.told:
                    self.told.add(trial.number)
                    self.progress.ended(outcome(self.study.sweep, trial))
            self.best = best_value(self.study.sweep, self.study.best())
        self.progress.show(len(self.workers), self.best)

    def stop(self):
        """Each worker stops its program at a checkpoint."""
        for worker in self.workers:
            if worker.poll() is None:
                worker.send_signal(signal.SIGTERM)
        for worker in self.workers:
            worker.wait()
