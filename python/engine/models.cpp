// A trained model in Python: step by step, whole batches, its parameters and their gradient.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/tape/stored_parameters.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/checkpoints/stored_model.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/runs/run_directory.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/scoring/episode_trace.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "experiments/training/trainings.hpp"
#include "python/engine/arrays.hpp"
#include "python/engine/bindings.hpp"
#include "python/engine/episodes.hpp"
#include "python/engine/model_state.hpp"
#include "python/engine/released.hpp"
#include "python/engine/shared_batch.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

constexpr size_t kMostItems = 1 << 16;  // side by side
constexpr size_t kAtOnce = 16;          // episodes of a batch on one round of the tape

/// A batch as a task, whose episodes are those of the batch in order.
class GivenBatch final : public Task {
 public:
  GivenBatch(std::shared_ptr<const Batch> batch, Spec spec) : batch_(std::move(batch)), spec_(std::move(spec)) {}
  Spec spec() const override { return spec_; }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    std::vector<EpisodeOf> episodes;
    for (size_t b = 0; b < range.count; ++b) episodes.push_back({*batch_, range.first + b});
    gather(episodes, batch);
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  std::string show(const Batch&, size_t, const Real*) const override { return {}; }

 private:
  std::shared_ptr<const Batch> batch_;
  Spec spec_;
};

class LoadedModel final {
 public:
  LoadedModel(const std::string& typed, const std::string& which,
              const std::vector<std::pair<std::string, std::string>>& options)
      : name_(typed) {
    const Released free;
    Layer layer{"options", true, {}};
    for (const auto& [name, value] : options) layer.entries[name] = {value, "", ""};
    const RunPlace place = find_run(typed);
    directory_ = place.ships ? place.directory : chosen_run(place.directory);
    trained_ = std::make_shared<TrainedModel>(load_trained(directory_, layer, which));
    spec_.emplace(trained_->task->spec());
    if (steps()) kind_ = std::make_shared<const StateKind>(kind_of_states());
  }

  const std::filesystem::path& directory() const { return directory_; }
  std::string config() const { return to_ini(trained_->configuration); }
  std::map<std::string, std::string> settings() const {
    return {trained_->configuration.settings.values().begin(), trained_->configuration.settings.values().end()};
  }
  uint64_t sequences() const { return trained_->sequences; }
  size_t features() const { return spec_->features(); }
  size_t outputs() const { return spec_->outputs(); }

  /// What is known of each item ahead (Ahead); empty: unknown.
  SharedState start(size_t batch, const std::vector<uint32_t>& all_steps, const std::vector<uint32_t>& input_steps) {
    if (batch < 1 || batch > kMostItems)
      throw InputError(fmt::format("batch: got {}; a number from 1 to {} is needed", batch, kMostItems));
    stepping("start");
    if (is_told_length(trained_->configuration.settings) && input_steps.size() != batch)
      throw InputError(
          fmt::format("input_steps: got {} numbers for {} episodes; of each the steps before its answer are "
                      "needed, for a memory that is told them",
                      input_steps.size(), batch));
    const auto turn = take_turn();
    Noise noise(1, Split::kShow, 0, batch);
    tape_.begin(*trained_->store, nullptr);
    const State state = steps()->start({tape_, batch, noise, Phase::kScoring, {all_steps, input_steps}});
    return after(state, batch, std::move(noise));
  }

  py::tuple step(const py::object& x, const SharedState& past, bool logits) {
    const RecurrentModel& model = stepping("step");
    const ModelState& before = *past.state;
    if (!before.kind->fits(*kind_))
      throw InputError(fmt::format("state: got one of {}; one that this model's start() or step() gave is needed",
                                   before.kind->model));
    const auto turn = take_turn();
    tape_.begin(*trained_->store, nullptr);
    const Var input = input_on_tape(x, before.batch);
    Noise noise = before.noise;
    const Recurrent::Step done = model.step({tape_, before.batch, noise}, input, before.numbers.on(tape_));
    const py::array output = output_of(done.output, before.batch, logits);
    return py::make_tuple(output, after(done.state, before.batch, std::move(noise)));
  }

