// Writes down what the engine computes, in double precision, for others to compute again
// (tests/models/torch_ops_test.py and others beside it).
//
//   tapehead_probe ops --out FILE                                       every row of the table of ops
//   tapehead_probe model [options of a run] [--updates N] --out FILE    a model's first batch, trained on N times
//   tapehead_probe answers [options of a run] --out FILE                a model that listens, trained once on sources
//                                                                       and answers of several lengths
//   tapehead_probe pictures [options of a run] --out FILE               a model that says a picture's class, trained
//                                                                       once on pictures of 6x9 pixels of 2 channels
//
// The file is safetensors, all numbers F64 but for `steps`, tokens and lengths (I64); exit status 0, or 2 with one
// line.

#include <fmt/format.h>

#include <type_traits>

#include "autodiff/base/error.hpp"
#include "autodiff/base/gemm.hpp"
#include "autodiff/files/safetensors.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/optimisers/clip.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/op_catalogue.hpp"
#include "experiments/batches/batch_gradient.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/spoken_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

static_assert(std::is_same_v<Real, double>, "in float, agreement would mean little");

// Parameters are moved off their starting values, so that nothing is zero or alike that training would make different.
constexpr Real kMove = Real(0.2);

NamedTensor shaped(const std::string& name, std::vector<uint64_t> shape, std::span<const Real> values) {
  NamedTensor tensor = vector_tensor<Real>(name, values);
  tensor.shape = std::move(shape);
  return tensor;
}

/// ROW/BATCH/input/NAME, .../value and .../gradient/NAME (of Σ weights ∘ value, the weights being 1, 2, 3 … as the
/// numbers lie): shape [items, cols, rows].
void write_ops(SafetensorsFile& file) {
  for (const OpRow& row : op_rows())
    for (const size_t batch : {1, 3}) {
      const auto inputs = draw_inputs(row, batch, batch);
      const auto outcome = testing::run(row.f, inputs);
      const std::string name = fmt::format("{}/{}/", row.name, batch);
      const uint64_t items = outcome.value.size() / (outcome.rows * outcome.cols);
      file.tensors.push_back(shaped(name + "value", {items, outcome.cols, outcome.rows}, outcome.value));
      for (size_t i = 0; i < inputs.size(); ++i) {
        const CheckedInput& x = inputs[i];
        file.tensors.push_back(shaped(name + "input/" + x.name, {x.batch, x.cols, x.rows}, x.values));
        file.tensors.push_back(shaped(name + "gradient/" + x.name, {x.batch, x.cols, x.rows}, outcome.gradients[i]));
      }
    }
}

/// A vector laid out like the store's values, as PREFIX/NAME of shape [rows, cols].
void write_parameters(SafetensorsFile& file, const std::string& prefix, const ParameterStore& store,
                      std::span<const Real> values) {
  for (const auto& e : store.entries())
    if (e.learned)
      file.tensors.push_back(matrix_tensor<Real>(prefix + e.name, e.rows, e.cols, values.subspan(e.offset, e.size())));
}

/// inputs, targets, mask: [episodes, steps, features or outputs]; logits: [episodes, scored steps, outputs], of the
/// steps whose numbers are `steps`.
void write_episodes(SafetensorsFile& file, const Model& model, const ParameterStore& store, const Batch& batch) {
  file.tensors.push_back(shaped("inputs", {batch.episodes, batch.steps(), batch.features()}, batch.inputs[0].values));
  file.tensors.push_back(shaped("targets", {batch.episodes, batch.steps(), batch.outputs()}, batch.target.values));
  file.tensors.push_back(shaped("mask", {batch.episodes, batch.steps(), batch.outputs()}, batch.mask));
  Tape tape;
  tape.begin(store, nullptr);
  const Answers answers = model.run({tape, batch.episodes, testing::noise()}, batch, 0);
  const std::vector<int64_t> steps(answers.steps.begin(), answers.steps.end());
  file.tensors.push_back(vector_tensor<int64_t>("steps", steps));
  file.tensors.push_back(
      shaped("logits", {batch.episodes, steps.size(), batch.outputs()}, testing::numbers(answers.logits)));
}

