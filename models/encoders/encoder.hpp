#pragma once
// The interface of encoders: an encoder reads a source, step by step or at once, and leaves an annotation for each of
// its steps.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "autodiff/tape/context.hpp"
#include "autodiff/tape/state.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The result of reading a source; S: the number of annotations of the longest one.
struct Reading {
  Var annotations;                    ///< size()×S; arbitrary finite numbers in the padding
  Var summary;                        ///< size()×1, of the whole source
  std::span<const uint32_t> lengths;  ///< annotations of each item; valid as long as read()'s
  std::span<const Var> ended = {};  ///< the final state of each layer, value by value, rows×1; for a recurrent encoder
  /// Column s: the share of each place of the source in annotation s, S×S; where there is a watcher and the encoder
  /// mixes places by attention. Absent: each annotation belongs to its own place.
  std::optional<Var> made_of = {};
  State carried = {};  ///< from step to step, after the last one; empty: all steps are read at once
};

/// A grid of equal cells over a picture, line by line.
struct CellGrid {
  uint32_t high = 0, across = 0;
  uint32_t cells() const { return high * across; }
};

class Encoder {
 public:
  virtual ~Encoder() = default;

  virtual size_t size() const = 0;  ///< rows of an annotation

  /// The grid over a picture whose cells the annotations are; empty: there is one annotation for each step of the
  /// source.
  virtual CellGrid grid() const { return {}; }

  /// inputs: x×steps, numbers or tokens. lengths: of each item, at most its steps, in memory that lives as long as the
  /// tape's sequence. What an item has beyond its length does not affect the rest.
  virtual Reading read(const Context& context, Var inputs, std::span<const uint32_t> lengths) const = 0;

  /// The row from which the summary is that of a pass from the source's end to its beginning, to the last row; 0: it is
  /// all of one kind.
  virtual size_t backward_row() const { return 0; }

  /// Rows of each value of Reading::ended.
  virtual std::vector<size_t> state_sizes() const { return {}; }

  /// The number of weights that a step multiplies by (Model::step_weights()).
  virtual size_t step_weights() const { return 0; }
};

}  // namespace tapehead::inline TAPEHEAD_REAL
