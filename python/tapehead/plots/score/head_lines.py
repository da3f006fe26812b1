"""Tracks of gates and strengths: a panel a side, or one a head where a side has many lines."""
import dataclasses

from tapehead.runs.traces import HEAD, PLACES, upper

from . import colours, lines
from .track import Track

HEIGHT = 0.72  # inches
TOGETHER = 6   # lines up to which the heads of a side are in one panel


def line_tracks(views, side, parts, turn):
    """A panel for the heads of a side in each part of the model, or where these are many lines one for each head; and
    one for numbers that belong to no side."""
    there = {}
    for each in views:
        if each.is_numbers and each.side == side and each.rows not in PLACES \
                and (each.columns == HEAD or each.values.shape[1] == 1 and not each.columns):
            there.setdefault(each.place if side else "", []).append(each)
    return [track for place, members in there.items() for track in part_tracks(place, members, side, parts, turn)]


def part_tracks(place, members, side, parts, turn):
    heads = max(each.values.shape[1] for each in members)
    hues = lines.hues_of(members)
    drawn = [[line for hue, each in zip(hues, members) if head < each.values.shape[1]
              for line in lines.of_view(each, head, parts, hue, turn)] for head in range(heads)]
    name = upper(f"{place} {side} head".strip()) if side else "Memory"
    of_side = colours.SIDES.get(side, colours.INK)
    if heads > 1 and sum(map(len, drawn)) <= TOGETHER:
        return [line_track(f"{name}s", [dataclasses.replace(line, label=f"{line.label}, {head}", dash=head - 1)
                                        for head, each in enumerate(drawn, 1) for line in each], of_side)]
    return [line_track(f"{name} {head}" if heads > 1 else name, each, of_side) for head, each in enumerate(drawn, 1)]


def line_track(name, drawn, hue):
    least = lines.LETTERS / 72 * lines.APART * len(drawn)
    return Track([(name, hue)], max(HEIGHT, least), lambda axes: draw_lines(axes, drawn),
                 ends=tuple(line.label for line in drawn), least=least)


def draw_lines(axes, drawn):
    lines.grid(axes)
    lines.draw(axes, drawn, axes.get_position().height * axes.figure.get_figheight())
