"""What may be concluded from several runs: the one place where Tapehead's scripts infer anything. One idea a file.

intervals   Wilson's interval, the bootstrap, the inter-quartile mean
survival    sequences until solved, where some runs never were: Kaplan and Meier's curve and its median
student     Student's interval for a mean
pairs       the paired permutation test, the smallest p it can reach, Holm's correction
outcome     what one run came to: its cost, when it was solved or up to when it was known not to be
comparison  groups of runs described, and compared pair by pair
tables      a comparison as text, Markdown and CSV

The first three know numbers only. All random draws have fixed seeds: the same runs give the same bytes.
"""
