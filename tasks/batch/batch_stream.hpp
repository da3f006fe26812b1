#pragma once
// What a batch's streams are: for each episode a sequence of vectors or pictures, of tokens, or a story.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/tape.hpp"
#include "tasks/data/text/story_set.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

enum class StreamKind {
  kReal,     ///< a step is so many numbers
  kTokens,   ///< a step is one of so many, as its number
  kStories,  ///< an episode is a story, a step of it a statement
};

/// How a step's numbers lie: number (y, x, c) is at (y·width + x)·channels + c. A plain vector is of height 1, width 1.
struct Layout {
  uint32_t height = 1, width = 1, channels = 0;
  size_t size() const { return size_t{height} * width * channels; }
  /// Else numbers that lie in no order: a vector.
  bool is_picture() const { return size_t{height} * width > 1; }
  bool operator==(const Layout&) const = default;
};

/// A part of a picture, in pixels from its left and upper edge; an empty one is none.
struct Box {
  float left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
  bool operator==(const Box&) const = default;
};

/// Of the area of a cell the share that lies within a box, from 0 to 1. Cells go line by line, `across` of them in each
/// of `high` lines over the whole picture.
inline double share_within(const Box& box, size_t cell, size_t across, size_t high, const Layout& picture) {
  const double width = static_cast<double>(picture.width) / static_cast<double>(across),
               height = static_cast<double>(picture.height) / static_cast<double>(high);
  const auto overlap = [](double low, double length, float from, float to) {
    return std::max(0.0, std::min(low + length, double{to}) - std::max(low, double{from})) / length;
  };
  return overlap(static_cast<double>(cell % across) * width, width, box.left, box.right) *
         overlap(static_cast<double>(cell / across) * height, height, box.top, box.bottom);
}

struct StreamShape {
  std::string_view name;  ///< a literal: "input", "target", "picture" …
  StreamKind kind = StreamKind::kReal;
  Layout layout = {};  ///< of a step; of tokens {1, 1, how many there are}; of stories empty

  size_t width() const { return layout.size(); }
  bool operator==(const StreamShape&) const = default;
};

inline StreamShape vectors(std::string_view name, size_t width) {
  return {name, StreamKind::kReal, {1, 1, static_cast<uint32_t>(width)}};
}
inline StreamShape pictures(std::string_view name, Layout layout) { return {name, StreamKind::kReal, layout}; }
inline StreamShape tokens(std::string_view name, size_t vocabulary) {
  return {name, StreamKind::kTokens, {1, 1, static_cast<uint32_t>(vocabulary)}};
}
/// A step is so many digits, each one of `kinds`: a vector in which each place has a 1 at its kind.
inline StreamShape digits(std::string_view name, size_t places, size_t kinds) {
  return {name, StreamKind::kReal, {static_cast<uint32_t>(places), 1, static_cast<uint32_t>(kinds)}};
}
inline StreamShape stories(std::string_view name) { return {name, StreamKind::kStories, {}}; }

/// One stream of all episodes; each has a length of its own, what is beyond it is padding: zeros, kNoToken.
struct BatchStream {
  StreamShape shape;
  size_t steps = 0;               ///< of the longest episode
  std::vector<uint32_t> lengths;  ///< of each episode; of a story its statements
  AlignedVector<Real> values;     ///< kReal: width×steps×episodes, column-major
  std::vector<uint32_t> tokens;   ///< kTokens: steps×episodes
  std::vector<StoryView> stories;
  Real* gradient = nullptr;  ///< where what goes back to it is added, laid out as `values`; nullptr: nobody asks

  /// All episodes as long as `step_count`, zeros or no tokens; keeps its memory.
  void resize(const StreamShape& new_shape, size_t step_count, size_t episodes) {
    shape = new_shape;
    steps = shape.kind == StreamKind::kStories ? 0 : step_count;  // a story's come with it
    lengths.assign(episodes, static_cast<uint32_t>(steps));
    values.assign(shape.kind == StreamKind::kReal ? shape.width() * steps * episodes : 0, 0);
    tokens.assign(shape.kind == StreamKind::kTokens ? steps * episodes : 0, kNoToken);
    stories.clear();
    gradient = nullptr;
  }

  /// From now on it is numbers that have a gradient, which is added to `to`: width×steps×episodes. Tokens are one-hot
  /// columns, no token a column of zeros. Not for stories.
  void ask_gradient(Real* to) {
    gradient = to;
    if (shape.kind != StreamKind::kTokens) return;
    values.assign(width() * tokens.size(), 0);
    for (size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i] != kNoToken) values[i * width() + tokens[i]] = 1;
  }

  size_t width() const { return shape.width(); }
  Real* at(size_t episode, size_t step) { return values.data() + (episode * steps + step) * width(); }
  const Real* at(size_t episode, size_t step) const { return values.data() + (episode * steps + step) * width(); }
  uint32_t& token(size_t episode, size_t step) { return tokens[episode * steps + step]; }
  uint32_t token(size_t episode, size_t step) const { return tokens[episode * steps + step]; }

  /// Steps from … to − 1 of `count` episodes from `first` on, on a tape: width×steps. Throws ShapeError for steps that
  /// are not there, and for stories.
  Var on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const;
  /// 1 where such a step is there, 0 in the padding: steps×1, for a similarity's or a normaliser's mask.
  Var mask_on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const;
};

inline Var BatchStream::on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const {
  if (to > steps || shape.kind == StreamKind::kStories)
    throw ShapeError("stream: got steps beyond its last, or a story's; steps of numbers or tokens are needed");
  if (gradient)
    return columns(tape.variable(width(), steps, count, at(first, 0), gradient + first * steps * width()), from,
                   to - from);
  if (shape.kind == StreamKind::kTokens) {
    uint32_t* const chosen = tape.keep<uint32_t>((to - from) * count);
    for (size_t b = 0; b < count; ++b)
      std::copy_n(tokens.data() + (first + b) * steps + from, to - from, chosen + b * (to - from));
    return tape.tokens(width(), to - from, count, chosen);
  }
  const Var numbers = tape.make(width(), to - from, count);
  const auto window = tape.fill(numbers);
  for (size_t b = 0; b < count; ++b) std::copy_n(at(first + b, from), width() * (to - from), window.item(b));
  return numbers;
}

inline Var BatchStream::mask_on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const {
  const Var mask = tape.make(to - from, 1, count);
  const auto window = tape.fill(mask);
  for (size_t b = 0; b < count; ++b)
    for (size_t t = from; t < to; ++t) window.item(b)[t - from] = t < lengths[first + b] ? 1 : 0;
  return mask;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
