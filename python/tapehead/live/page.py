"""The page with engine and machines in it, standalone or as part of another page."""
import base64
import gzip
import pathlib

from tapehead.report.page import json_text, with_section
from tapehead.runs import signals
from tapehead.runs.errors import InputError
from tapehead.shipped import checkpoint

HERE = pathlib.Path(__file__).parent
PAGE, ENGINE = HERE / "page.html", HERE / "engine.wasm"
PLACES = {"engine": '<script type="text/plain" id="live-engine"></script>',
          "signals": '<script type="application/json" id="live-signals">{}</script>',
          "models": '<script type="application/json" id="live-models">[]</script>'}


def checkpoint_of(directory):
    """The path of a run's checkpoint (best, else last), or None."""
    word = checkpoint.kept(directory)
    return directory / checkpoint.FILES[word] if word else None


def machine(name, path, summary=""):
    """A machine's entry in the page. InputError for a file that is no checkpoint."""
    return {"name": name, "summary": summary, "checkpoint": packed(checkpoint.in_small(path))}


def packed(data):
    """Bytes as the page unpacks them: gzip, in base64. Without a time, so that the same bytes are the same text."""
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def read(path, maker):
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {maker}") from None


def engine():
    return packed(read(ENGINE, "scripts/live.sh builds it"))


def filled(machines):
    """The page that 'npm run build' made, with engine and machines filled in."""
    text = read(PAGE, "it is part of the repository").decode()
    for place in PLACES.values():
        if text.count(place) != 1:
            raise InputError(f"{PAGE}: has not one place {place}; 'npm run build' in web/ makes it anew")
    text = text.replace(PLACES["signals"], PLACES["signals"].replace("{}", json_text(signals.table())))
    text = text.replace(PLACES["models"], PLACES["models"].replace("[]", json_text(machines)))
    return text.replace(PLACES["engine"], PLACES["engine"].replace("><", f">{engine()}<"))


def page(machines):
    """The bytes of a standalone page."""
    return filled(machines).encode()


def within(report, machines):
    """The bytes of a report with the body of the live page appended."""
    body = filled(machines).partition("<body>\n")[2].rpartition("</body>")[0]
    for there, here in (("<main ", "<section "), ("</main>", "</section>"),
                        ("<h1>Machines, live</h1>", "<h2>Live</h2>")):
        body = body.replace(there, here, 1)
    return with_section(report, body, "'wasm-unsafe-eval'")
