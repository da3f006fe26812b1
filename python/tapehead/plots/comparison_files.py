"""The files of a comparison: all tables and pictures in a directory, or pictures alone."""
import pathlib

from tapehead.runs import looks
from tapehead.runs.errors import InputError, tell
from tapehead.runs.files import make_directory, write_whole
from tapehead.runs.names import choices
from tapehead.stats import latex

from . import comparison_pictures, picture_files, style

TABLE = ".table.tex"  # beside pictures for a paper


def check(options):
    """InputError for an --out that cannot be written, or a --figure without a file for it."""
    if style.is_picture(options.out or ""):
        style.outputs(options.out)
    elif options.figure:
        raise InputError("--figure: needs --out NAME.pdf, NAME.png or NAME.svg")


def write(options, comparisons, together, texts):
    """Writes what --out asks for; `texts` are a directory's tables."""
    check_figure(options.figure, comparisons, together)
    if style.is_picture(options.out):
        write_pictures(options.out, comparisons, together, options.figure)
    else:
        write_all(pathlib.Path(options.out), comparisons, together, texts)


def check_figure(only, comparisons, together):
    """InputError for an unknown --figure."""
    there = [name for name, _ in comparison_pictures.figures(comparisons, together)]
    if only and not any(name == only or name.startswith(f"{only}-") for name in there):
        raise InputError(f"--figure: got '{only}'; {choices(only, there)}")


def write_all(out, comparisons, together, texts):
    """Makes everything before it writes anything."""
    files = {name: text.encode() for name, text in texts.items()}
    drawn = picture_files.each(comparison_pictures.draw(comparisons, together), style.ALL_KINDS)
    files |= {name + kind: data for name, kinds in drawn.items() for kind, data in kinds.items()}
    shown = "".join(f"\n![{name.replace('-', ' ')}]({name}.png)\n" for name in drawn)
    files["comparison.md"] += shown.encode()
    if style.captioned():
        files["comparison" + TABLE] = latex.of(comparisons).encode()
    make_directory(out)
    for name, data in files.items():
        write_whole(out / name, data)
    looks.remember()
    tell(f"wrote {len(files)} files to {out}")


def write_pictures(out, comparisons, together, only):
    """Only the pictures: all in one PDF, or one picture in the files of style.outputs()."""
    paths = style.outputs(out)
    drawn = comparison_pictures.draw(comparisons, together, only)
    if paths[0].suffix == ".pdf":
        pages, data, captions = picture_files.pages(drawn)
        made = {paths[0]: data} | ({paths[0].with_suffix(style.CAPTION): captions.encode()} if captions else {})
    else:
        found = picture_files.each(drawn, [path.suffix for path in paths])
        if len(found) > 1:
            raise InputError(f"--out: got '{out}', which holds one picture; --figure NAME chooses among "
                             f"{', '.join(found)}")
        pages, made = 1, {paths[0].with_suffix(kind): data for kind, data in next(iter(found.values())).items()}
    if style.captioned():
        made[paths[0].with_suffix(TABLE)] = latex.of(comparisons).encode()
    paths = list(made)
    for path, data in made.items():
        write_whole(path, data)
    looks.remember()
    tell(f"wrote {' and '.join([str(paths[0]), *(path.name for path in paths[1:])])}"
         + (f", {pages} pictures" if pages > 1 else ""))
