#pragma once
// The write rules of fast weights by name: memory.rule chooses one.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "memory/fast/fast_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A rule's row. Several rules may declare an option of one name, in the same words.
struct WriteRuleRow {
  std::string name, summary, source;
  std::vector<Option> options;
  std::function<std::unique_ptr<WriteRule>(const Settings&, const FastSettings&, const Scope&)> make;
};

/// The first is the default.
const std::vector<WriteRuleRow>& write_rule_rows();

}  // namespace tapehead::inline TAPEHEAD_REAL
