"""The parts of the studies of bAbI: one idea a file.

stories      files in the published format
files        which data a directory has, and what there is to test on
holdout      the questions of the larger files beyond those of the smaller ones
ids          task numbers as --task.ids has them
generated    stories from the program's own generator
scores       what `tapehead eval` says of a run
slices       parts of a file of stories, by number of questions
restarts     the one that is chosen, and how far the choice depends on luck
published    the tables of Sukhbaatar et al. 2015
experiments  the trainings behind the tables
pages        results as CSV and Markdown
two_samples  whether two samples of stories are of one distribution
student      Student's interval for a mean
"""
