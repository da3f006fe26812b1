#pragma once
// The recurrent model of visual attention: it sees a picture in glimpses, and what it has seen decides where the next
// one goes.

#include <functional>
#include <memory>

#include "models/machine/memory_core.hpp"
#include "models/model.hpp"
#include "models/seeing/gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

struct GlimpsesSettings {
  size_t looks = 6;
  size_t what = 128, where = 128, glimpse = 256;  ///< units of the glimpse network: for either input, and for both
  Real reward = 1;                                ///< weight of the reward beside the cost
  Real dropout = 0;                               ///< of a glimpse, and of the features of the class, in training
  bool told_at_every_look = false;                ///< in training the class is predicted after each glimpse
};

/// Mnih, Heess, Graves & Kavukcuoglu 2014, section 3: at each glimpse g = ReLU(W_a·a + W_b·b + c) with a = ReLU of what
/// is seen and b = ReLU of where (the glimpse network); the core computes h = core(g), with whatever memory it has; the
/// next place is made from h. After the last glimpse the class is predicted: softmax(V·[h; reads; 1]). In training it
/// may be predicted after every glimpse, and the cost is then their mean: a glimpse is credited at once, not through
/// all that follow.
///
/// Training minimises the cross-entropy of the class, whose gradient goes through the core and the glimpse network but
/// not to places; and, where places are drawn (Gaze::learns_by_reward), for each of them −λ·(R − bₜ)·log p(placeₜ),
/// REINFORCE with the reward R = 1 if the likeliest class is right, else 0 (section 3.1; with predictions after every
/// glimpse the mean over those from that place on), and (R − bₜ)², which trains the baseline bₜ = W·[h; reads; 1] of
/// the thought before that place. The baseline sends no gradient to the thought.
class Glimpses final : public Model, public HoldsBeside {
 public:
  using MakeGaze = std::function<std::unique_ptr<Gaze>(const Scope& scope, size_t features)>;
  struct Parts {
    std::function<MemoryCore(const Scope& scope, size_t x_size)> core;
    MakeGaze gaze;
  };

  Glimpses(const Scope& scope, const Spec& spec, const GlimpsesSettings& settings, const Parts& parts);

  /// For the first step of the input, a picture. Throws ShapeError where more than one step is scored.
  Answers run(const Context& context, const Batch& batch, size_t first) const override;
  bool has_own_objective() const override { return gaze_->learns_by_reward() || settings_.told_at_every_look; }
  /// After so many glimpses, or all of them; what the next place is made from is part of it.
  State state_after(const Context& context, const Batch& batch, size_t first, size_t steps) const override;
  Held held() const override { return core_.held(); }
  size_t cost() const override { return core_.cost(); }
  Footprint footprint() const override { return core_.footprint(); }
  size_t step_weights() const override;

 private:
  /// What the glimpses have left behind.
  struct Seen {
    std::span<const Var> told;                     ///< logits, the last ones after the last glimpse
    std::span<const Var> thoughts, log_densities;  ///< for each drawn place: the features before it, stacked; log p
  };
  Seen see(const Context& context, Var picture) const;
  /// The glimpse of that number, and the thought of it.
  struct Glimpsed {
    Look look;
    MemoryCore::Thought thought;
  };
  Glimpsed glimpsed(const Context& context, Var picture, const MemoryCore::Thought& before, size_t number) const;
  Var glimpse(const Context& context, const Look& look) const;
  Var classes(const Context& context, std::span<const Var> features) const;
  Var objective(const Answers& answers, const Batch& batch, size_t first, const Seen& seen) const;

  GlimpsesSettings settings_;
  MemoryCore core_;
  std::unique_ptr<Gaze> gaze_;
  Parameter what_{}, where_{}, glimpse_{}, output_{}, baseline_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
