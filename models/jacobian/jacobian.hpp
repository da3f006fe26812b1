#pragma once
// What of its input a model's answer depends on: the attention that any model has, whether it shows one or not.

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Of one input stream: ‖∂y_t/∂x_s‖, row by row, a row for each step that is scored, a column for each of the stream's.
struct StreamJacobian {
  std::string_view input;
  size_t steps;
  std::vector<Real> norms;
};

struct Jacobian {
  std::vector<uint32_t> steps;  ///< of the batch, those with something scored
  std::vector<StreamJacobian> inputs;
};

/// The Jacobian of a batch's one episode, told what is right as in training: y_t are the logits of scored step t, x_s
/// the numbers of an input's step s, tokens as one-hot columns, and the norm is Frobenius', over all components of
/// both. Exact, by one sweep back for each scored step of as many copies of the episode as there are outputs. It is the
/// sequential Jacobian of Graves 2008 ("Supervised sequence labelling with recurrent neural networks", chapter 3), the
/// saliency of Simonyan, Vedaldi & Zisserman 2014 where there is one output. Throws ShapeError for stories, and for
/// more episodes than one.
Jacobian input_output_jacobian(const Model& model, const ParameterStore& store, const Batch& episode);

}  // namespace tapehead::inline TAPEHEAD_REAL
