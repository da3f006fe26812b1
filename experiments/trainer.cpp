#include "experiments/trainer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

#include "autodiff/denormals.hpp"
#include "autodiff/error.hpp"
#include "experiments/batch_gradient.hpp"
#include "experiments/clip.hpp"
#include "experiments/interrupt.hpp"
#include "experiments/manifest.hpp"
#include "experiments/run_directory.hpp"
#include "experiments/training_state.hpp"
#include "models/catalogue.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A cost, in nats a scored bit, that no model pays which still learns: on average over a batch the right bit would
/// have a probability of e^-100, for which a float is too small. The run has diverged though all is finite.
constexpr double kAbsurdLoss = 100;
/// Where all is finite, the first value larger than this is named as the bad one.
constexpr Real kAbsurdValue = 1e3;
/// Episodes of the final score, which nothing was stopped or chosen by.
constexpr uint64_t kFinalEpisodes = 1000;

bool crosses(uint64_t before, uint64_t after, uint64_t every) { return before / every != after / every; }

/// What a run is made of; all that its options can get wrong is found in making it.
struct Parts {
  std::unique_ptr<Task> task, check_task;
  std::unique_ptr<TrainingState> state;
};

std::unique_ptr<Task> make_check_task(const Configuration& configuration, const TrainSettings& train,
                                      const Spec& spec) {
  if (train.check_option.empty()) return nullptr;
  const std::string where = fmt::format("train.check: {}={}: ", train.check_option, train.check_value);
  if (!train.check_option.starts_with("task."))
    throw InputError(where + "is no option of the task; one such as task.length=120 is needed");
  auto task = make_task(with_overrides(configuration, {{train.check_option, train.check_value}}).settings);
  if (task->spec().inputs != spec.inputs || task->spec().outputs != spec.outputs)
    throw InputError(where + "changes the width of inputs or outputs; one that the same model can answer is needed");
  return task;
}

Parts make_parts(const Configuration& configuration, const TrainSettings& train) {
  Parts parts;
  parts.task = make_task(configuration.settings);
  parts.check_task = make_check_task(configuration, train, parts.task->spec());
  parts.state = std::make_unique<TrainingState>(configuration.settings, train, parts.task->spec());
  if (train.init_from.empty()) return parts;
  if (train.restarts > 0)
    throw InputError("train.init-from: got a file, and train.restarts " + std::to_string(train.restarts) +
                     "; a restart draws new parameters, 0 restarts are needed");
  parts.state->parameters_from_file(read_safetensors(train.init_from), train.init_from);
  return parts;
}

/// The training proper: a state that moves on, and where it is written down.
class Trainer final {
 public:
  Trainer(const RunRequest& request, const RunDirectory& directory, const TrainSettings& train, Parts parts)
      : request_(request),
        directory_(directory),
        train_(train),
        task_(std::move(parts.task)),
        check_task_(std::move(parts.check_task)),
        state_(std::move(parts.state)),
        config_(to_ini(request.configuration)),
        workers_(request.threads),
        gradients_(workers_, state_->store().size(), shard_size(request.configuration.settings)),
        scorer_(workers_),
        gradient_(state_->store().size()) {}

  /// Writes the checkpoint that the run starts from, before the first step.
  void begin() { save(); }

  Outcome run(double seconds_before);
  const std::string& divergence() const { return divergence_; }

 private:
  void update();
  void validate();
  void judge(const Score& score);
  void keep_as_best() const { write_safetensors(directory_.checkpoint("best"), state_->to_file(config_)); }
  void save();
  [[noreturn]] void explain_divergence(double loss, double norm, const Shape& shape);
  void write_result(const char* status);
  Score final_score();

  double seconds() const {
    return seconds_before_ + std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  }
  bool done() const { return state_->counters.stopped || state_->counters.sequences >= train_.sequences; }
  /// Stopped by its cost, and where there is a check, with an attempt that passed it.
  bool solved() const {
    const Counters& c = state_->counters;
    return c.stopped && (!check_task_ || c.best_check < train_.check_below);
  }

