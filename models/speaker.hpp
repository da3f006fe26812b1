#pragma once
// The interface of models that generate an answer token by token, each fed back before the next.

#include "autodiff/tape/recurrent.hpp"
#include "models/model.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The source's mask in the state of a speaker that attends to it: 1 for a step, 0 in the padding.
struct SourceMask {
  TAPEHEAD_VALUES(there);  ///< steps×1
};

/// Generation: listen() once, then say() until kEnd. run() of the batch gives the same logits with teacher forcing.
/// Search may run several hypotheses side by side, since it carries the state of each (Carried).
class Speaker {
 public:
  virtual ~Speaker() = default;

  /// Reads the sources of episodes first … first + context.batch − 1; returns the state before the first token.
  virtual State listen(const Context& context, const Batch& batch, size_t first) const = 0;

  /// The names of its states' values.
  virtual StateNames state_names() const { return {}; }

  /// previous: the last token, kEnd at first: said×1 tokens. → output: the logits of the next token: said×1.
  virtual Recurrent::Step say(const Context& context, Var previous, const State& past) const = 0;

  /// How many of the episodes from `first` on listen() takes side by side: at least one, at most `most`.
  virtual size_t together(const Batch& batch, size_t first, size_t most) const {
    (void)batch, (void)first;
    return most;
  }

  /// As Recurrent::settled().
  virtual State settled(Tape&, const State& state) const { return state; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
