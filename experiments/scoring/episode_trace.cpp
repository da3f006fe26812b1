#include "experiments/scoring/episode_trace.hpp"

#include <fmt/format.h>
#include <armadillo>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "autodiff/base/denormals.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/ops/watch.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/scoring/one_episode.hpp"
#include "experiments/traces/picture_trace.hpp"
#include "experiments/traces/spoken_trace.hpp"
#include "experiments/traces/story_trace.hpp"
#include "experiments/traces/trace_bytes.hpp"
#include "experiments/training/memory_limit_check.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead {
namespace {

/// Keeps all watched values: for each name a matrix per step.
class Recorder final : public Watcher {
 public:
  /// `told` gets the bytes that a step takes, once the first one is over.
  explicit Recorder(std::function<void(size_t)> told) : told_(std::move(told)) {}

  void see(const std::string& name, Var value, const View& view) override {
    const auto window = value.tape->value(value);
    if (views_.emplace(name, view).second) {
      names_.push_back(name);
      step_bytes_ += sizeof(arma::Mat<Real>) + window.rows * window.cols * sizeof(Real);
    } else if (told_) {
      std::exchange(told_, {})(step_bytes_);
    }
    arma::Mat<Real> copy(window.rows, window.cols);
    for (size_t c = 0; c < window.cols; ++c) std::copy_n(window.column(0, c), window.rows, copy.colptr(c));
    steps_[name].push_back(std::move(copy));
  }

  const View& view(const std::string& name) const { return views_.at(name); }

  /// The attention to the source, source×heads×steps: the last weighting of it that was shown; empty where there was
  /// none. And how many of these places form a line of a picture (View::across).
  std::pair<arma::Cube<Real>, uint32_t> alignment() const {
    std::pair<arma::Cube<Real>, uint32_t> last{{}, 0};
    for (auto& [name, cube] : cubes()) {
      const View& shown = view(name);
      if (std::string_view(shown.rows) != "source") continue;
      if (std::string_view(shown.columns) == "step") cube.reshape(cube.n_rows, 1, cube.n_cols * cube.n_slices);
      last = {std::move(cube), shown.across};
    }
    return last;
  }

  static bool is_glimpses(const View& view) { return std::string_view(view.rows) == kGlimpses.rows; }

  /// The windows of glimpses at a picture (kGlimpses); empty where there are none.
  arma::Mat<Real> glimpses() const {
    for (auto name = names_.rbegin(); name != names_.rend(); ++name)
      if (is_glimpses(view(*name))) return steps_.at(*name).back();
    return {};
  }

  /// rows×cols×steps each, in the order of first appearance; a value that grows from step to step, such as a stack, is
  /// padded with zeros.
  std::vector<std::pair<std::string, arma::Cube<Real>>> cubes() const {
    std::vector<std::pair<std::string, arma::Cube<Real>>> all;
    for (const std::string& name : names_) {
      const auto& matrices = steps_.at(name);
      size_t most_rows = 0, most_cols = 0;
      for (const auto& m : matrices) {
        most_rows = std::max<size_t>(most_rows, m.n_rows);
        most_cols = std::max<size_t>(most_cols, m.n_cols);
      }
      arma::Cube<Real> cube(most_rows, most_cols, matrices.size(), arma::fill::zeros);
      for (size_t t = 0; t < matrices.size(); ++t)
        for (size_t c = 0; c < matrices[t].n_cols; ++c)
          std::copy_n(matrices[t].colptr(c), matrices[t].n_rows, cube.slice_colptr(t, c));
      all.emplace_back(name, std::move(cube));
    }
    return all;
  }

