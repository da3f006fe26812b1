#include "tasks/pictures/shown_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr std::array kShades{" ", "░", "▒", "▓", "█"};

}  // namespace

std::string shown_picture(const Real* canvas, Layout layout) {
  std::string text;
  for (uint32_t y = 0; y < layout.height; y += 2) {
    const uint32_t lines = std::min<uint32_t>(2, layout.height - y);
    for (uint32_t x = 0; x < layout.width; ++x) {
      double sum = 0;
      for (uint32_t line = 0; line < lines; ++line)
        for (uint32_t c = 0; c < layout.channels; ++c)
          sum += static_cast<double>(canvas[(size_t{y + line} * layout.width + x) * layout.channels + c]);
      const double shade = sum / (lines * layout.channels) * static_cast<double>(kShades.size() - 1);
      text +=
          kShades[static_cast<size_t>(std::lround(std::clamp(shade, 0.0, static_cast<double>(kShades.size() - 1))))];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string box_text(const Box& box) {
  if (box.empty()) return "-";
  return fmt::format("x {:g} to {:g}, y {:g} to {:g}", box.left, box.right, box.top, box.bottom);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
