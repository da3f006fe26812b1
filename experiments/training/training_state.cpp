#include "experiments/training/training_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/optimisers/weight_average.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "catalogue/options/option.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const std::string kOptimizer = "optimizer/", kCurriculum = "curriculum/state";
constexpr const char* kSumCost = "sum-cost";

/// The counters and sums that not every run has.
struct Kept {
  bool own_objective;  ///< without one the loss is the cost
  bool gradient_variance;
  bool settling, plateau, tries;

  Kept(const Model& model, const TrainSettings& train)
      : own_objective(model.has_own_objective()),
        gradient_variance(train.gradient_variance),
        settling(train.settle_below > 0),
        plateau(train.plateau_sequences > 0),
        tries(train.check_tries > 1) {}
};

// The one list of counters, for saving and loading.
template <class Counters, class Each>
void each_integer(Counters& c, const Kept& kept, Each each) {
  each("sequences", c.sequences);
  each("batches", c.batches);
  each("updates", c.updates);
  each("attempt", c.attempt);
  each("attempt-start", c.attempt_start);
  each("patience", c.patience);
  each("stopped", c.stopped);
  each("best-sequences", c.best_sequences);
  each("decay-start", c.decay_start);
  each("overflows", c.overflows);
  if (kept.plateau) each("left-plateau", c.off_plateau);
  if (kept.tries) each("failed-checks", c.failed_checks);
}

template <class Counters, class Sums, class Each>
void each_real(Counters& c, Sums& s, const Kept& kept, Each each) {
  each("best-goal", c.best_goal);
  each("best-check", c.best_check);
  each("train-bits", c.train_bits);
  each("train-error", c.train_error);
  if (kept.settling) each("settled", c.settled);
  each("sum-loss", s.loss);
  if (kept.own_objective) each(kSumCost, s.cost);
  each("sum-answers", s.answers);
  each("sum-wrong", s.wrong);
  each("sum-gradient-norm", s.gradient_norm);
  if (kept.gradient_variance) each("sum-gradient-variance", s.gradient_variance);
  each("sum-clipped", s.clipped);
  each("sum-updates", s.updates);
  each("sum-skipped", s.skipped);
}

/// Throws InputError, which begins with `where`, for numbers that no run of that goal between two updates has.
void check_progress(const Counters& c, const RunningSums& s, const Kept& kept, std::string_view goal,
                    const std::string& where) {
  const auto refuse = [&](const char* name, auto value, const std::string& needed) {
    throw InputError(fmt::format("{}: {}{} is {}; {} is needed", where, kProgress, name, value, needed));
  };
  const auto at_most = [&](const char* name, uint64_t count, uint64_t most) {
    if (count > most) refuse(name, count, fmt::format("a count of at most {}", most));
  };
  at_most("sequences", c.sequences, kGreatestCount);
  for (const auto& [name, count] : {std::pair{"batches", c.batches}, std::pair{"updates", c.updates},
                                    std::pair{"attempt", c.attempt}, std::pair{"attempt-start", c.attempt_start},
                                    std::pair{"best-sequences", c.best_sequences}, std::pair{"overflows", c.overflows}})
    at_most(name, count, c.sequences);
  at_most("patience", c.patience, c.sequences);
  at_most("failed-checks", c.failed_checks, c.sequences);
  at_most("stopped", c.stopped, 1);
  at_most("left-plateau", c.off_plateau, c.sequences - c.attempt_start);
  at_most("decay-start", c.decay_start, c.sequences + 1);
  const auto at_least_0 = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value))) refuse(name, value, "a finite number of at least 0");
  };
  if (const double least = least_of(goal); !(c.best_goal >= least))
    refuse("best-goal", c.best_goal, fmt::format("a cost of at least {}", least));
  if (!(c.settled >= 0 && c.settled <= 1)) refuse("settled", c.settled, "a share from 0 to 1");
  if (!(c.best_check >= 0)) refuse("best-check", c.best_check, "a number of wrong bits");
  if (!(s.updates <= static_cast<double>(c.batches)))
    refuse("sum-updates", s.updates, fmt::format("a count of at most {}", c.batches));
  // The loss is the cost, or else a mean over each update's episodes that may be below 0.
  const double least_loss = kept.own_objective ? least_of("loss") * s.updates : 0;
  if (!(s.loss >= least_loss && std::isfinite(s.loss)))
    refuse("sum-loss", s.loss, fmt::format("a finite number of at least {}", least_loss));
  for (const auto& [name, value] :
       {std::pair{"train-bits", c.train_bits}, std::pair{"train-error", c.train_error}, std::pair{kSumCost, s.cost},
        std::pair{"sum-answers", s.answers}, std::pair{"sum-wrong", s.wrong},
        std::pair{"sum-gradient-norm", s.gradient_norm}, std::pair{"sum-gradient-variance", s.gradient_variance},
        std::pair{"sum-clipped", s.clipped}, std::pair{"sum-updates", s.updates}, std::pair{"sum-skipped", s.skipped}})
    at_least_0(name, value);
  for (const auto& [name, share] : {std::pair{"sum-clipped", s.clipped}, std::pair{"sum-skipped", s.skipped}})
    if (constexpr double kRounding = 1e-9; share > s.updates * (1 + kRounding))
      refuse(name, share, fmt::format("at most one for each of {} updates", s.updates));
}

}  // namespace