  const RunRequest& request_;
  const RunDirectory& directory_;
  TrainSettings train_;
  std::unique_ptr<Task> task_, check_task_;
  std::unique_ptr<TrainingState> state_;
  std::string config_;
  Workers workers_;
  BatchGradient gradients_;
  Scorer scorer_;
  AlignedVector<Real> gradient_;
  std::unique_ptr<MetricsCsv> metrics_;
  std::unique_ptr<Progress> progress_;
  std::chrono::steady_clock::time_point started_;
  double seconds_before_ = 0;
  uint64_t saved_at_ = ~uint64_t{0};
  std::string divergence_;
};

Outcome Trainer::run(double seconds_before) {
  Counters& c = state_->counters;
  metrics_ = std::make_unique<MetricsCsv>(directory_.metrics(), run_labels(request_.configuration));
  progress_ = std::make_unique<Progress>(
      request_.shared_terminal ? fmt::format("seed {}", train_.seed) : request_.configuration.settings.text("task"),
      train_.sequences, c.sequences, ProgressOutput::standard_error(request_.shared_terminal));
  seconds_before_ = seconds_before;
  started_ = std::chrono::steady_clock::now();
  try {
    while (!done()) {
      if (interrupted()) {
        save();
        return Outcome::kInterrupted;
      }
      const uint64_t before = c.sequences;
      update();
      if (crosses(before, c.sequences, train_.validate_every) || c.sequences >= train_.sequences) validate();
      if (crosses(before, c.sequences, train_.checkpoint_every)) save();
    }
    if (c.best_sequences == 0) validate();  // extended to where it stands: there is no best one yet
    save();
    progress_->finish();
    write_result(solved() ? "solved" : "finished");
    return solved() ? Outcome::kSolved : Outcome::kFinished;
  } catch (const DivergedError& error) {
    divergence_ = error.what();
    write_result("diverged");
    return Outcome::kDiverged;
  }
}

void Trainer::update() {
  Counters& c = state_->counters;
  const uint64_t seen = c.sequences - c.attempt_start;
  Stream draw(train_.seed, Split::kTrain, Purpose::kShape, c.batches);
  const double reach =
      train_.curriculum_sequences == 0
          ? 1
          : std::min(1.0, static_cast<double>(seen + 1) / static_cast<double>(train_.curriculum_sequences));
  const Shape shape = task_->shape(draw, reach);
  const double loss = gradients_.compute(state_->model(), state_->store(), *task_,
                                         {train_.seed, Split::kTrain, c.sequences, train_.batch}, shape, gradient_);
  const double norm = gradient_norm(gradient_);
  if (!std::isfinite(norm) || !(loss < kAbsurdLoss * gradients_.scored_bits())) explain_divergence(loss, norm, shape);
  const double clipped = clip_gradient(gradient_, norm, train_.clip, train_.clip_at);

  const auto rate = static_cast<Real>(train_.rate.at(seen));
  auto& values = state_->store().values();
  if (train_.weight_decay > 0) {
    const Real keep = 1 - rate * static_cast<Real>(train_.weight_decay);
    for (Real& v : values) v *= keep;
  }
  state_->optimizer().step(values, gradient_, rate, ++c.updates);
  state_->move_average();
  c.sequences += train_.batch;
  ++c.batches;
  state_->sums.loss += loss;
  state_->sums.gradient_norm += norm;
  state_->sums.clipped += clipped;
  state_->sums.updates += 1;
  progress_->update(c.sequences, loss / std::numbers::ln2);
}

void Trainer::explain_divergence(double loss, double norm, const Shape& shape) {
  const Counters& c = state_->counters;
  const std::string when = fmt::format("diverged at sequence {}: ", c.sequences);
  const EpisodeRange range{train_.seed, Split::kTrain, c.sequences, train_.batch};
  for (const Real limit : {std::numeric_limits<Real>::max(), kAbsurdValue}) {
    try {
      gradients_.compute(state_->model(), state_->store(), *task_, range, shape, gradient_, limit);
    } catch (const DivergedError& error) {
      throw DivergedError(when + error.what());
    }
    if (!std::isfinite(loss) || std::isfinite(norm)) continue;
    for (const auto& e : state_->store().entries())  // forward all is well: the sweep back overflowed
      for (size_t i = 0; e.learned && i < e.size(); ++i)
        if (!std::isfinite(gradient_[e.offset + i]))
          throw DivergedError(fmt::format("{}the gradient of {} is {} (row {}, column {})", when, e.name,
                                          gradient_[e.offset + i], i % e.rows, i / e.rows));
  }
  throw DivergedError(fmt::format("{}loss {} nats, gradient norm {}", when, loss, norm));
}