/// Parameters moved, and written as parameter/NAME, fixed ones too.
void move_parameters(SafetensorsFile& file, ParameterStore& store, uint64_t seed) {
  Stream move(seed, Split::kCheck, Purpose::kTest, 0);
  for (Real& value : store.values()) value += static_cast<Real>(move.uniform(-kMove, kMove));
  write_parameters(file, "parameter/", store, store.values());
  for (const auto& e : store.entries())
    if (!e.learned)
      file.tensors.push_back(matrix_tensor<Real>("parameter/" + e.name, e.rows, e.cols, {store.data(e), e.size()}));
}

/// NAME: [episodes, steps], −1 for none; NAME-lengths: [episodes].
void write_tokens(SafetensorsFile& file, const std::string& name, const BatchStream& stream) {
  std::vector<int64_t> tokens;
  for (const uint32_t token : stream.tokens) tokens.push_back(token == kNoToken ? int64_t{-1} : int64_t{token});
  NamedTensor tensor = vector_tensor<int64_t>(name, tokens);
  tensor.shape = {stream.lengths.size(), stream.steps};
  file.tensors.push_back(tensor);
  const std::vector<int64_t> lengths(stream.lengths.begin(), stream.lengths.end());
  file.tensors.push_back(vector_tensor<int64_t>(name + "-lengths", lengths));
}

/// What a test shows: [episodes, size of the value], as it lies.
class Written final : public Watcher {
 public:
  explicit Written(SafetensorsFile& file) : file_(file) {}
  void see(const std::string& name, Var value, const View&) override {
    file_.tensors.push_back(shaped("shown/" + name, {value.batch(), value.cols, value.rows}, testing::numbers(value)));
  }

 private:
  SafetensorsFile& file_;
};

/// logits: [episodes, steps, classes]; parameter/NAME, gradient/NAME, loss (means over episodes, nats) and
/// updated/NAME, after one update. shown/NAME, where asked for: what a watcher sees.
void write_update(SafetensorsFile& file, const Settings& settings, const Spec& spec, const Batch& batch, bool watched) {
  const TrainSettings train(settings, 0);
  ParameterStore store(train.seed);
  const auto model = make_model(settings, spec, store);
  move_parameters(file, store, train.seed);

  AlignedVector<Real> gradient(store.size(), 0);
  Tape tape;
  Written written(file);
  tape.begin(store, gradient.data());
  tape.set_watcher(watched ? &written : nullptr);
  const Answers answers = model->run({tape, batch.episodes, testing::noise()}, batch, 0);
  file.tensors.push_back(
      shaped("logits", {batch.episodes, answers.steps.size(), batch.outputs()}, testing::numbers(answers.logits)));
  const Var loss = scale(sequence_loss(answers, batch, 0), 1 / static_cast<Real>(batch.episodes));
  double mean = 0;
  for (const Real nats : testing::numbers(loss)) mean += nats;
  file.tensors.push_back(vector_tensor<double>("loss", {&mean, 1}));
  tape.backward(loss);
  write_parameters(file, "gradient/", store, gradient);
  const auto optimizer = make_optimizer(settings, store.size());
  optimizer->step(store.values(), gradient, static_cast<Real>(train.rate.at(0, 0)), 1);
  write_parameters(file, "updated/", store, store.values());
}

/// source, previous, target (tokens) with their lengths, and what write_update() writes.
void write_answers(SafetensorsFile& file, const Settings& settings) {
  const Batch batch = testing::some_answers(4, 6, 5);
  write_tokens(file, "source", batch.inputs[0]);
  write_tokens(file, "previous", batch.inputs[1]);
  write_tokens(file, "target", batch.target);
  write_update(file, settings, Spec::of_answers(testing::kSourceKinds, testing::kSaidKinds), batch, false);
}

