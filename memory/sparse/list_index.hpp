#pragma once
// An approximate index that searches a few lists of many.

#include <vector>

#include "memory/sparse/row_index.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An inverted file: rows in 2√n lists, each row in that of the nearest of as many randomly drawn rows, the centres. A
/// key is compared with the rows in the lists of the nearest centres, first by copies in 8 bits a number; the best of
/// those are scored exactly. Rows in other lists are missed, unless the lists searched have fewer rows than are wanted:
/// then all are scored.
class ListIndex final : public RowIndex {
 public:
  ListIndex(const Rows& rows, size_t probes);

  void nearest(Tape& tape, const Rows& rows, const Places& replaced, const Real* keys, size_t heads,
               Best* best) const override;

 private:
  void fetch_first(size_t list, size_t width) const;
  void look_into(const Real* key, size_t list, size_t width, const Places& replaced, Best& likely) const;

  size_t lists_, probes_;
  size_t stride_;                 ///< between numbers of the centres: whole cache lines, and no power of two
  AlignedVector<Real> centres_;   ///< lists×width, of length 1
  std::vector<uint32_t> begin_;   ///< of each list, and the end of the last: multiples of kAbreast
  std::vector<uint32_t> slots_;   ///< list after list, each padded with kNone to a multiple of kAbreast
  AlignedVector<int32_t> small_;  ///< their small rows, in the same order, in groups for score_abreast()
  AlignedVector<Real> scales_;    ///< the factor of a product with a small row
};

}  // namespace tapehead::inline TAPEHEAD_REAL
