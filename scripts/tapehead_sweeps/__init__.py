"""The parts of scripts/sweep.py: one idea a file.

sweep_file   reads a sweep file
space        what is varied: choices and ranges
points       the options of one run, and the hash that names its directory
check        asks the program whether it would train the points
study        a sweep's memory: trials in an Optuna study, which one process opens
measure      what a run is worth, while it trains and at its end
worker       one program at work on one point
coordinator  keeps so many of them at work; prunes, tries again, stops
progress     a bar, or a line a point
table        points.csv, and the best and the failed for the eye
"""
