#include "autodiff/tape/stored_parameters.hpp"

#include <algorithm>
#include <utility>

namespace tapehead::inline TAPEHEAD_REAL {

void save_parameters(const std::filesystem::path& path, const ParameterStore& store) {
  SafetensorsFile file;
  add_tensors(file, kParameters, store, store.values());
  add_constants(file, store);
  write_safetensors(path, file);
}

void load_parameters(const std::filesystem::path& path, ParameterStore& store) {
  read_parameters(read_safetensors(path), store, path.string());
}

void read_parameters(const SafetensorsFile& file, ParameterStore& store, const std::string& where) {
  const bool has_average = std::any_of(file.tensors.begin(), file.tensors.end(),
                                       [](const NamedTensor& t) { return t.name.starts_with(kAverage); });
  ParameterStore read = store;
  read_tensors(file, has_average ? kAverage : kParameters, read, read.values(), where);
  read_constants(file, read, where);
  store = std::move(read);
}

void add_tensors(SafetensorsFile& file, const std::string& prefix, const ParameterStore& store,
                 std::span<const Real> values) {
  for (const auto& e : store.entries())
    if (e.learned)
      file.tensors.push_back(matrix_tensor<Real>(prefix + e.name, e.rows, e.cols, values.subspan(e.offset, e.size())));
}

void add_constants(SafetensorsFile& file, const ParameterStore& store) {
  for (const auto& e : store.entries())
    if (!e.learned)
      file.tensors.push_back(matrix_tensor<Real>(kParameters + e.name, e.rows, e.cols, {store.data(e), e.size()}));
}

void read_tensors(const SafetensorsFile& file, const std::string& prefix, const ParameterStore& store,
                  std::span<Real> values, const std::string& where) {
  for (const auto& e : store.entries())
    if (e.learned)
      read_matrix<Real>(file.tensors, prefix + e.name, e.rows, e.cols, values.subspan(e.offset, e.size()), where);
}

void read_constants(const SafetensorsFile& file, ParameterStore& store, const std::string& where) {
  for (const auto& e : store.entries())
    if (!e.learned)
      read_matrix<Real>(file.tensors, kParameters + e.name, e.rows, e.cols, std::span<Real>(store.data(e), e.size()),
                        where);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