  /// episodes × steps × outputs; NaN where nothing is scored.
  py::array run(const SharedBatch& shared, bool logits) {
    const Batch batch = own(shared);
    check(batch, "run");
    auto outputs = std::make_shared<std::vector<Real>>(batch.episodes * batch.steps() * batch.outputs(),
                                                       std::numeric_limits<Real>::quiet_NaN());
    {
      const Released free;
      const std::lock_guard lock(mutex_);
      const FlushDenormals flush;
      for (size_t first = 0; first < batch.episodes; first += kAtOnce) run_some(batch, first, logits, *outputs);
    }
    const Real* const data = outputs->data();
    return view_of(std::move(outputs), data, {extent(batch.episodes), extent(batch.steps()), extent(batch.outputs())});
  }

  /// The mean loss over the batch's episodes, in nats, and its gradient by parameter. As in training without noise.
  py::tuple gradient(const SharedBatch& shared) {
    const auto batch = std::make_shared<const Batch>(own(shared));
    check(*batch, "gradient");
    const ParameterStore& store = *trained_->store;
    auto flat = std::make_shared<AlignedVector<Real>>(store.size());
    double loss = 0;
    {
      const Released free;
      const std::lock_guard lock(mutex_);
      const FlushDenormals flush;
      const GivenBatch task(batch, *spec_);
      Workers alone(1);
      BatchGradient gradients(alone, store.size(), shard_size(*trained_->model, batch->episodes));
      loss = gradients.compute(*trained_->model, store, task, {1, Split::kTrain, 0, batch->episodes}, {}, *flat);
    }
    py::dict named;
    for (const auto& entry : store.entries())
      if (entry.learned) named[py::str(entry.name)] = matrix(flat, flat->data() + entry.offset, entry);
    return py::make_tuple(loss, named);
  }

  /// Views of the parameters, rows × columns: changes count from the next call on. `learned` or the constants.
  py::dict parameters(bool learned) const {
    py::dict named;
    for (const auto& entry : trained_->store->entries())
      if (entry.learned == learned) named[py::str(entry.name)] = matrix(trained_, trained_->store->data(entry), entry);
    return named;
  }

  /// One episode: arrays by name, their axes, ranges and titles, texts by name, and the episode as a person reads it.
  py::tuple trace(const std::string& split_name, uint64_t episode) {
    const std::optional<Split> split = find_split(split_name);
    if (!split) throw InputError(unknown_name("split", printable(split_name), tapehead::split_names()));
    EpisodeTrace traced;
    {
      const Released free;
      traced = traced_episode(*trained_, *split, episode);
    }
    py::dict arrays, axes, ranges, titles, texts;
    for (const Hdf5Array& array : traced.arrays) {
      const py::str name(array.name);
      arrays[name] = array_of(array.values, {array.shape.begin(), array.shape.end()});
      if (!array.axes.empty()) axes[name] = py::tuple(py::cast(array.axes));
      if (!array.range.empty()) ranges[name] = py::tuple(py::cast(array.range));
      if (!array.title.empty()) titles[name] = array.title;
    }
    for (const Hdf5Texts& set : traced.texts) texts[py::str(set.name)] = set.texts;
    return py::make_tuple(arrays, axes, ranges, titles, texts, traced.shown);
  }

  /// A directory as those of the models that come with the program: configuration and parameters.
  void save(const std::string& typed) const {
    const std::filesystem::path directory = typed;
    const Released free;
    const ParameterStore& store = *trained_->store;
    check_finite(store, kParameters, "save");
    SafetensorsFile file{{{"format", "tapehead-1"}, {kConfigText, config()}}, {}};
    if (spec_->corpus) file.metadata[kCorpusText] = corpus_text(*spec_->corpus);
    const auto count = [&](const char* name, uint64_t number) {
      const auto value = static_cast<int64_t>(number);
      file.tensors.push_back(vector_tensor<int64_t>(kProgress + name, {&value, 1}));
    };
    count("sequences", trained_->sequences);
    count("attempt-start", trained_->sequences - std::min(trained_->sequences, store.seen()));
    add_tensors(file, kParameters, store, store.values());
    add_constants(file, store);
    const RunDirectory run(directory);
    if (run.has_checkpoint() || std::filesystem::exists(run.manifest()))
      throw InputError(directory.string() + ": holds a run; another directory is needed");
    make_directory(directory);
    write_atomically(run.config(), config());
    write_safetensors(run.checkpoint("best"), file);
  }

