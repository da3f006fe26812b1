"""A model's gradient beside differences of its loss."""
import numpy

STEP = 1e-2  # the engine works in single precision


def check_gradient(test, model, batch, seed=2):
    """One number of each parameter, drawn."""
    loss, gradients = model.gradient(batch)
    test.assertEqual(set(gradients), set(model.parameters))
    rng = numpy.random.default_rng(seed)
    for name, values in model.parameters.items():
        at = tuple(int(rng.integers(0, extent)) for extent in values.shape)
        before, costs = values[at], []
        for change in (STEP, -STEP):
            values[at] = before + change  # a view: the model has it
            costs.append(model.gradient(batch)[0])
        values[at] = before
        slope = (costs[0] - costs[1]) / (2 * STEP)
        test.assertAlmostEqual(gradients[name][at], slope, delta=2e-2 + 0.05 * abs(slope), msg=name)
    return loss
