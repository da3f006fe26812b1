#pragma once
// Where a network that looks at a picture piece by piece looks next.

#include <optional>
#include <span>

#include "attention/windows/retina.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One look at a picture.
struct Look {
  Var seen;    ///< what the window shows: seen_size()×1
  Var place;   ///< where it lies, as the network is told: place_size()×1
  Var window;  ///< the same for people, as kGlimpses has it: (4·scales)×1; anything where nobody watches
  std::optional<Var> log_density = {};  ///< of a place that was drawn, under what it was drawn from: 1×1
};

class Gaze {
 public:
  virtual ~Gaze() = default;

  virtual size_t seen_size() const = 0;
  virtual size_t place_size() const = 0;

  /// The picture: size×1. features: what was thought after the look before, column vectors one below the other; none
  /// before the first. number: of the look, from 0.
  virtual Look look(const Context& context, Var picture, std::span<const Var> features, size_t number) const = 0;

  /// Whether its places are drawn, and learned from what came of them: then its looks have a log_density, but for one
  /// that does not depend on anything.
  virtual bool learns_by_reward() const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
