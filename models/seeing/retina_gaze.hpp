#pragma once
// A retina that is moved over the picture: by what was learned, at random, or over a grid.

#include "autodiff/tape/scope.hpp"
#include "models/seeing/gaze.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class GazePolicy { kLearned, kRandom, kFixed };

struct RetinaGazeSettings {
  size_t side = 8, scales = 1;  ///< of the retina: pixels of the smallest window, and how many windows
  size_t looks = 6;
  GazePolicy policy = GazePolicy::kLearned;
  bool from_centre = false;      ///< the first look is at the picture's middle; else at random
  Real deviation = Real(0.11);   ///< of a place about its mean, where half the picture's width is 1
  bool mean_in_scoring = false;  ///< outside of training it looks at the mean itself
  bool moves_core = false;       ///< the reward's gradient goes on into what the features were made by
  bool from_grid = false;        ///< each learned look has a bias of its own, which starts in a grid's cell
  Real gain = 1;  ///< of the location network: the smaller, the more slowly it learns to leave its biases
};

/// Mnih, Heess, Graves & Kavukcuoglu 2014: the location network makes of the features the mean of a normal
/// distribution, tanh(gain·W·[features; 1]), the place is drawn from it, and what the retina shows there is seen. What
/// lies beyond the picture's edge is moved onto it. With `from_grid` the mean of look n is tanh(bₙ + gain·W·[features;
/// 1]), and tanh(bₙ) is at first the middle of a grid's cell (ours). Controls: places uniform over the picture, and the
/// middles of a grid's cells, line by line, both without a parameter.
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
