#include "experiments/commands/terminal/curve_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace tapehead {
namespace {

constexpr double kLogarithmic = 20;  // greatest over least from which an axis is logarithmic
constexpr size_t kGutter = 10;       // characters of the value axis' labels and its line
constexpr size_t kMostLabels = 6;    // of the value axis
constexpr double kRounding = 1e-9;   // of a step, by which a round number may miss it
constexpr size_t kFootRows = 2;      // of the axis of sequences
constexpr int kColours[] = {39, 208, 35, 199, 220, 99, 45, 250};  // of 256, told apart on dark and light

int colour_of(size_t curve, const PlotStyle& style) {
  const size_t group = curve < style.groups.size() ? style.groups[curve] : curve;
  return kColours[group % std::size(kColours)];
}

/// Maps values to 0 … 1.
struct ValueAxis {
  double low, high;
  bool is_log;

  double at(double value) const {
    const auto scaled = [&](double v) { return is_log ? std::log(v) : v / 2; };  // halves: their difference is finite
    const double span = scaled(high) - scaled(low);
    return span > 0 ? (scaled(value) - scaled(low)) / span : 0.5;
  }
};

/// A raster of points, each with the curve that marked it last.
class Raster {
 public:
  Raster(size_t columns, size_t rows, bool braille)
      : columns_(columns), rows_(rows), braille_(braille), dots_(columns * rows, 0), owner_(columns * rows, 0) {}

  size_t width() const { return columns_ * (braille_ ? 2 : 1); }
  size_t height() const { return rows_ * (braille_ ? 4 : 1); }

  void mark(size_t x, size_t y, size_t curve) {                                                // y from below
    constexpr uint8_t kDots[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};  // of Unicode's braille
    const size_t down = height() - 1 - y;
    const size_t cell = braille_ ? (down / 4) * columns_ + x / 2 : down * columns_ + x;
    dots_[cell] = braille_ ? static_cast<uint8_t>(dots_[cell] | kDots[down % 4][x % 2]) : 1;
    owner_[cell] = curve;
  }

  void line(size_t x0, size_t y0, size_t x1, size_t y1, size_t curve) {
    const auto a = [](size_t v) { return static_cast<double>(v); };
    const size_t steps = std::max<size_t>({1, x1 > x0 ? x1 - x0 : x0 - x1, y1 > y0 ? y1 - y0 : y0 - y1});
    for (size_t i = 0; i <= steps; ++i) {
      const double share = a(i) / a(steps);
      mark(static_cast<size_t>(std::lround(a(x0) + share * (a(x1) - a(x0)))),
           static_cast<size_t>(std::lround(a(y0) + share * (a(y1) - a(y0)))), curve);
    }
  }

  std::string row(size_t r, const PlotStyle& style) const {
    std::string text;
    for (size_t c = 0; c < columns_; ++c) {
      const size_t cell = r * columns_ + c;
      if (dots_[cell] == 0) {
        text += ' ';
      } else if (braille_) {
        const unsigned code = 0x2800u + dots_[cell];
        std::string sign{static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
                         static_cast<char>(0x80 | (code & 0x3F))};
        text += style.coloured ? fmt::format("\x1b[38;5;{}m{}\x1b[0m", colour_of(owner_[cell], style), sign) : sign;
      } else {
        text += static_cast<char>('a' + owner_[cell] % 26);
      }
    }
    return style.braille ? text : text.substr(0, text.find_last_not_of(' ') + 1);
  }