TrainingState::TrainingState(const Settings& settings, const TrainSettings& train, const Spec& spec,
                             std::vector<AttemptSettings> others)
    : settings_{settings, train}, others_(std::move(others)), spec_(spec) {
  begin_attempt(0);
}

void TrainingState::begin_attempt(uint64_t attempt) {
  const auto& [settings, train] = settings_of(attempt);
  store_ = std::make_unique<ParameterStore>(derived_seed(train.seed, Purpose::kRestart, attempt));
  model_ = make_model(settings, spec_, *store_);
  optimizer_ = make_optimizer(settings, store_->size());
  average_ = train.average > 0 ? std::make_unique<ParameterStore>(*store_) : nullptr;
  begin_late_columns();
  counters.attempt = attempt;
  counters.attempt_start = counters.sequences;
  counters.updates = counters.patience = counters.decay_start = counters.overflows = counters.off_plateau = 0;
  counters.failed_checks = 0;
  counters.settled = 0;
  curriculum_rule_ = make_curriculum(settings);
  curriculum = curriculum_rule_->start();
}

void TrainingState::begin_late_columns() {
  // Smaller tables stay in a cache, where an update of all is as fast.
  constexpr size_t kWorthwhile = 65536;
  late_.reset();
  const auto table = model_->looked_up();
  // What a model says itself it may look up before a batch is known.
  if (!table || spec_.says() || store_->entry(table->table).rows * table->columns < kWorthwhile) return;
  const AlignedVector<Real> zeros(store_->entry(table->table).rows, 0);
  late_ = std::make_unique<LateColumns>(
      *store_, *table, [this, zeros](Extent where, const Optimizer::Pace& pace) { move(where, zeros.data(), pace); },
      [this](Extent where) { return rests(where); });
}

void TrainingState::update(std::span<const Real> gradient, std::span<const Extent> extents,
                           std::optional<std::span<const uint32_t>> looked_up, Real rate) {
  if (!looked_up) catch_up();
  const Optimizer::Pace pace = optimizer_->pace(rate, ++counters.updates);
  for (const Extent& where : extents) move(where, gradient.data() + where.first, pace);
  if (looked_up) late_->put_off(pace, *looked_up);
}

void TrainingState::move(const Extent& where, const Real* gradient, const Optimizer::Pace& pace) {
  const std::span<Real> values = std::span(store_->values()).subspan(where.first, where.size());
  if (train().weight_decay > 0) decay_weights(values, pace.rate, static_cast<Real>(train().weight_decay));
  optimizer_->step(where, values, {gradient, where.size()}, pace);
  if (average_)
    move_average(std::span(average_->values()).subspan(where.first, where.size()), values, train().average,
                 pace.updates);
}

bool TrainingState::rests(const Extent& where) {
  if (train().weight_decay > 0) return false;
  for (const auto& slot : optimizer_->slots())
    if (std::any_of(slot.values.data() + where.first, slot.values.data() + where.end, [](Real x) { return x != 0; }))
      return false;
  const Real* const values = store_->values().data();
  return !average_ || std::equal(values + where.first, values + where.end, average_->values().data() + where.first);
}

void TrainingState::note_progress() {
  const uint64_t seen = counters.sequences - counters.attempt_start;
  const double settled = train().settle_below > 0 ? counters.settled : 1;
  for (ParameterStore* store : {store_.get(), average_.get()}) {
    if (!store) continue;
    store->set_seen(seen);
    store->set_settled(settled);
  }
}

void TrainingState::move_means(const Observations& seen) {
  seen.move(*store_);
  if (average_) seen.move(*average_);
}

