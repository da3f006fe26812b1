#include "experiments/traces/picture_trace.hpp"

#include <algorithm>

namespace tapehead::inline TAPEHEAD_REAL {

bool reads_picture(const Batch& batch) {
  const StreamShape& read = batch.inputs[0].shape;
  return read.kind == StreamKind::kReal && read.layout.is_picture();
}

Hdf5Array picture_array(const Batch& batch) {
  const auto [height, width, channels] = batch.inputs[0].shape.layout;
  return {"picture",
          {height, width, channels},
          {batch.inputs[0].at(0, 0), batch.features()},
          {"row", "column", "channel"},
          {0, 1},
          ""};
}

std::vector<Real> gold_boxes(const Batch& batch) {
  std::vector<Real> edges;
  if (batch.boxes.empty()) return edges;
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (*batch.scored(0, t) == 0) continue;
    const Box box = batch.boxes[t].empty() ? Box() : batch.boxes[t];
    edges.insert(edges.end(), {box.left, box.top, box.right, box.bottom});
  }
  return edges;
}

std::vector<Hdf5Texts> class_texts(const std::vector<std::string>& names, const Batch& batch,
                                   const Real* probabilities) {
  const auto name = [&](size_t one) {
    return one == kNoToken ? "(unknown)" : one < names.size() ? names[one] : std::to_string(one);
  };
  Hdf5Texts target{"target", {}}, said{"said", {}};
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (*batch.scored(0, t) == 0) continue;
    const Real* const first = probabilities + t * batch.outputs();
    target.texts.push_back(name(batch.target.token(0, t)));
    said.texts.push_back(name(static_cast<size_t>(std::max_element(first, first + batch.outputs()) - first)));
  }
  return {target, said};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
