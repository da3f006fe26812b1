#pragma once
// The input–output Jacobian: which inputs an answer depends on, the implicit attention of any model.

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// For one input stream: ‖∂y_t/∂x_s‖, row-major, a row for each scored step, a column for each step of the stream.
struct StreamJacobian {
  std::string_view input;
  size_t steps;
  std::vector<Real> norms;
};

struct Jacobian {
  std::vector<uint32_t> steps;  ///< of the batch, those with something scored
  std::vector<StreamJacobian> inputs;
};

/// The Jacobian of a batch's only episode with teacher forcing: y_t are the logits of scored step t, x_s the numbers of
/// an input's step s, tokens as one-hot columns, and the norm is Frobenius', over all components of both. Exact, by one
/// backward sweep for each scored step over as many copies of the episode as there are outputs. It is the sequential
/// Jacobian of Graves 2008 ("Supervised sequence labelling with recurrent neural networks", chapter 3), and the
/// saliency of Simonyan, Vedaldi & Zisserman 2014 where there is one output. Throws ShapeError for stories, and for
/// more than one episode.
Jacobian input_output_jacobian(const Model& model, const ParameterStore& store, const Batch& episode);

}  // namespace tapehead::inline TAPEHEAD_REAL
