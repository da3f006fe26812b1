"""A question about a story: the model's attention hop by hop or statement by statement, and its answer."""
from tapehead.plots.story_trace import WEIGHTS, read_story
from tapehead.runs.traces import UNIT

from .numbers import finite
from .panels import pictures_of

STEP_NAMES = {"hop": "hop", "slot": "statement"}
MOST_ANSWERS = 20  # the most probable ones


def is_story(episode):
    return any(name in episode.arrays for name in WEIGHTS.values()) and "story/statements" in episode.texts


def story_panels(path, episode):
    """(step name, steps, panels)."""
    story = read_story(path)
    name = WEIGHTS[story.kind]
    likely = sorted(range(len(story.classes)), key=lambda at: (-story.chances[at], at))
    given = story.classes[likely[0]]
    panel = {"kind": "story", "title": "Question and answer",
             "statements": story.statements, "question": story.question, "answer": story.answer, "given": given,
             "right": given == story.answer, "supports": story.supports, "columns": story.kind, "array": name,
             "classes": [story.classes[at] for at in likely[:MOST_ANSWERS]],
             "chances": [finite(story.chances[at]) for at in likely[:MOST_ANSWERS]]}
    if story.attention is not None:
        panel["attention"] = [finite(weight) for weight in story.attention]
    steps = len(episode.arrays[name])
    tracked = {each.name for each in episode.views if each.name == name and each.range == UNIT}
    held = [each for each in episode.views if each.name not in tracked and len(each.values) == steps
            and (each.name == name or not each.is_numbers)]  # before its softmax (linear start) attention is no share
    return STEP_NAMES[story.kind], steps, [panel, *(one for each in held for one in pictures_of(each, held))]
