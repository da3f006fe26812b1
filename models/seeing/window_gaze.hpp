#pragma once
// A differentiable window that is moved and zoomed over the picture.

#include "autodiff/tape/scope.hpp"
#include "models/seeing/gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Gregor, Danihelka, Graves, Rezende & Wierstra 2015 (DRAW), section 3.2: five numbers W·[features; 1] place the
/// window: x̃ and ỹ, from −1 to 1 over the picture from edge to edge (eq. 22 ends half a pixel beyond), and log σ², log
/// δ̃, log γ (eqs. 21 to 24); at 0 it spans the picture. Further scales are windows of twice the stride and deviation
/// around the same place, as in a retina. The first glimpse has the biases alone. No reward is needed: the cost's
/// gradient says where to look.
class WindowGaze final : public Gaze {
 public:
  WindowGaze(const Scope& scope, const PictureShape& shape, size_t side, size_t scales, size_t features);

  size_t seen_size() const override { return scales_ * side_ * side_ * shape_.channels; }
  size_t place_size() const override;
  Look look(const Context& context, Var picture, std::span<const Var> features, size_t number) const override;
  bool learns_by_reward() const override { return false; }

 private:
  PictureShape shape_;
  size_t side_, scales_, features_;
  Parameter window_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
