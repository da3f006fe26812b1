#include "experiments/training/training_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autodiff/base/error.hpp"
#include "autodiff/files/json.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "catalogue/metrics/metric.hpp"
#include "experiments/command_line/interrupt.hpp"
#include "experiments/runs/manifest.hpp"
#include "experiments/runs/state_text.hpp"
#include "experiments/training/scored_range.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The threshold for a diverged run whose values are all finite: the first larger value is reported as the bad one.
constexpr Real kAbsurdValue = 1e3;
/// A gradient may overflow while the cost is finite, through a product of many steep steps. Such an update is skipped
/// and counted; after more than this many in a row the run has diverged.
constexpr uint64_t kMostOverflows = 20;

/// The run's name in progress lines: its task and seed; among several runs, the part that distinguishes it.
std::string run_name(const RunRequest& request) {
  const Settings& settings = request.configuration.settings;
  const std::string& restart = settings.text("train.restart");
  return (request.shared_terminal ? "" : settings.text("task") + ", ") + "seed " + settings.text("seed") +
         (restart == "0" ? "" : " restart " + restart);
}

}  // namespace

Outcome Trainer::run(double seconds_before) {
  Counters& c = state_->counters;
  make_gradients();
  metrics_ = std::make_unique<MetricsCsv>(directory_.metrics(), run_labels(request_.configuration));
  progress_ = std::make_unique<Progress>(
      run_name(request_), whole_batches_in_all(), c.sequences,
      request_.quiet ? ProgressOutput::none() : ProgressOutput::standard_error(request_.shared_terminal));
  tell_goal();
  seconds_before_ = seconds_before;
  started_ = std::chrono::steady_clock::now();
  try {
    if (state_->awaits_validation()) validate();  // what an interrupted run left
    while (!done()) {
      if (interrupted() || told_to_stop_) {
        save();
        return Outcome::kInterrupted;
      }
      const uint64_t before = c.sequences;
      update();
      if (state_->awaits_validation()) validate();
      if (crosses(before, c.sequences, train().checkpoint_every)) save();
    }
    if (c.best_sequences == 0) validate();  // extended to no more than it had: there is no best one yet
    save();
    progress_->finish();
    write_result(solved() ? "solved" : "finished");
    return solved() ? Outcome::kSolved : Outcome::kFinished;
  } catch (const Interrupted&) {  // while a model was scored, after which alone anything changes
    save();
    return Outcome::kInterrupted;
  } catch (const DivergedError& error) {
    divergence_ = error.what();
    write_result("diverged");
    return Outcome::kDiverged;
  }
}

void Trainer::make_gradients() {
  gradients_.emplace(workers_, state_->store().size(), shard_size(state_->model(), train().batch));
}

uint64_t Trainer::whole_batches_in_all() const {
  const uint64_t seen = state_->counters.sequences, all = state_->sequences_in_all();
  const uint64_t left = all > seen ? all - seen : 0;
  return seen + (left + train().batch - 1) / train().batch * train().batch;
}

void Trainer::tell_goal() const {
  const std::string_view goal = goal_of(*task_, state_->model());
  if (goal == "bits") return;
  std::string text = fmt::format("the goal is {}", with_unit(goal));
  if (train().stop_below > 0) text += fmt::format("; solved at {:g} or below (train.stop-below)", train().stop_below);
  if (train().decay_below > 0)
    text += fmt::format("; the rate falls from {:g} (train.decay-below)", train().decay_below);
  progress_->line(text);
}