 private:
  size_t columns_, rows_;
  bool braille_;
  std::vector<uint8_t> dots_;
  std::vector<size_t> owner_;
};

/// Round numbers from low to high, at most `most` of them: powers of ten of a logarithmic axis that has two, else
/// multiples of 1, 2 or 5 times a power of ten.
std::vector<double> round_numbers(const ValueAxis& axis, size_t most) {
  std::vector<double> found;
  if (axis.is_log) {
    const double first = std::ceil(std::log10(axis.low) - kRounding),
                 last = std::floor(std::log10(axis.high) + kRounding);
    const double step = std::max(1.0, std::ceil((last - first + 1) / static_cast<double>(most)));
    for (double power = first; power <= last; power += step) found.push_back(std::pow(10, power));
    if (found.size() > 1) return found;
    found.clear();
  }
  const double half = axis.high / 2 - axis.low / 2;  // halves: their difference is finite
  if (half <= 0) return {axis.low};
  double step = std::pow(10, std::floor(std::log10(half / static_cast<double>(most))));
  for (size_t at = 0; half / step > static_cast<double>(most) / 2; ++at) step *= at % 3 == 1 ? 2.5 : 2;
  for (double n = std::ceil(axis.low / step - kRounding); n * step <= axis.high + kRounding * step; ++n)
    found.push_back(n == 0 ? 0 : n * step);
  return found;
}

/// The label of each row of the raster, from above.
std::vector<std::string> value_labels(const ValueAxis& axis, size_t rows) {
  std::vector<std::string> labels(rows);
  for (const double value : round_numbers(axis, std::clamp<size_t>(rows / 3, 2, kMostLabels))) {
    const double down = (1 - std::clamp(axis.at(value), 0.0, 1.0)) * static_cast<double>(rows - 1);
    labels[static_cast<size_t>(std::lround(down))] = fmt::format("{:.3g}", value);
  }
  return labels;
}

std::string foot(double last, size_t columns) {
  const std::string end = fmt::format("{:.0f} sequences", last);
  const size_t room = columns - std::min(columns, kGutter);
  return std::string(kGutter - 1, ' ') + "+" + std::string(room, '-') + "\n" + std::string(kGutter, ' ') + "0" +
         std::string(room > end.size() + 1 ? room - end.size() - 1 : 1, ' ') + end + "\n";
}

}  // namespace

std::string curve_mark(size_t number, const PlotStyle& style) {
  if (!style.braille) return std::string(1, static_cast<char>('a' + number % 26));
  if (!style.coloured) return "-";
  return fmt::format("\x1b[38;5;{}m\u25CF\x1b[0m", colour_of(number, style));
}

std::string curve_plot(const std::vector<std::vector<CurvePoint>>& curves, const PlotStyle& style) {
  ValueAxis axis{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(), false};
  double last = 0;
  for (const auto& curve : curves)
    for (const CurvePoint& point : curve) {
      axis.low = std::min(axis.low, point.value);
      axis.high = std::max(axis.high, point.value);
      last = std::max(last, point.sequences);
    }
  if (axis.low > axis.high || style.columns < kGutter + 4 || style.rows < kFootRows + 2) return "";
  axis.is_log = axis.low > 0 && axis.high >= kLogarithmic * axis.low;
  const size_t columns = style.columns - kGutter, rows = style.rows - kFootRows;
  Raster raster(columns, rows, style.braille);
  const auto place = [](double share, size_t size) {
    return static_cast<size_t>(std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(size - 1)));
  };
  for (size_t i = 0; i < curves.size(); ++i)
    for (size_t k = 0; k < curves[i].size(); ++k) {
      const auto x = [&](const CurvePoint& p) { return place(last > 0 ? p.sequences / last : 0, raster.width()); };
      const auto y = [&](const CurvePoint& p) { return place(axis.at(p.value), raster.height()); };
      const CurvePoint &to = curves[i][k], &from = curves[i][k > 0 ? k - 1 : k];
      raster.line(x(from), y(from), x(to), y(to), i);
    }
  std::string text;
  const std::vector<std::string> labels = value_labels(axis, rows);
  for (size_t r = 0; r < rows; ++r) text += fmt::format("{:>{}}|{}\n", labels[r], kGutter - 1, raster.row(r, style));
  return text + foot(last, style.columns);
}

}  // namespace tapehead
