#pragma once
// The interface of gazes: where a network that sees a picture in glimpses looks next.

#include <optional>
#include <span>

#include "attention/windows/retina.hpp"
#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// One glimpse of a picture.
struct Look {
  Var seen;    ///< the window's content: seen_size()×1
  Var place;   ///< its place, as input to the network: place_size()×1
  Var window;  ///< its place for watchers, as in kGlimpses: (4·scales)×1; unspecified without a watcher
  std::optional<Var> log_density = {};  ///< of a drawn place, under its distribution: 1×1
};

class Gaze {
 public:
  virtual ~Gaze() = default;

  virtual size_t seen_size() const = 0;
  virtual size_t place_size() const = 0;

  /// picture: size×1. features: of the thought after the previous glimpse, column vectors one below the other; none
  /// before the first. number: of the glimpse, from 0.
  virtual Look look(const Context& context, Var picture, std::span<const Var> features, size_t number) const = 0;

  /// Whether places are drawn and learned by reward: then glimpses have a log_density, unless their distribution has no
  /// parameter.
  virtual bool learns_by_reward() const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
