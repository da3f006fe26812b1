#include "autodiff/optimisers/clip.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "autodiff/base/lanes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

double gradient_norm(std::span<const Real> gradient) {
  const Extent all{0, gradient.size()};
  return gradient_norm(gradient, {&all, 1});
}

double gradient_norm(std::span<const Real> gradient, std::span<const Extent> where) {
  constexpr size_t kBlock = 1024;  // blocks are summed in Real, for speed, and added in double, for precision
  double squares = 0;
  size_t next = 0;  // a block that is summed is summed whole; one of zeros would add nothing
  for (const Extent& part : where)
    for (next = std::max(next, part.first / kBlock * kBlock); next < part.end; next += kBlock) {
      const size_t count = std::min(kBlock, gradient.size() - next);
      const Real* block = gradient.data() + next;
      squares += dot(block, block, count);
    }
  return std::sqrt(squares);
}

namespace {

/// Clips each matrix by its own norm; returns the share of matrices that were clipped.
double clip_matrices(std::span<Real> gradient, const ParameterStore& store, Real at) {
  size_t matrices = 0, cut = 0;
  for (const auto& e : store.entries()) {
    if (!e.learned) continue;
    const size_t height = e.rows / e.blocks;
    for (size_t block = 0; block < e.blocks; ++block, ++matrices) {
      Real* const first = gradient.data() + e.offset + block * height;
      double squares = 0;
      for (size_t c = 0; c < e.cols; ++c) squares += dot(first + c * e.rows, first + c * e.rows, height);
      if (squares <= static_cast<double>(at) * at) continue;
      const auto factor = static_cast<Real>(at / std::sqrt(squares));
      for (size_t c = 0; c < e.cols; ++c)
        for (size_t r = 0; r < height; ++r) first[c * e.rows + r] *= factor;
      ++cut;
    }
  }
  return static_cast<double>(cut) / static_cast<double>(matrices);
}

/// Clips by norm or by number.
double clip_numbers(std::span<Real> gradient, std::span<const Extent> where, double norm, Clip clip, Real at) {
  if (clip == Clip::kNorm) {
    if (norm <= at) return 0;
    const auto factor = static_cast<Real>(at / norm);
    for (const Extent& part : where)
      for (Real& g : gradient.subspan(part.first, part.size())) g *= factor;
    return 1;
  }
  if (clip != Clip::kValue || norm <= at) return 0;  // no element is above the norm
  size_t cut = 0;
  for (const Extent& part : where)
    for (Real& g : gradient.subspan(part.first, part.size())) {
      cut += std::abs(g) > at;
      g = std::clamp(g, -at, at);
    }
  return static_cast<double>(cut) / static_cast<double>(gradient.size());
}

}  // namespace

double clip_gradient(std::span<Real> gradient, std::span<const Extent> where, const ParameterStore& store, double norm,
                     Clip clip, Real at) {
  if (clip != Clip::kMatrix) return clip_numbers(gradient, where, norm, clip, at);
  return norm <= at ? 0 : clip_matrices(gradient, store, at);
}

double clip_gradient(std::span<Real> gradient, const ParameterStore& store, double norm, Clip clip, Real at) {
  const Extent all{0, gradient.size()};
  return clip_gradient(gradient, {&all, 1}, store, norm, clip, at);
}

double clip_gradient(std::span<Real> gradient, double norm, Clip clip, Real at) {
  if (clip == Clip::kMatrix) throw std::invalid_argument("clip_gradient: by matrix, the parameters' store is needed");
  const Extent all{0, gradient.size()};
  return clip_numbers(gradient, {&all, 1}, norm, clip, at);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
