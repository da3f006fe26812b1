"""Tables in Markdown for docs/performance.md, and one measurement per row in CSV."""
import csv
import pathlib
import statistics

from tapehead.runs.errors import InputError

from .pairs import ratio


def number(value):
    """Three significant digits; whole numbers from 100 on."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def spread(series):
    rates = series.rates()
    return f"{number(statistics.median(rates))} ({number(min(rates))}–{number(max(rates))})"


def times(a, b):
    return "{} ({}–{})".format(*(number(x) for x in ratio(a, b)))


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def speed_table(by_batch):
    """by_batch: batch → [ours, peer if any, our other programs]."""
    all_series = [series for group in by_batch.values() for series in group]
    names = list(dict.fromkeys(series.name for series in all_series))
    ours, others = names[0], names[1:]
    header = ["batch", *(f"{name}, sequences/s" for name in names), *(f"{ours} / {name}" for name in others),
              *(f"{name}, MB" for name in names)]
    rows = []
    for batch, group in by_batch.items():
        rows.append([batch, *(spread(series) for series in group), *(times(group[0], other) for other in group[1:]),
                     *(number(series.memory()) for series in group)])
    return table(header, rows)


def thread_table(one, two):
    return table(["batch", "one thread, sequences/s", "two threads, sequences/s", "two / one"],
                 [[one.batch, spread(one), spread(two), times(two, one)]])


def peak_table(products, operations, by_batch):
    """GFLOP/s of matrix products, then of a training step with its share of the fastest product. operations: batch →
    those of a sequence."""
    peak = max(products.values())
    rows = [[f"512×512×512, {name}", number(speed), f"{speed / peak:.0%}"] for name, speed in products.items()]
    for batch, group in by_batch.items():
        speed = operations[batch] * statistics.median(group[0].rates()) / 1e9
        rows.append([f"training step, batch {batch}", number(speed), f"{speed / peak:.0%}"])
    return table(["one thread", "GFLOP/s", "share of the fastest product"], rows)


def write_csv(path, all_series, products):
    """One row per measurement; products have neither batch nor repetition."""
    try:
        with open(path, "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["who", "batch", "threads", "repetition", "metric", "value"])
            for series in all_series:
                for repetition, speed in enumerate(series.speeds, 1):
                    for metric, value in vars(speed).items():
                        out.writerow([series.name, series.batch, series.threads, repetition, metric, value])
            for name, speed in products.items():
                out.writerow([name, "", 1, "", "gflops", speed])
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; a file that can be written is needed") from error


def write_into(path, text, mark, kind):
    """Puts `text` between the two lines of its mark in the file: the mark of this kind of processor if the file has it,
    else the general one. With None only checks that this is possible."""
    try:
        before = pathlib.Path(path).read_text(encoding="utf-8")
        for name in (f"{mark} {kind}", mark):
            begin, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
            head, found, rest = before.partition(begin)
            _, end_found, tail = rest.partition(end)
            if found and end_found:
                break
        else:
            raise InputError(f"{path}: has no place for tables; lines <!-- {mark} --> and <!-- /{mark} -->, or "
                             f"<!-- {mark} {kind} --> and <!-- /{mark} {kind} -->, are needed")
        pathlib.Path(path).write_text(before if text is None else head + begin + text + end + tail, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; a text with <!-- {mark} --> in it is needed") from error
