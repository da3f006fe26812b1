"""A small plan of a map, and rows as reproduce_map.py keeps them, of given shares that are right."""
from told import map_tables

TRAIN = ('"train.optimizer" = "adam", "train.batch" = 4, "train.validate-every" = 40, '
         '"train.validation-episodes" = 4, "train.final-episodes" = 4')
PLAN = f"""
[plan]
parameters = 400
sequences = 80
seeds = "1..2"
rate-seeds = "11..12"
rates = [1e-3, 1e-2]
rate-share = 0.5
episodes = 4
solved = 99.0
train = {{ {TRAIN} }}
[plan.rates-window]
machines = ["elman"]
measures = ["copy"]
rates = [1e-3, 1e-1]
seeds = "21..22"
[machines.lstm]
does = "cells"
train = {{ "controller" = "lstm", "memory" = "none" }}
size = "controller.size"
[machines.elman]
does = "units"
train = {{ "controller" = "elman", "memory" = "none" }}
size = "controller.size"
step = 2
[measures.copy]
task = {{ "task" = "copy", "task.bits" = 2, "task.max-length" = 2 }}
within = {{ "task.length" = 2 }}
beyond = {{ "task.length" = "3,4" }}
[questions]
level = 0.05
[questions.which]
asks = "Which learns to copy?"
test = "fisher"
pairs = [["lstm", "elman"]]
measures = ["copy"]
more = "the cells learn"
less = "the units learn"
"""
SETTINGS = {"within": "task.length=10", "beyond": "task.length=20"}


def row(seed, question="within", metric="error", value=0, setting="a", **others):
    return {**dict.fromkeys(map_tables.COLUMNS, ""), "machine": "lstm", "role": "seed", "seed": seed, "rate": "0.001",
            "question": question, "metric": metric, "value": value, "setting": setting, "episodes": 10, "parameters": 5,
            "state": 7, "state_each_step": 2, "sequences": 10, "seconds": 1, "cost": 3, **others}


def rows_of(machine, within, beyond, seeds, told=lambda right: {"error": 100 - right, "uniform_error": 50}):
    """The rows of a seed and question that tell of so many per cent right; guessing has 50 right."""
    return [row(seed, question, metric, value, SETTINGS[question], machine=machine, status="finished")
            for seed, *right in zip(seeds, within, beyond) for question, one in zip(map_tables.QUESTIONS, right)
            for metric, value in told(one).items()]


def of_what_can_be_known(right):
    """100 bits of 150, of which chance may give more."""
    return {"bits": 150 - right, "over_oracle": 100 - right, "uniform_bits": 150, "frequent_bits": 100}
