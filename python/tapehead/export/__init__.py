"""Exports runs to the file formats of other programs."""
