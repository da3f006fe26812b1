"""Runs in the files of other programs."""
