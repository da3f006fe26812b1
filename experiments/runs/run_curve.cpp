#include "experiments/runs/run_curve.hpp"

#include "catalogue/metrics/metric.hpp"
#include "experiments/runs/csv_table.hpp"

namespace tapehead {
namespace {

TableFile<4> table_at(const std::filesystem::path& metrics) {
  return {metrics, {"sequences", "split", "metric", "value"}, "a run's metrics.csv is needed"};
}

}  // namespace

std::vector<CurvePoint> read_curve(const std::filesystem::path& metrics, const std::string& split,
                                   const std::string& metric) {
  std::vector<CurvePoint> curve;
  if (!std::filesystem::exists(metrics)) return curve;
  each_row(table_at(metrics), [&](const TableRow<4>& row) {
    const CurvePoint point{static_cast<double>(row.count(0)), row.number(3, least_of(row.text(2)))};
    if (row.text(1) == split && row.text(2) == metric) curve.push_back(point);
  });
  return curve;
}

std::set<std::string> metrics_of(const std::filesystem::path& metrics, const std::string& split) {
  std::set<std::string> found;
  if (std::filesystem::exists(metrics))
    each_row(table_at(metrics), [&](const TableRow<4>& row) {
      if (row.text(1) == split) found.insert(row.text(2));
    });
  return found;
}

}  // namespace tapehead
