#pragma once
// The streams of a batch: for each episode a sequence of vectors or pictures, a sequence of tokens, or a story.

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
  kReal,     ///< a step is a vector of numbers
  kTokens,   ///< a step is one of several classes, given by number
  kStories,  ///< an episode is a story, a step one of its statements
};

/// How a step's numbers are laid out: number (y, x, c) is at (y·width + x)·channels + c. A plain vector has height 1
/// and width 1.
struct Layout {
  uint32_t height = 1, width = 1, channels = 0;
  size_t size() const { return size_t{height} * width * channels; }
  /// Otherwise the numbers are a plain vector.
  bool is_picture() const { return size_t{height} * width > 1; }
  bool operator==(const Layout&) const = default;
};

/// A part of a picture, in pixels from its left and upper edge; without an area it stands for no part.
struct Box {
  float left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
  bool operator==(const Box&) const = default;
};

/// The share of a cell's area that lies within a box, from 0 to 1. Cells are numbered line by line, `across` of them in
/// each of `high` lines over the whole picture.
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
  Layout layout = {};  ///< of a step; for tokens {1, 1, vocabulary}; for stories empty

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
/// A step is `places` digits, each one of `kinds`: a vector, one-hot in each place.
inline StreamShape digits(std::string_view name, size_t places, size_t kinds) {
  return {name, StreamKind::kReal, {static_cast<uint32_t>(places), 1, static_cast<uint32_t>(kinds)}};
}
inline StreamShape stories(std::string_view name) { return {name, StreamKind::kStories, {}}; }

/// One stream of all episodes. Each episode has its own length; what is beyond it is padding: zeros, kNoToken.
struct BatchStream {
  StreamShape shape;
  size_t steps = 0;               ///< of the longest episode
  std::vector<uint32_t> lengths;  ///< of each episode; for a story the number of its statements
  AlignedVector<Real> values;     ///< kReal: width×steps×episodes, column-major
  std::vector<uint32_t> tokens;   ///< kTokens: steps×episodes
  std::vector<StoryView> stories;
  Real* gradient = nullptr;  ///< where the stream's gradient is added, laid out as `values`; nullptr: not wanted

  /// Makes all episodes `step_count` long, zeros or no tokens; keeps its memory.
  void resize(const StreamShape& new_shape, size_t step_count, size_t episodes) {
    shape = new_shape;
    steps = shape.kind == StreamKind::kStories ? 0 : step_count;  // stories bring their own
    lengths.assign(episodes, static_cast<uint32_t>(steps));
    values.assign(shape.kind == StreamKind::kReal ? shape.width() * steps * episodes : 0, 0);
    tokens.assign(shape.kind == StreamKind::kTokens ? steps * episodes : 0, kNoToken);
    stories.clear();
    gradient = nullptr;
  }

  /// Makes the stream real-valued with a gradient, which is added to `to`: width×steps×episodes. Tokens become one-hot
  /// columns, kNoToken a column of zeros. Not for stories.
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

  /// Steps from … to − 1 of `count` episodes from `first` on, on a tape: width×steps. Throws ShapeError for steps out
  /// of range, and for stories.
  Var on(Tape& tape, size_t first, size_t count, size_t from, size_t to) const;
  /// 1 for each step within an episode, 0 in the padding: steps×1, as a mask for a similarity or a normaliser.
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
