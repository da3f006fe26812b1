"""The runs of one measure of the map: what is to be trained, and the rows that are kept of it."""
import concurrent.futures
import statistics

import scripts_path  # noqa: F401
from kept_seeds import alone
from map_plan import fingerprint
from plans import as_csv, ask, read_rows, refuse_dirty, refuse_other_options
from shares import Job, processor_seconds
from tapehead.runs.errors import InputError
from tapehead.runs.files import write_whole
from tapehead.runs.records import read_json
from told.map_checks import RUN
from told.map_tables import COLUMNS, CURVES, kept_of
from told.task_tables import kept_so_far

ROLES = ("rate", "seed")  # of a cell's runs: rates are chosen first
ASKED = {"rate": (), "seed": ("within", "beyond"), "window": ("within",)}  # by what a run is for


class Measured:
    """`name`: under which its rows are kept, in place of the measure's."""

    def __init__(self, program, plan, measure, sizes, options, name=None):
        self.program, self.plan, self.measure, self.options = program, plan, measure, options
        self.sizes, self.out = sizes.get(measure.name, {}), options.out / measure.name
        self.name = name or measure.name
        self.kept = self.read()

    def read(self):
        """The rows that are kept."""
        rows = kept_of(self.options.results.parent, self.name, self.plan)
        for row in rows:
            self.refuse_other_options(row)
        return rows

    def size(self, machine):
        if machine.name not in self.sizes:
            raise InputError(f"{machine.name}/{self.measure.name}: has no size; reproduce_map.py --sizes finds it")
        return self.sizes[machine.name]

    def words(self, machine, role, rate):
        share = self.plan.rate_share if role == "rate" else 1.0
        return self.plan.words(self.measure, machine, self.size(machine), rate, share)

    def refuse_other_options(self, row):
        machine = self.plan.machines.get(row["machine"])
        if machine is None or row["options"] != fingerprint(self.words(machine, row["role"], float(row["rate"]))):
            raise InputError(f"{self.options.results / self.name}.csv: {row['machine']} is of other options "
                             f"than the plan's; remove its rows, and its runs in {self.out / row['machine']}, to train "
                             f"it again")

    def job(self, machine, role, rate, seed, rank):
        return Job(f"{machine.name}/{self.measure.name} {role} {seed}",
                   [*self.words(machine, role, rate), "--seed", str(seed)], self.directory(machine, role, rate, seed),
                   rank=rank)

    def directory(self, machine, role, rate, seed):
        return self.out / machine.name / (f"seed-{seed}" if role == "seed" else f"{role}-{rate:g}-{seed}")

    def planned(self, role):
        """[(machine, rate, seed)] of a role; seeds only of machines whose rate can be told."""
        plan = self.plan
        if role == "window":
            return [(plan.machines[name], rate, seed) for name in plan.window.machines for seed in plan.window.seeds
                    for rate in plan.window.rates]
        if role == "rate":
            return [(machine, rate, seed) for machine in plan.machines.values() for seed in plan.rate_seeds
                    for rate in plan.rates]
        return [(machine, rate, seed) for machine in plan.machines.values()
                for rate in [self.rate_of(machine)] if rate is not None for seed in plan.seeds]

    def there(self):
        """{(machine, role, rate, seed)} of the kept rows."""
        return {(row["machine"], row["role"], float(row["rate"]), int(row["seed"])) for row in self.kept}

    def whole(self, machine):
        """Whether the seeds of a machine are kept."""
        return {seed for name, role, _, seed in self.there() if (name, role) == (machine.name, "seed")} >= {
            *self.plan.seeds}

    def jobs_of(self, role):
        """[(machine, job)] of those that are not kept yet; a machine's are done before the next one's."""
        there, places = self.there(), list(self.plan.machines)
        return [(machine, self.job(machine, role, rate, seed, places.index(machine.name)))
                for machine, rate, seed in self.planned(role) if (machine.name, role, rate, seed) not in there]

    def rate_of(self, machine):
        """The rate whose median cost over the seeds for it is the least; None while one of their runs is missing."""
        costs = {}
        for row in self.kept:
            if (row["machine"], row["role"]) == (machine.name, "rate"):
                costs.setdefault(float(row["rate"]), []).append(float(row["cost"]))
        if any(len(costs.get(rate, [])) < len(self.plan.rate_seeds) for rate in self.plan.rates):
            return None
        best = min(self.plan.rates, key=lambda rate: statistics.median(costs[rate]))
        for row in self.kept:
            if (row["machine"], row["role"]) == (machine.name, "seed") and float(row["rate"]) != best:
                raise InputError(f"{self.options.results / self.name}.csv: {machine.name} has seeds of rate "
                                 f"{row['rate']}, but {best:g} is the best now; remove their rows to train them again")
        return best

    def keep(self, role):
        """Writes the rows of the runs that have ended beside those kept earlier; then InputError if one of them cannot
        be asked."""
        rows, curves, failed = self.gather(role, self.plan.machines.values(), self.options.jobs)
        if rows:
            self.write(rows, curves)
        if failed:
            raise failed

    def gather(self, role, machines, at_a_time=1):
        """(rows, rows of curves, InputError or None) of the runs of some machines that have ended and are not kept; so
        many of them are asked at a time."""
        there, rows, curves, failed = self.there(), [], [], None
        ended = [(machine, role, rate, seed) for machine, rate, seed in self.planned(role)
                 if machine in machines and (machine.name, role, rate, seed) not in there
                 and (self.directory(machine, role, rate, seed) / "result.json").exists()]
        with concurrent.futures.ThreadPoolExecutor(at_a_time) as pool:  # map() asks no further ones once interrupted
            for (machine, _, rate, seed), (made, error) in zip(ended, pool.map(lambda run: self.asked(*run), ended)):
                rows += made
                failed = failed or error
                if role == "seed" and not error:
                    curves += curve_of(machine, seed, self.directory(machine, role, rate, seed))
        return rows, curves, failed

    def write(self, rows, curves):
        """Beside what is kept by now, by another call too; curves first, so that no run with rows lacks its curve."""
        refuse_dirty(self.name, [row["commit"] for row in rows], self.options)
        results, name = self.options.results, f"curves/{self.measure.name}"
        with alone(results):
            if curves:
                earlier = kept_so_far(results.parent, "map", name, CURVES)
                write_whole(results / f"{name}.csv", as_csv(CURVES, merged(earlier, curves, ("machine", "seed"))))
            self.kept = merged(self.read(), rows, RUN)
            order = {machine: place for place, machine in enumerate(self.plan.machines)}
            self.kept.sort(key=lambda row: (order[row["machine"]], row["role"], float(row["rate"]), int(row["seed"])))
            write_whole(results / f"{self.name}.csv", as_csv(COLUMNS, self.kept))

    def asked(self, machine, role, rate, seed):
        """(its rows, None), or (none, why it cannot be asked)."""
        try:
            return self.rows_of(machine, role, rate, seed), None
        except InputError as error:
            return [], error

    def rows_of(self, machine, role, rate, seed):
        """One row per question and metric; a single row without either of a run for the rate, or of a diverged one."""
        run = self.directory(machine, role, rate, seed)
        refuse_other_options(self.program, [self.job(machine, role, rate, seed, 0)])
        result, manifest = read_json(run / "result.json"), read_json(run / "manifest.json")
        said = dict.fromkeys(COLUMNS, "") | {
            "machine": machine.name, "role": role, "rate": f"{rate:g}", "seed": seed, "status": result["status"],
            "sequences": result["sequences"], "seconds": f"{processor_seconds(run):.1f}",
            "parameters": manifest["parameters"], "state": result["state"],
            "state_each_step": result["state_each_step"], "cost": f"{cost_of(result):.6g}",
            "options": fingerprint(self.words(machine, role, rate)), "commit": manifest["commit"],
            "cpu": manifest["cpu"]}
        if not ASKED[role] or result["status"] == "diverged":
            return [said]
        made = []
        for name in ASKED[role]:
            asked = getattr(self.measure, name)
            ask(self.program, run, asked)
            made += [said | {"question": name, "setting": row["setting"], "episodes": row["episodes"],
                             "metric": row["metric"], "value": f"{float(row['value']):.6g}"}
                     for row in read_rows(asked.table(run))]
        return made


def merged(earlier, rows, names):
    """Rows that tell by these names what they are of: the later ones in place of earlier ones of the same."""
    found = {}
    for some in (earlier, rows):
        found |= by_names(some, names)
    return [row for each in found.values() for row in each]


def by_names(rows, names):
    found = {}
    for row in rows:
        found.setdefault(tuple(str(row[name]) for name in names), []).append(row)
    return found


def cost_of(result):
    """Bits of the best checkpoint on held-out episodes; of a diverged run, infinitely many."""
    if result["status"] == "diverged":
        return float("inf")
    return float(result.get("over_oracle", result["bits"]))


def curve_of(machine, seed, run):
    """[{machine, seed, sequences, bits}] of a run's validations."""
    return [{"machine": machine.name, "seed": seed, "sequences": row["sequences"], "bits": f"{float(row['value']):.4g}"}
            for row in read_rows(run / "metrics.csv") if (row["split"], row["metric"]) == ("validation", "bits")]
