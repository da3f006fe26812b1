#include "experiments/training/train_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/training/curriculum.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr double kMany = 1e15;  // sequences: more than anyone trains, exact in a double

std::vector<Option> general_options() {
  return {
      Option::a_part("task", PartKind::kTask, "copy", "what is to be learned"),
      Option::a_part("model", PartKind::kModel, "memory-machine", "what learns it"),
      Option::integer("seed", 1, 0, 9007199254740991, "of starting weights and episodes"),
      Option::a_part("train.optimizer", PartKind::kOptimizer, "graves-rmsprop", "how gradients become steps"),
      Option::real("train.learning-rate", 1e-4, 0, 1e6, "the optimiser's rate"),
      Option::choice("train.reduction", "mean", {"mean", "sum"}, "of the gradients of a batch's sequences"),
      Option::choice("train.clip", "norm", {"norm", "matrix", "value", "none"},
                     "the finished gradient by its norm, each matrix by its own, or by value, each number"),
      Option::real("train.clip-at", 10, 1e-12, 1e12, "where it is cut"),
      Option::real("train.weight-decay", 0, 0, 1, "share of a weight an update takes away, times the rate"),
      Option::span("train.warm-up", "0", 0, kMany, "sequences over which the rate rises from 0"),
      Option::span("train.first-sequences", "0", 0, kMany,
                   "sequences at train.first-rate, before the rate's own schedule begins"),
      Option::real("train.first-rate", 0, 0, 1e6, "rate of the first train.first-sequences; 0: train.learning-rate"),
      Option::real("train.decay", 1, 1e-6, 1, "factor of the rate over train.decay-sequences"),
      Option::span("train.decay-sequences", "10000", 1, kMany, "sequences in which the rate falls by train.decay"),
      Option::flag("train.decay-stairs", false, "the rate falls at once at their end, not little by little"),
      Option::real("train.decay-floor", 0, 0, 1, "share of the rate below which it does not fall"),
      Option::real(
          "train.decay-below", 0, 0, 1e9,
          "validation goal, in its unit (train.stop-below), at which the rate begins to fall; 0: from the start"),
      Option::real("train.average", 0, 0, 0.999999, "moving average of the weights that is scored and saved; 0: none"),
      Option::real("train.scheduled-sampling", 0, 0, 1,
                   "share of what a model is told it said that is what it would have said itself"),
      Option::choice("train.scheduled-sampling-by", "likeliest", {"likeliest", "drawn"},
                     "which tokens it would have said: the likeliest, or drawn from their probabilities"),
      Option::span("train.scheduled-sampling-rise", "0", 0, kMany,
                   "sequences over which that share rises from 0; 0: it is there from the start"),
      Option::flag(
          "train.gradient-variance", false,
          "the metric gradient_variance: of one sequence's gradient, from what the parts of a batch differ by"),
      Option::integer("train.batch", 1, 1, 65536, "sequences an update"),
      Option::span("train.sequences", "100000", 1, kMany, "sequences to train on"),
      Option::span("train.validate-every", "1000", 1, kMany, "sequences between validations"),
      Option::integer("train.validation-episodes", 500, 1, 10000000, "episodes a validation"),
      Option::integer("train.final-episodes", 1000, 1, 10000000,
                      "episodes of the final score, which result.json has: used for nothing else"),
      Option::span("train.checkpoint-every", "10000", 1, kMany, "sequences between checkpoints"),
      Option::real("train.stop-below", 0, 0, 1e9,
                   fmt::format("validation goal that counts as solved, {}: whichever is the task's; 0: never stop",
                               possible_goals())),
      Option::choice("train.keep", "best", {"best", "last"},
                     "which weights are the run's: those of the best validation, or the last"),
      Option::integer("train.restart", 0, 0, 1000000,
                      "number of a restart: other starting weights and another order of the same data"),
      Option::integer("train.patience", 1, 1, 1000000, "validations in a row that must be below"),
      Option::a_part("train.curriculum", PartKind::kCurriculum, "none", "which sizes of the task are seen when"),
      Option::path(
          "train.init-from",
          "what the run starts from: a checkpoint file, a run's directory, or a trained model (tapehead list trained)"),
      Option::text("train.check", "",
                   "'OPTION=VALUE;…' on which a solved run must generalise, else it starts anew from a sub-seed"),
      Option::real("train.check-below", 1, 0, 1e9,
                   "a run passes its check with fewer wrong answers per sequence (wrong bits, of a task of bits)"),
      Option::integer("train.check-episodes", 1000, 1, 10000000, "episodes of the check"),
      Option::integer("train.restarts", 0, 0, 1000, "how often a run that fails its check may start anew"),
  };
}

}  // namespace

