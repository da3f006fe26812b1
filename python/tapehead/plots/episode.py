"""One episode from the inside, as a score: tracks on one time axis, a step at one x in all of them.

Phases; inputs; where the heads write (orange) and read (blue), on one axis of slots, so that a copy is two parallel
lines; the output, in the inputs' code, with what is wrong ringed; usage, allocation and links of a DNC; the gates and
strengths of each head, with the papers' symbols at the lines' ends. A number is a square: filled
above zero, hollow below, nothing where there is silence. Slots are counted from the first that was written; of a large
memory only the used ones are shown, as the axis says. A stack, a queue or a deque has in place of weightings the
strengths of its entries, one a step. NAME.gif and NAME.apng move a cursor through the tracks, a step a frame."""
from . import style
from .score import frames, sheet
from .trace import read_trace


def add_arguments(parser):
    parser.add_argument("trace", metavar="TRACE.h5", help="made by tapehead trace")
    parser.add_argument("--speed", type=frames.speed, default=frames.SPEED, metavar="STEPS",
                        help=f"steps a second, of NAME.gif and NAME.apng ({frames.SPEED:g})")


def command(options):
    [path, *_] = style.outputs(options.out, frames.KINDS)
    trace = read_trace(options.trace)
    if path.suffix in frames.KINDS:
        frames.save(trace, path, options.speed)
    else:
        style.save(draw(trace), path)


def draw(trace):
    return sheet.draw(trace)
