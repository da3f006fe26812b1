#include "experiments/training/train_settings.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/bound.hpp"

namespace tapehead {
namespace {

constexpr double kMany = 1e15;  // sequences: more than anyone trains, exact in a double

const Bound<TrainSettings>& general_options() {
  using Train = TrainSettings;
  const auto rate = [](auto field) { return inside(&Train::rate, field); };
  const auto scheduled_sampling = [](auto field) { return inside(&Train::scheduled_sampling, field); };
  static const auto all =
      Bound<Train>{}
          .part("task", PartKind::kTask, "copy", "what is to be learned")
          .part("model", PartKind::kModel, "memory-machine", "what learns it")
          .integer("seed", &Train::seed, 0, 9007199254740991, "of starting weights and episodes")
          .part("train.optimizer", PartKind::kOptimizer, "graves-rmsprop", "how gradients become steps")
          .real("train.learning-rate", rate(&RateSchedule::rate), 0, 1e6, "the optimiser's rate")
          .choice("train.reduction", &Train::sum_gradients, {{"mean", false}, {"sum", true}},
                  "of the gradients of a batch's sequences")
          .choice("train.clip", &Train::clip,
                  {{"norm", Clip::kNorm},
                   {"matrix", Clip::kMatrix},
                   {"value", Clip::kValue},
                   {"flow", Clip::kFlow},
                   {"none", Clip::kNone}},
                  "the finished gradient by its norm, each matrix by its own, or by value, each number; or flow: each "
                  "number that flows back through a value, of each sequence, on the way")
          .real("train.clip-at", &Train::clip_at, 1e-12, 1e12, "where it is cut")
          .real("train.label-smoothing", &Train::label_smoothing, 0, 0.9,
                "share of each target that goes to all classes alike (to 1/2, of bits) in what training minimises; the "
                "cost that is told is without it")
          .real("train.weight-decay", &Train::weight_decay, 0, 1,
                "share of a weight an update takes away, times the rate")
          .span("train.warm-up", rate(&RateSchedule::warm_up), 0, kMany, "sequences over which the rate rises from 0")
          .span("train.first-sequences", rate(&RateSchedule::first_sequences), 0, kMany,
                "sequences at train.first-rate, before the rate's own schedule begins")
          .real("train.first-rate", rate(&RateSchedule::first_rate), 0, 1e6,
                "rate of the first train.first-sequences; 0: train.learning-rate")
          .real("train.decay", rate(&RateSchedule::decay), 1e-6, 1, "factor of the rate over train.decay-sequences")
          .span("train.decay-sequences", rate(&RateSchedule::decay_sequences), 1, kMany,
                "sequences in which the rate falls by train.decay")
          .flag("train.decay-stairs", rate(&RateSchedule::stairs),
                "the rate falls at once at their end, not little by little")
          .real("train.decay-floor", rate(&RateSchedule::floor), 0, 1, "share of the rate below which it does not fall")
          .real("train.decay-below", &Train::decay_below, 0, 1e9,
                "validation goal, in its unit (train.stop-below), at which the rate begins to fall; 0: from the start")
          .real("train.settle-below", &Train::settle_below, 0, 1e9,
                "validation goal, in its unit (train.stop-below), at which what waits until the task is learned begins "
                "(memory.training-sharpening); it goes back while the goal is above; 0: it is there from the start")
          .span("train.settle-sequences", &Train::settle_sequences, 1, kMany,
                "sequences over which that change is made, little by little")
          .real("train.average", &Train::average, 0, 0.999999,
                "moving average of the weights that is scored and saved; 0: none")
          .real("train.scheduled-sampling", scheduled_sampling(&SamplingSchedule::share), 0, 1,
                "share of what a model is told it said that is what it would have said itself")
          .choice("train.scheduled-sampling-by", scheduled_sampling(&SamplingSchedule::drawn),
                  {{"likeliest", false}, {"drawn", true}},
                  "which tokens it would have said: the likeliest, or drawn from their probabilities")
          .span("train.scheduled-sampling-rise", scheduled_sampling(&SamplingSchedule::rise), 0, kMany,
                "sequences over which that share rises from 0; 0: it is there from the start")
          .flag("train.gradient-variance", &Train::gradient_variance,
                "the metric gradient_variance: of one sequence's gradient, from what the parts of a batch differ by")
          .integer("train.batch", &Train::batch, 1, 65536, "sequences an update")
          .span("train.sequences", &Train::sequences, 1, kMany, "sequences to train on")
          .span("train.validate-every", &Train::validate_every, 1, kMany, "sequences between validations")
          .integer("train.validation-episodes", &Train::validation_episodes, 1, 10000000, "episodes a validation")
          .integer("train.final-episodes", &Train::final_episodes, 1, 10000000,
                   "episodes of the final score, which result.json has: used for nothing else")
          .span("train.checkpoint-every", &Train::checkpoint_every, 1, kMany, "sequences between checkpoints")
          .real("train.stop-below", &Train::stop_below, 0, 1e9,
                fmt::format("validation goal that counts as solved, {}: whichever is the task's; 0: never stop",
                            possible_goals()))
          .choice("train.keep", &Train::keep_last, {{"best", false}, {"last", true}},
                  "which weights are the run's: those of the best validation, or the last")
          .integer("train.restart", &Train::restart, 0, 1000000,
                   "number of a restart: other starting weights and another order of the same data")
          .integer("train.patience", &Train::patience, 1, 1000000, "validations in a row that must be below")
          .part("train.curriculum", PartKind::kCurriculum, "none", "which sizes of the task are seen when")
          .path("train.init-from", &Train::init_from,
                "what the run starts from: a checkpoint file, a run's directory, or a trained model (tapehead list "
                "trained)")
          .text("train.check", &Train::check,
                "'OPTION=VALUE;…' on which a solved run must generalise, else it starts anew from a sub-seed")
          .real("train.check-below", &Train::check_below, 0, 1e9,
                "a run passes its check with fewer wrong answers per sequence (wrong bits, of a task of bits)")
          .integer("train.check-episodes", &Train::check_episodes, 1, 10000000, "episodes of the check")
          .integer(
              "train.check-tries", &Train::check_tries, 1, 1000000,
              "checks that an attempt may fail before it starts anew; until then it trains on, and is checked again "
              "after train.patience more validations at train.stop-below or below")
          .span("train.plateau-sequences", &Train::plateau_sequences, 0, kMany,
                "sequences in which a run's validation goal must have been at train.plateau-above or below, else it "
                "starts anew from a sub-seed, for train.sequences again; 0: never")
          .real("train.plateau-above", &Train::plateau_above, 0, 1e9,
                "validation goal, in its unit (train.stop-below), above which nothing was learned yet")
          .integer("train.restarts", &Train::restarts, 0, 1000,
                   "how often a run that fails its check, or stays on its plateau, may start anew")
          .text("train.other-attempts", &Train::other_attempts,
                "'OPTION=VALUE;…' that the second attempt and then every other one has in place of the run's: of its "
                "batch, sequences, optimiser, rate, clipping, curriculum, plateau, noise and dropout; with | between "
                "several such lists attempts take turns; one that ends unsolved makes room for the next "
                "(train.restarts)");
  return all;
}

/// The options of 'OPTION=VALUE;…', typed for the option named `where`.
std::vector<std::pair<std::string, std::string>> listed_options(const char* where, const std::string& typed,
                                                                const char* example) {
  std::vector<std::pair<std::string, std::string>> options;
  for (size_t from = 0; from <= typed.size();) {
    const std::string setting = typed.substr(from, typed.find(';', from) - from);
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size())
      throw InputError(fmt::format("{}: got \"{}\"; OPTION=VALUE is needed, or several with ; between them, such as {}",
                                   where, typed, example));
    options.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    from += setting.size() + 1;
  }
  return options;
}

}  // namespace

TrainSettings::TrainSettings(const Settings& settings, size_t epoch) {
  general_options().fill(settings, *this, epoch);
  seed = derived_seed(seed, Purpose::kReplica, restart);
  if (plateau_sequences > 0 && plateau_above == 0)
    throw InputError(
        "train.plateau-above: got 0; the goal above which nothing was learned is needed with "
        "train.plateau-sequences");
  if (!other_attempts.empty()) {
    if (restarts == 0)
      throw InputError("train.other-attempts: got \"" + other_attempts +
                       "\", and train.restarts 0; at least one restart is needed with it");
    for (size_t from = 0; from <= other_attempts.size();) {
      const std::string one = other_attempts.substr(from, other_attempts.find('|', from) - from);
      other_options.push_back(listed_options("train.other-attempts", one, "controller.noise=0"));
      from += one.size() + 1;
    }
  }
  if (check.empty()) return;
  if (keep_last)
    throw InputError("train.keep: got last, and a train.check, which chooses weights; best is needed with it");
  check_options = listed_options("train.check", check, "task.length=120");
}

const Declarations& declarations() {
  static const Declarations all{general_options().options(), part_infos};
  return all;
}

}  // namespace tapehead
