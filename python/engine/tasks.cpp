// Tasks from Python: classes, and batches of arrays.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "python/engine/bindings.hpp"
#include "python/engine/episodes.hpp"
#include "python/engine/python_task.hpp"
#include "python/engine/shown.hpp"
#include "tasks/episode/held_out.hpp"

namespace py = pybind11;

namespace tapehead {
namespace {

/// A finite set of episodes: those of a batch.
class ArraysTask final : public Task {
 public:
  ArraysTask(std::shared_ptr<const Batch> batch, Spec spec, double held_out)
      : batch_(std::move(batch)), spec_(std::move(spec)), set_(batch_->episodes, held_out) {
    spec_.epoch = set_.part(Split::kTrain).count;
  }

  Spec spec() const override { return spec_; }
  Shape shape(Stream&, Reach) const override { return {}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    std::vector<EpisodeOf> episodes;
    for (size_t b = 0; b < range.count; ++b)
      episodes.push_back({*batch_, set_.element(range.seed, range.split, range.first + b)});
    gather(episodes, batch);
  }
  EvalGrid eval_grid() const override { return {}; }
  size_t must_hold() const override { return 0; }
  size_t episodes(Split split, size_t) const override { return set_.part(split).count; }
  std::string show(const Batch& batch, size_t episode, const Real* answers) const override {
    return shown_episode(batch, episode, answers);
  }

 private:
  std::shared_ptr<const Batch> batch_;
  Spec spec_;
  HeldOut set_;
};

/// An option as Python tells it: name, type, default, and, of limits, the options that it stands for.
Option option_of(const py::handle& told) {
  constexpr double kFar = 1e9;
  const auto name = py::cast<std::string>(told["name"]), type = py::cast<std::string>(told["type"]),
             value = py::cast<std::string>(told["default"]), help = py::cast<std::string>(told["help"]);
  if (type == "integer")
    return Option::integer(name, std::stoll(value), value[0] == '-' ? -1000000000 : 0, 1000000000, help);
  if (type == "real") return Option::real(name, std::stod(value), -kFar, kFar, help);
  if (type == "flag") return Option::flag(name, value == "true", help);
  const auto choices = py::cast<std::vector<std::string>>(told["choices"]);
  if (type == "choice") return Option::choice(name, value, choices, help);
  if (type == "limits") return Option::limits(name, choices, help);
  return Option::text(name, value, help);
}

void add_python_task(const std::string& name, const std::string& summary, const py::list& options,
                     const py::object& make) {
  TaskRow row;
  row.info = {name, summary, "Python", {}, {}};
  for (const py::handle option : options) row.info.options.push_back(option_of(option));
  row.make = [name, make = SharedObject(make)](const Settings& settings, const KnownCorpus&) -> std::unique_ptr<Task> {
    const PythonTurn turn;
    py::dict values;
    for (const auto& [option, value] : settings.values())
      if (option.starts_with("task.")) values[py::str(option)] = value;
    const size_t batch = settings.has("train.batch") ? settings.size("train.batch") : 1;
    return std::make_unique<PythonTask>(name, (*make)(values), batch);
  };
  add_task(std::move(row));
}

void add_arrays(const std::string& name, const SharedBatch& shared, const py::object& told) {
  const Spec spec = spec_of(told);
  check_same_streams(*shared.batch, spec, name);
  const auto batch = std::make_shared<const Batch>(*shared.batch);  // Python may change its own
  check_batch(*batch, name, 0, true);
  constexpr size_t kFewest = 3;
  if (batch->episodes < kFewest)
    throw InputError(
        fmt::format("{}: got {} episodes; at least {} are needed, to train, to validate and for the final "
                    "score",
                    name, batch->episodes, kFewest));
  TaskRow row;
  row.info = {name, "arrays in memory", "Python", {}, {}};
  row.info.options.push_back(
      Option::real("task.held-out", 0.2, 0.01, 0.9, "share of the episodes kept for validation and the final score"));
  row.make = [batch, spec](const Settings& settings, const KnownCorpus&) -> std::unique_ptr<Task> {
    return std::make_unique<ArraysTask>(batch, spec, settings.real("task.held-out"));
  };
  add_task(std::move(row));
}

}  // namespace

void bind_tasks(py::module_& module) {
  module.def("add_task", &add_python_task, py::arg("name"), py::arg("summary"), py::arg("options"), py::arg("make"));
  module.def("add_arrays", &add_arrays, py::arg("name"), py::arg("batch"), py::arg("spec"));
}

}  // namespace tapehead
