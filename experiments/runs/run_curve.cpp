#include "experiments/runs/run_curve.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstring>

// GCC 12 warns about csv.h cutting long file names, which is intended.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"

namespace tapehead {

std::vector<CurvePoint> read_curve(const std::filesystem::path& metrics, const std::string& split,
                                   const std::string& metric) {
  std::vector<CurvePoint> curve;
  if (!std::filesystem::exists(metrics)) return curve;
  std::string text = read_whole(metrics, uint64_t{1} << 32);
  text.resize(text.rfind('\n') + 1);  // npos + 1 is 0
  if (text.empty()) return curve;
  try {
    io::CSVReader<4, io::trim_chars<' '>, io::double_quote_escape<',', '"'>> rows(metrics.string(), text.data(),
                                                                                  text.data() + text.size());
    rows.read_header(io::ignore_extra_column, "sequences", "split", "metric", "value");
    CurvePoint point{};
    std::string of, called;
    while (rows.read_row(point.sequences, of, called, point.value))
      if (of == split && called == metric && std::isfinite(point.value)) curve.push_back(point);
  } catch (const io::error::base& error) {
    throw InputError(fmt::format("{}: {}; a run's metrics.csv is needed", metrics.string(), error.what()));
  }
  return curve;
}

}  // namespace tapehead
