#include "experiments/traces/trace_bytes.hpp"

#include <algorithm>

#include "autodiff/files/json.hpp"
#include "autodiff/files/safetensors.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

NamedTensor tensor_of(const Hdf5Array& array) {
  NamedTensor tensor{array.name, sizeof(Real) == 4 ? "F32" : "F64", array.shape, {}};
  const auto bytes = std::as_bytes(array.values);
  tensor.data.assign(bytes.begin(), bytes.end());
  return tensor;
}

}  // namespace

std::string trace_bytes(const std::filesystem::path& file, const std::vector<Hdf5Array>& arrays,
                        const Hdf5Attributes& attributes, const std::vector<Hdf5Texts>& texts) {
  if (file.extension() != ".safetensors") return hdf5_bytes(arrays, attributes, texts);
  SafetensorsFile trace{{{"format", "tapehead-trace-1"}}, {}};
  for (const auto& [name, text] : attributes) trace.metadata[name] = text;
  for (const Hdf5Texts& dataset : texts) trace.metadata[dataset.name] = Json(dataset.texts).line();
  for (const Hdf5Array& array : arrays) trace.tensors.push_back(tensor_of(array));
  return to_bytes(trace);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
