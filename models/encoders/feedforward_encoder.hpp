#pragma once
// An encoder that reads each step by itself.

#include "autodiff/tape/scope.hpp"
#include "controllers/positions.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct FeedforwardEncoderSettings {
  size_t size = 64;
  Positions positions = Positions::kSinusoidal;
  size_t max_steps = 512;  ///< the number of learned positions
};

/// An annotation is W·[x; 1] plus its position code; the summary is the mean of a source's annotations. Weights start
/// within Glorot & Bengio's bound, biases at 0.
class FeedforwardEncoder final : public Encoder {
 public:
  FeedforwardEncoder(const Scope& scope, const FeedforwardEncoderSettings& settings, size_t x_size);

  size_t size() const override { return size_; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;

 private:
  size_t size_;
  Parameter weights_;
  PositionCode positions_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
