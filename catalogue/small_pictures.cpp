#include "catalogue/small_pictures.hpp"

#include "autodiff/base/random.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Spec small_picture_spec() { return Spec::of_pictures({5, 6, 2}, 3); }

Batch small_picture_batch() {
  constexpr uint32_t kRight[] = {2, 0};
  Batch batch;
  batch.resize(small_picture_spec(), 1, std::size(kRight));
  Stream stream(1, Split::kCheck, Purpose::kTest, 2);
  for (Real& x : batch.inputs[0].values) x = static_cast<Real>(stream.uniform(0, 1));
  for (size_t b = 0; b < batch.episodes; ++b) batch.ask(b, 0, kRight[b]);
  return batch;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
