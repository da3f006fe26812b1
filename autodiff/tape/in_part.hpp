#pragma once
// Names a part of the model for the tape's profile, without any effect on the names of watched values.

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// While it lives, ops belong to this part, within the parts around it. Free unless a profile is taken.
class InPart final {
 public:
  InPart(Tape& tape, const char* part) : tape_(tape) { tape.enter(part); }
  ~InPart() { tape_.leave(); }
  InPart(const InPart&) = delete;
  InPart& operator=(const InPart&) = delete;

 private:
  Tape& tape_;
};

/// What `body` gives; its ops belong to that part.
template <class Body>
auto in_part(Tape& tape, const char* part, Body body) {
  const InPart inside(tape, part);
  return body();
}

}  // namespace tapehead::inline TAPEHEAD_REAL
