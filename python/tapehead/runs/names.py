"""The words for a name that is not known."""
import difflib


def choices(name, valid):
    """`nearest: copy; valid: copy, reverse`; without the first where no name is near."""
    valid = list(valid)
    plain = {one.casefold(): one for one in valid}
    near = difflib.get_close_matches(str(name).casefold(), plain, 1)
    return (f"nearest: {plain[near[0]]}; " if near else "") + f"valid: {', '.join(valid) or 'none'}"
