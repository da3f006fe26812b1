#pragma once
// Which of all sources are trained on, and which are held out: for ever the same, by a hash of the source.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// FNV-1a (Fowler, Noll & Vo) of a text, in which one byte changes about half of all bits by the steps at the end
/// (Stafford's mix 13, as in SplitMix64: Steele, Lea & Flood 2014).
inline uint64_t hash_of(std::string_view text, uint64_t salt = 0) {
  uint64_t hash = 0xcbf29ce484222325 ^ salt;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

/// A source's place among all there could be, uniform in [0, 1).
inline double place_of(std::string_view source, uint64_t salt = 0) {
  return static_cast<double>(hash_of(source, salt) >> 11) * 0x1p-53;
}

enum class Part { kTrain, kValidation, kTest };

/// How much is held out, each from 0 to 1.
struct Shares {
  double validation, test;
};

/// A change of the share for validation leaves the test's sources as they are.
inline Part part_of(std::string_view source, const Shares& shares) {
  const double place = place_of(source);
  return place < shares.test ? Part::kTest : place < shares.test + shares.validation ? Part::kValidation : Part::kTrain;
}

/// What a split takes its sources from: nothing that a run does looks at the test's.
inline Part part_of(Split split) {
  switch (split) {
    case Split::kTrain:
    case Split::kShow: return Part::kTrain;
    case Split::kValidation:
    case Split::kCheck:
    case Split::kFinal: return Part::kValidation;
    case Split::kEval:
    case Split::kTest: return Part::kTest;
  }
  throw std::invalid_argument("parts: no such split");
}

/// Something to be answered, and an answer; several pairs may have the same source.
struct Pair {
  std::string source, target;
  bool operator==(const Pair&) const = default;
};

struct PartedPairs {
  std::vector<Pair> train, validation, test;
};

/// Each pair to the part of its source.
PartedPairs parted(std::vector<Pair> pairs, const Shares& shares);

/// The share of `train` for validation, by another hash: no source of `test` is in either. A pair that is there more
/// than once is meant to be practised, and stays in training.
PartedPairs held_out(std::vector<Pair> train, std::vector<Pair> test, double validation);

}  // namespace tapehead
