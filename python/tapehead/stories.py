"""Stories as text, as a batch has them."""
import typing


class Question(typing.NamedTuple):
    words: str                   # parted by blanks
    known: int                   # the number of statements before it
    answer: str                  # a word of the corpus, or "(unknown)"
    supports: typing.List[int]   # the statements that it rests on, from 0; none where that is unknown


class Story(typing.NamedTuple):
    statements: typing.List[str]
    questions: typing.List[Question]
