#pragma once
// Which pictures an episode has, and how they are placed on a canvas.

#include <algorithm>
#include <span>
#include <string>

#include "autodiff/base/error.hpp"
#include "tasks/data/pictures/picture_source.hpp"
#include "tasks/episode/permutation.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The random numbers of episode first + `index` of a set that is the same for all seeds, for held-out pictures:
/// `count` episodes of each shape, which repeat.
inline Stream fixed_stream(const EpisodeRange& range, const Shape& shape, size_t index, size_t count) {
  constexpr Split kStreams[] = {Split::kShow, Split::kValidation, Split::kTest};  // of each part
  uint64_t seed = 1;
  for (const uint32_t size : shape) seed = derived_seed(seed, Purpose::kShape, size);
  return {seed, kStreams[static_cast<size_t>(part_of(range.split))], Purpose::kEpisode, (range.first + index) % count};
}

/// The number of a random picture of a part.
inline uint64_t any_picture(const PictureSource& source, Part part, Stream& draw) {
  const size_t count = source.count(part);
  if (count > 0) return static_cast<uint64_t>(draw.integer(0, static_cast<int64_t>(count) - 1));
  const uint64_t high = draw.bits();
  return high << 32 | draw.bits();
}

/// A picture of one class, and the stream for the rest of the episode.
struct PictureEpisode {
  Stream draw;
  uint64_t number;
};

inline PictureEpisode picture_episode(const PictureSource& source, const EpisodeRange& range, size_t index) {
  const size_t count = source.count(part_of(range.split));
  const uint64_t k = range.first + index;
  if (count > 0 && range.split != Split::kTrain) return {fixed_stream(range, {}, index, count), k % count};
  Stream draw = episode_stream(range, {}, index);
  if (count > 0) return {draw, element_of(range.seed, range.split, k, count)};
  const uint64_t number = any_picture(source, part_of(range.split), draw);
  return {draw, number};
}

/// Memory of this thread for drawn pictures; it is valid until the next picture is drawn at that place.
inline std::span<uint8_t> picture_room(const PictureSource& source, size_t place = 0) {
  thread_local std::vector<uint8_t> room;
  constexpr size_t kPlaces = 4;  // more than any episode needs at once
  const size_t bytes = source.size().bytes();
  room.resize(kPlaces * bytes);
  return std::span(room).subspan(place * bytes, bytes);
}

/// Throws InputError for a known corpus without any of a source's classes: `task.from fashion: …`.
inline void check_known(bool any_is_known, const std::string& from) {
  if (!any_is_known)
    throw InputError(from +
                     ": has no class that the trained model knows; pictures of what it was trained on are needed");
}

/// How a task's pictures lie.
inline Layout layout_of(PictureSize size) { return {size.height, size.width, size.channels}; }

/// The box of a picture's window where the picture's corner is at (x, y) of a canvas.
inline Box box_of(const PixelWindow& window, uint32_t x, uint32_t y) {
  return {static_cast<float>(x + window.x), static_cast<float>(y + window.y),
          static_cast<float>(x + window.x + window.width), static_cast<float>(y + window.y + window.height)};
}

/// Pastes a window of a picture at (x, y) of a canvas; where something is there already, the brighter is kept.
inline void paste(const Picture& picture, PictureSize size, const PixelWindow& from, Layout layout, uint32_t x,
                  uint32_t y, Real* canvas) {
  constexpr Real kFull = 255;
  const size_t numbers = size_t{from.width} * size.channels;
  for (uint32_t line = 0; line < from.height; ++line) {
    const uint8_t* const bytes = picture.pixels.data() + (size_t{from.y + line} * size.width + from.x) * size.channels;
    Real* const to = canvas + (size_t{y + line} * layout.width + x) * layout.channels;
#pragma omp simd
    for (size_t i = 0; i < numbers; ++i) to[i] = std::max(to[i], static_cast<Real>(bytes[i]) / kFull);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