 private:
  static py::ssize_t extent(size_t size) { return static_cast<py::ssize_t>(size); }
  static py::array matrix(std::shared_ptr<const void> owner, const Real* numbers, const ParameterStore::Entry& entry) {
    return view_of(std::move(owner), numbers, {extent(entry.rows), extent(entry.cols)}, {1, extent(entry.rows)});
  }

  const RecurrentModel* steps() const { return trained_->model->in_steps(); }
  const RecurrentModel& stepping(const char* what) const {
    if (const RecurrentModel* model = steps()) return *model;
    throw InputError(fmt::format("{}: model {} takes its whole input at once; run(batch) is needed", what,
                                 trained_->configuration.settings.text("model")));
  }

  /// The tape for a short while, with the interpreter's lock held: one that runs for long has let go of that.
  struct Turn {
    std::unique_lock<std::mutex> lock;
    FlushDenormals flush{};
  };
  Turn take_turn() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) {
      const Released free;
      lock.lock();
    }
    return {std::move(lock)};
  }

  StateKind kind_of_states() {
    Noise noise(1, Split::kShow, 0, 1);
    tape_.begin(*trained_->store, nullptr);
    Carried first(steps()->settled(tape_, steps()->start({tape_, 1, noise, Phase::kScoring, some_episode()})));
    StateKind kind{name_, steps()->state_names(), {}};
    for (const NamedNumbers& named : named_values(first, kind.names))
      kind.sizes.emplace_back(named.value.rows, named.value.cols);
    return kind;
  }

  /// The state for Python, with numbers of its own for each item.
  SharedState after(const State& state, size_t batch, Noise noise) {
    Carried numbers(steps()->settled(tape_, state));
    const auto shared = [&] {
      const auto values = named_values(numbers, kind_->names);
      return std::any_of(values.begin(), values.end(), [&](const auto& named) { return named.value.batch != batch; });
    };
    if (batch > 1 && shared()) {
      std::vector<uint32_t> items(batch);
      std::iota(items.begin(), items.end(), 0);
      numbers = Carried(numbers.on(tape_, items));
    }
    return {std::make_shared<ModelState>(ModelState{kind_, batch, std::move(numbers), std::move(noise)})};
  }

  Var input_on_tape(const py::object& x, size_t batch) {
    const StreamShape& shape = spec_->input();
    const bool of_tokens = shape.kind == StreamKind::kTokens;
    if (of_tokens) {
      const py::array given = py::array::ensure(x);
      const bool whole = given && std::string_view("biu").find(given.dtype().kind()) != std::string_view::npos;
      if (!whole || static_cast<size_t>(given.size()) != batch)
        refuse_input(x, fmt::format("{} whole numbers, one an item of the batch, are needed", batch));
      const py::array_t<int64_t, py::array::c_style | py::array::forcecast> numbers(given);
      uint32_t* const chosen = tape_.keep<uint32_t>(batch);
      for (size_t b = 0; b < batch; ++b) {
        const int64_t token = numbers.data()[b];
        if (token < -1 || token >= static_cast<int64_t>(shape.width()))
          throw InputError(fmt::format("x: got token {} for item {}; one from 0 to {}, or -1 for none, is needed",
                                       token, b, shape.width() - 1));
        chosen[b] = token < 0 ? kNoToken : static_cast<uint32_t>(token);
      }
      return tape_.tokens(shape.width(), 1, batch, chosen);
    }
    const auto numbers = py::array_t<Real, py::array::c_style | py::array::forcecast>::ensure(x);
    const size_t size = numbers ? static_cast<size_t>(numbers.size()) : 0;
    if (!numbers || size != batch * shape.width() ||
        (numbers.ndim() > 1 && static_cast<size_t>(numbers.shape(0)) != batch))
      refuse_input(x, fmt::format("an array of shape ({}, {}) is needed", batch, shape.width()));
    return tape_.constant(shape.width(), 1, batch, numbers.data());
  }

  [[noreturn]] static void refuse_input(const py::object& x, const std::string& needed) {
    PyErr_Clear();
    const py::array array = py::array::ensure(x);
    PyErr_Clear();
    throw InputError(
        fmt::format("x: got {}; {}", array ? "an array of shape " + shape_text(array) : "no array", needed));
  }

  /// A step's logits as an array, batch × outputs; probabilities unless logits are asked for.
  py::array output_of(Var logits, size_t batch, bool as_logits) {
    const size_t outputs = spec_->outputs();
    const auto window = tape_.value(logits);
    auto numbers = std::make_shared<std::vector<Real>>(batch * outputs);
    for (size_t b = 0; b < batch; ++b)
      answer(window.item(window.batch == 1 ? 0 : b), as_logits, &(*numbers)[b * outputs]);
    const Real* const data = numbers->data();
    return view_of(std::move(numbers), data, {extent(batch), extent(outputs)});
  }

  void answer(const Real* logits, bool as_logits, Real* to) const {
    if (as_logits)
      std::copy_n(logits, spec_->outputs(), to);
    else
      probabilities(spec_->target, logits, to);
  }

  /// A copy, since Python may change its own meanwhile; it is told as one of the model's task.
  Batch own(const SharedBatch& shared) const {
    Batch batch = *shared.batch;
    batch.answers_last = spec_->answers_last;
    return batch;
  }

  void check(const Batch& batch, const char* what) const {
    check_same_streams(batch, *spec_, what);
    check_batch(batch, what, 0, false);
    if (spec_->input_count == 1 && !batch.tells_stories() && steps() && batch.inputs[0].steps != batch.steps())
      throw InputError(fmt::format("{}: got an input of {} steps and a target of {}; as many are needed", what,
                                   batch.inputs[0].steps, batch.steps()));
  }

  void run_some(const Batch& batch, size_t first, bool logits, std::vector<Real>& outputs) {
    const size_t count = std::min(kAtOnce, batch.episodes - first);
    Noise noise(1, Split::kShow, first, count);
    tape_.begin(*trained_->store, nullptr);
    const Answers answers = trained_->model->run({tape_, count, noise}, batch, first);
    if (answers.steps.empty()) return;
    const auto window = tape_.value(answers.logits);
    for (size_t b = 0; b < count; ++b)
      for (size_t i = 0; i < answers.steps.size(); ++i)
        answer(window.column(b, i), logits,
               &outputs[((first + b) * batch.steps() + answers.steps[i]) * batch.outputs()]);
  }

  std::string name_;
  std::filesystem::path directory_;
  std::shared_ptr<TrainedModel> trained_;
  std::optional<Spec> spec_;
  std::shared_ptr<const StateKind> kind_;
  mutable std::mutex mutex_;  ///< of the tape
  Tape tape_;
};

}  // namespace

