"""Tables of pages made from files: each table by its name (`tables`), and its place in a page (`marks`)."""
