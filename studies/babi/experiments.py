"""The trainings behind Table 1 of Sukhbaatar et al. 2015 and our own experiments, the most important first."""
import dataclasses
import json

from shares import Job
from tapehead.runs.errors import InputError, note
from tapehead.runs.records import read_config

from .ids import as_text
from .restarts import Restart, Trained, number_or
from .scores import by_task, checkpoint, evaluate


@dataclasses.dataclass(frozen=True)
class Experiment:
    name: str
    what: str
    words: tuple      # arguments of `tapehead train`
    restarts: int
    published: str    # column of the paper's table
    large: bool = False  # trained on 10,000 questions
    joint: bool = False  # one training on all tasks
    tasks: tuple = ()    # only these


PAPER = ("--preset", "sukhbaatar2015-single")
NO_LINEAR_START = ("--model.linear-start", "0", "--train.first-sequences", "0", "--train.sequences", "100epochs")
NO_NOISE = ("--model.time-noise", "0")

EXPERIMENTS = (
    Experiment("sukhbaatar2015-single", "the paper's PE LS RN: position encoding, linear start, random noise",
               PAPER, 10, "PE LS RN"),
    Experiment("bag-of-words", "the paper's BoW: bag of words, neither linear start nor random noise",
               (*PAPER, "--model.encoding", "bag-of-words", *NO_LINEAR_START, *NO_NOISE), 10, "BoW"),
    Experiment("position", "the paper's PE: position encoding alone", (*PAPER, *NO_LINEAR_START, *NO_NOISE), 10, "PE"),
    Experiment("position-linear-start", "the paper's PE LS: without random noise", (*PAPER, *NO_NOISE), 10, "PE LS"),
    Experiment("memn2n", "our preset", ("--preset", "memn2n"), 10, "PE LS RN"),
    Experiment("sukhbaatar2015-joint", "the paper's PE LS RN joint: one network for all tasks, 50 numbers a sentence",
               ("--preset", "sukhbaatar2015-joint"), 3, "PE LS RN joint", joint=True),
    Experiment("memn2n-10k", "our preset, 32 numbers a sentence, 10,000 questions",
               ("--preset", "memn2n", "--model.width", "32"), 3, "10k", large=True),
)

# Other models, each on the tasks to be reported.
OTHERS = (
    Experiment("entity-network", "the recurrent entity network, our preset, 10,000 questions",
               ("--preset", "entity-network"), 3, "", large=True, tasks=(1, 2, 6, 7, 9, 11, 12, 15, 20)),
    Experiment("babi-lstm", "an LSTM of 128 units that reads word by word, 20 epochs of 10,000 questions",
               ("--preset", "babi-lstm"), 3, "", large=True, tasks=(1, 4, 6, 15)),
    Experiment("babi-dnc", "a DNC (LSTM of 128 units, memory 32×32) that reads word by word, 20 epochs "
                           "of 10,000 questions",
               ("--preset", "babi-dnc"), 3, "", large=True, tasks=(1, 4, 6, 15)),
)
SETS = {"memn2n": EXPERIMENTS, "models": OTHERS}


@dataclasses.dataclass
class Training:
    """An experiment's restarts on one task, or on all jointly."""
    experiment: Experiment
    tasks: list
    data: object  # DataSet
    directory: object

    def name(self):
        return self.experiment.name + ("" if self.experiment.joint else f" task {self.tasks[0]}")

    def restart(self, number):
        return self.directory / f"restart-{number}"

    def check_data(self):
        for number in self.finished():
            seen = read_config(self.restart(number) / "config.ini").get("task.path")
            if seen != str(self.data.folder):
                raise InputError(f"{self.restart(number)}: was trained on {seen}, not on {self.data.folder}; another "
                                 "--out is needed")

    def jobs(self, place):
        """One job per restart. First restarts of all tasks come before second ones."""
        words = [*self.experiment.words, "--task.path", str(self.data.folder), "--task.ids", as_text(self.tasks)]
        return [Job(f"{self.name()} restart {number}", [*words, "--train.restart", str(number)], self.restart(number),
                    rank=(place, number, self.tasks[0])) for number in range(1, self.experiment.restarts + 1)]

    def finished(self):
        """The numbers of the finished restarts."""
        return [number for number in range(1, self.experiment.restarts + 1)
                if (self.restart(number) / "result.json").exists()]


def trainings(experiments, data, out):
    """The trainings that there are data for, given (small, large) of find_data. Raises InputError if `out` has runs on
    other data."""
    found = []
    for experiment in experiments:
        of_size = data[experiment.large]
        if of_size is None:
            continue
        wanted = [task for task in of_size.tasks if task in (experiment.tasks or of_size.tasks)]
        for tasks in [wanted] if experiment.joint else [[task] for task in wanted]:
            name = "all-tasks" if experiment.joint else f"task-{tasks[0]}"
            found.append(Training(experiment, tasks, of_size, out / experiment.name / name))
            found[-1].check_data()
    return found


def trained(program, training):
    """Its finished restarts with their scores, or None if there are none. A restart that diverged is left out."""
    split, restarts = training.data.split, []
    for number in training.finished():
        run = training.restart(number)
        result = json.loads((run / "result.json").read_text(encoding="utf-8"))
        if result.get("status") == "diverged" or not checkpoint(run).exists():
            note(f"{run}: diverged; it is left out")
            continue
        scores = evaluate(program, run, run / f"{split}.csv", split, [checkpoint(run)])
        restarts.append(Restart(number, number_or(result.get("train_error")), number_or(result.get("train_bits")),
                                by_task(scores, training.tasks, "error"), result.get("seconds", 0.0)))
    average = {}
    if len(restarts) == training.experiment.restarts > 1:  # unfinished restarts cannot be averaged
        checkpoints = [checkpoint(training.restart(restart.number)) for restart in restarts]
        scores = evaluate(program, training.directory, training.directory / f"{split}.csv", split, checkpoints)
        average = by_task(scores, training.tasks, "average_error")
    return Trained(restarts, average) if restarts else None
