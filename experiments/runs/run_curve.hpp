#pragma once
// A learning curve, also of a run that is still training.

#include <filesystem>
#include <string>
#include <vector>

namespace tapehead {

struct CurvePoint {
  double sequences, value;
};

/// The values of a split's metric ("validation", "bits") in a metrics.csv, without a line that is still being written.
/// Empty where there is no such file. Throws InputError for a file that is no metrics.csv.
std::vector<CurvePoint> read_curve(const std::filesystem::path& metrics, const std::string& split,
                                   const std::string& metric);

}  // namespace tapehead
