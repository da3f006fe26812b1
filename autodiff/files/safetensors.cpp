#include "autodiff/files/safetensors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>

#include "autodiff/base/error.hpp"
#include "autodiff/base/portable.hpp"
#include "autodiff/files/file_kind.hpp"
#include "autodiff/files/files.hpp"
#include "autodiff/files/utf8.hpp"

namespace tapehead {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors holds little-endian numbers");

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kMostHeader = 16ull << 20;  // a checkpoint needs some 10 kB; parsed, a header takes far more memory
constexpr uint64_t kMostFile = 16ull << 30;
constexpr const char* kMetadata = "__metadata__";

bool is_half(std::string_view dtype) { return dtype == "F16" || dtype == "BF16"; }

/// The number of an IEEE half: a sign, 5 bits of exponent, 10 of fraction.
float from_f16(uint16_t half) {
  const int exponent = half >> 10 & 0x1F, fraction = half & 0x3FF;
  const float sign = half & 0x8000 ? -1.0f : 1.0f;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  if (exponent < 0x1F) return sign * std::ldexp(static_cast<float>(0x400 | fraction), exponent - 25);
  return sign * (fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity());
}

/// The number of a bfloat16: the upper half of a float.
float from_bf16(uint16_t half) { return bits_as<float>(uint32_t{half} << 16); }

/// Fills an F16 or BF16 tensor's data, as F32.
void widen(std::span<const std::byte> halves, NamedTensor& tensor) {
  tensor.data.resize(2 * halves.size());
  for (size_t i = 0; i < halves.size() / 2; ++i) {
    uint16_t half = 0;
    std::memcpy(&half, &halves[2 * i], sizeof half);
    const float number = tensor.dtype == "F16" ? from_f16(half) : from_bf16(half);
    std::memcpy(&tensor.data[4 * i], &number, sizeof number);
  }
  tensor.dtype = "F32";
}

/// The header's entry for one tensor, checked on its own.
struct Entry {
  uint64_t begin, end;
  NamedTensor tensor;
};

class Reader final {
 public:
  Reader(std::string_view bytes, const std::string& where) : bytes_(bytes), where_(where) {}

  SafetensorsFile read() {
    const std::string_view text = cut_header();
    SafetensorsFile file;
    std::vector<Entry> entries;
    const nlohmann::json header = parse(text);
    for (const auto& [name, value] : header.items()) {
      if (name == kMetadata)
        file.metadata = metadata(value);
      else
        entries.push_back(entry(name, value));
    }
    check_layout(entries);
    for (Entry& checked : entries) {
      const auto* from = reinterpret_cast<const std::byte*>(data_.data());
      if (is_half(checked.tensor.dtype))
        widen({from + checked.begin, from + checked.end}, checked.tensor);
      else
        checked.tensor.data.assign(from + checked.begin, from + checked.end);
      file.tensors.push_back(std::move(checked.tensor));
    }
    return file;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw InputError(fmt::format("{}: {}; a whole safetensors file is needed", where_, what));
  }
  [[noreturn]] void refuse(const std::string& name, const std::string& what) const {
    refuse(fmt::format("tensor \"{}\" {}", printable(name), what));
  }

