#pragma once
// Seeing inside: a part names what may be looked at, and says what it is; it costs a null check unless somebody looks.

#include <cstdint>
#include <limits>
#include <string>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a watched value is, for whoever draws it: what its rows and its columns are ("slot", "component", "head" …),
/// between which numbers it lies, and what a person calls it.
struct View {
  const char* rows = "component";
  const char* columns = "head";
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  const char* title = "";  ///< "what is added"; empty: its name says it
  uint32_t across = 0;  ///< rows are the cells of a grid over a picture, line by line, so many in each; 0: they are not

  bool bounded() const { return low > -std::numeric_limits<double>::infinity(); }

  /// The same, as a person calls it.
  constexpr View called(const char* name) const { return {rows, columns, low, high, name, across}; }
  /// The same, of a grid with so many cells in a line.
  constexpr View over(uint32_t cells) const { return {rows, columns, low, high, title, cells}; }
};

// What many parts show.
inline constexpr View kWeighting{"slot", "head", 0, 1, "weighting"};
inline constexpr View kAlignment{"source", "head", 0, 1, "attention"};  ///< over the steps of what was read
/// Looks at a picture, in their order: where a window's middle is, counted from the picture's left and upper edge, and
/// how large it is, in pixels; of several windows of a look the sharpest first. (4·scales)×looks, shown once.
inline constexpr View kGlimpses{"x, y, width, height", "glimpse"};
inline constexpr View kVector{"component", "head"};
inline constexpr View kStrength{"strength", "head"};  ///< a positive number of any size, for each head
inline constexpr View kGate{"gate", "head", 0, 1};    ///< a share, for each head

/// Somebody who looks: a trace, a test.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// `name` is a path such as "write/gate"; called once a step for each name.
  virtual void see(const std::string& name, Var value, const View& view) = 0;
};

/// Shows `value` (any shape) to the tape's watcher, if there is one, under its name in the part that is at work.
void watch(const char* name, Var value, const View& view);

/// Shows a value with one column a head: those of the reading heads as "read/NAME", the rest as "write/NAME".
void watch_heads(const char* name, Var value, const View& view);

/// While it lives, tells watch_heads() how the tape's heads are divided.
class HeadsInView final {
 public:
  HeadsInView(Tape& tape, size_t read_heads) : tape_(tape) { tape_.watch_scope.read_heads = read_heads; }
  ~HeadsInView() { tape_.watch_scope.read_heads = 0; }
  HeadsInView(const HeadsInView&) = delete;
  HeadsInView& operator=(const HeadsInView&) = delete;

 private:
  Tape& tape_;
};

/// While it lives, what is watched is named within a part: "hidden" is "controller/hidden". Parts nest.
class Within final {
 public:
  Within(Tape& tape, const char* part) : tape_(tape), outside_(tape.watch_scope.path.size()) {
    if (tape.watcher()) (tape.watch_scope.path += part) += '/';
  }
  ~Within() { tape_.watch_scope.path.resize(outside_); }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  Tape& tape_;
  size_t outside_;  ///< length of the path around it
};

}  // namespace tapehead::inline TAPEHEAD_REAL
