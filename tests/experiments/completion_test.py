#!/usr/bin/python3
"""Completion in bash and zsh: all options, known values, and files where they belong."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(os.environ["TAPEHEAD_SOURCE"]) / "tests" / "support"))
from help_rows import commands, listed, listed_kinds, own, settings, taken, told
from process import ProgramTest
from terminal import Terminal

# The text before a tab, and the command line after it, in both shells.
LINES = {
    "trai": "train ",
    "train --memory dn": "train --memory dnc ",
    "train --memory=dn": "train --memory=dnc ",
    "train --memory=dnc --memory.key-m": "train --memory=dnc --memory.key-masks ",
    "train --addressing content+l": "train --addressing content+location ",
    "train --preset graves2014-copy-f": "train --preset graves2014-copy-ff ",
    "resume my\\ r": "resume my\\ runs/",
    "train --config set": "train --config settings.ini ",
    "train --config=set": "train --config=settings.ini ",
    "list cont": "list controllers ",
    "list tasks mod": "list tasks models ",
    "show repea": "show repeat-copy ",
    "eval run --split va": "eval run --split validation ",
    "completion z": "completion zsh ",
    "eval run --memory.s": "eval run --memory.slots ",
    "eval run --memory.w": "eval run --memory.w",
    "trace dn": "trace dnc ",
    "trace my\\ r": "trace my\\ runs/",
}


def cut(line, breaks):
    """A command line split as bash does: at blanks and at the characters of COMP_WORDBREAKS, which become words too."""
    words = [piece for word in line.split() for piece in re.split(f"([{breaks}])", word) if piece]
    return words + [""] if line.endswith(" ") else words


def listed_trained(start=""):
    return sorted(name for name in listed("trained") if name.startswith(start))


class Bash(ProgramTest):
    def complete(self, *lines, breaks="=:"):
        """The completions of each line; bash's own completion appears as "(default)"."""
        script = ['source /dev/stdin <<<"$1"', 'compopt() { COMPREPLY+=("($2)"); }']
        for line in lines:
            words = cut(line, breaks)
            word = "" if words[-1] in breaks else words[-1]
            script.append(f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1} COMP_LINE={shlex.quote(line)} "
                          f"COMP_POINT={len(line)}")
            script.append(f'_tapehead tapehead {shlex.quote(word)} x; printf "%s\\n" "${{COMPREPLY[*]}}"')
        done = subprocess.run(["bash", "--norc", "-c", "\n".join(script), "bash", told("completion", "bash")],
                              capture_output=True, text=True, cwd=self.root)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [line.split() for line in done.stdout.splitlines()]

    def check(self, offers, breaks="=:"):
        """In any order: files come as their folder has them, and bash sorts what it shows."""
        for line, offered in zip(offers, self.complete(*offers, breaks=breaks), strict=True):
            self.assertCountEqual(offered, offers[line], line)

    def test_commands(self):
        [offered] = self.complete("tapehead ")
        self.assertEqual(offered, commands() + ["help", "--help", "--version"])
        self.check({"tapehead tr": ["train", "trace"], "tapehead --v": ["--version"], "tapehead x": []})

    def test_every_option_of_every_command(self):
        for command, offered in zip(commands(), self.complete(*(f"tapehead {name} --" for name in commands()))):
            self.assertEqual(sorted(offered), sorted(f"--{name}" for name in own(command) | taken(command) | {"help"}))

    def test_values(self):
        self.check({
            "tapehead train --memory ": listed("memories"),
            "tapehead train --memory d": ["dnc", "deque"],
            "tapehead train --task.bits 3 --addressing content": ["content", "content+location"],
            "tapehead train --addressing content+": ["content+location"],
            "tapehead bench --preset graves2014-copy-": ["graves2014-copy-ff", "graves2014-copy-lstm",
                                                         "graves2014-copy-lstm-baseline"],
            "tapehead train --train.optimizer ": listed("optimizers"),
            "tapehead train --train.clip ": ["norm", "matrix", "value", "flow", "none"],
            "tapehead train --memory.squash-keys ": ["true", "false"],
            # options whose values differ between parts
            "tapehead train --controller.activation ": ["tanh", "sigmoid", "relu", "gelu"],
            "tapehead train --seed ": [],
            "tapehead eval run --split t": ["train", "test"],
            "tapehead resume run --checkpoint ": ["last", "previous"],
            "tapehead eval run --checkpoint b": ["best"],
            "tapehead show ": listed("tasks"),
            "tapehead list attentions --js": ["--json"],
            "tapehead list c": ["controllers", "curricula"],
            "tapehead generate ": listed("tasks"),
            "tapehead completion ": ["bash", "zsh"],
        })
        self.assertEqual(self.complete("tapehead train --preset "), [listed("presets")])

    def test_values_after_an_equals_sign(self):
        for breaks, start in (("=:", ""), (":", "--memory=")):
            self.check({"tapehead train --memory=": [start + name for name in listed("memories")],
                        "tapehead train --memory=dn": [f"{start}dnc"],
                        "tapehead train --memory=dnc --memory.key-m": ["--memory.key-masks"]}, breaks)
        self.check({"tapehead train --addressing content+l": ["location"]}, "=:+")
        self.check({"tapehead train --train.check task.length=1": [], "tapehead train --train.check a=1 --see":
                    ["--seeds", "--seed"], "tapehead train --memory.sl": ["slots"]}, "=:.")

    def test_files(self):
        self.check({"tapehead train --out ": ["(dirnames)"], "tapehead train --config x": ["(default)"],
                    "tapehead train --config=x": ["(default)"], "tapehead train --out=": ["(dirnames)"],
                    "tapehead train --train.init-from ": ["(default)"], "tapehead resume ": ["(dirnames)"],
                    "tapehead eval ": [*listed_trained(), "(plusdirs)"],
                    "tapehead trace c": [*listed_trained("c"), "(plusdirs)"],
                    "tapehead compare a b ": ["(dirnames)"], "tapehead eval run --csv ": ["(default)"],
                    "tapehead list --json > ": ["(default)"], "tapehead list 2>x": ["(default)"]})
        for name in ("mine.ini", "more", "other"):
            (self.root / name).mkdir()
        self.check({"tapehead train --out=m": ["--out=mine.ini", "--out=more", "(nospace)"]}, ":")

    def test_what_was_said_is_not_offered_again(self):
        [first, second, third] = self.complete("tapehead train --seed", "tapehead train --seed 1 --seed",
                                               "tapehead train --seed=1 --seed")
        self.assertEqual((first, second, third), (["--seeds", "--seed"], ["--seeds"], ["--seeds"]))
        # once all arguments are given, options follow
        self.check({"tapehead completion bash ": ["--help"], "tapehead list --json ": listed_kinds()})

    def test_at_a_terminal(self):
        (self.root / "_tapehead.bash").write_text(told("completion", "bash"))
        (self.root / "my runs").mkdir()
        (self.root / "settings.ini").write_text("")
        show = "bind -x '\"\\C-t\": printf \"LINE<%s>END\" \"$READLINE_LINE\"'"
        words = ["bash", "--norc", "--noprofile", "-i"]
        terminal = Terminal(words, f"{show}; source _tapehead.bash", self.root)
        self.addCleanup(terminal.close)
        for typed, line in LINES.items():
            self.assertEqual(terminal.after(f"tapehead {typed}\t"), f"tapehead {line}")
        self.assertEqual(terminal.after("build/tapehead trai\t"), "build/tapehead train ")
        other = Terminal(words, f"{show}; source _tapehead.bash; COMP_WORDBREAKS=' +'", self.root)
        self.addCleanup(other.close)
        for typed in ("train --memory=dn", "train --addressing content+l", "train --addressing=content+l"):
            line = LINES.get(typed, "train --addressing=content+location ")
            self.assertEqual(other.after(f"tapehead {typed}\t"), f"tapehead {line}")


