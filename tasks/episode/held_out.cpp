#include "tasks/episode/held_out.hpp"

#include <algorithm>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tasks/episode/permutation.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

HeldOut::HeldOut(size_t episodes, double share) : episodes_(episodes) {
  const auto wanted = static_cast<size_t>(std::lround(share * static_cast<double>(episodes)));
  held_out_ = std::min(std::max<size_t>(2, wanted), episodes - 1);
}

HeldOut::Part HeldOut::part(Split split) const {
  const size_t train = episodes_ - held_out_, validation = held_out_ / 2;
  switch (split) {
    case Split::kTrain: return {0, train};
    case Split::kValidation:
    case Split::kCheck: return {train, validation};
    case Split::kFinal:
    case Split::kEval: return {train + validation, held_out_ - validation};
    case Split::kShow: return {0, episodes_};
    case Split::kTest: break;
  }
  throw InputError(
      "--split: got test; a file's episodes are trained on or held out: eval, final or validation is needed");
}

size_t HeldOut::element(uint64_t seed, Split split, uint64_t episode) const {
  const Part set = part(split);
  const bool shuffled = split == Split::kTrain || split == Split::kShow;
  return set.first + (shuffled ? element_of(seed, split, episode, set.count) : episode % set.count);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
