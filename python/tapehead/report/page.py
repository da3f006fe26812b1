"""Inserts the data into the page; text stays text, whatever a run's name contains."""
import base64
import hashlib
import json
import pathlib
import re

from tapehead.runs.errors import InputError

PAGE = pathlib.Path(__file__).with_name("page.html")
PLACE = '<script type="application/json" id="data">null</script>'
ESCAPED = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}  # nothing can end the script element or begin a comment


def page_with(data, page=None):
    """The bytes of the report, or of another page that is built with one place for its data."""
    page = page or PAGE
    try:
        before, place, after = page.read_text(encoding="utf-8").partition(PLACE)
    except OSError as error:
        raise InputError(f"{page}: cannot be read ({error.strerror}); it is part of the repository") from None
    if not place or PLACE in after:
        raise InputError(f"{page}: has not one place for the data; 'npm run build' in web/ makes it anew")
    return (before + place.replace("null", json_text(data)) + after).encode()


def with_section(made, section, *sources):
    """The bytes of a page with one more section at its end: HTML made by a script, with all text of runs escaped. The
    section's inline styles and scripts are allowed by their hashes, as the page's own are; `sources` are further script
    sources to allow, such as "'wasm-unsafe-eval'"."""
    before, end, after = made.decode().rpartition("</body>")
    for tag, more in (("style", ()), ("script", sources)):
        kind = f"{tag}-src "
        if not end or before.count(f"; {kind}") != 1:
            raise InputError(f"{PAGE}: has no one policy for {kind}or no end; 'npm run build' in web/ makes it anew")
        allowed = [*map(policy_hash, re.findall(f"<{tag}>(.*?)</{tag}>", section, re.DOTALL)), *more]
        before = before.replace(f"; {kind}", f"; {kind}{''.join(each + ' ' for each in allowed)}")
    return (before + section + end + after).encode()


def policy_hash(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def json_text(data):
    """JSON in plain ASCII. Non-finite numbers have already become null; one left over is a bug."""
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for letter, escape in ESCAPED.items():
        text = text.replace(letter, escape)
    return text
