#include "memory/matrix/of_writers.hpp"

#include "autodiff/ops/ops.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Var of_writers(Var of_readers, size_t writers) {
  if (writers <= of_readers.cols) return columns(of_readers, 0, writers);
  Var* const parts = of_readers.tape->keep<Var>(writers);
  for (size_t j = 0; j < writers; ++j) parts[j] = columns(of_readers, j % of_readers.cols, 1);
  return beside({parts, writers});
}

}  // namespace tapehead::inline TAPEHEAD_REAL
