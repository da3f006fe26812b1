#pragma once
// A learning curve, also of a run that is still training.

#include <filesystem>
#include <set>
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

/// The metrics that a metrics.csv has of a split. Empty where there is no such file. Throws as read_curve().
std::set<std::string> metrics_of(const std::filesystem::path& metrics, const std::string& split);

}  // namespace tapehead
