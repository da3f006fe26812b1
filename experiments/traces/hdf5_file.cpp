#include "experiments/traces/hdf5_file.hpp"

#include <hdf5.h>

#include <new>
#include <type_traits>
#include <utility>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// An identifier from HDF5 and the function that closes it.
class Handle final {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {
    if (id < 0) throw std::bad_alloc();
  }
  Handle(Handle&& other) : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

void check(herr_t status) {
  if (status < 0) throw std::bad_alloc();
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

std::vector<const char*> beginnings(const std::vector<std::string>& texts) {
  std::vector<const char*> begins;
  for (const std::string& text : texts) begins.push_back(text.c_str());
  return begins;
}

void add_attribute(hid_t object, const char* name, hid_t type, std::vector<hsize_t> shape, const void* values) {
  const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, values));
}

/// Creation properties of the file (its root) or a group in it: keep the order of creation.
Handle in_order(hid_t kind) {
  Handle how(H5Pcreate(kind), H5Pclose);
  check(H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  check(H5Pset_obj_track_times(how, false));  // no times of creation: two traces of one episode have the same bytes
  return how;
}

/// Adds the groups in a dataset's name that are missing.
void add_groups(hid_t file, const std::string& name) {
  for (size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1)) {
    const std::string group = name.substr(0, end);
    if (H5Lexists(file, group.c_str(), H5P_DEFAULT) > 0) continue;
    Handle(H5Gcreate2(file, group.c_str(), H5P_DEFAULT, in_order(H5P_GROUP_CREATE), H5P_DEFAULT), H5Gclose);
  }
}

/// Adds a dataset and gives it, so that attributes can be added.
Handle add(hid_t file, const std::string& name, hid_t type, const std::vector<hsize_t>& shape, const void* values) {
  add_groups(file, name);
  const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose);
  const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_obj_track_times(how, false));
  Handle set(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose);
  check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
  return set;
}

/// Adds a text as an attribute of the file or a dataset.
void add(hid_t object, const std::string& name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
  check(H5Tset_size(type, text.size() + 1));  // with the final zero, as in C
  const Handle attribute(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, text.c_str()));
}

void add(hid_t file, const Hdf5Array& array) {
  const hid_t type = std::is_same_v<Real, float> ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const Handle set = add(file, array.name, type, {array.shape.begin(), array.shape.end()}, array.values.data());
  if (!array.axes.empty()) add_attribute(set, "axes", text_type(), {array.axes.size()}, beginnings(array.axes).data());
  if (!array.range.empty()) add_attribute(set, "range", H5T_NATIVE_DOUBLE, {array.range.size()}, array.range.data());
  if (!array.title.empty()) add(set, "title", array.title);
  if (!array.grid.empty()) add_attribute(set, "grid", H5T_NATIVE_UINT32, {array.grid.size()}, array.grid.data());
}

void add(hid_t file, const Hdf5Texts& set) {
  const auto begins = beginnings(set.texts);
  add(file, set.name, text_type(), {begins.size()}, begins.data());
}

}  // namespace

std::string hdf5_bytes(const std::vector<Hdf5Array>& arrays, const Hdf5Attributes& attributes,
                       const std::vector<Hdf5Texts>& texts) {
  constexpr size_t kGrowth = 1 << 20;                  // bytes: the step by which the memory grows
  check(H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr));  // no traceback on standard error
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  check(H5Pset_fapl_core(access, kGrowth, false));
  const Handle file(H5Fcreate("memory", H5F_ACC_TRUNC, in_order(H5P_FILE_CREATE), access), H5Fclose);
  for (const Hdf5Array& array : arrays) add(file, array);
  for (const Hdf5Texts& set : texts) add(file, set);
  for (const auto& [name, text] : attributes) add(file, name, text);
  check(H5Fflush(file, H5F_SCOPE_GLOBAL));
  const auto size = H5Fget_file_image(file, nullptr, 0);
  if (size < 0) throw std::bad_alloc();
  std::string bytes(static_cast<size_t>(size), '\0');
  if (H5Fget_file_image(file, bytes.data(), bytes.size()) < 0) throw std::bad_alloc();
  return bytes;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
