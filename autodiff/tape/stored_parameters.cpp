#include "autodiff/tape/stored_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void check_tensor(std::span<const Real> values, const ParameterStore::Entry& e, bool negative,
                  const std::string& prefix, const std::string& where) {
  const auto sound = [negative](Real x) { return std::isfinite(x) && (negative || x >= 0); };
  const auto bad = std::find_if_not(values.begin(), values.end(), sound);
  if (bad == values.end()) return;
  const auto at = static_cast<size_t>(bad - values.begin());
  const std::string found = fmt::format("{}: tensor \"{}{}\" has {} (row {}, column {})", where, prefix, e.name, *bad,
                                        at % e.rows, at / e.rows);
  if (std::isfinite(*bad)) throw InputError(found + "; numbers of at least 0 are needed");
  throw DivergedError(found + "; a model of finite numbers is needed");
}

}  // namespace

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
  const std::string& prefix = has_average ? kAverage : kParameters;
  ParameterStore read = store;
  read_tensors(file, prefix, read, read.values(), where);
  read_constants(file, read, where);
  check_finite(read, prefix, where);
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

void check_finite(const ParameterStore& store, const std::string& prefix, const std::string& where) {
  check_values(store, store.values(), true, prefix, where);
  for (const auto& e : store.entries())
    if (!e.learned) check_tensor({store.data(e), e.size()}, e, true, kParameters, where);
}

void check_values(const ParameterStore& store, std::span<const Real> values, bool negative, const std::string& prefix,
                  const std::string& where) {
  for (const auto& e : store.entries())
    if (e.learned) check_tensor(values.subspan(e.offset, e.size()), e, negative, prefix, where);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
