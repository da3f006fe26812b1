"""What every script that looks at runs begins with: one idea a file.

errors   one-line errors and notes           tables   strict reading of the CSV files
runs     run directories and what they hold  groups   runs that differ only in seed, and what to call them
files    files that are whole or absent       evaluations   what eval.csv says of a run
shares   trainings that share a budget        usage    what command lines share
stories  files in the bAbI format             records  what a run says of itself
"""