 private:
  std::function<void(size_t)> told_;
  size_t step_bytes_ = 0;
  std::map<std::string, std::vector<arma::Mat<Real>>> steps_;
  std::map<std::string, View> views_;
  std::vector<std::string> names_;
};

/// The probabilities, outputs×steps; NaN at steps that are not scored, where the model gives no answer.
arma::Mat<Real> answers_matrix(const Tape& tape, const Answers& answers, const Batch& batch) {
  arma::Mat<Real> outputs(batch.outputs(), batch.steps());
  outputs.fill(std::numeric_limits<Real>::quiet_NaN());
  if (answers.steps.empty()) return outputs;
  const auto logits = tape.value(answers.logits);
  for (size_t i = 0; i < answers.steps.size(); ++i)
    probabilities(batch.target.shape, logits.column(0, i), outputs.colptr(answers.steps[i]));
  return outputs;
}

/// A stream of one episode as numbers: tokens one-hot.
std::vector<Real> numbers_of(const BatchStream& stream) {
  if (stream.shape.kind != StreamKind::kTokens) return {stream.values.begin(), stream.values.end()};
  std::vector<Real> numbers(stream.width() * stream.steps, 0);
  for (size_t t = 0; t < stream.steps; ++t)
    if (stream.token(0, t) != kNoToken) numbers[t * stream.width() + stream.token(0, t)] = 1;
  return numbers;
}

/// Each value repeated `times` times.
std::vector<Real> repeated(std::span<const Real> values, size_t times) {
  std::vector<Real> all;
  for (const Real value : values) all.insert(all.end(), times, value);
  return all;
}

/// Height and width of the grid whose cells the rows are; empty where they are no cells.
std::vector<uint32_t> grid_of(uint64_t rows, uint32_t across) {
  if (across == 0) return {};
  return {static_cast<uint32_t>(rows / across), across};
}

/// Puts a copy of an array's values into the trace, and gives the array there.
Hdf5Array& add(EpisodeTrace& trace, Hdf5Array array) {
  const auto& kept = trace.kept.emplace_back(array.values.begin(), array.values.end());
  array.values = kept;
  return trace.arrays.emplace_back(std::move(array));
}

/// Fills in the arrays that the header describes.
void add_arrays(EpisodeTrace& trace, const Batch& batch, const arma::Mat<Real>& outputs, const Recorder& recorder) {
  const auto add_matrix = [&](const char* name, uint64_t rows, std::span<const Real> values) {
    add(trace, {name, {values.size() / rows, rows}, values, {}, {}, {}});
  };
  if (reads_picture(batch))
    add(trace, picture_array(batch));
  else if (!batch.tells_stories())
    add_matrix("inputs", batch.features(), numbers_of(batch.inputs[0]));
  add_matrix("targets", batch.outputs(), numbers_of(batch.target));
  add_matrix("mask", batch.outputs(), repeated(batch.mask, batch.outputs() / batch.scored_rows()));
  add_matrix("outputs", batch.outputs(), {outputs.memptr(), outputs.n_elem});
  for (const auto& [name, c] : recorder.cubes()) {
    const View& view = recorder.view(name);
    if (Recorder::is_glimpses(view)) continue;
    Hdf5Array& shown = add(trace, {name,
                                   {c.n_slices, c.n_cols, c.n_rows},
                                   {c.memptr(), c.n_elem},
                                   {"step", view.columns, view.rows},
                                   {},
                                   view.title,
                                   grid_of(c.n_rows, view.across)});
    if (view.bounded()) shown.range = {view.low, view.high};
  }
  const std::vector<Real> supports = story_supports(batch);
  if (batch.tells_stories()) add(trace, {"story/supports", {supports.size()}, supports, {}, {}, {}});
  const auto [alignment, across] = recorder.alignment();
  if (!alignment.empty())
    add(trace, {"alignment",
                {alignment.n_slices, alignment.n_cols, alignment.n_rows},
                {alignment.memptr(), alignment.n_elem},
                {"step", "head", "source"},
                {0, 1},
                "alignment",
                grid_of(alignment.n_rows, across)});
  const arma::Mat<Real> glimpses = recorder.glimpses();
  if (!glimpses.empty()) add_matrix("glimpses", glimpses.n_rows, {glimpses.memptr(), glimpses.n_elem});
  const std::vector<Real> boxes = gold_boxes(batch);
  if (!boxes.empty() && reads_picture(batch)) add_matrix("boxes", 4, boxes);
  const std::vector<Real> links = spoken_links(batch);
  if (!links.empty()) add(trace, {"aligned", {links.size()}, links, {}, {}, {}});
}

/// What the model says when it answers the episode freely, with the draws of scoring; nothing where it does not speak.
std::optional<std::vector<uint32_t>> freely_said(const TrainedModel& trained, const Spec& spec, const Batch& batch,
                                                 const Noise& noise) {
  const Member member{*trained.model, *trained.store};
  const std::vector<Voice> voices = spec.says() && spec.reads() ? voices_of({&member, 1}) : std::vector<Voice>();
  if (voices.empty()) return {};
  SearchSettings search;
  search.noise = &noise;
  return AnswerGenerator(voices).search(batch, 0, 1, search, answer_limits(batch)).front().front().tokens;
}

/// The texts for an episode answered with these probabilities, outputs×steps.
std::vector<Hdf5Texts> texts_of(const TrainedModel& trained, const Batch& batch, const arma::Mat<Real>& outputs,
                                const Noise& noise) {
  const Spec spec = trained.task->spec();
  const bool shown_numbers = spec.input().kind == StreamKind::kReal && spec.corpus;
  if ((reads_picture(batch) || shown_numbers) && !spec.says() && spec.scoring() == Scoring::kClasses)
    return class_texts(spec.corpus ? spec.corpus->said : std::vector<std::string>(), batch, outputs.memptr());
  if (!spec.corpus || !(spec.says() || spec.corpus->said.empty())) return {};
  return spec.says() ? spoken_texts(spec, batch, freely_said(trained, spec, batch, noise))
                     : story_texts(*spec.corpus, batch);
}

}  // namespace

