#pragma once
// Convolution layers before a machine's controller, for steps with a picture.

#include "models/encoders/convolution_layers.hpp"
#include "models/machine/stem.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Convolution layers over the picture that a step is, or begins with: their cells, line by line, and below them the
/// step unchanged. What may appear anywhere in a picture is then learned once (LeCun et al. 1998). docs/pictures.md
/// says why the pixels stay.
class PictureStem final : public Stem {
 public:
  /// Throws InputError for steps without a picture, and for a picture whose sides the strides do not divide.
  PictureStem(const Scope& scope, const ConvolutionLayersSettings& settings, const Spec& spec);

  size_t size() const override { return layers_.made().size() + step_; }
  Var operator()(Tape& tape, Var steps) const override;

 private:
  Var of_one(Tape& tape, Var step) const;

  Layout picture_;
  size_t step_;  ///< rows of a step
  ConvolutionLayers layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