  std::string_view cut_header() {
    if (const FileKind kind = kind_of(bytes_); kind != FileKind::kUnknown && kind != FileKind::kSafetensors)
      refuse(fmt::format("is {}", name_of(kind)));
    if (bytes_.size() < kLengthBytes) refuse(fmt::format("holds {} bytes, not even a header's length", bytes_.size()));
    uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), kLengthBytes);
    if (length > kMostHeader && bytes_.size() > kLengthBytes && bytes_[kLengthBytes] != '{')
      refuse("is a file of another kind");
    if (length > kMostHeader) refuse(fmt::format("says its header has {} bytes, of at most {}", length, kMostHeader));
    if (length > bytes_.size() - kLengthBytes)
      refuse(fmt::format("says its header has {} bytes, but {} follow", length, bytes_.size() - kLengthBytes));
    data_ = bytes_.substr(kLengthBytes + length);
    return bytes_.substr(kLengthBytes, length);
  }

  nlohmann::json parse(std::string_view text) const {
    if (text.empty() || text.front() != '{') refuse("has a header that does not start with {");
    // Names already seen: in the header, and in the object inside it that is being read.
    std::set<std::string> names[2];
    const auto check = [&](int depth, nlohmann::json::parse_event_t event, const nlohmann::json& value) {
      using Event = nlohmann::json::parse_event_t;
      if (event == Event::object_start && depth > 1) refuse("has a header of objects within objects");
      if (event == Event::array_start && depth > 2) refuse("has a header of lists within lists");
      if (event == Event::object_start) names[depth].clear();
      if (event == Event::key && !names[depth - 1].insert(value.get<std::string>()).second)
        refuse(fmt::format("has a header that says \"{}\" twice", printable(value.get<std::string>())));
      return true;
    };
    try {
      return nlohmann::json::parse(text.begin(), text.end(), check);
    } catch (const nlohmann::json::exception&) {
      refuse("has a header that is not JSON");
    }
  }

  std::map<std::string, std::string> metadata(const nlohmann::json& value) const {
    if (!value.is_object()) refuse("has metadata that are no object");
    std::map<std::string, std::string> all;
    for (const auto& [key, text] : value.items()) {
      if (!text.is_string()) refuse(fmt::format("has metadata \"{}\" that are no text", printable(key)));
      all[key] = text.get<std::string>();
    }
    return all;
  }

  std::vector<uint64_t> whole_numbers(const std::string& name, const nlohmann::json& value, const char* what) const {
    const auto whole = [](const nlohmann::json& item) { return item.is_number_unsigned(); };
    if (!value.is_array() || !std::all_of(value.begin(), value.end(), whole))
      refuse(name, fmt::format("has a {} that is no list of whole numbers", what));
    return value.get<std::vector<uint64_t>>();
  }

  Entry entry(const std::string& name, const nlohmann::json& value) const {
    if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape") ||
        !value.contains("data_offsets"))
      refuse(name, "has not just dtype, shape and data_offsets");
    NamedTensor tensor{name,
                       value["dtype"].is_string() ? value["dtype"].get<std::string>() : value["dtype"].dump(),
                       whole_numbers(name, value["shape"], "shape"),
                       {}};
    const uint64_t width = is_half(tensor.dtype) ? sizeof(uint16_t) : dtype_size(tensor.dtype);
    if (width == 0)
      throw InputError(
          fmt::format("{}: tensor \"{}\" has dtype {}; F32, F64, I64 or U64, or F16 or BF16, which become "
                      "F32, is needed",
                      where_, printable(name), printable(tensor.dtype)));
    const std::vector<uint64_t> offsets = whole_numbers(name, value["data_offsets"], "data_offsets");
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_.size())
      refuse(name, fmt::format("has no range of the {} bytes of data", data_.size()));
    const auto needed = byte_count(width, tensor.shape);
    if (!needed) refuse(name, "has a shape beyond 64 bits");
    if (*needed != offsets[1] - offsets[0])
      refuse(name, fmt::format("has {} bytes, its shape {}", offsets[1] - offsets[0], *needed));
    return {offsets[0], offsets[1], std::move(tensor)};
  }

  /// Sorts entries by offset. Each must begin where the one before ends, and the last must end with the file.
  void check_layout(std::vector<Entry>& entries) const {
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    uint64_t end = 0;
    for (const Entry& next : entries) {
      if (next.begin != end) refuse(next.tensor.name, next.begin < end ? "overlaps another" : "has a hole before it");
      end = next.end;
    }
    if (end != data_.size()) refuse(fmt::format("holds {} bytes of data, its tensors {}", data_.size(), end));
  }

  std::string_view bytes_, data_;
  const std::string& where_;
};

/// 8-byte numbers first, as the reference writer does: the data begin at a multiple of 8, so all are aligned.
std::vector<const NamedTensor*> in_file_order(const SafetensorsFile& file) {
  std::vector<const NamedTensor*> order;
  for (const NamedTensor& tensor : file.tensors) order.push_back(&tensor);
  std::stable_partition(order.begin(), order.end(), [](const NamedTensor* t) { return dtype_size(t->dtype) == 8; });
  return order;
}

void check_tensors(const SafetensorsFile& file) {
  std::set<std::string_view> names{kMetadata};
  for (const NamedTensor& tensor : file.tensors) {
    const auto refuse = [&](const std::string& what) { throw ShapeError("tensor \"" + tensor.name + "\": " + what); };
    if (!names.insert(tensor.name).second) refuse("the name is taken; each needs its own");
    if (dtype_size(tensor.dtype) == 0) refuse("dtype " + tensor.dtype + "; F32, F64, I64 or U64 is needed");
    if (byte_count(tensor.dtype, tensor.shape) != tensor.data.size())
      refuse(fmt::format("got {} bytes; {} {} is needed", tensor.data.size(), tensor.dtype, tensor.shape));
  }
}

}  // namespace

std::string to_bytes(const SafetensorsFile& file) {
  check_tensors(file);
  const auto order = in_file_order(file);
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!file.metadata.empty()) header[kMetadata] = file.metadata;
  uint64_t end = 0;
  for (const NamedTensor* tensor : order) {
    const uint64_t begin = end;
    end += tensor->data.size();
    header[tensor->name] = {{"dtype", tensor->dtype}, {"shape", tensor->shape}, {"data_offsets", {begin, end}}};
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const nlohmann::json::type_error&) {
    throw InputError("checkpoint: an option's value or a tensor's name is not UTF-8; safetensors holds UTF-8 only");
  }
  text.resize((text.size() + kLengthBytes - 1) / kLengthBytes * kLengthBytes, ' ');
  if (text.size() > kMostHeader)
    throw InputError(fmt::format("checkpoint: header of {} bytes; at most {} can be read", text.size(), kMostHeader));

  const uint64_t length = text.size();
  std::string bytes(kLengthBytes, '\0');
  bytes.reserve(kLengthBytes + length + end);
  std::memcpy(bytes.data(), &length, kLengthBytes);
  bytes += text;
  for (const NamedTensor* tensor : order)
    bytes.append(reinterpret_cast<const char*>(tensor->data.data()), tensor->data.size());
  return bytes;
}

SafetensorsFile from_bytes(std::string_view bytes, const std::string& where) { return Reader(bytes, where).read(); }

void write_safetensors(const std::filesystem::path& path, const SafetensorsFile& file) {
  write_atomically(path, to_bytes(file));
}

SafetensorsFile read_safetensors(const std::filesystem::path& path) {
  return from_bytes(read_whole(path, kMostFile), path.string());
}

}  // namespace tapehead
