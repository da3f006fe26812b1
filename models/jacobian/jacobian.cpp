#include "models/jacobian/jacobian.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The most outputs whose gradients one sweep finds, each in its own copy of the episode; it multiplies the tape's
/// memory.
constexpr size_t kMostCopies = 32;

/// `count` copies of an episode.
Batch copies_of(const Batch& episode, size_t count) {
  Batch batch = episode;
  batch.episodes = count;
  const auto repeat = [&](auto& values) {
    const size_t size = values.size();
    for (size_t i = 1; i < count; ++i)
      for (size_t k = 0; k < size; ++k) values.push_back(values[k]);
  };
  const auto repeat_stream = [&](BatchStream& stream) {
    repeat(stream.lengths);
    repeat(stream.values);
    repeat(stream.tokens);
  };
  for (BatchStream& stream : batch.inputs) repeat_stream(stream);
  repeat_stream(batch.target);
  repeat(batch.aligned);
  repeat(batch.mask);
  return batch;
}

/// Finds the gradients of outputs `from` … `from` + batch.episodes − 1 of a scored step by all inputs, laid out as the
/// inputs' values.
class Sweep final {
 public:
  Sweep(const Model& model, const ParameterStore& store, const Batch& episode, size_t copies)
      : model_(model), store_(store), batch_(copies_of(episode, copies)), unused_(store.size()) {
    for (BatchStream& stream : batch_.inputs) {
      gradients_.emplace_back(stream.width() * stream.steps * copies);
      stream.ask_gradient(gradients_.back().data());
    }
  }

  /// number: index of the scored step. Returns the batch's scored steps.
  std::vector<uint32_t> run(size_t number, size_t from) {
    for (auto& gradient : gradients_) std::fill(gradient.begin(), gradient.end(), Real{0});
    const size_t copies = batch_.episodes, outputs = batch_.outputs();
    tape_.begin(store_, unused_.data());
    const std::vector<uint32_t> same(copies, 0);  // all copies draw the same numbers
    noise_ = Noise(0, Split::kShow, 0, 1).of_items(same);
    const Answers answers = model_.run({tape_, copies, noise_}, batch_, 0);
    const std::vector<uint32_t> steps(answers.steps.begin(), answers.steps.end());
    if (number >= steps.size()) return steps;
    const Var chosen = tape_.filled(outputs, 1, copies, 0);
    for (size_t b = 0; b < copies && from + b < outputs; ++b) tape_.fill(chosen).item(b)[from + b] = 1;
    tape_.backward(sum(multiply(columns(answers.logits, number, 1), chosen)));
    return steps;
  }

  /// Adds the squared norm of the last sweep's gradients for each step of an input.
  void add_squares(size_t input, std::vector<double>& to) const {
    const BatchStream& stream = batch_.inputs[input];
    const Real* from = gradients_[input].data();
    for (size_t b = 0; b < batch_.episodes; ++b)
      for (size_t s = 0; s < stream.steps; ++s)
        for (size_t i = 0; i < stream.width(); ++i, ++from) to[s] += double{*from} * double{*from};
  }

 private:
  const Model& model_;
  const ParameterStore& store_;
  Batch batch_;
  std::vector<Real> unused_;  ///< the parameters' gradient
  std::vector<std::vector<Real>> gradients_;
  Tape tape_;
  Noise noise_;
};

}  // namespace

Jacobian input_output_jacobian(const Model& model, const ParameterStore& store, const Batch& episode) {
  if (episode.episodes != 1 || episode.tells_stories())
    throw ShapeError("jacobian: got several episodes or a story; one episode of numbers or tokens is needed");
  const size_t copies = std::min(episode.outputs(), kMostCopies);
  Sweep sweep(model, store, episode, copies);
  Jacobian jacobian;
  for (const BatchStream& stream : episode.inputs) jacobian.inputs.push_back({stream.shape.name, stream.steps, {}});
  for (size_t number = 0; number == 0 || number < jacobian.steps.size(); ++number) {
    std::vector<std::vector<double>> squares;
    for (const BatchStream& stream : episode.inputs) squares.emplace_back(stream.steps, 0.0);
    for (size_t from = 0; from < episode.outputs(); from += copies) {
      jacobian.steps = sweep.run(number, from);
      if (jacobian.steps.empty()) return jacobian;
      for (size_t i = 0; i < squares.size(); ++i) sweep.add_squares(i, squares[i]);
    }
    for (size_t i = 0; i < squares.size(); ++i)
      for (const double square : squares[i]) jacobian.inputs[i].norms.push_back(static_cast<Real>(std::sqrt(square)));
  }
  return jacobian;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
