"""Episodes of a task, as `tapehead generate` writes them."""
from process import ProgramTest


class EpisodeFiles(ProgramTest):
    def episodes(self, task, count, **options):
        """Inputs and targets of each episode."""
        words = [word for name, value in options.items() for word in (f"--task.{name.replace('_', '-')}", value)]
        name = "-".join([task, *map(str, options.values())]) + ".txt"
        self.tapehead("generate", task, "--episodes", count, "--out", name, *words)
        lines = (self.root / name).read_text().splitlines()
        read = [tuple(side.split(" ") for side in line.split("\t")) for line in lines]
        self.assertEqual(len(read), count)
        return read
