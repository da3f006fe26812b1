"""The page with engine and machines in it, by itself or as a part of another page."""
import base64
import pathlib
import re

from tapehead_report.page import json_text, with_section
from tapehead_runs.errors import InputError
from tapehead_trained import checkpoint

HERE = pathlib.Path(__file__).parent
MODULES = ("engine.js", "dom.js", "grid.js", "words.js", "run.js", "given.js", "panels.js", "machine_place.js",
           "controls.js", "player.js", "main.js")  # each after those it needs
POLICY = ("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; img-src data:")
INTRODUCTION = ("These are trained machines, running in your browser: nothing is recorded beforehand. "
                "Draw bits or type a story, step, and watch where they read and write. Click a number to "
                "change it, and see what follows from that.")


def checkpoint_of(directory):
    """The path of the checkpoint that a run is known by, or None."""
    word = checkpoint.kept(directory)
    return directory / checkpoint.FILES[word] if word else None


def machine(name, path, summary=""):
    """What the page holds of a machine. InputError for a file that is no checkpoint."""
    small = checkpoint.in_small(path)
    return {"name": name, "summary": summary, "checkpoint": base64.b64encode(small).decode()}


def script():
    """The modules as one script: imports and exports go, for all lie in one scope."""
    text = ""
    for name in MODULES:
        module = (HERE / name).read_text(encoding="utf-8")
        module = re.sub(r"^import .*;\n", "", module, flags=re.MULTILINE)
        text += re.sub(r"^export ", "", module, flags=re.MULTILINE)
    return "(() => {\n\"use strict\";\n" + text + "})();\n"


def engine():
    try:
        return base64.b64encode((HERE / "engine.wasm").read_bytes()).decode()
    except OSError as error:
        raise InputError(f"{HERE / 'engine.wasm'}: cannot be read ({error.strerror}); scripts/live.sh "
                         f"builds it") from None


def section(machines, heading="h1", title="Machines, live"):
    """The part of a page: style, place, engine, machines and script."""
    return (f"<style>\n{(HERE / 'style.css').read_text(encoding='utf-8')}</style>\n"
            f"<main class=\"live\" id=\"live\"><{heading}>{title}</{heading}><p class=\"intro\">{INTRODUCTION}</p>"
            f"<div class=\"stage\">The machines are being started …</div></main>\n"
            f"<script type=\"text/plain\" id=\"live-engine\">{engine()}</script>\n"
            f"<script type=\"application/json\" id=\"live-models\">{json_text(machines)}</script>\n"
            f"<script>\n{script()}</script>\n")


def page(machines):
    """The bytes of a page of its own."""
    return ("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            f"<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n<title>Tapehead, live</title>\n"
            "<style>body { margin: 0; }</style>\n</head>\n<body>\n" + section(machines) + "</body>\n</html>\n").encode()


def within(report, machines):
    """The bytes of a report with the machines below it."""
    part = section(machines, "h2", "Live").replace("<main ", "<section ").replace("</main>", "</section>")
    return with_section(report, part, "'wasm-unsafe-eval'")
