#!/usr/bin/python3
"""Makes the run directories of this folder, with a program of the version that they are to be of.

  tests/old_runs/make.py PROGRAM [NAME]...

Each NAME/ holds run/, a run's directory as that version left it; expected.json, the commands that made it and those
that were given to a copy of it afterwards, on which kind of machine; and what came of these: metrics.csv of the run
gone on with, eval.csv, and trace.json, which has shape and size of each array of a trace. They were made by commit
550f26c. tests/experiments/old_runs_test.py gives the same commands to the program as it is now."""
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from checkpoint_bits import digest, machine, tensors
from trace_summary import summary

# name: options of the run; options of its resumed copy; the settings that the copy is scored on; whether it is
# interrupted before its end; whether results must be bit-exact: not if sums have been reordered since (words read one
# by one, short sums by halves of a register, hops stage by stage, quotients without a divider, exponentials by other
# instructions).
BITS = "--task.bits 2 --task.max-length 4"
BABI = "--task babi --task.questions 40 --task.test-questions 20"
RUNS = {
    "ntm": dict(train=f"{BITS} --controller.size 4 --memory.slots 5 --memory.width 3 --train.optimizer graves-rmsprop "
                "--train.learning-rate 1e-3 --train.sequences 1200 --train.validate-every 200 "
                "--train.validation-episodes 50 --train.checkpoint-every 100",
                interrupt=True, eval="--task.length 2..4:2 --episodes 20 --split final", trace="--task.length 3",
                exact=False),
    "dnc": dict(train="--task associative-recall --task.bits 2 --task.vectors 1 --task.max-items 3 --memory dnc "
                "--controller.size 4 --memory.slots 4 --memory.width 3 --memory.read-heads 2 --train.optimizer adam "
                "--train.learning-rate 3e-3 --train.weight-decay 0.01 --train.clip value --train.clip-at 0.05 "
                "--train.batch 8 --train.sequences 480 --train.validate-every 240 --train.validation-episodes 50",
                resume="--train.sequences 1440", eval="--task.items 2..4 --episodes 20 --split final",
                trace="--task.items 3", exact=False),
    "lru": dict(train=f"{BITS} --memory lru --controller feedforward --controller.size 4 --memory.slots 4 "
                "--memory.width 3 --train.optimizer adam --train.learning-rate 3e-3 "
                "--train.batch 4 --train.curriculum prediction-gain --train.average 0.9 --train.sequences 200 "
                "--train.validate-every 100 --train.validation-episodes 50",
                resume="--train.sequences 400", eval="--task.length 2..4:2 --episodes 20 --split final",
                trace="--task.length 3", exact=False),
    "stack": dict(train="--task reverse --task.bits 2 --task.max-length 4 --memory stack --controller gru "
                  "--controller.size 4 --memory.width 3 --train.optimizer rmsprop --train.learning-rate 3e-3 "
                  "--train.batch 4 --train.curriculum look-back --train.stop-below 12 --train.check task.length=6 "
                  "--train.check-below 0.01 --train.check-episodes 20 --train.restarts 9 --train.sequences 400 "
                  "--train.validate-every 200 --train.validation-episodes 50",
                  resume="--train.sequences 1200", eval="--task.length 2..4:2 --episodes 20 --split final",
                  trace="--task.length 3", exact=False),
    "transformer": dict(train="--task sort --task.bits 2 --task.max-length 3 --model transformer --controller.size 4 "
                        "--controller.layers 1 --controller.heads 2 --controller.dropout 0.1 --train.optimizer adam "
                        "--train.learning-rate 3e-3 --train.warm-up 200 --train.decay 0.5 --train.decay-sequences 400 "
                        "--train.batch 4 --train.sequences 400 --train.validate-every 200 "
                        "--train.validation-episodes 50",
                        resume="--train.sequences 1200", eval="--task.length 2..3 --episodes 20 --split final",
                        trace="--task.length 3", exact=False),
    "gru-words": dict(train=f"{BABI} --task.ids 1,6 --task.episode story --model gru --controller.size 4 "
                      "--train.optimizer adam --train.learning-rate 1e-2 --train.batch 4 --train.sequences 4epochs "
                      "--train.validate-every 2epochs",
                      resume="--train.sequences 8epochs", eval="--split test", trace="", exact=False),
    "memn2n": dict(train=f"{BABI} --task.ids 1,6 --model memn2n --model.width 4 --model.hops 2 --model.memory 10 "
                   "--model.linear-start 2epochs --train.optimizer sgd --train.learning-rate 0.01 --train.batch 8 "
                   "--train.decay 0.5 --train.decay-sequences 2epochs --train.decay-stairs on --train.keep last "
                   "--train.sequences 4epochs --train.validate-every 2epochs --restarts 2",
                   copy="restart-1", resume="--train.sequences 8epochs", eval="--split test", trace="", exact=False),
    "entity-network": dict(train=f"{BABI} --task.ids 1 --task.episode story --model entity-network --model.slots 3 "
                           "--model.width 4 --train.optimizer adam --train.learning-rate 1e-2 --train.batch 4 "
                           "--train.sequences 4epochs --train.validate-every 2epochs",
                           resume="--train.sequences 8epochs", eval="--split test", trace="", exact=False),
    "memory-network": dict(train=f"{BABI} --task.ids 2 --model memory-network --model.width 4 --train.optimizer sgd "
                           "--train.learning-rate 0.01 --train.batch 4 --train.sequences 4epochs "
                           "--train.validate-every 2epochs",
                           resume="--train.sequences 8epochs", eval="--split test", trace="",
                           refused="is of a version that took this model's objective for its cost"),
    "key-value": dict(train=f"{BABI} --task.ids 1,6 --model key-value-memory-network --model.width 4 "
                      "--train.optimizer adam --train.learning-rate 1e-2 --train.batch 8 --train.sequences 4epochs "
                      "--train.validate-every 2epochs",
                      resume="--train.sequences 8epochs", eval="--split test", trace="", exact=False),
}