/// picture: [episodes, height, width, channels]; target; and what write_update() writes.
void write_pictures(SafetensorsFile& file, const Settings& settings) {
  constexpr Layout kPicture{6, 12, 2};
  constexpr size_t kPictures = 3, kClasses = 4;
  const Spec spec = Spec::of_pictures(kPicture, kClasses);
  Batch batch;
  batch.resize(spec, 1, kPictures);
  Stream draw(1, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(draw.uniform(0, 1));
  for (size_t b = 0; b < kPictures; ++b) batch.ask(b, 0, static_cast<uint32_t>(draw.integer(0, kClasses - 1)));
  file.tensors.push_back(
      shaped("picture", {kPictures, kPicture.height, kPicture.width, kPicture.channels}, batch.inputs[0].values));
  write_tokens(file, "target", batch.target);
  write_update(file, settings, spec, batch, true);
}

/// Besides: parameter/NAME, fixed ones too; gradient/NAME (mean over episodes, not clipped) and loss (mean, nats)
/// before the first update; updated/NAME after the last.
void write_model(SafetensorsFile& file, const Settings& settings, size_t updates) {
  const auto task = make_task(settings);
  const TrainSettings train(settings, task->spec().epoch);
  ParameterStore store(train.seed);
  const auto model = make_model(settings, task->spec(), store);
  move_parameters(file, store, train.seed);

  Stream draw(train.seed, Split::kTrain, Purpose::kShape, 0);
  const Shape shape = task->shape(draw, {});
  const EpisodeRange episodes{train.seed, Split::kTrain, 0, train.batch};
  Batch batch;
  task->sample(episodes, shape, batch);
  write_episodes(file, *model, store, batch);

  Workers workers(1);
  BatchGradient gradients(workers, store.size(), shard_size(*model, train.batch));
  AlignedVector<Real> gradient(store.size());
  const auto optimizer = make_optimizer(settings, store.size());
  for (size_t update = 1; update <= updates; ++update) {
    const double loss = gradients.compute(*model, store, *task, episodes, shape, gradient);
    if (update == 1) {
      file.tensors.push_back(vector_tensor<double>("loss", {&loss, 1}));
      write_parameters(file, "gradient/", store, gradient);
    }
    clip_gradient(gradient, store, gradient_norm(gradient), train.clip, static_cast<Real>(train.clip_at));
    optimizer->step(store.values(), gradient, static_cast<Real>(train.rate.at(0, 0)), update);
  }
  write_parameters(file, "updated/", store, store.values());
}

void run(const std::vector<std::string>& arguments) {
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what != "ops" && what != "model" && what != "answers" && what != "pictures")
    throw InputError(unknown_name("command line", what, {"ops", "model", "answers", "pictures"}));
  const CommandLine line =
      parse_command_line({arguments.begin() + 1, arguments.end()}, {{"out", true, ""}, {"updates", true, ""}}, {},
                         what == "ops" ? Declarations{} : declarations());
  if (!line.has("out")) throw InputError("out: got none; a file's name is needed");
  SafetensorsFile file;
  if (what == "ops") {
    write_ops(file);
  } else if (what == "answers") {
    write_answers(file, configure(declarations(), {}, line).settings);
  } else if (what == "pictures") {
    write_pictures(file, configure(declarations(), {}, line).settings);
  } else {
    const Option count = Option::integer("updates", 1, 1, 1000, "");
    const std::string updates = normal_value(count, line.has("updates") ? line.own.at("updates") : count.value);
    write_model(file, configure(declarations(), {}, line).settings, std::stoul(updates));
  }
  write_safetensors(line.own.at("out"), file);
}

}  // namespace
}  // namespace tapehead::inline TAPEHEAD_REAL

int main(int count, char** values) {
  try {
    tapehead::run({values + 1, values + count});
    return 0;
  } catch (const tapehead::InputError& error) {
    fmt::print(stderr, "tapehead_probe: {}\n", error.what());
    return 2;
  }
}
