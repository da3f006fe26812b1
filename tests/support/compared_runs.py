"""Runs that a test compares, and the results without printed notes."""
import contextlib
import io

from run_files import RunFiles
from tapehead.stats import comparison


def quietly(function, *arguments, **named):
    """The function's result, and its notes."""
    notes = io.StringIO()
    with contextlib.redirect_stderr(notes):
        return function(*arguments, **named), notes.getvalue()


class CompareTest(RunFiles):
    def compare(self, *names, **options):
        return quietly(comparison.compare, [self.root / name for name in names], **options)[0]

    def two_groups(self, seeds=6):
        for seed in range(1, seeds + 1):
            solved_at = min(seed, 4)
            costs = [9, 8, 7, 6] if seed == 6 else [9, 8, 7][: solved_at - 1] + [seed / 100]
            self.make_run("a", seed, costs, budget=400, cost=seed / 100, settings=[("task.length=5", 0.5 * seed)],
                          status="finished" if seed == 6 else "solved")
            self.make_run("b", seed, [9, 9, 9, 0.05 if seed == 1 else 9], memory="dnc", addressing="none", budget=400,
                          status="solved" if seed == 1 else "finished", cost=seed + 2)
        return self.root / "a", self.root / "b"