double RateSchedule::at(uint64_t sequences, uint64_t decaying) const {
  if (sequences < first_sequences) return first_rate > 0 ? first_rate : rate;
  sequences -= first_sequences;
  if (first_sequences > 0) decaying = std::min(decaying, sequences);
  const double rise = warm_up > 0 ? std::min(1.0, (static_cast<double>(sequences) + 1) / warm_up) : 1;
  const double falls = static_cast<double>(decaying) / decay_sequences;
  return rate * rise * std::max(floor, std::pow(decay, stairs ? std::floor(falls) : falls));
}

TrainSettings::TrainSettings(const Settings& s, size_t epoch)
    : seed(derived_seed(static_cast<uint64_t>(s.integer("seed")), Purpose::kReplica, s.size("train.restart"))),
      optimizer{s.text("train.optimizer"),
                s.has("train.momentum") ? static_cast<Real>(s.real("train.momentum")) : Real{0}},
      rate{s.real("train.learning-rate"),
           static_cast<double>(s.sequences("train.warm-up", epoch)),
           s.real("train.decay"),
           static_cast<double>(s.sequences("train.decay-sequences", epoch)),
           s.real("train.decay-floor"),
           s.flag("train.decay-stairs"),
           s.sequences("train.first-sequences", epoch),
           s.real("train.first-rate")},
      sum_gradients(s.text("train.reduction") == "sum"),
      clip(s.text("train.clip") == "norm"     ? Clip::kNorm
           : s.text("train.clip") == "matrix" ? Clip::kMatrix
           : s.text("train.clip") == "value"  ? Clip::kValue
                                              : Clip::kNone),
      clip_at(static_cast<Real>(s.real("train.clip-at"))),
      decay_below(s.real("train.decay-below")),
      weight_decay(s.real("train.weight-decay")),
      average(s.real("train.average")),
      own_words{s.real("train.scheduled-sampling"),
                static_cast<double>(s.sequences("train.scheduled-sampling-rise", epoch)),
                s.text("train.scheduled-sampling-by") == "drawn"},
      gradient_variance(s.flag("train.gradient-variance")),
      batch(s.size("train.batch")),
      sequences(s.sequences("train.sequences", epoch)),
      validate_every(s.sequences("train.validate-every", epoch)),
      validation_episodes(s.size("train.validation-episodes")),
      final_episodes(s.size("train.final-episodes")),
      checkpoint_every(s.sequences("train.checkpoint-every", epoch)),
      stop_below(s.real("train.stop-below")),
      keep_last(s.text("train.keep") == "last"),
      patience(s.size("train.patience")),
      init_from(s.text("train.init-from")),
      check(s.text("train.check")),
      check_below(s.real("train.check-below")),
      check_episodes(s.size("train.check-episodes")),
      restarts(s.size("train.restarts")) {
  if (check.empty()) return;
  if (keep_last)
    throw InputError("train.keep: got last, and a train.check, which chooses weights; best is needed with it");
  for (size_t from = 0; from <= check.size();) {
    const std::string setting = check.substr(from, check.find(';', from) - from);
    const size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size())
      throw InputError("train.check: got \"" + check +
                       "\"; OPTION=VALUE is needed, or several with ; between them, such as task.length=120");
    check_options.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    from += setting.size() + 1;
  }
}

const Declarations& declarations() {
  static const Declarations all{general_options(), [](PartKind kind) {
                                  return kind == PartKind::kOptimizer    ? optimizer_infos()
                                         : kind == PartKind::kCurriculum ? curriculum_infos()
                                                                         : part_infos(kind);
                                }};
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
