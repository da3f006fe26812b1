"""Which options of a sweep matter: the share of the cost's variance that each explains by itself, all others averaged
over (functional ANOVA of a random forest; Hutter, Hoos & Leyton-Brown, "An efficient approach for assessing
hyperparameter importance", ICML 2014), as Optuna has it."""
import math
import warnings

from tapehead_runs.errors import InputError

FEWEST = 4  # points; of fewer a forest learns nothing


def importance(points, costs, seed, logarithmic=()):
    """{option: share of what single options explain}, most important first; the shares add up to 1. `points` are the
    options' values, alike in their names: numbers or words. Options in `logarithmic` are averaged over their logarithm.
    An option with a single value has 0. An infinite cost counts as the greatest finite one. Raises InputError without
    Optuna, without the forest it needs, and where there is nothing to explain."""
    optuna, study = make_study()
    names = list(points[0]) if points else []
    finite = [cost for cost in costs if math.isfinite(cost)]
    if len(points) < FEWEST or not finite or min(finite) == max(finite):
        raise InputError(f"importance: got {len(points)} points with {len(set(finite))} different finite costs; "
                         f"{FEWEST} points with costs that differ are needed")
    spaces = {name: distribution(optuna, column(points, name, logarithmic)) for name in names}
    for at, cost in enumerate(costs):
        values = {name: column(points[at:at + 1], name, logarithmic)[0] for name in names}
        study.add_trial(optuna.trial.create_trial(params=values, distributions=spaces,
                                                  value=cost if math.isfinite(cost) else max(finite)))
    # A single value has no part in it, and a forest without options is none.
    if all(space.single() for space in spaces.values()):
        raise InputError("importance: no option takes several values; give a sweep that varies one")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Optuna's own use of what NumPy has renamed
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


def column(points, name, logarithmic):
    values = [point[name] for point in points]
    if not all(is_number(value) for value in values):
        return list(map(str, values))
    return [math.log(value) if name in logarithmic else float(value) for value in values]


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def distribution(optuna, values):
    if isinstance(values[0], str):
        return optuna.distributions.CategoricalDistribution(sorted(set(values)))
    return optuna.distributions.FloatDistribution(min(values), max(values))
