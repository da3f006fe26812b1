"""The parts of scripts/sweep.py: one idea a file.

sweep_file   reads a sweep file
space        what is varied: choices and ranges
points       the options of one run, and the hash that names its directory
check        asks the program whether it would train the points
memory       the trials of a sweep, wherever they are kept
study        on one machine: in SQLite, which one process opens
measure      what a run is worth, while it trains and at its end
worker       one program at work on one point
coordinator  keeps so many of them at work; prunes, tries again, stops
address      of a PostgreSQL database, for many machines
storage      Optuna's tables there
shared       the trials there
prepare      makes a study there, before any worker begins
node         a worker of many
pool         so many of them on this machine
slurm        submits them to a cluster, and has it queue one again
many         a call with --storage, from its beginning to its end
progress     a bar, or a line a point
table        points.csv, and the best and the failed for the eye
"""
