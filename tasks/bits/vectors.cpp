#include "tasks/bits/vectors.hpp"

#include <utility>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kShortestPattern = 3;  // three zero vectors moved heads that two had not

thread_local GivenVectors* given = nullptr;

}  // namespace

GivenVectors::GivenVectors(std::vector<uint8_t> bits) : bits_(std::move(bits)) { given = this; }

GivenVectors::~GivenVectors() { given = nullptr; }

void GivenVectors::take(Real* to, size_t bits, Real low) {
  places_.push_back(to);
  for (size_t i = 0; i < bits && used_ < bits_.size(); ++i) to[i] = bits_[used_++] ? Real{1} : low;
}

EpisodeVectors::EpisodeVectors(Stream& stream, VectorStyle style, size_t bits, size_t count)
    : stream_(stream), random_(stream), bits_(bits), low_(style.is_signed ? Real{-1} : Real{0}) {
  if (!style.hostile || count == 0) return;
  const auto most = static_cast<int64_t>(count);
  const int64_t length = stream.integer(std::min<int64_t>(kShortestPattern, most), most);
  pattern_ = static_cast<Pattern>(stream.integer(0, static_cast<int64_t>(Pattern::kAlternating)));
  begin_ = static_cast<size_t>(stream.integer(0, most - length));
  end_ = begin_ + static_cast<size_t>(length);
}

void EpisodeVectors::next(Real* to) {
  const bool inside = at_ >= begin_ && at_ < end_;
  const bool goes_on = inside && at_ > begin_;
  if (inside && (pattern_ == Pattern::kZeros || pattern_ == Pattern::kSparse)) {
    std::fill_n(to, bits_, low_);
    if (pattern_ == Pattern::kSparse) to[stream_.integer(0, static_cast<int64_t>(bits_) - 1)] = 1;
  } else if (inside && pattern_ == Pattern::kOnes) {
    std::fill_n(to, bits_, Real{1});
  } else if (goes_on && pattern_ == Pattern::kRepeated) {
    std::copy_n(last_, bits_, to);
  } else if (goes_on && pattern_ == Pattern::kAlternating) {
    std::transform(last_, last_ + bits_, to, [&](Real x) { return x > 0 ? low_ : Real{1}; });
  } else {
    for (size_t i = 0; i < bits_; ++i) to[i] = random_.bit() ? 1 : low_;
  }
  if (given) given->take(to, bits_, low_);
  last_ = to;
  ++at_;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
