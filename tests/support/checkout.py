"""A copy of a clone for tests that start scripts elsewhere, without installing and building."""
import os
import pathlib
import shutil

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
TABLES = ("experiments/files/not_a_difference.inc", "catalogue/metrics/metric_rows.inc")  # files that scripts read


def copy_scripts(to, *silent):
    """Copies python/, scripts/ and studies/ to `to`; the programs named in `silent`, such as setup.sh and build.sh, do
    nothing there."""
    for folder in ("python", "scripts", "studies"):
        shutil.copytree(SOURCE / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for table in TABLES:
        (to / table).parent.mkdir(parents=True)
        shutil.copy(SOURCE / table, to / table)
    for name in ("scripts/setup.sh", "scripts/build.sh", *silent):
        (to / name).write_text("#!/bin/sh\n")
