"""The groups of a figure, named as its options say."""
from tapehead.runs.errors import InputError
from tapehead.runs.groups import pool_by_seed

from . import paper


def groups_of(runs):
    """The runs' groups, told apart within each task; named by --labels if given."""
    return called(pool_by_seed(runs, ("task",)))


def called(groups):
    """The groups, of any tasks, with their schemes named by --labels."""
    if not paper.asked.labels:
        return groups
    schemes = {group.order: group.label or "all runs" for group in groups}
    if len(paper.asked.labels) != len(schemes):
        raise InputError(f"--labels: got {len(paper.asked.labels)} names; {len(schemes)} are needed, for "
                         f"{'; '.join(schemes[order] for order in sorted(schemes))}")
    names = dict(zip(sorted(schemes), paper.asked.labels))
    for group in groups:
        group.label = names[group.order]
    return groups
