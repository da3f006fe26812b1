"""What pages tell of files: each table of a page by its name (`tables`), and where it stands in the page (`marks`)."""
