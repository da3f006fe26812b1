"""Run directories as tapehead writes them, with costs chosen by a test."""
import json
import pathlib
import tempfile
import unittest

METRICS = "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value\n"
EVAL = "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value\n"


class RunFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def make_run(self, name, seed, values, task="copy", memory="ntm", addressing="content", status="finished",
                 cost=None, budget=1000, stop=0.1, config="", settings=(), metric="bits", parameters=1234,
                 eval_metric=None):
        """A run validated every 100 sequences, a second each, with these values; its final cost is the last of them
        unless given, and the status "unfinished" leaves it without a result. `settings` are (setting, value) of its
        eval.csv, in the same metric unless given. Returns its directory."""
        path = self.root / name / f"seed-{seed}"
        path.mkdir(parents=True)
        parts = f"{task},memory-machine,lstm,{memory},{addressing},{seed}"
        rows = [f"{parts},{100 * (k + 1)},{k + 1},validation,{metric},{value}\n" for k, value in enumerate(values)]
        (path / "metrics.csv").write_text(METRICS + "".join(rows))
        if settings:
            rows = [f"{parts},900,{setting},100,{eval_metric or metric},{value}\n" for setting, value in settings]
            (path / "eval.csv").write_text(EVAL + "".join(rows))
        model = "model = memory-machine\ncontroller = lstm\n"
        model += f"memory = {memory}\n" + (f"addressing = {addressing}\n" if addressing != "none" else "")
        (path / "config.ini").write_text(f"task = {task}\n{model}seed = {seed}\n"
                                         f"train.sequences = {budget}\ntrain.stop-below = {stop}\n{config}")
        (path / "manifest.json").write_text(json.dumps({"seed": seed, "parameters": parameters}))
        if status != "unfinished":
            result = {"status": status, "sequences": 100 * len(values), "seconds": len(values)}
            if status != "diverged":
                result[metric] = values[-1] if cost is None else cost
            (path / "result.json").write_text(json.dumps(result))
        return path
