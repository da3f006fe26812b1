#pragma once
// Seeing inside: a part names what may be looked at; it costs a null check unless somebody looks.

#include "autodiff/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Somebody who looks: a trace, a test.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// `name` is a path such as "write/gate"; called once a step for each name.
  virtual void see(const std::string& name, Var value) = 0;
};

/// Shows `value` (any shape) to the tape's watcher, if there is one.
inline void watch(const char* name, Var value) {
  if (Watcher* watcher = value.tape->watcher()) watcher->see(name, value);
}

/// Shows a value with one column a head: the first `read_heads` columns as "read/NAME", the rest as "write/NAME".
void watch_heads(const char* name, Var value);

/// While it lives, tells watch_heads() how the tape's heads are divided.
class HeadsInView final {
 public:
  HeadsInView(Tape& tape, size_t read_heads) : tape_(tape) { tape_.read_heads_in_view = read_heads; }
  ~HeadsInView() { tape_.read_heads_in_view = 0; }
  HeadsInView(const HeadsInView&) = delete;
  HeadsInView& operator=(const HeadsInView&) = delete;

 private:
  Tape& tape_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
