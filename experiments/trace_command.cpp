#include <fmt/format.h>
#include <armadillo>

#include <algorithm>
#include <cmath>
#include <map>

#include "autodiff/denormals.hpp"
#include "autodiff/watch.hpp"
#include "experiments/command.hpp"
#include "experiments/files.hpp"
#include "experiments/hdf5_file.hpp"
#include "experiments/trained_model.hpp"
#include "tasks/batch.hpp"

namespace tapehead {
namespace {

/// Keeps what is watched: for each name a matrix a step.
class Recorder final : public Watcher {
 public:
  void see(const std::string& name, Var value) override {
    const auto window = value.tape->value(value);
    arma::Mat<Real> copy(window.rows, window.cols);
    for (size_t c = 0; c < window.cols; ++c) std::copy_n(window.column(0, c), window.rows, copy.colptr(c));
    steps_[name].push_back(std::move(copy));
  }

  /// rows×cols×steps each; what grows from step to step, such as a stack, has zeros where nothing is yet.
  std::map<std::string, arma::Cube<Real>> cubes() const {
    std::map<std::string, arma::Cube<Real>> all;
    for (const auto& [name, matrices] : steps_) {
      size_t most_rows = 0, most_cols = 0;
      for (const auto& m : matrices) {
        most_rows = std::max<size_t>(most_rows, m.n_rows);
        most_cols = std::max<size_t>(most_cols, m.n_cols);
      }
      arma::Cube<Real> cube(most_rows, most_cols, matrices.size(), arma::fill::zeros);
      for (size_t t = 0; t < matrices.size(); ++t)
        for (size_t c = 0; c < matrices[t].n_cols; ++c)
          std::copy_n(matrices[t].colptr(c), matrices[t].n_rows, cube.slice_colptr(t, c));
      all[name] = std::move(cube);
    }
    return all;
  }

 private:
  std::map<std::string, std::vector<arma::Mat<Real>>> steps_;
};

/// What logits of one step say: the probability of each bit, or of each class.
void probabilities(Scoring scoring, const Real* logits, size_t count, Real* to) {
  if (scoring == Scoring::kBits) {
    std::transform(logits, logits + count, to, [](Real logit) { return 1 / (1 + std::exp(-logit)); });
    return;
  }
  const Real highest = *std::max_element(logits, logits + count);
  Real sum = 0;
  for (size_t i = 0; i < count; ++i) sum += to[i] = std::exp(logits[i] - highest);
  for (size_t i = 0; i < count; ++i) to[i] /= sum;
}

arma::Mat<Real> answers_matrix(const Tape& tape, const Answers& answers, const Batch& batch) {
  arma::Mat<Real> outputs(batch.outputs, batch.steps, arma::fill::zeros);
  if (answers.steps.empty()) return outputs;
  const auto logits = tape.value(answers.logits);
  for (size_t i = 0; i < answers.steps.size(); ++i)
    probabilities(batch.scoring, logits.column(0, i), batch.outputs, outputs.colptr(answers.steps[i]));
  return outputs;
}

void write_hdf5(const std::filesystem::path& path, Scoring scoring,
                const std::map<std::string, arma::Mat<Real>>& matrices,
                const std::map<std::string, arma::Cube<Real>>& cubes) {
  std::vector<Hdf5Array> arrays;
  for (const auto& [name, m] : matrices) arrays.push_back({name, {m.n_cols, m.n_rows}, {m.memptr(), m.n_elem}});
  for (const auto& [name, c] : cubes)
    arrays.push_back({name, {c.n_slices, c.n_cols, c.n_rows}, {c.memptr(), c.n_elem}});
  write_atomically(path, hdf5_bytes(arrays, {{"scoring", scoring == Scoring::kClasses ? "classes" : "bits"}}));
}

}  // namespace

int trace_command(const CommandLine& line, const std::vector<std::string>&) {
  const std::filesystem::path out = required(line, "out");
  const TrainedModel trained = load_trained(line.positionals[0], line.settings, checkpoint_option(line));
  const Settings& settings = trained.configuration.settings;
  const auto seed = static_cast<uint64_t>(settings.integer("seed"));
  const uint64_t episode = index_option(line, "episode");
  Stream draw(seed, Split::kShow, Purpose::kShape, episode);
  Batch batch;
  trained.task->sample({seed, Split::kShow, episode, 1}, trained.task->shape(draw, {}), batch);
  const FlushDenormals flush;
  Tape tape;
  Recorder recorder;
  tape.begin(*trained.store, nullptr);
  tape.set_watcher(&recorder);
  const Answers answers = trained.model->run({tape, 1}, batch, 0);
  const arma::Mat<Real> outputs = answers_matrix(tape, answers, batch);
  const auto matrix = [&](const AlignedVector<Real>& v, size_t rows) {
    return arma::Mat<Real>(v.data(), rows, batch.steps);
  };
  write_hdf5(out, batch.scoring,
             {{"inputs", matrix(batch.inputs, batch.features)},
              {"targets", matrix(batch.targets, batch.outputs)},
              {"mask", matrix(batch.mask, batch.outputs)},
              {"outputs", outputs}},
             recorder.cubes());
  fmt::print("{}", trained.task->show(batch, 0, outputs.memptr()));
  return kDone;
}

}  // namespace tapehead
