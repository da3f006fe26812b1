"""What every script that looks at runs begins with: one idea a file.

errors   one-line errors and notes           tables   strict reading of the CSV files
runs     run directories and what they hold  groups   runs that differ only in seed, and what to call them
files    files that are whole or absent       evaluations   what eval.csv says of a run
records  what a run says of itself            usage    what command lines share
sweeps   a sweep's points                     traces   one episode from the inside
tokens   tokens with a shape
"""
