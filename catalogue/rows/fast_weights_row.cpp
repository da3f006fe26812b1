#include <fmt/format.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "catalogue/rows/write_rules.hpp"
#include "memory/fast/fast_weights.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

struct FastOptions {
  FastSettings fast;
  std::string rule = write_rule_rows().front().name;
};

/// "how a value is written under its key: delta (what is …; Schlag …), …"
std::string rules_in_words() {
  std::string text = "how a value is written under its key";
  for (const WriteRuleRow& row : write_rule_rows())
    text += fmt::format("{} {}, {} ({})", &row == &write_rule_rows().front() ? ":" : ";", row.name, row.summary,
                        row.source);
  return text;
}

/// The options of all rules, each once, with those rules that have it.
void declare_rules(Bound<FastOptions>& all) {
  std::vector<std::string> names;
  std::vector<Option> options;
  for (const WriteRuleRow& row : write_rule_rows()) {
    names.push_back(row.name);
    for (Option option : row.options) {
      const auto same = [&](const Option& other) { return other.name == option.name; };
      auto known = std::find_if(options.begin(), options.end(), same);
      if (known == options.end()) {
        option.goes_with = "memory.rule";
        known = options.insert(options.end(), std::move(option));
      }
      known->values.push_back(row.name);
    }
  }
  all.word("memory.rule", &FastOptions::rule, names, rules_in_words()).declare(options);
}

const Bound<FastOptions>& fast_options() {
  const auto fast = [](auto field) { return inside(&FastOptions::fast, field); };
  const auto feature = [&](auto field) { return fast(inside(&FastSettings::features, field)); };
  static const Bound<FastOptions> all = [&] {
    Bound<FastOptions> options;
    options
        .integer("memory.width", fast(&FastSettings::width), 1, 65536,
                 "numbers read by all heads together, an equal share by each")
        .checked_at("4")
        .integer("memory.heads", fast(&FastSettings::heads), 1, 64, "matrices side by side, each with keys of its own")
        .checked_at("2")
        .integer("memory.key-size", fast(&FastSettings::key_size), 1, 65536, "numbers of a head's keys and queries")
        .checked_at("3")
        .choice("memory.features", feature(&Features::kind),
                {{"silu", FeatureKind::kSilu},
                 {"elu", FeatureKind::kElu},
                 {"dpfp", FeatureKind::kDpfp},
                 {"softmax", FeatureKind::kSoftmax},
                 {"identity", FeatureKind::kIdentity}},
                "what is made of keys and queries: x·sigmoid(x); elu(x) + 1; products of rectified numbers; softmax; x "
                "itself")
        .integer("memory.nu", feature(&Features::nu), 1, 64,
                 "with how many others each number of a key is multiplied; the key becomes 2·nu times as long")
        .only_with("memory.features", {"dpfp"})
        .integer("memory.writes", fast(&FastSettings::writes), 1, 64,
                 "writes a step, each with a key and a value of its own");
    declare_rules(options);
    return options;
  }();
  return all;
}

/// Throws InputError for settings that do not go together.
void check(const FastSettings& fast) {
  if (fast.width % fast.heads != 0)
    throw InputError(
        fmt::format("memory.heads: got {}; a divisor of memory.width ({}) is needed", fast.heads, fast.width));
  const FastSizes sizes = fast.sizes();
  if (fast.writes > sizes.keys)
    throw InputError(
        fmt::format("memory.writes: got {}; at most {} is needed, the numbers of a key: beyond these its writes a step "
                    "repeat one another",
                    fast.writes, sizes.keys));
  constexpr size_t kMost = size_t{1} << 31;  // the numbers of one value are counted in 32 bits
  if (sizes.keys * std::max(sizes.keys * sizes.heads, fast.width) >= kMost)
    throw InputError(fmt::format("memory.key-size, memory.width: got {} and {}; less than {} numbers in all are needed",
                                 fast.key_size, fast.width, kMost));
}

std::unique_ptr<Memory> make_fast(const Settings& s, const Scope& scope) {
  const FastOptions options = fast_options().read(s);
  check(options.fast);
  for (const WriteRuleRow& row : write_rule_rows())
    if (row.name == options.rule)
      return std::make_unique<FastWeights>(scope, options.fast, row.make(s, options.fast, scope / "rule"));
  throw std::logic_error("fast weights: no rule " + options.rule);
}

}  // namespace

MemoryRow fast_weights_row() {
  return {{"fast-weights",
           "matrices written under keys, read by queries",
           "Schlag, Irie & Schmidhuber 2021; memory.rule says whose the rules are",
           fast_options().options(),
           {}},
          make_fast};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
