#pragma once
// A learning curve, as a run writes it while it trains.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

struct CurvePoint {
  double sequences, value;
};

/// The values of a metric of a split ("validation", "bits") in a metrics.csv; a line that is being written is left out.
/// Nothing where there is no such file. Throws InputError for a file that is none.
std::vector<CurvePoint> read_curve(const std::filesystem::path& metrics, const std::string& split,
                                   const std::string& metric);

}  // namespace tapehead
