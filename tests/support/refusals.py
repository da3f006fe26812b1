"""What a command refuses, whichever it is."""
import forked
from process import snapshot
from run_files import RunFiles


class Refusals(RunFiles):
    def refused(self, command, *words, says):
        """Exit status 2, one line, and no file made or changed."""
        before = snapshot(self.root)
        with self.subTest(command=command.__name__, words=words):
            done = forked.run(command.main, *words, cwd=self.root)
            lines = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
            self.assertEqual((done.returncode, len(lines), done.stdout), (2, 1, ""), done.stderr)
            self.assertIn(says, lines[0])
            self.assertEqual(snapshot(self.root), before)
