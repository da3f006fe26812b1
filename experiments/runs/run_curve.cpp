#include "experiments/runs/run_curve.hpp"

#include "experiments/runs/csv_table.hpp"

namespace tapehead {

std::vector<CurvePoint> read_curve(const std::filesystem::path& metrics, const std::string& split,
                                   const std::string& metric) {
  std::vector<CurvePoint> curve;
  if (!std::filesystem::exists(metrics)) return curve;
  const TableFile<4> table{metrics, {"sequences", "split", "metric", "value"}, "a run's metrics.csv is needed"};
  each_row(table, [&](const TableRow<4>& row) {
    const CurvePoint point{static_cast<double>(row.count(0)), row.number(3)};
    if (row.text(1) == split && row.text(2) == metric) curve.push_back(point);
  });
  return curve;
}

}  // namespace tapehead
