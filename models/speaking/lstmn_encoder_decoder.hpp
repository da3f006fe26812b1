#pragma once
// The encoder–decoder of long short-term memory-networks, with deep fusion.

#include <span>
#include <vector>

#include "autodiff/tape/scope.hpp"
#include "controllers/lstmn.hpp"
#include "models/model.hpp"
#include "models/speaker.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Cheng, Dong & Lapata 2016, section 4, deep attention fusion: an LSTMN reads the source and leaves tapes of its
/// hidden and cell states; another one says the answer, and each of its layers attends to its own past and to the tape
/// of the reader's layer at the same height, which is gated into its cells (eq. 10 to 15, controllers/lstmn_layer.hpp).
/// y = W·[h; 1] of the last layer. W starts at U(±1/√size), its biases at 0.
/// Shows the answer layers' attention to the source as "attention" (kAlignment, a column a layer).
class LstmnEncoderDecoder final : public Model, public Speaker {
 public:
  /// The spec must be one of Spec::of_answers().
  LstmnEncoderDecoder(const Scope& scope, const Spec& spec, const LstmnSettings& settings);

  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  const Speaker* speaks() const override { return this; }

  State listen(const Context& context, const Batch& batch, size_t first) const override;
  StateNames state_names() const override;
  Recurrent::Step say(const Context& context, Var previous, const State& past) const override;

 private:
  /// say() without the logits: the last layer's h.
  Recurrent::Step think(const Context& context, Var previous, const State& past) const;

  std::vector<LstmnLayer> reader_, speaker_;
  Parameter output_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
