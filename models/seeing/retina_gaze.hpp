#pragma once
// A retina moved over the picture: by learned places, at random, or over a grid.

#include "autodiff/tape/scope.hpp"
#include "models/seeing/gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class GazePolicy { kLearned, kRandom, kFixed };

struct RetinaGazeSettings {
  size_t side = 8, scales = 1;  ///< of the retina: the smallest window's side in pixels, and the number of windows
  size_t looks = 6;
  GazePolicy policy = GazePolicy::kLearned;
  bool from_centre = false;      ///< the first glimpse is at the picture's middle; else at random
  Real deviation = Real(0.11);   ///< of a place around its mean, in halves of the picture's width
  bool mean_in_scoring = false;  ///< outside of training it looks at the mean itself
  bool moves_core = false;       ///< the reward's gradient continues into the core
  bool from_grid = false;        ///< each learned glimpse has its own bias, which starts at a grid cell
  Real gain = 1;                 ///< of the location network: a smaller one keeps to the biases longer
};

/// Mnih, Heess, Graves & Kavukcuoglu 2014: the location network maps the features to the mean of a normal distribution,
/// tanh(gain·W·[features; 1]); the place is drawn from it, and the retina's content there is seen. Places beyond the
/// picture's edge are moved onto it. With `from_grid` the mean of glimpse n is tanh(bₙ + gain·W·[features; 1]), and
/// tanh(bₙ) starts at the middle of a grid's cell (ours). Baselines: places uniform over the picture, and the middles
/// of a grid's cells, line by line, both without a parameter.
class RetinaGaze final : public Gaze {
 public:
  RetinaGaze(const Scope& scope, const PictureShape& shape, const RetinaGazeSettings& settings, size_t features);

  size_t seen_size() const override;
  size_t place_size() const override { return 2; }
  Look look(const Context& context, Var picture, std::span<const Var> features, size_t number) const override;
  bool learns_by_reward() const override { return settings_.policy == GazePolicy::kLearned; }

 private:
  /// Where no mean is needed: at random, in the middle, in a grid's cell.
  Var unlearned_place(const Context& context, size_t number) const;

  PictureShape shape_;
  RetinaGazeSettings settings_;
  Parameter location_{}, places_{};
};

}  // namespace tapehead::inline TAPEHEAD_REAL
