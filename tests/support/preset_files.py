"""Presets and configurations as files: whether a kept run matches what its preset would train today."""
import os
import pathlib

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])


def settings(text):
    """The lines `name = value` of an ini file."""
    pairs = (line.split("=", 1) for line in text.splitlines() if line.strip() and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in pairs}


def typed_settings(words):
    """--name value --other value"""
    return {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2])}


def same(one, other):
    """1e-3 and 0.001 are the same."""
    try:
        return float(one) == float(other)
    except ValueError:
        return one == other


def differences(config, preset, typed=()):
    """The options whose value in a configuration (text) differs from the preset with the typed options. Options missing
    from the configuration belong to parts that were not chosen."""
    wanted = settings((SOURCE / f"experiments/presets/{preset}.ini").read_text()) | typed_settings(typed)
    have = settings(config)
    return {name: (have[name], value) for name, value in wanted.items() if name in have and not same(have[name], value)}
