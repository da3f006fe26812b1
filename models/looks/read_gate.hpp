#pragma once
// A gate on what a look has read.

#include <optional>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/ops/watch.hpp"
#include "autodiff/tape/scope.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// β = σ(f_β(query)), one number a look, multiplies what was read (Xu et al. 2015, section 4.2.1); f_β is affine. Shows
/// β as "gate". Without a gate it passes everything.
class ReadGate final {
 public:
  ReadGate(const Scope& scope, bool on, size_t query_size) {
    if (on) weights_ = scope.add("gate", 1, query_size + 1, glorot_with_bias());
  }

  /// read: any rows×looks; queries: query size×looks.
  Var through(Var read, Var queries) const {
    if (!weights_) return read;
    const Var gate = sigmoid(linear(read.tape->parameter(*weights_), {queries}));
    watch("gate", gate, kReadGate);
    return multiply(gate, read);
  }

 private:
  static constexpr View kReadGate{"gate", "look", 0, 1, "how much of what was found is read"};
  std::optional<Parameter> weights_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
