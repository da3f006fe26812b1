#pragma once
// An index that looks into a few lists of many.

#include <vector>

#include "memory/sparse/row_index.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Rows in 2√n lists, each by the nearest of as many rows drawn at random (an inverted file). A key looks into the
/// lists whose rows of reference are nearest to it, at copies in 8 bits a number, and the best of those are scored
/// exactly. What lies in other lists is not found, unless these have fewer rows than are wanted: then all are scored.
class ListIndex final : public RowIndex {
 public:
  ListIndex(const Rows& rows, size_t probes);

  void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
               Best* best) const override;

 private:
  void fetch_first(size_t list, size_t width) const;
  void look_into(const Real* key, size_t list, size_t width, const Places& replaced, Best& likely) const;

  size_t lists_, probes_;
  size_t stride_;                 ///< from one number of the centres to the next: whole lines, and no power of two
  AlignedVector<Real> centres_;   ///< lists×width, of length 1
  std::vector<uint32_t> begin_;   ///< of each list, and the end of the last: multiples of kAbreast
  std::vector<uint32_t> slots_;   ///< list after list, each filled up with no slot to a multiple of kAbreast
  AlignedVector<int32_t> small_;  ///< their rows, in the same order, in groups as score_abreast() wants them
  AlignedVector<Real> scales_;    ///< what a product with a small row is to be multiplied by
};

}  // namespace tapehead::inline TAPEHEAD_REAL
