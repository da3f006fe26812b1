#pragma once
// Products of Householder reflections: a start that is learned is turned by each write, and nothing is added to it
// (Mhammedi, Hellicar, Rahman & Bailey 2017, "Efficient orthogonal parametrisation of recurrent neural networks using
// Householder reflections", section 3, whose transition does not depend on the input; with keys of the input, values
// and strengths Siems et al. 2025, "DeltaProduct", section 3).

#include "autodiff/ops/ops.hpp"
#include "memory/fast/write_rule.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// S ← (I − 2kkᵀ/kᵀk)·S at each write; o = Sᵀq. All lengths and angles within S stay, however long the episode. The
/// delta rule turns S about a place that depends on its values; where these disagree from write to write, S drifts
/// away.
class HouseholderRule final : public LinearRule {
 public:
  HouseholderRule(const Scope& scope, const FastSizes& sizes)
      : LinearRule(sizes), start_(scope.add("start", sizes.keys, sizes.columns(), normal(Real{1}))) {}

  bool takes_values() const override { return false; }
  State start(const Context& context) const override {
    return State::of(context.tape, FastMatrix{repeat(context.tape.parameter(start_), context.batch)});
  }
  Change change(Var keys, Var, std::span<const Var>) const override {
    const Var squares = shift(sum_rows(square(keys)), kLeastSquare);
    return {divide(scale(keys, 2), squares), {}};
  }

 private:
  static constexpr Real kLeastSquare = Real(1e-12);  // a key of zeros reflects nothing

  Parameter start_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
