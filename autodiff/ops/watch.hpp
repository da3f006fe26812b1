#pragma once
// Watching: a part names a value that may be looked at and says what it is. Without a watcher it costs a null check.

#include <cstdint>
#include <limits>
#include <string>

#include "autodiff/tape/in_part.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a watched value is, for whoever draws it: what its rows and columns are ("slot", "component", "head" …), its
/// range, and its title.
struct View {
  const char* rows = "component";
  const char* columns = "head";
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  const char* title = "";  ///< such as "what is added"; empty: the name serves
  uint32_t across = 0;     ///< rows are cells of a grid over a picture, line by line, so many in each; 0: not

  bool bounded() const { return low > -std::numeric_limits<double>::infinity(); }

  /// The same with a title.
  constexpr View called(const char* name) const { return {rows, columns, low, high, name, across}; }
  /// The same over a grid with this many cells in a line.
  constexpr View over(uint32_t cells) const { return {rows, columns, low, high, title, cells}; }
};

// Views that many parts use.
inline constexpr View kWeighting{"slot", "head", 0, 1, "weighting"};
inline constexpr View kAlignment{"source", "head", 0, 1, "attention"};  ///< over the steps of the source
/// Glimpses of a picture, in order: the window's centre, from the picture's left and upper edge, and its size, in
/// pixels; where a glimpse has several windows, the sharpest first. (4·scales)×glimpses, shown once.
inline constexpr View kGlimpses{"x, y, width, height", "glimpse"};
inline constexpr View kVector{"component", "head"};
inline constexpr View kStrength{"strength", "head"};  ///< a positive number of any size, for each head
inline constexpr View kGate{"gate", "head", 0, 1};    ///< a share from 0 to 1, for each head

/// Whoever looks: a trace, a test.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// `name` is a path such as "write/gate"; called once a step for each name.
  virtual void see(const std::string& name, Var value, const View& view) = 0;
};

/// Shows `value` (any shape) to the tape's watcher, if there is one, under `name` within the current part.
void watch(const char* name, Var value, const View& view);

/// Shows a value with one column a head: the read heads' columns as "read/NAME", the others as "write/NAME".
void watch_heads(const char* name, Var value, const View& view);

/// While it lives, watch_heads() knows how many of the tape's heads read.
class HeadsInView final {
 public:
  HeadsInView(Tape& tape, size_t read_heads) : tape_(tape) { tape_.watch_scope.read_heads = read_heads; }
  ~HeadsInView() { tape_.watch_scope.read_heads = 0; }
  HeadsInView(const HeadsInView&) = delete;
  HeadsInView& operator=(const HeadsInView&) = delete;

 private:
  Tape& tape_;
};

/// While it lives, watched names are prefixed with a part: "hidden" becomes "controller/hidden", and ops belong to it
/// (InPart). Parts nest.
class Within final {
 public:
  Within(Tape& tape, const char* part) : in_part_(tape, part), tape_(tape), outside_(tape.watch_scope.path.size()) {
    if (tape.watcher()) (tape.watch_scope.path += part) += '/';
  }
  ~Within() { tape_.watch_scope.path.resize(outside_); }
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;

 private:
  InPart in_part_;
  Tape& tape_;
  size_t outside_;  ///< length of the path outside
};

}  // namespace tapehead::inline TAPEHEAD_REAL
