"""Several figures on one page, as figure.py makes them: sheet_file reads what they are, panels draws each by the
command that draws it alone, page puts them beside and below one another."""
