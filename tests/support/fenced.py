"""Blocks of code in the documents."""
import re


def fenced(text, language):
    return re.findall(rf"^```{language}\n((?:.*\n)*?)```$", text, re.MULTILINE)
