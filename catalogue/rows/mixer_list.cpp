#include "catalogue/rows/mixer_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/options/part_list.hpp"
#include "catalogue/rows/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr const char *kList = "model.mixers", *kChosen = "memory";

const PartInfo& row_of(PartKind kind, const std::string& where, const std::string& name) {
  std::vector<std::string> names;
  for (const PartInfo* row : part_infos(kind)) {
    if (row->name == name) return *row;
    names.push_back(row->name);
  }
  throw InputError(unknown_name(where, printable(name), names));
}

/// Chooses the row, with the defaults of its options and of the parts that they choose.
void choose_default(const std::string& choice, const PartInfo& row, Settings& settings) {
  settings.set(choice, row.name);
  for (const Option& option : row.options)
    if (option.type == Option::Type::kPart)
      choose_default(option.name, row_of(option.part, option.name, option.value), settings);
    else if (option.type != Option::Type::kLimits)
      settings.set(option.name, option.value);
}

/// The options of the row, and of the parts that the settings choose for it.
void add_options(const PartInfo& row, const Settings& settings, std::vector<Option>& all) {
  for (const Option& option : row.options) {
    if (option.type == Option::Type::kLimits) continue;
    all.push_back(option);
    if (option.type == Option::Type::kPart)
      add_options(row_of(option.part, option.name, settings.text(option.name)), settings, all);
  }
}

/// Sets what an item says of its part. `options` tells those that there are, under the settings so far; one is called
/// by its name, with or without the owner's ("memory.").
template <class Options>
void set_own(const ListedPart& item, const std::string& owner, const Options& options, Settings& settings) {
  const std::string where = fmt::format("{}: {}", kList, item.name);
  std::vector<Option> said;
  for (const auto& [called, value] : item.options) {
    std::vector<std::string> names;
    const Option* found = nullptr;
    const std::vector<Option> known = options(settings);
    for (const Option& option : known) {
      names.push_back(option.name.starts_with(owner) ? option.name.substr(owner.size()) : option.name);
      if (called == option.name || called == names.back()) found = &option;
    }
    if (!found && names.empty())
      throw InputError(fmt::format("{}: got {}, and there are no options of it; the name alone is needed", where,
                                   printable(called)));
    if (!found) throw InputError(unknown_name(where, printable(called), names));
    try {
      if (found->type == Option::Type::kPart)
        choose_default(found->name, row_of(found->part, found->name, value), settings);
      else
        settings.set(found->name, normal_value(*found, value));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}", where, error.what()));
    }
    said.push_back(*found);
  }
  for (const Option& option : said)
    if (!option.counts(settings))
      throw InputError(fmt::format("{}: {}: an option of {} {}; it has {}", where, option.name, option.goes_with,
                                   fmt::join(option.values, ", "), settings.text(option.goes_with)));
}

}  // namespace

std::vector<ListedMixer> listed_mixers(const std::string& list, const std::string& chosen, const Settings& settings,
                                       const std::vector<Option>& attention_options) {
  std::vector<std::string> valid = {kAttentionMixer, kChosen};
  for (const MemoryRow& row : memory_rows()) valid.push_back(row.info.name);

  std::vector<ListedMixer> mixers;
  bool named = false, remembers = false;
  for (const ListedPart& item : listed_parts(kList, list)) {
    if (std::find(valid.begin(), valid.end(), item.name) == valid.end())
      throw InputError(unknown_name(kList, printable(item.name), valid));
    ListedMixer mixer{"", settings};
    if (item.name == kAttentionMixer) {
      set_own(
          item, "model.", [&](const Settings&) { return attention_options; }, mixer.settings);
    } else {
      mixer.memory = item.name == kChosen ? chosen : item.name;
      const PartInfo& row = row_of(PartKind::kMemory, kList, mixer.memory);
      named = named || mixer.memory == chosen;
      remembers = true;
      if (mixer.memory != chosen) choose_default(kChosen, row, mixer.settings);
      const auto options = [&](const Settings& own) {
        std::vector<Option> all;
        add_options(row, own, all);
        return all;
      };
      set_own(item, "memory.", options, mixer.settings);
    }
    mixers.push_back(std::move(mixer));
  }
  if (remembers ? !named : chosen != "none")
    throw InputError(fmt::format("memory: got {}, which {} ({}) does not name; {} is needed", chosen, kList, list,
                                 remembers ? "one of those that it names" : "none"));
  return mixers;
}

bool mixers_have_slots(const Settings& settings) {
  if (!settings.has(kList)) return false;
  for (const ListedPart& item : listed_parts(kList, settings.text(kList)))
    for (const auto& [name, value] : item.options)
      if (name == "slots" || name == "memory.slots") return true;
  return false;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
