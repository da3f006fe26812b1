#pragma once
// What a machine is told of steps that have a picture in them.

#include "models/encoders/convolution_layers.hpp"
#include "models/machine/stem.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Layers of convolution over the picture that a step's numbers are, or begin with: their cells, line by line, and
/// below them the step as it is. What may stand anywhere in a picture is then learned once (LeCun et al. 1998).
/// docs/pictures.md says why the pixels stay.
class PictureStem final : public Stem {
 public:
  /// Throws InputError for steps without a picture, and for one whose sides the strides do not divide.
  PictureStem(const Scope& scope, const ConvolutionLayersSettings& settings, const Spec& spec);

  size_t size() const override { return layers_.made().size() + step_; }
  Var operator()(Tape& tape, Var steps) const override;

 private:
  Var of_one(Tape& tape, Var step) const;

  Layout picture_;
  size_t step_;  ///< numbers of a step
  ConvolutionLayers layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
