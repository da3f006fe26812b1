"""docs/how-it-works.md as blocks for the page: the text has one source, and its pictures are included.

Of Markdown it handles what that page uses: headings, paragraphs, pictures captioned by a paragraph in *italics*,
`code`, *emphasis*, **strong** words and links. Links to a heading stay links; other links become plain words, for a
report's reader does not have their targets."""
import base64
import pathlib
import re

from tapehead.runs.errors import InputError
from tapehead.runs.usage import ROOT

SOURCE = ROOT / "docs/how-it-works.md"
HEADINGS = {1: "heading", 2: "heading", 3: "subheading"}
PICTURE = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<path>[^)]+)\)")
INLINE = re.compile(r"`(?P<code>[^`]+)`|\*\*(?P<strong>[^*]+)\*\*|\*(?P<em>[^*]+)\*"
                    r"|\[(?P<text>[^\]]+)\]\((?P<to>[^)]+)\)")


def blocks(source=SOURCE):
    """[{"kind": "heading|subheading", "id", "parts"} | {"kind": "paragraph", "parts"} | {"kind": "figure", "image": a
    data URI, "alt", "caption": parts}]; parts are texts, {"code"|"strong"|"em": text} or {"text", "to": an id}."""
    source = pathlib.Path(source)
    found, pending = [], [" ".join(each.split()) for each in read(source).split("\n\n") if each.strip()]
    while pending:
        text = pending.pop(0)
        marks = len(text) - len(text.lstrip("#"))
        if marks:
            words = text[marks:].strip()
            found.append({"kind": HEADINGS[marks], "id": anchor(words), "parts": parts(words)})
        elif picture := PICTURE.fullmatch(text):
            caption = pending.pop(0).strip("*") if pending and re.fullmatch(r"\*[^*].*\*", pending[0]) else ""
            found.append({"kind": "figure", "image": image(source.parent / picture["path"]), "alt": picture["alt"],
                          "caption": parts(caption)})
        else:
            found.append({"kind": "paragraph", "parts": parts(text)})
    return found


def anchor(words):
    """GitHub's anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def parts(text):
    found, at = [], 0
    for one in INLINE.finditer(text):
        found += [text[at:one.start()]] + [said(one.groupdict())]
        at = one.end()
    return [each for each in [*found, text[at:]] if each]


def said(one):
    if one["text"] is None:
        return {kind: one[kind] for kind in ("code", "strong", "em") if one[kind]}
    return {"text": one["text"], "to": one["to"][1:]} if one["to"].startswith("#") else one["text"]


def image(path):
    try:
        return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); scripts/how_it_works.py makes it") from None


def read(source):
    try:
        return source.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{source}: cannot be read ({error.strerror}); it is part of the repository") from None
