#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "autodiff/base/denormals.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"
#include "catalogue/catalogue.hpp"
#include "experiments/batches/source_looks.hpp"
#include "experiments/command_line/own_options.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/commands/split_option.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/runs/trained_models.hpp"
#include "experiments/scoring/one_episode.hpp"
#include "experiments/scoring/rank_correlation.hpp"
#include "experiments/scoring/trained_model.hpp"
#include "experiments/traces/spoken_trace.hpp"
#include "experiments/traces/trace_bytes.hpp"
#include "experiments/training/trainings.hpp"
#include "models/jacobian/jacobian.hpp"

namespace tapehead {
namespace {

constexpr const char* kHeader = "output_step,input,input_step,norm,control,attention";

/// The findings for one episode.
struct Findings {
  Jacobian jacobian;
  std::optional<Jacobian> control;  ///< the same of random weights
  std::vector<Real> attention;      ///< to the first input, as its norms lie; empty: the model shows none
};

/// The attention to the first input at the scored steps, mean over heads; empty where the model shows none.
std::vector<Real> shown_attention(const TrainedModel& trained, const Batch& batch, const Jacobian& jacobian) {
  SourceLooks looks;
  Tape tape;
  tape.begin(*trained.store, nullptr);
  tape.set_watcher(&looks);
  Noise noise(0, Split::kShow, 0, 1);
  (void)trained.model->run({tape, 1, noise}, batch, 0);
  std::vector<Real> all;
  if (!looks.any()) return all;
  const bool at_all_steps = looks.steps() >= batch.steps();
  for (size_t i = 0; i < jacobian.steps.size(); ++i) {
    std::vector<Real> shares = looks.shares(at_all_steps ? jacobian.steps[i] : i, 0);
    shares.resize(jacobian.inputs[0].steps);
    all.insert(all.end(), shares.begin(), shares.end());
  }
  return all;
}

Findings find(const TrainedModel& trained, const Batch& batch, const CommandLine& line) {
  Findings found{input_output_jacobian(*trained.model, *trained.store, batch), {}, {}};
  found.attention = shown_attention(trained, batch, found.jacobian);
  if (!line.has("randomised")) return found;
  ParameterStore random(index_option(line, "randomised"));
  const auto model = make_model(trained.configuration.settings, trained.task->spec(), random);
  random.set_seen(trained.sequences);
  found.control = input_output_jacobian(*model, random, batch);
  return found;
}

void write_arrays(const std::filesystem::path& path, const TrainedModel& trained, const Batch& batch,
                  const Findings& found) {
  std::vector<Hdf5Array> arrays;
  const size_t answers = found.jacobian.steps.size();
  const auto add = [&](const char* group, const Jacobian& jacobian) {
    for (const StreamJacobian& stream : jacobian.inputs)
      arrays.push_back({fmt::format("{}/{}", group, stream.input),
                        {answers, stream.steps},
                        stream.norms,
                        {"answer", "step"},
                        {},
                        {}});
  };
  add("jacobian", found.jacobian);
  if (found.control) add("control", *found.control);
  if (!found.attention.empty())
    arrays.push_back(
        {"attention", {answers, found.jacobian.inputs[0].steps}, found.attention, {"answer", "step"}, {0, 1}, {}});
  const std::vector<Real> steps(found.jacobian.steps.begin(), found.jacobian.steps.end());
  arrays.push_back({"steps", {answers}, steps, {}, {}, {}});
  std::vector<Hdf5Texts> texts;
  if (const Spec spec = trained.task->spec(); spec.says() && spec.corpus) {
    for (const BatchStream& stream : batch.inputs)
      texts.push_back({fmt::format("texts/{}", stream.shape.name), step_texts(spec, stream)});
    texts.push_back({"texts/target", step_texts(spec, batch.target)});
  }
  const Settings& settings = trained.configuration.settings;
  write_atomically(
      path, trace_bytes(path, arrays, {{"task", settings.text("task")}, {"model", settings.text("model")}}, texts));
}

void write_table(const std::filesystem::path& path, const Findings& found) {
  NewTable table(path, kHeader);
  const Jacobian& jacobian = found.jacobian;
  for (size_t t = 0; t < jacobian.steps.size(); ++t)
    for (size_t input = 0; input < jacobian.inputs.size(); ++input) {
      const StreamJacobian& stream = jacobian.inputs[input];
      for (size_t s = 0; s < stream.steps; ++s) {
        const size_t at = t * stream.steps + s;
        const bool looks = input == 0 && !found.attention.empty();
        table.add(fmt::format("{},{},{},{},{},{}", jacobian.steps[t], stream.input, s, stream.norms[at],
                              found.control ? fmt::format("{}", found.control->inputs[input].norms[at]) : "",
                              looks ? fmt::format("{}", found.attention[at]) : ""));
      }
    }
  table.finish();
}

/// How alike the two rank their entries, over those where either is above zero: entries that cannot count, such as
/// later steps, are no sign of likeness.
double likeness(std::span<const Real> one, std::span<const Real> other) {
  std::vector<Real> a, b;
  for (size_t i = 0; i < one.size(); ++i) {
    if (one[i] == 0 && other[i] == 0) continue;
    a.push_back(one[i]);
    b.push_back(other[i]);
  }
  return rank_correlation(a, b);
}

/// Prints one line per input: what else ranks its steps alike.
void print(const Findings& found) {
  for (size_t input = 0; input < found.jacobian.inputs.size(); ++input) {
    const StreamJacobian& stream = found.jacobian.inputs[input];
    std::string text =
        fmt::format("{:12} {} answers by {} steps", stream.input, found.jacobian.steps.size(), stream.steps);
    if (found.control)
      text += fmt::format("; rank correlation with random weights {:.2f}",
                          likeness(stream.norms, found.control->inputs[input].norms));
    if (input == 0 && !found.attention.empty())
      text += fmt::format("; with attention {:.2f}", likeness(stream.norms, found.attention));
    fmt::print("{}\n", text);
  }
}

}  // namespace

int jacobian_command(const CommandLine& line, const std::vector<std::string>&) {
  if (!line.has("out") && !line.has("csv"))
    throw InputError("jacobian: got neither --out nor --csv; a file for what is found is needed");
  const TrainedModel trained =
      load_trained(chosen_run(find_run(line.positionals[0]).directory), line.settings, checkpoint_option(line));
  if (trained.task->spec().tells_stories())
    throw InputError("jacobian: got a " + trained.configuration.settings.text("model") +
                     ", which reads stories as such; a model that reads step by step is needed");
  Batch batch;
  one_episode(trained, split_option(line, Split::kShow), index_option(line, "episode"), batch);
  const FlushDenormals flush;
  const Findings found = find(trained, batch, line);
  if (line.has("out")) write_arrays(line.own.at("out"), trained, batch, found);
  if (line.has("csv")) write_table(line.own.at("csv"), found);
  if (!line.has("csv") || line.own.at("csv") != "-") print(found);
  return kDone;
}

}  // namespace tapehead
