"""What a clone has for those who start scripts, elsewhere and without what installs and builds."""
import os
import pathlib
import shutil

SOURCE = pathlib.Path(os.environ["TAPEHEAD_SOURCE"])
TABLES = ("experiments/files/not_a_difference.inc", "catalogue/metrics/metric_rows.inc")  # what scripts read


def copy_scripts(to, *silent):
    """scripts/ and studies/ below `to`; the programs named in `silent`, as setup.sh and build.sh, do nothing there."""
    for folder in ("scripts", "studies"):
        shutil.copytree(SOURCE / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for table in TABLES:
        (to / table).parent.mkdir(parents=True)
        shutil.copy(SOURCE / table, to / table)
    for name in ("scripts/setup.sh", "scripts/build.sh", *silent):
        (to / name).write_text("#!/bin/sh\n")
