"""Files that scripts/plot.py draws, with numbers chosen for tests of how figures look."""
import h5py
import numpy

from run_files import EVAL, RunFiles
from trace_files import TraceFiles

POINTS = "run,trial,state,value,status,sequences,seconds,train.learning-rate,memory,memory.slots,task,seed"
CLASSES = ["bathroom", "garden", "hallway", "kitchen", "office"]


class PlotInputs(TraceFiles, RunFiles):
    def groups_of_runs(self, memories=("ntm", "dnc", "lru"), seeds=3):
        """Runs of copy, a group a memory, of which the last seed never solves it."""
        path = self.root / "runs"
        for at, memory in enumerate(memories):
            for seed in range(1, seeds + 1):
                if (path / memory / f"seed-{seed}").exists():
                    continue
                solved = seed < seeds
                self.make_run(f"runs/{memory}", seed, [20, 15, 3 + at, 0.05 * seed if solved else 2], memory=memory,
                              status="solved" if solved else "finished",
                              config="task.min-length = 1\ntask.max-length = 20\n",
                              settings=[(f"task.length={length}", length * seed) for length in (10, 20, 40)])
        return path

    def story_file(self, statements):
        path = self.root / "story.h5"
        with h5py.File(path, "w") as file:
            file.attrs["model"], file.attrs["scoring"] = "memn2n", "classes"
            for name, texts in (("statements", [f"mary went to place number {at}" for at in range(statements)]),
                                ("classes", CLASSES), ("question", ["where is mary"]), ("answer", ["kitchen"])):
                file[f"story/{name}"] = numpy.array(texts, dtype=h5py.string_dtype())
            file["story/supports"] = numpy.array([1], "f4")
            file["outputs"] = numpy.array([[0.2, 0.1, 0.03, 0.6, 0.07]])
            file["hop/weights"] = numpy.eye(3, statements)[:, None]
        return path

    def peaks_file(self):
        path, parts = self.root / "peaks.csv", "babi,memn2n,none,none,none,1,900"
        text = EVAL
        for task in (1, 2):
            text += "".join(f"{parts},task.ids={task};hop={hop},100,on_support,{0.3 * hop}\n" for hop in (1, 2, 3))
            text += "".join(f"{parts},task.ids={task},100,{metric},{value}\n" for metric, value in
                            (("on_any", 0.95), ("chance", 0.1), ("error", 3.5)))
        path.write_text(text)
        return path

    def sweep_of_eight(self):
        """Points whose cost depends on the memory, and slightly on the rate."""
        path = self.root / "sweep"
        path.mkdir(exist_ok=True)
        rows = [f"{memory}{at},0,complete,{cost + float(rate)},solved,100,1,{rate},{memory},8,copy,{seed}"
                for memory, cost in (("ntm", 1), ("dnc", 5)) for at, rate in enumerate(("0.0001", "0.1"))
                for seed in (1, 2)]
        named = [row.replace(row.split(",")[0], f"run{at}", 1) for at, row in enumerate(rows)]
        (path / "points.csv").write_text("\n".join([POINTS, *named]) + "\n")
        return path
