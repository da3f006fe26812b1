"""The score as a picture that moves, GIF or APNG: a cursor goes through all tracks, a step a frame, and what is still
to come is faint. Nothing else changes from frame to frame but a sentence above them."""
import argparse
import io

import numpy
from matplotlib import pyplot
from PIL import Image

from tapehead.plots import style
from tapehead.runs import numbers
from tapehead.runs.errors import InputError, tell
from tapehead.runs.files import write_whole

from . import colours, sheet
from .sentence import Sentences

KINDS = {".gif": "GIF", ".apng": "PNG"}
DOTS = 110       # per inch
SPEED = 4.0      # steps a second
LAST = 2500      # milliseconds of the last frame
SHADES = 96      # of a GIF's palette: what it can tell apart costs bytes
PAPER = 242      # from here on a shade is white
UNCHANGED = 255  # of the palette, what stays as it was
TO_COME = 0.22   # how much is left of the ink of a step that has not come yet
MOST = 600       # steps
HEAD = 0.24      # inches, of the sentence


def speed(text):
    try:
        found = numbers.real(text)
    except ValueError:
        found = 0
    if not 0.1 <= found <= 50:
        raise argparse.ArgumentTypeError(f"got '{text}'; steps a second from 0.1 to 50 are needed")
    return found


def save(trace, out, steps_a_second):
    """Writes the picture to a path that ends in one of KINDS."""
    steps = trace["inputs"].shape[1]
    if steps > MOST:
        raise InputError(f"--out: got '{out}' for {steps} steps; a picture that moves has at most {MOST}; one in "
                         ".png, .svg or .pdf may have more")
    made, kind, more = frames(trace), KINDS[out.suffix], {}
    if kind == "GIF":
        made = changes(made)
        more = {"transparency": UNCHANGED, "disposal": 1, "optimize": False, "comment": style.look_of_all()}
    data, each = io.BytesIO(), round(1000 / steps_a_second)
    made[0].save(data, kind, save_all=True, append_images=made[1:], loop=0,
                 duration=[each] * (steps - 1) + [max(LAST, each)], **more)
    write_whole(out, data.getvalue())
    tell(f"wrote {out}")


def changes(pictures):
    """The pictures with one palette, each with what is as in the one before left out: it costs no bytes."""
    entries = pictures[len(pictures) // 2].quantize(SHADES).getpalette()[:3 * SHADES]
    for at in range(0, len(entries), 3):  # paper stays white
        entries[at:at + 3] = [255] * 3 if min(entries[at:at + 3]) >= PAPER else entries[at:at + 3]
    palette = Image.new("P", (1, 1))
    palette.putpalette(entries + [255] * (768 - len(entries)))
    whole = [numpy.asarray(each.quantize(palette=palette, dither=Image.Dither.NONE)) for each in pictures]
    found = [whole[0], *(numpy.where(one == before, UNCHANGED, one).astype(numpy.uint8)
                         for before, one in zip(whole, whole[1:]))]
    made = [Image.fromarray(each, "P") for each in found]
    for each in made:
        each.putpalette(palette.getpalette())
    return made


def frames(trace):
    """A picture for each step."""
    figure, says = sheet.draw(trace, HEAD), Sentences(trace)
    style.fit_to_paper(figure)
    figure.set_dpi(DOTS)
    figure.canvas.draw()
    whole = numpy.asarray(figure.canvas.buffer_rgba())[..., :3].copy()
    faint = (255 - TO_COME * (255.0 - whole)).astype(numpy.uint8)
    boxes = [axes.get_window_extent() for axes in figure.tracks]
    words = figure.text(sheet.LEFT / figure.get_figwidth(), 1 - 0.17 / figure.get_figheight(), "", fontsize=9,
                        color=colours.INK)
    bare, made = figure.canvas.copy_from_bbox(figure.bbox), []
    for step in range(1, trace["inputs"].shape[1] + 1):
        words.set_text(says.of(step))
        figure.canvas.restore_region(bare)
        figure.draw_artist(words)
        picture = numpy.asarray(figure.canvas.buffer_rgba())[..., :3].copy()
        for box, axes in zip(boxes, figure.tracks):
            cover(picture, faint, box, axes, step)
        made.append(Image.fromarray(picture))
    pyplot.close(figure)
    return made


def cover(picture, faint, box, axes, step):
    """Draws the cursor of a step, and fades what is to come, in the box of one track."""
    tall = picture.shape[0]
    top, bottom = round(tall - box.y1) - 1, round(tall - box.y0) + 2
    left, right = (round(axes.transData.transform((step + by, 0))[0]) for by in (-0.5, 0.5))
    end = round(box.x1)
    picture[top:bottom, right:end] = faint[top:bottom, right:end]
    for x in (left, right - 1):
        picture[top:bottom, x] = (180, 0, 90)  # colours.WRONG: what a cursor has on the pages
