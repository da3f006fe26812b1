"""A track: what is drawn at its place of the time axis, and how its rows are numbered."""
import dataclasses
import typing

ROUND = [step * 10 ** power for power in range(7) for step in (1, 2, 5)]  # ticks' steps


@dataclasses.dataclass
class Track:
    title: list            # of (words, colour)
    height: float          # inches
    draw: typing.Callable  # draws into axes
    label: str = ""        # of its vertical axis
    ends: tuple = ()       # what stands to the right of it
    least: float = 0       # inches to which it may be lowered


def number_rows(axes, count, number):
    """Ticks at round numbers and at the first, be it 0 or 1."""
    step = next(each for each in ROUND if count <= 4.9 * each)
    first = min(range(count), key=number)
    places = [row for row in range(count) if row == first or number(row) % step == 0 and 6 * abs(row - first) >= count]
    axes.set_yticks([row + 1 for row in places], [f"{number(row):,}" for row in places])


def draw_image(axes, image, number):
    count, steps = image.shape[:2]
    axes.imshow(image, aspect="auto", interpolation="nearest", extent=(0.5, steps + 0.5, count + 0.5, 0.5))
    number_rows(axes, count, number)