void Trainer::validate() {
  const Counters& c = state_->counters;
  const RunningSums& sums = state_->sums;
  const double at = seconds();
  const Score score = scorer_.score(state_->model(), state_->scored_store(), *task_, train_.seed, Split::kValidation,
                                    train_.validation_episodes);
  if (!std::isfinite(score.bits)) {
    Stream draw(train_.seed, Split::kTrain, Purpose::kShape, c.batches);
    explain_divergence(score.bits, score.bits, task_->shape(draw, 1));
  }
  const double updates = std::max(sums.updates, 1.0);
  metrics_->add(c.sequences, at, "train", "loss", sums.loss / updates);
  metrics_->add(c.sequences, at, "train", "bits", sums.loss / updates / std::numbers::ln2);
  metrics_->add(c.sequences, at, "train", "grad_norm", sums.gradient_norm / updates);
  metrics_->add(c.sequences, at, "train", "clipped", sums.clipped / updates);
  metrics_->add(c.sequences, at, "train", "learning_rate", train_.rate.at(c.sequences - c.attempt_start));
  metrics_->add(c.sequences, at, "validation", "bits", score.bits);
  metrics_->add(c.sequences, at, "validation", "wrong_bits", score.wrong_bits);
  metrics_->add(c.sequences, at, "validation", "solved", score.solved);
  state_->sums = {};
  progress_->update(c.sequences, score.bits, fmt::format("validation {:.4g} bits", score.bits));
  judge(score);
  metrics_->flush();
}

void Trainer::judge(const Score& score) {
  Counters& c = state_->counters;
  const bool below = train_.stop_below > 0 && score.bits <= train_.stop_below;
  c.patience = below ? c.patience + 1 : 0;
  const bool first_attempt = !std::isfinite(c.best_check);
  if (first_attempt && score.bits < c.best_bits) {
    c.best_bits = score.bits;
    c.best_sequences = c.sequences;
    keep_as_best();
  }
  if (c.patience < train_.patience || !below) return;
  if (!check_task_) {
    c.stopped = 1;
    return;
  }
  // Solved on the lengths it trains on: does it also generalise? The check has episodes of its own (neither eval nor
  // the final score draws them); where it fails, the run starts anew from a sub-seed, for training on makes it worse.
  const Score check = scorer_.score(state_->model(), state_->scored_store(), *check_task_, train_.seed, Split::kCheck,
                                    train_.check_episodes);
  metrics_->add(c.sequences, seconds(), "check", "wrong_bits", check.wrong_bits);
  progress_->line(fmt::format("solved after {} sequences; {}={}: {:.4g} wrong bits", c.sequences, train_.check_option,
                              train_.check_value, check.wrong_bits));
  if (check.wrong_bits < c.best_check) {
    c.best_check = check.wrong_bits;
    c.best_bits = score.bits;
    c.best_sequences = c.sequences;
    keep_as_best();
  }
  if (check.wrong_bits < train_.check_below || c.attempt >= train_.restarts) {
    c.stopped = 1;
    return;
  }
  state_->begin_attempt(c.attempt + 1);
}

void Trainer::save() {
  if (saved_at_ == state_->counters.sequences) return;
  if (metrics_) metrics_->sync();
  directory_.save_last(state_->to_file(config_));
  saved_at_ = state_->counters.sequences;
}

Score Trainer::final_score() {
  ParameterStore best = state_->store();
  load_parameters(directory_.load("best"), best, directory_.checkpoint("best").string());
  return scorer_.score(state_->model(), best, *task_, train_.seed, Split::kFinal, kFinalEpisodes);
}

void Trainer::write_result(const char* status) {
  const Counters& c = state_->counters;
  const double trained = seconds();
  nlohmann::ordered_json result = {{"status", status}, {"sequences", c.sequences}};
  if (divergence_.empty()) {
    const Score score = final_score();
    result["bits"] = score.bits;
    result["wrong_bits"] = score.wrong_bits;
    result["solved_episodes"] = score.solved;
    result["best_sequences"] = c.best_sequences;
    result["restarts"] = c.attempt;
    if (std::isfinite(c.best_check)) result["check_wrong_bits"] = c.best_check;
  } else {
    result["message"] = divergence_;
  }
  result["seconds"] = trained;
  result["sequences_per_second"] = trained > 0 ? static_cast<double>(c.sequences) / trained : 0;
  write_atomically(directory_.result(), result.dump(2) + "\n");
}

