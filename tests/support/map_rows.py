"""Rows of the map as reproduce_map.py keeps them, of given shares that are right."""
from told import map_tables

SETTINGS = {"within": "task.length=10", "beyond": "task.length=20"}


def row(seed, question="within", metric="error", value=0, setting="a", **others):
    return {**dict.fromkeys(map_tables.COLUMNS, ""), "machine": "lstm", "role": "seed", "seed": seed, "rate": "0.001",
            "question": question, "metric": metric, "value": value, "setting": setting, "episodes": 10, "parameters": 5,
            "state": 7, "state_each_step": 2, "sequences": 10, "seconds": 1, **others}


def rows_of(machine, within, beyond, seeds):
    """A row a seed and question, of per cent right; guessing has 50 right."""
    return [row(seed, question, metric, value, SETTINGS[question], machine=machine, status="finished")
            for seed, *right in zip(seeds, within, beyond) for question, one in zip(map_tables.QUESTIONS, right)
            for metric, value in (("error", 100 - one), ("uniform_error", 50))]
