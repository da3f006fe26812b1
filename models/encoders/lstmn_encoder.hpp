#pragma once
// The long short-term memory-network as an encoder.

#include <vector>

#include "controllers/lstmn.hpp"
#include "models/encoders/encoder.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// With the same network as decoder this is shallow fusion (Cheng, Dong & Lapata 2016, section 4). Annotations are h of
/// the last layer (controllers/lstmn_layer.hpp), the summary is the last of them; `ended` has h and c of each layer.
class LstmnEncoder final : public Encoder {
 public:
  LstmnEncoder(const Scope& scope, const LstmnSettings& settings, size_t x_size)
      : size_(settings.size), layers_(lstmn_layers(scope, settings, x_size, 0)) {}

  size_t size() const override { return size_; }
  Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const override;
  std::vector<size_t> state_sizes() const override { return std::vector<size_t>(2 * layers_.size(), size_); }

 private:
  size_t size_;
  std::vector<LstmnLayer> layers_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
