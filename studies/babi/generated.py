"""Stories from the program's own generator."""
import subprocess

from tapehead.runs.errors import InputError

from .ids import as_text


def generate(program, tasks, out, questions, test_questions, seed):
    """Writes qaN_..._train.txt and qaN_..._test.txt of each task into `out`, keeping existing files. Raises InputError
    if an existing one differs."""
    done = subprocess.run([program, "generate", "babi", "--ids", as_text(tasks), "--questions", str(questions),
                           "--test-questions", str(test_questions), "--seed", str(seed), "--out", out],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1].removeprefix("tapehead: ")
        raise InputError(f"generate: {said}")
