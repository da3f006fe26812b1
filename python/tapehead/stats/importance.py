"""The importance of a sweep's options: the share of the cost's variance that each explains by itself, all others
averaged over (functional ANOVA of a random forest; Hutter, Hoos & Leyton-Brown, "An efficient approach for assessing
hyperparameter importance", ICML 2014), computed by Optuna. The forest learns the strongest option first: with some
sixty points the weaker options are underestimated by half and more, with two hundred still by a quarter to a half.

If a cost is infinite because a run diverged, all costs are replaced by their ranks. A diverged run is worse than all
others by an unknown amount: with the worst finite cost in its place, an option that alone decides divergence would look
as weak as noise if the other costs are close, and any greater number would be a guess."""
import math
import warnings

from tapehead.runs.errors import InputError

from .ranks import ranks

FEWEST = 4  # points; a forest learns nothing from fewer
SEED = 1    # of the forest, for everything that is shown


def of_points(points):
    """(the importance of options, the options left out) of a sweep's points from tapehead.runs.sweeps. The forest needs
    every option of every point; options that only some points have are left out."""
    common = [name for name in points.options[0] if all(name in each for each in points.options)]
    partial = sorted({name for each in points.options for name in each} - set(common))
    shares = importance([{name: each[name] for name in common} for each in points.options], points.costs, SEED,
                        points.logarithmic)
    return shares, partial


def counted_by_rank(costs):
    """The note beside the importance if runs diverged; else empty."""
    infinite = sum(map(math.isinf, costs))
    if not infinite:
        return ""
    return f"{infinite} of {len(costs)} points diverged: all costs count by rank, theirs as the worst"


def importance(points, costs, seed, logarithmic=()):
    """{option: its share of the variance that single options explain}, most important first; the shares add up to 1.
    `points` are dictionaries with the same options, values numbers or words; options in `logarithmic`, all above zero,
    are averaged over their logarithm. An option with a single value has share 0. If a cost is infinite, all costs count
    by rank. Raises InputError without Optuna or the forest it needs, and if there is nothing to explain."""
    optuna, study = make_study()
    names = list(points[0]) if points else []
    if len(points) < FEWEST or len(set(costs)) < 2:
        raise InputError(f"importance: got {len(points)} points with {len(set(costs))} different costs; "
                         f"{FEWEST} points with costs that differ are needed")
    if any(map(math.isinf, costs)):
        costs = ranks(costs)
    columns = {name: column([point[name] for point in points], name in logarithmic) for name in names}
    spaces = {name: optuna.distributions.FloatDistribution(low, high) for name, (_, low, high) in columns.items()}
    for at, cost in enumerate(costs):
        values = {name: values[at] for name, (values, _, _) in columns.items()}
        study.add_trial(optuna.trial.create_trial(params=values, distributions=spaces, value=cost))
    # An option with a single value explains nothing, and a forest needs options.
    if all(space.single() for space in spaces.values()):
        raise InputError("importance: no option takes several values; give a sweep that varies one")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Optuna uses names that NumPy has renamed
        return dict(optuna.importance.get_param_importances(
            study, evaluator=optuna.importance.FanovaImportanceEvaluator(seed=seed)))


def make_study():
    try:
        import optuna
        import sklearn.ensemble  # noqa: F401 (Optuna's forest)
    except ImportError as error:
        missing = error.name.split(".")[0]
        raise InputError(f"importance: Python has no module {missing}; install Debian's python3-{missing}") from None
    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study()
    optuna.logging.set_verbosity(before)
    return optuna, study


def column(values, logarithmic):
    """(numbers, low, high): low and high bound the average. Words are numbered in alphabetical order, each in the
    middle of an interval of equal length. Optuna's own one-hot columns are averaged over combinations of several words
    and of none, which no point has: with three words the shares were wrong by up to a fifth."""
    if all(map(is_number, values)):
        numbers = [math.log(value) if logarithmic else float(value) for value in values]
        return numbers, min(numbers), max(numbers)
    words = sorted(set(map(str, values)))
    room = 0.5 if len(words) > 1 else 0.0
    return [float(words.index(str(value))) for value in values], -room, len(words) - 1 + room


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)