class Zsh(ProgramTest):
    def test_every_option_is_there(self):
        text = told("completion", "zsh")
        self.assertTrue(text.startswith("#compdef tapehead\n"))
        found = re.findall(r"(?m)^    '--([\w.-]+)=?\[", text)
        self.assertEqual((set(found), len(found)), (settings(), len(settings())))
        for command in commands():
            [block] = re.findall(rf"(?m)^    {command}\)\n(.*(?:\n      .*)*)\n      ;;", text)
            self.assertEqual(set(re.findall(r"'--([\w.-]+)=?\[", block)), own(command) | {"help"})
            self.assertEqual("settings" in block, bool(taken(command)))

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not there")
    def test_at_a_terminal(self):
        functions = self.root / "functions"
        functions.mkdir()
        (functions / "_tapehead").write_text(told("completion", "zsh"))
        (self.root / "my runs").mkdir()
        (self.root / "settings.ini").write_text("")
        setup = ('show() { print -rn -- "LINE<$BUFFER>END" }; zle -N show; bindkey -e; bindkey "^T" show; '
                 "fpath=(functions $fpath); autoload -Uz compinit; compinit -u -D; unsetopt list_beep")
        terminal = Terminal(["zsh", "-f", "-i"], setup, self.root)
        self.addCleanup(terminal.close)
        for typed, line in LINES.items():
            # zsh expects a value after "=" and removes the blank unless one follows
            offered = terminal.after(f"tapehead {typed}\t")
            self.assertEqual(offered.rstrip("= "), f"tapehead {line}".rstrip(), typed)


if __name__ == "__main__":
    unittest.main()
