#include "tasks/data/stored/stored_characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "autodiff/base/error.hpp"
#include "tasks/data/formats/png.hpp"

namespace tapehead {
namespace {

/// A picture of any size reduced to kSide×kSide pixels by averaging.
void shrink(const PngPicture& picture, std::vector<uint8_t>& to) {
  constexpr uint32_t kSide = CharacterSet::kSide;
  const uint32_t height = picture.size.height, width = picture.size.width;
  const auto covered = [](double begin, double end, double pixel) {
    return std::min(end, pixel + 1) - std::max(begin, pixel);
  };
  const auto edge = [](uint32_t at, uint32_t size) { return static_cast<double>(at) * size / kSide; };
  for (uint32_t y = 0; y < kSide; ++y)
    for (uint32_t x = 0; x < kSide; ++x) {
      const double top = edge(y, height), bottom = edge(y + 1, height);
      const double left = edge(x, width), right = edge(x + 1, width);
      double sum = 0;
      for (auto v = static_cast<uint32_t>(top); v < height && v < bottom; ++v)
        for (auto u = static_cast<uint32_t>(left); u < width && u < right; ++u)
          sum += covered(top, bottom, v) * covered(left, right, u) * picture.pixels[size_t{v} * width + u];
      to.push_back(static_cast<uint8_t>(std::lround(sum / ((bottom - top) * (right - left)))));
    }
}

/// The brightness between pixels; 0 outside.
double brightness_at(const uint8_t* pixels, double x, double y) {
  constexpr int kSide = CharacterSet::kSide;
  const double left = std::floor(x - 0.5), top = std::floor(y - 0.5), dx = x - 0.5 - left, dy = y - 0.5 - top;
  const auto pixel = [&](int u, int v) {
    return u < 0 || v < 0 || u >= kSide || v >= kSide ? 0.0 : static_cast<double>(pixels[v * kSide + u]);
  };
  const int u = static_cast<int>(left), v = static_cast<int>(top);
  return (1 - dy) * ((1 - dx) * pixel(u, v) + dx * pixel(u + 1, v)) +
         dy * ((1 - dx) * pixel(u, v + 1) + dx * pixel(u + 1, v + 1));
}

}  // namespace

void CharacterSet::add(const std::string& name, bool published_test, const std::string& from, std::string_view png) {
  const PngPicture picture = parse_png(from, png, false);
  if (classes.empty() || classes.back().name != name || classes.back().published_test != published_test)
    classes.push_back({name, published_test, {}});
  std::vector<uint8_t>& pixels = classes.back().pixels;
  const size_t begin = pixels.size();
  shrink(picture, pixels);
  const std::span<uint8_t> fresh = std::span(pixels).subspan(begin);
  size_t bright = 0;
  for (const uint8_t pixel : fresh) bright += pixel > 127;
  if (2 * bright <= fresh.size()) return;
  for (uint8_t& pixel : fresh) pixel = static_cast<uint8_t>(255 - pixel);
}

StoredCharacters::StoredCharacters(CharacterSet set, const Shares& shares, const std::string& from)
    : set_(std::move(set)), least_(std::numeric_limits<size_t>::max()) {
  const auto& classes = set_.classes;
  const bool published = std::any_of(classes.begin(), classes.end(), [](const auto& c) { return c.published_test; });
  const Shares of_others = {shares.validation, published ? 0 : shares.test};
  for (size_t i = 0; i < classes.size(); ++i) {
    const CharacterSet::Class& one = classes[i];
    const std::string_view bytes(reinterpret_cast<const char*>(one.pixels.data()), one.pixels.size());
    fingerprint_ = hash_of(one.name, fingerprint_) ^ hash_of(bytes);
    least_ = std::min(least_, one.count());
    const Part part = one.published_test ? Part::kTest : part_of(one.name, of_others);
    (part == Part::kTrain        ? train_
     : part == Part::kValidation ? validation_
                                 : test_)
        .push_back(static_cast<uint32_t>(i));
  }
  for (const auto& [part, what] :
       {std::pair{&train_, "to train on"}, std::pair{&validation_, "held out for validation"},
        std::pair{&test_, "held out for testing"}})
    if (part->empty())
      throw InputError(
          fmt::format("{}: got {} classes of characters, of which none is {}; more of them, or a greater "
                      "share, are needed",
                      from, classes.size(), what));
}

void StoredCharacters::draw(Part part, uint64_t number, size_t instance, const CharacterLook& look,
                            std::span<uint8_t> pixels) const {
  constexpr double kSide = CharacterSet::kSide, kScale = 2;  // stored pixels for each pixel shown
  const uint8_t* const stored = set_.classes[numbers(part)[number]].pixels.data() + instance * CharacterSet::kBytes;
  const double angle = look.angle + look.quarters * std::numbers::pi / 2;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  for (uint32_t y = 0; y < kCharacterSize.height; ++y)
    for (uint32_t x = 0; x < kCharacterSize.width; ++x) {
      double sum = 0;
      for (const double off_y : {0.5, 1.5})
        for (const double off_x : {0.5, 1.5}) {  // the source: moved back, then turned back
          const double right = kScale * x + off_x - kSide * (0.5 + look.x);
          const double down = kScale * y + off_y - kSide * (0.5 + look.y);
          sum +=
              brightness_at(stored, kSide / 2 + cosine * right + sine * down, kSide / 2 - sine * right + cosine * down);
        }
      pixels[size_t{y} * kCharacterSize.width + x] = static_cast<uint8_t>(std::lround(sum / (kScale * kScale)));
    }
}

}  // namespace tapehead
