#!/usr/bin/python3
"""What git keeps is text, or of a kind that is kept on purpose: no program, no library, no forgotten download."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("TAPEHEAD_SOURCE", pathlib.Path(__file__).parents[2]))
# Where bytes that are no text may be, by how their names end; "" is any name.
KEPT = [("docs/", (".png", ".gif")), ("trained/", (".safetensors",)), ("python/tapehead/", (".wasm", ".safetensors")),
        ("tests/old_runs/", (".safetensors",)), ("tests/fuzz/seeds/", ("",))]


def tracked(source):
    """The paths that git keeps of `source`, regular files alone."""
    listed = subprocess.run(["git", "-C", source, "ls-files", "-z"], check=True, capture_output=True, text=True)
    paths = [pathlib.Path(source, name) for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def is_text(data):
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def strangers(source):
    """Tracked files that are no text and that nothing here expects."""
    names = [str(path.relative_to(source)) for path in tracked(source) if not is_text(path.read_bytes())]
    return [name for name in names
            if not any(name.startswith(folder) and name.endswith(ends) for folder, ends in KEPT)]


class TrackedFiles(unittest.TestCase):
    def test_no_stranger_is_tracked(self):
        if subprocess.run(["git", "-C", SOURCE, "rev-parse"], capture_output=True).returncode:
            self.skipTest(f"{SOURCE} is no git clone")
        self.assertGreater(len(tracked(SOURCE)), 1000, "the tracked files were not found")
        self.assertEqual(strangers(SOURCE), [], "neither text nor of a kind that is kept: take it out of git")

    def test_a_program_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            (source / "docs").mkdir()
            (source / "docs" / "curve.png").write_bytes(b"\x89PNG\0")
            (source / "docs" / "program").write_bytes(b"\x7fELF\0")
            (source / "program").write_bytes(b"\x7fELF\xff")
            (source / "words").write_text("Größe\n")
            subprocess.run(["git", "init", "-q", source], check=True)
            subprocess.run(["git", "-C", source, "add", "."], check=True)
            self.assertEqual(strangers(source), ["docs/program", "program"])


if __name__ == "__main__":
    unittest.main()