void Trainer::update() {
  Counters& c = state_->counters;
  Stream draw(train().seed, Split::kTrain, Purpose::kShape, c.batches);
  state_->note_progress();
  const Curriculum& curriculum = state_->curriculum_rule();
  const Reach reach = curriculum.next(draw, c.sequences - c.attempt_start, state_->curriculum);
  const Shape shape = task_->shape(draw, reach);
  const EpisodeRange range{train().seed, Split::kTrain, c.sequences, train().batch};
  const double loss =
      gradients_->compute(state_->model(), state_->store_in_training(), *task_, range, shape, gradient_, how());
  const double cost = gradients_->cost();
  const double norm = gradient_norm(gradient_, gradients_->extents());
  if (!(loss < absurd_cost(task_->spec().scoring()) * gradients_->answers())) explain_divergence(loss, norm, shape);
  c.overflows = std::isfinite(norm) ? 0 : c.overflows + 1;
  if (c.overflows > kMostOverflows) explain_divergence(loss, norm, shape);
  if (c.overflows == 0) {
    step(norm);
    curriculum.learn(reach, lesson_of(cost, range, shape), draw, state_->curriculum);
  }
  c.sequences += train().batch;
  ++c.batches;
  state_->sums.loss += loss;
  state_->sums.cost += cost;
  state_->sums.answers += gradients_->counted().answers;
  state_->sums.wrong += gradients_->counted().wrong;
  state_->sums.updates += 1;
  state_->sums.skipped += c.overflows > 0;
  progress_->update(c.sequences, cost / std::numbers::ln2);
  tell(cost / std::numbers::ln2);
}

Lesson Trainer::lesson_of(double cost, const EpisodeRange& range, const Shape& shape) {
  Lesson lesson;
  lesson.bits_before = cost / std::numbers::ln2;
  lesson.answers = gradients_->answers();
  lesson.steps = static_cast<double>(gradients_->steps());
  if (state_->curriculum_rule().wants_bits_after())
    lesson.bits_after =
        gradients_->cost_of(state_->model(), state_->store_in_training(), *task_, range, shape, scheduled_sampling()) /
        std::numbers::ln2;
  return lesson;
}

void Trainer::tell(double bits, const Score* validation) {
  if (!request_.listener) return;
  const RunListener::Moment moment{state_->counters.sequences, whole_batches_in_all(), bits, validation};
  if (!request_.listener->goes_on(moment)) told_to_stop_ = true;
}

double Trainer::rate() const {
  const Counters& c = state_->counters;
  const uint64_t from = train().decay_below == 0 ? c.attempt_start
                        : c.decay_start > 0      ? c.decay_start - 1
                                                 : c.sequences;
  return train().rate.at(c.sequences - c.attempt_start, c.sequences - from);
}

void Trainer::step(double norm) {
  state_->sums.gradient_norm += norm;
  if (train().gradient_variance) state_->sums.gradient_variance += gradients_->variance();
  state_->sums.clipped += gradients_->flows_cut();
  state_->sums.clipped += clip_gradient(gradient_, gradients_->extents(), state_->store_in_training(), norm,
                                        train().clip, static_cast<Real>(train().clip_at));
  state_->update(gradient_, gradients_->extents(), gradients_->looked_up(), static_cast<Real>(rate()));
  state_->move_means(gradients_->observations());
}

void Trainer::explain_divergence(double loss, double norm, const Shape& shape) {
  const Counters& c = state_->counters;
  const std::string when = fmt::format("diverged at sequence {}: ", c.sequences);
  const EpisodeRange range{train().seed, Split::kTrain, c.sequences, train().batch};
  for (const Real limit : {std::numeric_limits<Real>::max(), kAbsurdValue}) {
    try {
      gradients_->compute(state_->model(), state_->store_in_training(), *task_, range, shape, gradient_, how(limit));
    } catch (const DivergedError& error) {
      if (limit > kAbsurdValue) throw DivergedError(when + error.what());
      throw DivergedError(fmt::format("{}a loss of {:.4g} nats, beyond all guessing; the first value beyond {:g}: {}",
                                      when, loss, kAbsurdValue, error.what()));
    }
    if (!std::isfinite(loss) || std::isfinite(norm)) continue;
    for (const auto& e :
         state_->store_in_training().entries())  // the forward pass is finite: the backward pass overflowed
      for (size_t i = 0; e.learned && i < e.size(); ++i)
        if (!std::isfinite(gradient_[e.offset + i]))
          throw DivergedError(fmt::format("{}the gradient of {} is {} (row {}, column {})", when, e.name,
                                          gradient_[e.offset + i], i % e.rows, i / e.rows));
  }
  throw DivergedError(fmt::format("{}loss {} nats, gradient norm {}", when, loss, norm));
}

