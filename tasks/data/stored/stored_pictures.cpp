#include "tasks/data/stored/stored_pictures.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"

namespace tapehead {

StoredPictures::StoredPictures(PictureSet set, const Shares& shares, const std::string& from) : set_(std::move(set)) {
  const size_t all = set_.labels.size(), published_from = all - set_.published;
  const Shares of_others = {shares.validation, set_.published > 0 ? 0 : shares.test};
  for (size_t i = 0; i < all; ++i) {
    const std::span<const uint8_t> pixels = set_.at(i);
    const std::string_view bytes(reinterpret_cast<const char*>(pixels.data()), pixels.size());
    fingerprint_ =
        hash_of({reinterpret_cast<const char*>(&set_.labels[i]), sizeof(uint32_t)}, fingerprint_) ^ hash_of(bytes);
    const Part part = i < published_from ? part_of(bytes, of_others) : Part::kTest;
    (part == Part::kTrain        ? train_
     : part == Part::kValidation ? validation_
                                 : test_)
        .push_back(static_cast<uint32_t>(i));
  }
  const auto check = [&](const std::vector<uint32_t>& part, const char* what) {
    if (part.empty())
      throw InputError(fmt::format("{}: got {} {}, of which none {}; more pictures, or a greater share, are needed",
                                   from, all, all == 1 ? "picture" : "pictures", what));
  };
  check(train_, "is to train on");
  check(validation_, "is held out for validation");
  check(test_, "is held out for testing");
}

}  // namespace tapehead