EpisodeTrace traced_episode(const TrainedModel& trained, Split split, uint64_t episode) {
  Batch batch;
  one_episode(trained, split, episode, batch);
  const CheckedRun checked{trained.configuration.settings, *trained.model, *trained.task};
  check_tracing_memory(checked, batch, 0);
  const FlushDenormals flush;
  Tape tape;
  Recorder recorder([&](size_t bytes) { check_tracing_memory(checked, batch, bytes); });
  const Noise from(static_cast<uint64_t>(trained.configuration.settings.integer("seed")), split, episode, 1);
  const auto run = [&](Watcher* watcher) {
    tape.begin(*trained.store, nullptr);
    tape.set_watcher(watcher);
    Noise noise = from;
    return trained.model->run({tape, 1, noise}, batch, 0);
  };
  if (trained.task->reacts())
    for (size_t round = 0; round < batch.steps() && went_on(tape, *trained.task, run(nullptr), batch);) ++round;
  const Answers answers = run(&recorder);
  const arma::Mat<Real> outputs = answers_matrix(tape, answers, batch);
  const Settings& settings = trained.configuration.settings;
  EpisodeTrace trace;
  add_arrays(trace, batch, outputs, recorder);
  trace.attributes = {
      {"scoring", name_of(batch.scoring())}, {"task", settings.text("task")}, {"model", settings.text("model")}};
  if (settings.has("memory")) trace.attributes.emplace_back("memory", settings.text("memory"));
  trace.texts = texts_of(trained, batch, outputs, from);
  trace.shown = trained.task->show(batch, 0, outputs.memptr());
  const Spec spec = trained.task->spec();
  if (spec.corpus && spec.corpus->said.empty() && spec.input().kind == StreamKind::kTokens && !spec.says())
    trace.shown += likeliest_words(*spec.corpus, batch, outputs.memptr());
  return trace;
}

void trace_episode(const TrainedModel& trained, Split split, uint64_t episode, const std::filesystem::path& out) {
  const EpisodeTrace trace = traced_episode(trained, split, episode);
  write_atomically(out, trace_bytes(out, trace.arrays, trace.attributes, trace.texts));
  fmt::print("{}", trace.shown);
}

}  // namespace tapehead
