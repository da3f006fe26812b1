// Batches in Python: arrays of a batch, batches from arrays, and those of any task.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/score.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/training/train_settings.hpp"
#include "python/engine/arrays.hpp"
#include "python/engine/bindings.hpp"
#include "python/engine/episodes.hpp"
#include "python/engine/released.hpp"
#include "python/engine/shared_batch.hpp"
#include "tasks/stories/shown_story.hpp"

namespace py = pybind11;

namespace tapehead {

inline namespace TAPEHEAD_REAL {
namespace {

py::ssize_t extent(size_t size) { return static_cast<py::ssize_t>(size); }

/// The sizes of a step; none where they are no whole numbers.
std::vector<int64_t> layout_of(const py::handle& stream) {
  try {
    return py::cast<std::vector<int64_t>>(stream.attr("layout"));
  } catch (const py::cast_error&) {
    return {};
  }
}

StreamShape shape_of(const py::handle& stream, const char* name) {
  if (!py::hasattr(stream, "kind") || !py::hasattr(stream, "layout"))
    throw InputError(fmt::format("spec: {}: got {}; one such as tapehead.vectors(8) is needed", name,
                                 printable(py::cast<std::string>(py::repr(stream)))));
  const auto kind = py::cast<std::string>(stream.attr("kind"));
  const std::vector<int64_t> layout = layout_of(stream);
  constexpr int64_t kMost = 1 << 24;
  if (layout.size() != 3 || !std::all_of(layout.begin(), layout.end(), [](int64_t n) { return n >= 1 && n <= kMost; }))
    throw InputError(fmt::format("spec: {}: got sizes that are none; whole numbers from 1 are needed", name));
  const Layout sizes{static_cast<uint32_t>(layout[0]), static_cast<uint32_t>(layout[1]),
                     static_cast<uint32_t>(layout[2])};
  return {name, kind == "tokens" ? StreamKind::kTokens : StreamKind::kReal, sizes};
}

py::array view_of_stream(const SharedBatch& shared, const BatchStream& stream) {
  Extents shape{extent(shared.batch->episodes), extent(stream.steps)};
  switch (stream.shape.kind) {
    case StreamKind::kStories:
      throw InputError(
          fmt::format("{}: is a story, which has no array; its texts are batch.stories", stream.shape.name));
    case StreamKind::kTokens: return view_of(shared.batch, stream.tokens.data(), std::move(shape));
    case StreamKind::kReal: break;
  }
  const Layout& layout = stream.shape.layout;
  if (layout.is_picture()) shape.push_back(extent(layout.height));
  if (layout.width > 1) shape.push_back(extent(layout.width));
  shape.push_back(extent(layout.channels));
  return view_of(shared.batch, stream.values.data(), std::move(shape));
}

py::array view_of_mask(const SharedBatch& shared) {
  const Batch& batch = *shared.batch;
  Extents shape{extent(batch.episodes), extent(batch.steps())};
  if (batch.scoring() != Scoring::kClasses) shape.push_back(extent(batch.scored_rows()));
  return view_of(shared.batch, batch.mask.data(), std::move(shape));
}

py::array view_of_lengths(const SharedBatch& shared) {
  const auto& lengths = shared.batch->inputs[0].lengths;
  return view_of(shared.batch, lengths.data(), {extent(lengths.size())});
}

/// The source step that each target tells of, -1 for none: episodes × steps. None where that is unknown.
py::object aligned(const SharedBatch& shared) {
  const Batch& batch = *shared.batch;
  if (batch.aligned.empty()) return py::none();
  std::vector<int64_t> steps(batch.aligned.size());
  std::transform(batch.aligned.begin(), batch.aligned.end(), steps.begin(),
                 [](uint32_t step) { return step == kNoToken ? -1 : static_cast<int64_t>(step); });
  return array_of(steps, {extent(batch.episodes), extent(batch.steps())});
}

/// The part of the picture that each target tells of, as left, top, right and bottom: episodes × steps × 4. None where
/// that is unknown.
py::object boxes(const SharedBatch& shared) {
  const Batch& batch = *shared.batch;
  if (batch.boxes.empty()) return py::none();
  std::vector<float> edges;
  for (const Box& box : batch.boxes) edges.insert(edges.end(), {box.left, box.top, box.right, box.bottom});
  return array_of(edges, {extent(batch.episodes), extent(batch.steps()), 4});
}

/// The stories of a batch, as tapehead.stories has them.
py::list told_stories(const SharedBatch& shared) {
  if (!shared.batch->tells_stories() || !shared.corpus)
    throw InputError("stories: got a batch of arrays; one of a task that tells stories is needed, such as babi");
  const py::module_ module = py::module_::import("tapehead.stories");
  const auto text = [&](const Sentence& words) { return text_of(words, *shared.corpus, " "); };
  py::list all;
  for (const StoryView& story : shared.batch->stories()) {
    py::list statements, questions;
    for (const Sentence& statement : story.statements) statements.append(text(statement));
    for (const Question& asked : story.questions)
      questions.append(module.attr("Question")(text(asked.words), asked.known, text_of(asked.answer, *shared.corpus),
                                               std::vector<uint32_t>(asked.supports.begin(), asked.supports.end())));
    all.append(module.attr("Story")(statements, questions));
  }
  return all;
}

py::dict inputs(const SharedBatch& shared) {
  py::dict all;
  for (const BatchStream& stream : shared.batch->inputs)
    all[py::str(std::string(stream.shape.name))] = view_of_stream(shared, stream);
  return all;
}

SharedBatch make_batch(const py::object& spec, size_t steps, size_t episodes) {
  SharedBatch made{std::make_shared<Batch>()};
  made.batch->resize(spec_of(spec), steps, episodes);
  return made;
}

/// The batches of a task, as `tapehead train` draws them.
class Sampler final {
 public:
  /// By options as typed, over the settings of a configuration, which may be empty.
  Sampler(const std::vector<std::string>& arguments, const std::string& config) {
    const Released free;
    const CommandLine line = parse_command_line(arguments, {}, {}, declarations());
    const Configuration configuration = resolve(declarations(), {ini_layer("model", config), line.settings});
    // Without a model, source and answer stay two streams; stories, which have no arrays, become sequences of words.
    Settings settings;
    for (const auto& [name, value] : configuration.settings.values())
      if (name != "model") settings.set(name, value);
    task_ = make_task(settings);
    if (task_->spec().tells_stories()) task_ = make_task(configuration.settings);
    seed_ = static_cast<uint64_t>(configuration.settings.integer("seed"));
  }

  /// Nothing behind the last of a finite set.
  std::optional<SharedBatch> draw(const std::string& split_name, uint64_t number, size_t count) const {
    const Released free;
    const std::optional<Split> known = find_split(split_name);
    if (!known) throw InputError(unknown_name("split", printable(split_name), tapehead::split_names()));
    const Split split = *known;
    const uint64_t first = number * count;
    if (const size_t there = task_->episodes(split); split != Split::kTrain && there > 0 && first + count > there)
      return {};
    Stream sizes(seed_, split, Purpose::kShape, number);
    const Shape shape = split == Split::kTrain ? task_->shape(sizes, {}) : scored_shape(*task_, seed_, split, first);
    struct Drawn {
      std::shared_ptr<const Task> task;  // stories are views of what the task has
      Batch batch;
    };
    const auto drawn = std::make_shared<Drawn>(Drawn{task_, {}});
    task_->sample({seed_, split, first, count}, shape, drawn->batch);
    return SharedBatch{{drawn, &drawn->batch}, task_->spec().corpus};
  }

 private:
  std::shared_ptr<const Task> task_;
  uint64_t seed_ = 0;
};

}  // namespace

Spec spec_of(const py::handle& told) {
  const StreamShape input = shape_of(told.attr("input"), "input"), target = shape_of(told.attr("target"), "target");
  return {{input.layout.is_picture() ? pictures("picture", input.layout) : input}, target};
}

void check_same_streams(const Batch& batch, const Spec& spec, const std::string& where) {
  const auto text = [](const StreamShape& shape) {
    return fmt::format("{} {} of {}", shape.name, shape.kind == StreamKind::kTokens ? "tokens" : "vectors",
                       shape.width());
  };
  const auto check = [&](const StreamShape& got, const StreamShape& needed) {
    if (got.kind != needed.kind || !(got.layout == needed.layout))
      throw InputError(fmt::format("{}: got {}; {} are needed", where, text(got), text(needed)));
  };
  if (batch.inputs.size() != spec.input_count)
    throw InputError(
        fmt::format("{}: got {} input streams; {} are needed", where, batch.inputs.size(), spec.input_count));
  for (size_t i = 0; i < spec.input_count; ++i) check(batch.inputs[i].shape, spec.inputs()[i]);
  check(batch.target.shape, spec.target);
}

}  // namespace TAPEHEAD_REAL

void bind_batches(py::module_& module) {
  py::class_<SharedBatch>(module, "Batch")
      .def(py::init(&make_batch), py::arg("spec"), py::arg("steps"), py::arg("episodes"))
      .def_property_readonly("episodes", [](const SharedBatch& b) { return b.batch->episodes; })
      .def_property_readonly("steps", [](const SharedBatch& b) { return b.batch->steps(); })
      .def_property_readonly("inputs", &inputs)
      .def_property_readonly("stories", &told_stories)
      .def_property_readonly("aligned", &aligned)
      .def_property_readonly("boxes", &boxes)
      .def_property(
          "input", [](const SharedBatch& b) { return view_of_stream(b, b.batch->inputs[0]); },
          [](const SharedBatch& b, const py::object& v) { assign(view_of_stream(b, b.batch->inputs[0]), v, "input"); })
      .def_property(
          "target", [](const SharedBatch& b) { return view_of_stream(b, b.batch->target); },
          [](const SharedBatch& b, const py::object& v) { assign(view_of_stream(b, b.batch->target), v, "target"); })
      .def_property("mask", &view_of_mask,
                    [](const SharedBatch& b, const py::object& v) { assign(view_of_mask(b), v, "mask"); })
      .def_property("lengths", &view_of_lengths,
                    [](const SharedBatch& b, const py::object& v) { assign(view_of_lengths(b), v, "lengths"); })
      .def("__repr__",
           [](const SharedBatch& b) {
             return fmt::format("<tapehead.Batch of {} episodes, {} steps>", b.batch->episodes, b.batch->steps());
           })
      .def("check", [](const SharedBatch& b) {
        if (b.batch->inputs.size() == 1) b.batch->target.lengths = b.batch->inputs[0].lengths;
        check_batch(*b.batch, "batch", 0, true);
      });
  py::class_<Sampler>(module, "Sampler")
      .def(py::init<const std::vector<std::string>&, const std::string&>(), py::arg("arguments"), py::arg("config"))
      .def("draw", &Sampler::draw, py::arg("split"), py::arg("number"), py::arg("count"));
}

}  // namespace tapehead
