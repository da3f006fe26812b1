#pragma once
// A model that says its answer token by token, each of which comes back to it before the next.

#include "autodiff/tape/recurrent.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Which steps of the source are there, in the state of a speaker that looks back at them: 1, or 0 in the padding.
struct SourceMask {
  TAPEHEAD_VALUES(there);  ///< steps×1
};

/// Left to itself: listen() once, then say() until it says kEnd. run() of the batch comes to the same logits, told what
/// should have been said. Search may lay several hypotheses side by side: it carries the state of each (Carried).
class Speaker {
 public:
  virtual ~Speaker() = default;

  /// Reads what episodes first … first + context.batch − 1 ask: the state before the first token is said.
  virtual State listen(const Context& context, const Batch& batch, size_t first) const = 0;

  /// What the values of its states are called.
  virtual StateNames state_names() const { return {}; }

  /// previous: the token said last, kEnd at first, of as many kinds as can be said: said×1 tokens. → its output, the
  /// logits of the next: said×1.
  virtual Recurrent::Step say(const Context& context, Var previous, const State& past) const = 0;

  /// How many of the episodes from `first` on, `most` at most and at least one, listen() takes side by side.
  virtual size_t together(const Batch& batch, size_t first, size_t most) const {
    (void)batch, (void)first;
    return most;
  }

  /// As Recurrent::settled().
  virtual State settled(Tape&, const State& state) const { return state; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
