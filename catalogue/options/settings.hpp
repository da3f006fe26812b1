#pragma once
// The resolved options of one run: name → value, all checked. A factory reads its part's settings from here.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace tapehead {

class Settings final {
 public:
  void set(const std::string& name, std::string value) { values_[name] = std::move(value); }
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }

  // Each throws std::out_of_range for a name that no selected part declares, and std::invalid_argument for a value of
  // another type: errors in the code, not in the input.
  const std::string& text(std::string_view name) const;
  long long integer(std::string_view name) const;
  size_t size(std::string_view name) const { return static_cast<size_t>(integer(name)); }
  double real(std::string_view name) const;
  bool flag(std::string_view name) const;
  /// A span in sequences; an epoch has `epoch` of them; 0: the task has no epochs. Throws InputError for a span in
  /// epochs then.
  uint64_t sequences(std::string_view name, size_t epoch) const;

  const std::map<std::string, std::string, std::less<>>& values() const { return values_; }
  bool operator==(const Settings&) const = default;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

/// The suffix of a span in epochs.
inline constexpr std::string_view kEpochs = "epochs";

/// The shortest text that reads back as the same number ("0.001", "1e-05").
std::string shortest(double value);
std::string shortest(float value);

}  // namespace tapehead