def done(words):
    """Runs a command; shows its messages if it fails."""
    outcome = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if outcome.returncode:
        sys.exit(f"{shlex.join(words)}\n{outcome.stderr}")


def interrupted(words):
    """Runs a command until it has written a checkpoint after a validation, and interrupts it as a user would."""
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as process:
        metrics = pathlib.Path("run/metrics.csv")
        while not metrics.exists() or len(metrics.read_text().splitlines()) < 2:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
    assert process.returncode == 75, process.returncode


def make(program, name, train, eval, trace, resume="", interrupt=False, exact=True, copy="",  # noqa: A002
         refused=""):
    commands = [f"train {train} --out run", f"resume {pathlib.Path('run', copy)} {resume}".rstrip(),
                f"eval run {eval} --csv eval.csv", f"trace {pathlib.Path('run', copy)} {trace} --out trace.h5"]
    resumed = commands.pop(1) if refused else None  # the current program refuses to resume it, and says why
    words = [[program, *shlex.split(command)] for command in commands]
    home = HERE / name
    shutil.rmtree(home, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if interrupt:
            interrupted(words[0])
        else:
            done(words[0])
        for previous in pathlib.Path("run").rglob("checkpoint-previous.safetensors"):
            previous.unlink()  # resuming uses the last checkpoint
        shutil.copytree("run", home / "run")
        for step in words[1:]:
            done(step)
        run = pathlib.Path("run", copy)
        shutil.copy(run / "metrics.csv", home)
        shutil.copy("eval.csv", home)
        (home / "trace.json").write_text(json.dumps(summary("trace.h5"), indent=1) + "\n")
        names = tensors(home / run / "checkpoint-last.safetensors")
        expected = {"run": str(run), "made by": "tapehead " + commands[0],
                    "then": ["tapehead " + command for command in commands[1:]],
                    "refused": {"tapehead " + resumed: refused} if refused else {},
                    "machine": machine(json.loads((run / "manifest.json").read_text())),
                    "sha256": digest(run / "checkpoint-last.safetensors", names) if exact else None}
        (home / "expected.json").write_text(json.dumps(expected, indent=2) + "\n")
        os.chdir(HERE)


if __name__ == "__main__":
    for a_run in sys.argv[2:] or RUNS:
        options = RUNS[a_run]
        make(str(pathlib.Path(sys.argv[1]).resolve()), a_run, **options)
