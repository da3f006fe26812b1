#pragma once
// What handles in states stand for.

#include <cstddef>

namespace tapehead {

/// How many numbers, for one episode, lie beside the tape behind the handles of a state (Tape::handle()).
struct Held {
  size_t numbers = 0;
  size_t untouched = 0;  ///< of these, how many a step neither reads nor writes
};

/// Implemented by what has handles in its states.
class HoldsBeside {
 public:
  virtual ~HoldsBeside() = default;
  virtual Held held() const = 0;
};

/// What a part holds beside the tape, if anything.
template <class Part>
Held held_by(const Part& part) {
  const auto* const beside = dynamic_cast<const HoldsBeside*>(&part);
  return beside ? beside->held() : Held{};
}

}  // namespace tapehead