void Trainer::validate() {
  Counters& c = state_->counters;
  const RunningSums& sums = state_->sums;
  const double at = seconds();
  state_->note_progress();
  const Score score = scorer_.score(state_->model(), state_->scored_store(), *task_, train().seed, Split::kValidation,
                                    train().validation_episodes);
  // All scores come before all changes: an interrupt while a model is scored leaves a state to begin again from.
  std::optional<Score> check;
  if (check_task_ && is_last_below(score.value(score.goal)))
    check = scorer_.score(state_->model(), state_->scored_store(), *check_task_, train().seed, Split::kCheck,
                          train().check_episodes);
  saved_at_ = kNotSaved;
  const double bits = score.value("bits");
  if (!std::isfinite(bits)) {
    Stream draw(train().seed, Split::kTrain, Purpose::kShape, c.batches);
    explain_divergence(bits, bits, task_->shape(draw, {}));
  }
  const double updates = std::max(sums.updates, 1.0);
  metrics_->add(c.sequences, at, "train", "loss", sums.loss / updates);
  c.train_bits = sums.cost / updates / std::numbers::ln2;
  metrics_->add(c.sequences, at, "train", "bits", c.train_bits);
  if (const auto told = judge_->in_training({sums.answers, sums.wrong})) {
    c.train_error = told->value;
    metrics_->add(c.sequences, at, "train", told->name, c.train_error);
  }
  const double steps = std::max(updates - sums.skipped, 1.0);
  metrics_->add(c.sequences, at, "train", "grad_norm", sums.gradient_norm / steps);
  if (train().gradient_variance)
    metrics_->add(c.sequences, at, "train", "gradient_variance", sums.gradient_variance / steps);
  metrics_->add(c.sequences, at, "train", "clipped", sums.clipped / updates);
  metrics_->add(c.sequences, at, "train", "skipped", sums.skipped / updates);
  metrics_->add(c.sequences, at, "train", "learning_rate", rate());
  if (train().settle_below > 0) metrics_->add(c.sequences, at, "train", "settled", c.settled);
  for (const Metric& metric : score.metrics)
    if (!is_only_in_eval(metric.name)) metrics_->add(c.sequences, at, "validation", metric.name, metric.value);
  state_->sums = {};
  progress_->update(c.sequences, c.train_bits, "validation " + score.brief);
  weigh(score, check);
  metrics_->flush();
  tell(c.train_bits, &score);
}

bool Trainer::is_last_below(double goal) const {
  return train().stop_below > 0 && goal <= train().stop_below && state_->counters.patience + 1 >= train().patience;
}

void Trainer::weigh(const Score& score, const std::optional<Score>& check) {
  Counters& c = state_->counters;
  const double goal = score.value(score.goal);
  const bool last_below = is_last_below(goal);
  if (c.decay_start == 0 && goal <= train().decay_below) c.decay_start = c.sequences + 1;
  settle(goal);
  if (begins_anew(goal, score.goal)) return;
  const bool below = train().stop_below > 0 && goal <= train().stop_below;
  c.patience = below ? c.patience + 1 : 0;
  const bool first_attempt = !std::isfinite(c.best_check);
  if (train().keep_last || (first_attempt && goal < c.best_goal)) {
    c.best_goal = goal;
    c.best_sequences = c.sequences;
    keep_as_best();
  }
  if (!last_below) {
    try_other_options(goal, score.goal);
    return;
  }
  if (!check) {
    c.stopped = 1;
    return;
  }
  // Solved on the training lengths; the check asks whether it also generalises. It draws episodes of its own, used by
  // neither eval nor the final score.
  metrics_->add(c.sequences, seconds(), "check", "wrong_bits", check->wrong);
  progress_->line(
      fmt::format("solved after {} sequences; {}: {:.4g} wrong bits", c.sequences, train().check, check->wrong));
  if (check->wrong < c.best_check) {
    c.best_check = check->wrong;
    c.best_goal = goal;
    c.best_sequences = c.sequences;
    keep_as_best();
  }
  if (check->wrong < train().check_below) {
    c.stopped = 1;
    return;
  }
  c.patience = 0;
  if (++c.failed_checks < train().check_tries)
    try_other_options(goal, score.goal);
  else if (c.attempt < train().restarts)
    begin_next_attempt();
  else
    c.stopped = 1;
}

void Trainer::settle(double goal) {
  if (train().settle_below == 0) return;
  const double step = static_cast<double>(train().validate_every) / train().settle_sequences;
  double& settled = state_->counters.settled;
  settled = std::clamp(settled + (goal <= train().settle_below ? step : -step), 0.0, 1.0);
}

