#pragma once
// Problems on tokens, whatever they are trained by: what is shown step by step, and what is asked for at some steps.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"

namespace tapehead {

/// In the place of a token: none is shown, or none is asked for.
inline constexpr uint32_t kNothing = ~uint32_t{0};
/// What a silent step is called in files.
inline constexpr std::string_view kSilentStep = "_";

/// An episode, built step by step; `shown` and `asked` are equally long.
struct ProblemEpisode {
  std::vector<uint32_t> shown;  ///< tokens, or kNothing in a silent step
  std::vector<uint32_t> asked;  ///< classes, or kNothing where a step is not scored

  void step(uint32_t token, uint32_t right) {
    shown.push_back(token);
    asked.push_back(right);
  }
  void show(uint32_t token) { step(token, kNothing); }
  void ask(uint32_t right) { step(kNothing, right); }
  /// Silent steps without a score, up to `steps` in all.
  void rest_until(size_t steps) {
    while (shown.size() < steps) step(kNothing, kNothing);
  }
  void clear() {
    shown.clear();
    asked.clear();
  }
};

struct Problem {
  std::vector<std::string> tokens, classes;  ///< their names, without blanks, none "_" or "."
  /// Appends an episode of that length to an empty one: equally many steps for equal lengths.
  std::function<void(Stream& draw, size_t length, ProblemEpisode& episode)> draw;
  size_t longest = 1000000;                      ///< length
  std::function<size_t(size_t length)> holds{};  ///< tokens that must be kept at once; empty: unknown
  size_t shortest = 1;                           ///< length
};

/// "0" … "count − 1".
inline std::vector<std::string> numbered_names(size_t count) {
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
  return names;
}

/// Uniform over 0 … count − 1.
inline uint32_t draw_below(Stream& draw, size_t count) {
  return static_cast<uint32_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
}

}  // namespace tapehead
