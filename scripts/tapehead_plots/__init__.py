"""What scripts/plot.py draws with: one idea a file.

errors   one-line errors and notes         tables   strict reading of the CSV files
runs     run directories and their config  groups   runs that differ only in seed, and what to call them
pooling  median and quartiles over seeds   style    colours, sizes, deterministic and atomic files
curves, length, episode   the three figures; trace, slots and panels serve the last
"""