bool Trainer::begins_anew(double goal, std::string_view metric) {
  Counters& c = state_->counters;
  const uint64_t trained = c.sequences - c.attempt_start;
  if (train().plateau_sequences == 0) return false;
  if (goal <= train().plateau_above) c.off_plateau = trained;
  const uint64_t stayed = trained - c.off_plateau;
  if (stayed < train().plateau_sequences) return false;
  const bool again = c.attempt < train().restarts;
  if (again || stayed < train().plateau_sequences + train().validate_every)  // without restarts it is said once
    progress_->line(fmt::format("not learning: {} {:.4g} after {} sequences (train.plateau-above {:g}); {}",
                                with_unit(metric), goal, trained, train().plateau_above,
                                again ? fmt::format("starting anew, restart {} of {}", c.attempt + 1, train().restarts)
                                      : "no restart is left (train.restarts)"));
  if (again) begin_next_attempt();
  return again;
}

void Trainer::try_other_options(double goal, std::string_view metric) {
  const Counters& c = state_->counters;
  if (train().other_options.empty() || c.attempt >= train().restarts || c.sequences < state_->sequences_in_all())
    return;
  progress_->line(fmt::format("not solved: {} {:.4g} after {} sequences; starting anew, restart {} of {}",
                              with_unit(metric), goal, c.sequences - c.attempt_start, c.attempt + 1, train().restarts));
  begin_next_attempt();
}

void Trainer::begin_next_attempt() {
  state_->begin_attempt(state_->counters.attempt + 1);
  make_gradients();
  progress_->expect(whole_batches_in_all());
}

void Trainer::save() {
  if (saved_at_ == state_->counters.sequences) return;
  if (metrics_) metrics_->sync();
  directory_.save_last(state_->to_file(config_));
  saved_at_ = state_->counters.sequences;
  if (metrics_) note_trained(directory_.manifest(), saved_at_, seconds());
}

Trainer::FinalScores Trainer::final_scores() {
  const SafetensorsFile file = directory_.load("best");
  const std::string name = directory_.checkpoint("best").string();
  ParameterStore best = state_->store();
  read_parameters(file, best, name);
  const Counters& c = state_->counters;
  const uint64_t began = c.best_sequences > c.attempt_start ? c.attempt_start : 0, seen = c.best_sequences - began;
  best.set_seen(seen);
  return {scorer_.score(state_->model(), best, *task_, train().seed, Split::kFinal, train().final_episodes),
          score_range({request_.configuration, file, name, seen}, *task_, scorer_, request_.threads)};
}

void Trainer::write_result(const char* status) {
  const Counters& c = state_->counters;
  const double trained = seconds();
  const std::string_view goal = goal_of(*task_, state_->model());
  Json result = {
      {"status", status}, {"sequences", c.sequences}, {"goal", std::string(goal)}, {"goal_unit", measure_of(goal)}};
  if (divergence_.empty()) {
    const auto [score, over_range] = final_scores();
    for (const auto& [metric, value] : score.metrics)
      if (!is_only_in_eval(metric)) result.set(metric == "solved" ? "solved_episodes" : metric, value);
    result.set("perfect_episodes", score.perfect);  // episodes of these without an error
    result.set("final_episodes", score.episodes);
    if (over_range) {
      result.set("score", over_range->score());
      result.set("perfect_lengths", over_range->perfect());
      result.set("scored_lengths", over_range->values());
    }
    if (const auto told = judge_->in_training({})) result.set(fmt::format("train_{}", told->name), c.train_error);
    result.set("train_bits", c.train_bits);  // restarts are chosen by these two
    result.set("best_sequences", c.best_sequences);
    result.set("restarts", c.attempt);
    if (std::isfinite(c.best_check)) result.set("check_wrong_bits", c.best_check);
  } else {
    result.set("message", divergence_);
  }
  tell_state(state_size(state_->model(), state_->store(), task_->spec()), result);
  result.set("seconds", trained);
  result.set("sequences_per_second", trained > 0 ? static_cast<double>(c.sequences) / trained : 0);
  write_atomically(directory_.result(), result.indented() + "\n");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
