#pragma once
// Which sources are for training and which are held out: fixed, by a hash of the source.

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// FNV-1a (Fowler, Noll & Vo) of a text, followed by a mixer (Stafford's mix 13, as in SplitMix64: Steele, Lea & Flood
/// 2014), so that one byte changes about half of all bits.
inline uint64_t hash_of(std::string_view text, uint64_t salt = 0) {
  uint64_t hash = 0xcbf29ce484222325 ^ salt;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111eb;
  return hash ^ (hash >> 31);
}

/// The same for the bytes of numbers, or of what is made of numbers without gaps.
template <class Value>
uint64_t hash_of_values(std::span<const Value> values, uint64_t salt = 0) {
  static_assert(std::is_arithmetic_v<Value> || std::has_unique_object_representations_v<Value>);
  return hash_of({reinterpret_cast<const char*>(values.data()), values.size_bytes()}, salt);
}

/// A source's hash as a number, uniform in [0, 1).
inline double place_of(std::string_view source, uint64_t salt = 0) {
  return static_cast<double>(hash_of(source, salt) >> 11) * 0x1p-53;
}

enum class Part { kTrain, kValidation, kTest };

/// The shares that are held out, each from 0 to 1.
struct Shares {
  double validation, test;
};

/// The test's sources do not depend on the share for validation.
inline Part part_of(std::string_view source, const Shares& shares) {
  const double place = place_of(source);
  return place < shares.test ? Part::kTest : place < shares.test + shares.validation ? Part::kValidation : Part::kTrain;
}

/// The part that a split takes its sources from. Nothing that a run does uses the test part.
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

/// A source and an answer; several pairs may share a source.
struct Pair {
  std::string source, target;
  bool operator==(const Pair&) const = default;
};

struct PartedPairs {
  std::vector<Pair> train, validation, test;
};

/// Assigns each pair to its source's part.
PartedPairs parted(std::vector<Pair> pairs, const Shares& shares);

/// Holds out the given share of `train` for validation, by another hash; no source of `test` is in either. Pairs that
/// occur more than once are meant to be practised and stay in training.
PartedPairs held_out(std::vector<Pair> train, std::vector<Pair> test, double validation);

}  // namespace tapehead
