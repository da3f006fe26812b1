"""What may be concluded from several runs: the one place where Tapehead's scripts infer anything. One idea a file.

intervals   Wilson's interval, the bootstrap, the inter-quartile mean
survival    sequences until solved, where some runs never were: Kaplan and Meier's curve, its median, their intervals
stratified  runs of several tasks, drawn again within each
profiles    performance profiles: the share of runs that are so good or better
improvement the probability that a run of one group exceeds a run of another
importance  which options of a sweep matter: functional ANOVA, by Optuna
ranks       costs by their order alone, and mean ranks over tasks
parallel    the points of a sweep on parallel axes
pairs       the paired permutation test, the smallest p it can reach, Holm's correction
blocks      two unpaired groups on several tasks together: permutations and Fisher's test within each task
crossed     groups that differ in two options, as a table of the two
outcome     what one run came to: its cost, when it was solved or up to when it was known not to be
comparison  groups of runs described, and compared pair by pair
tables      a comparison as text, Markdown and CSV
frames      runs as data frames, for a notebook
across      groups over several tasks together; across_tables writes them

Those before `outcome` know numbers and options only. All random draws have fixed seeds: the same runs give the same
bytes.
"""
