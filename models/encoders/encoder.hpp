#pragma once
// What reads a source, step by step or at once, and leaves an annotation for each of its steps.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "autodiff/tape/context.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What is left of a source that was read; S: the annotations of the longest one.
struct Reading {
  Var annotations;                    ///< size()×S; in the padding any finite numbers
  Var summary;                        ///< size()×1: of all of it
  std::span<const uint32_t> lengths;  ///< annotations of each item, as long-lived as those of read()
  std::span<const Var> ended = {};  ///< each value of the states that its layers ended with, rows×1; of a recurrent one
  /// Column s: of which places of the source annotation s is made, in shares, S×S; where somebody looks on, and the
  /// encoder mixes places by attention. Absent: each annotation is of its own place.
  std::optional<Var> made_of = {};
};

/// A picture's cells, line by line, each an equal part of it.
struct CellGrid {
  uint32_t high = 0, across = 0;
  uint32_t cells() const { return high * across; }
};

class Encoder {
 public:
  virtual ~Encoder() = default;

  virtual size_t size() const = 0;  ///< numbers of an annotation

  /// Of which grid over a picture the annotations are cells; empty: there is one for each step of the source.
  virtual CellGrid grid() const { return {}; }

  /// inputs: x×steps, numbers or tokens. lengths: of each item, no more than its steps, in memory that lives as long as
  /// the tape's sequence; what an item has beyond its length changes nothing of what is within.
  virtual Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const = 0;

  /// Rows of each value of Reading::ended.
  virtual std::vector<size_t> state_sizes() const { return {}; }

  /// Numbers of weights that a step multiplies by (Model::step_weights()).
  virtual size_t step_weights() const { return 0; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