/// The `seconds` of the last row of a metrics.csv, 0 where there is none.
double last_seconds(const std::filesystem::path& metrics) {
  if (!std::filesystem::exists(metrics)) return 0;
  std::string text = read_whole(metrics, uint64_t{1} << 40);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  const std::string last = text.substr(text.rfind('\n') + 1);
  size_t at = 0;
  for (int i = 0; i < 7 && at != std::string::npos; ++i) at = last.find(',', at + (i > 0));
  const double value = at == std::string::npos ? 0 : std::atof(last.c_str() + at + 1);
  return std::isfinite(value) ? value : 0;
}

}  // namespace

RunLabels run_labels(const Configuration& configuration) {
  const Settings& s = configuration.settings;
  const auto name = [&](const char* part) { return s.has(part) ? s.text(part) : std::string("none"); };
  return {name("task"),   name("model"),      name("controller"),
          name("memory"), name("addressing"), static_cast<uint64_t>(s.integer("seed"))};
}

Configuration with_overrides(const Configuration& configuration,
                             const std::vector<std::pair<std::string, std::string>>& overrides) {
  Layer layer;
  layer.name = "command line";
  layer.must_apply = true;
  for (const auto& [name, value] : overrides) layer.entries[name] = {value, "", ""};
  return resolve(declarations(), {stored_layer(configuration.settings, "config.ini"), layer});
}

void check_run(const Configuration& configuration) {
  (void)make_parts(configuration, TrainSettings(configuration.settings));
}

RunReport run_training(const RunRequest& request) {
  const FlushDenormals flush;  // the optimiser's vectors fade away where there is no gradient
  const Settings& settings = request.configuration.settings;
  const TrainSettings train(settings);
  const RunDirectory directory(request.directory);
  const std::string config = to_ini(request.configuration);
  Parts parts = make_parts(request.configuration, train);
  TrainingState& state = *parts.state;
  // The lock comes before the first look into a directory that is there, and after the last refusal for one that is
  // not.
  std::optional<RunLock> lock;
  if (std::filesystem::is_directory(request.directory)) lock.emplace(request.directory);
  const bool exists = directory.has_checkpoint();
  // A finished run without its checkpoints (a kept result) is a run too.
  const bool holds_run = exists || directory.finished();
  if (holds_run && !request.extend && read_whole(directory.config(), uint64_t{1} << 20) != config)
    throw InputError("--out: " + request.directory.string() +
                     " holds a run with other options; name another directory, or continue that one with resume");

  make_directory(request.directory);
  if (!lock) lock.emplace(request.directory);
  if (directory.finished() && !request.extend) {
    const auto result = nlohmann::json::parse(read_whole(directory.result(), uint64_t{1} << 20), nullptr, false);
    const bool diverged = result.is_object() && result.value("status", "") == "diverged";
    return {diverged ? Outcome::kDiverged : Outcome::kFinished, true,
            diverged ? result.value("message", "diverged") : ""};
  }
  double seconds_before = 0;
  if (exists) {
    state.from_file(directory.load(request.checkpoint, {"last", "previous"}),
                    directory.checkpoint(request.checkpoint).string());
    const uint64_t seen = state.counters.sequences;
    if (request.extend && train.sequences < seen)
      throw InputError(
          fmt::format("train.sequences: got {}; the run has seen {}, and no fewer are needed", train.sequences, seen));
    if (request.checkpoint == "previous") directory.fall_back();
    trim_after(directory.metrics(), seen);
    seconds_before = last_seconds(directory.metrics());
    if (request.extend) {
      state.counters.stopped = 0;
      std::filesystem::remove(directory.result());  // first: a finished run would not go on
      write_atomically(directory.config(), config);
    }
  } else {
    std::filesystem::remove(directory.metrics());
    write_atomically(directory.config(), config);
    write_atomically(directory.manifest(), manifest_json(train.seed, state.store().learned_count(), request.arguments));
  }
  Trainer trainer(request, directory, train, std::move(parts));
  if (!exists || request.extend) trainer.begin();
  const Outcome outcome = trainer.run(seconds_before);
  return {outcome, false, trainer.divergence()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