void bind_models(py::module_& module) {
  py::class_<LoadedModel>(module, "Model")
      .def(py::init<const std::string&, const std::string&, const std::vector<std::pair<std::string, std::string>>&>(),
           py::arg("name"), py::arg("checkpoint"), py::arg("options"))
      .def_property_readonly("directory", [](const LoadedModel& m) { return m.directory().string(); })
      .def_property_readonly("config", &LoadedModel::config)
      .def_property_readonly("settings", &LoadedModel::settings)
      .def_property_readonly("sequences", &LoadedModel::sequences)
      .def_property_readonly("features", &LoadedModel::features)
      .def_property_readonly("outputs", &LoadedModel::outputs)
      .def_property_readonly("parameters", [](const LoadedModel& m) { return m.parameters(true); })
      .def_property_readonly("constants", [](const LoadedModel& m) { return m.parameters(false); })
      .def("start", &LoadedModel::start, py::arg("batch"), py::arg("steps"), py::arg("input_steps"))
      .def("step", &LoadedModel::step, py::arg("x"), py::arg("state"), py::arg("logits"))
      .def("run", &LoadedModel::run, py::arg("batch"), py::arg("logits"))
      .def("gradient", &LoadedModel::gradient, py::arg("batch"))
      .def("trace", &LoadedModel::trace, py::arg("split"), py::arg("episode"))
      .def("save", &LoadedModel::save, py::arg("directory"));
}

}  // namespace tapehead
