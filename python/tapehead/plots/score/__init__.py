"""The score of an episode: tracks on one time axis, as the notes of several instruments stand above one another.

tracks      which tracks a trace has, in their order; track is one of them
phases      what happens when           numbers, squares  inputs and outputs
weightings  write and read heads on one axis of slots, which slot_axis counts
head_lines  gates and strengths, which lines draws with their names at their ends
sheet       places the tracks; colours are those of the heads
frames      the score with a cursor that moves, and a sentence for each step
"""