SafetensorsFile TrainingState::to_file(const std::string& config) {
  catch_up();
  SafetensorsFile file;
  file.metadata = {{"format", "tapehead-1"}, {"config", config}};
  if (spec_.corpus) file.metadata[kCorpusText] = corpus_text(*spec_.corpus);
  if (spec_.data != 0) file.metadata[kDataText] = std::to_string(spec_.data);
  add_tensors(file, kParameters, *store_, store_->values());
  add_constants(file, *store_);
  if (average_) add_tensors(file, kAverage, *store_, average_->values());
  for (const auto& slot : optimizer_->slots()) add_tensors(file, kOptimizer + slot.name + "/", *store_, slot.values);
  const Kept kept(*model_, train());
  each_integer(counters, kept, [&](const char* name, uint64_t value) {
    const auto number = static_cast<int64_t>(value);
    file.tensors.push_back(vector_tensor<int64_t>(kProgress + name, {&number, 1}));
  });
  each_real(counters, sums, kept, [&](const char* name, double value) {
    file.tensors.push_back(vector_tensor<double>(kProgress + name, {&value, 1}));
  });
  if (!curriculum.empty()) file.tensors.push_back(vector_tensor<double>(kCurriculum, curriculum));
  return file;
}

void TrainingState::from_file(const SafetensorsFile& file, const std::string& where, std::string_view goal) {
  const KnownCorpus corpus = corpus_of(file, where);
  if (spec_.corpus ? !corpus || *corpus != *spec_.corpus : corpus != nullptr)
    throw InputError(where + ": was trained on other stories than the task tells now; those are needed to go on");
  // Checkpoints of earlier versions do not say.
  const auto data = file.metadata.find(kDataText);
  if (data != file.metadata.end() && data->second != std::to_string(spec_.data))
    throw InputError(where + ": was trained on other episodes than the task's file has now; those are needed to go on");
  int64_t attempt = 0;
  read_vector<int64_t>(file.tensors, kProgress + "attempt", {&attempt, 1}, where);
  if (const uint64_t turn = turn_of(static_cast<uint64_t>(attempt)); turn > 0) begin_attempt(turn);
  const SafetensorsFile own = to_file("");
  for (const NamedTensor& tensor : file.tensors)
    if (!find_tensor(own.tensors, tensor.name))
      throw InputError(where + ": has a tensor \"" + printable(tensor.name) +
                       "\" that this run lacks; a checkpoint of a run with these options is needed");
  // Copies are filled first, so that a bad file changes nothing.
  Counters read_counters;
  RunningSums read_sums;
  const Kept kept(*model_, train());
  each_integer(read_counters, kept, [&](const char* name, uint64_t& value) {
    int64_t number = 0;
    read_vector<int64_t>(file.tensors, kProgress + name, {&number, 1}, where);
    if (number < 0) throw InputError(where + ": " + kProgress + name + " is negative; a count is needed");
    value = static_cast<uint64_t>(number);
  });
  if (kept.own_objective && !find_tensor(file.tensors, kProgress + kSumCost))
    throw InputError(where +
                     ": is of a version that took this model's objective for its cost; that version goes on with it, "
                     "or train it anew (eval and trace take it as it is)");
  each_real(read_counters, read_sums, kept, [&](const char* name, double& value) {
    read_vector<double>(file.tensors, kProgress + name, {&value, 1}, where);
  });
  if (!kept.own_objective) read_sums.cost = read_sums.loss;
  check_progress(read_counters, read_sums, kept, goal, where);
  std::vector<double> read_curriculum = curriculum;
  if (!curriculum.empty()) read_vector<double>(file.tensors, kCurriculum, read_curriculum, where);
  if (const std::string fault = curriculum_rule_->fault(read_curriculum); !fault.empty())
    throw InputError(where + ": " + kCurriculum + ": " + fault);
  auto store = std::make_unique<ParameterStore>(*store_);
  read_tensors(file, kParameters, *store, store->values(), where);
  read_constants(file, *store, where);
  auto optimizer = make_optimizer(settings_of(counters.attempt).settings, store->size());
  for (auto& slot : optimizer->slots()) read_tensors(file, kOptimizer + slot.name + "/", *store, slot.values, where);
  auto average = average_ ? std::make_unique<ParameterStore>(*store) : nullptr;
  if (average) read_tensors(file, kAverage, *store, average->values(), where);
  check_finite(*store, kParameters, where);
  if (average) check_finite(*average, kAverage, where);
  for (const auto& slot : optimizer->slots())
    check_values(*store, slot.values, !slot.squares(), kOptimizer + slot.name + "/", where);
  // The model's handles are indices, equal in every store of the same settings.
  store_ = std::move(store);
  optimizer_ = std::move(optimizer);
  average_ = std::move(average);
  begin_late_columns();
  counters = read_counters;
  sums = read_sums;
  curriculum = std::move(read_curriculum);
}

void TrainingState::parameters_from_file(const SafetensorsFile& file, const std::string& where) {
  const KnownCorpus corpus = corpus_of(file, where);
  if (spec_.corpus && (!corpus || corpus->words != spec_.corpus->words))
    throw InputError(where + ": knows other words than the task tells now; a model of the same vocabulary is needed");
  load_parameters(file, *store_, settings_of(counters.attempt).settings, spec_, where);
  if (average_) average_ = std::make_unique<ParameterStore>(*store_);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
