#include "experiments/runs/run_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace tapehead {
namespace {

constexpr std::array kParts{"task", "model", "controller", "memory", "addressing"};
constexpr size_t kEnoughWords = 3;  // options in a name, unless telling two groups apart takes more

constexpr const char* kNotADifference[] = {
#include "experiments/files/not_a_difference.inc"
};

using Names = std::vector<std::string>;

bool is_part(const std::string& name) { return std::find(kParts.begin(), kParts.end(), name) != kParts.end(); }

/// What the runs of a group share: the parts ("none" where there is none), and all options but those in which they may
/// differ.
struct Identity {
  std::map<std::string, std::string> values;
  Names order;  ///< of the options that are no parts, as config.ini has them

  explicit Identity(const RunSummary& run) : values(run.options) {
    for (const char* name : kNotADifference) values.erase(name);
    for (const char* part : kParts) values.try_emplace(part, "none");
    for (const std::string& name : run.option_order)
      if (values.contains(name) && !is_part(name)) order.push_back(name);
  }
  const std::string* find(const std::string& name) const {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : &found->second;
  }
};

using Identities = std::vector<const Identity*>;

/// How many of the groups these options alone tell apart.
size_t told_apart(const Identities& all, const Names& names) {
  std::set<std::vector<std::pair<bool, std::string>>> seen;
  for (const Identity* one : all) {
    std::vector<std::pair<bool, std::string>> values;
    for (const std::string& name : names) {
      const std::string* const value = one->find(name);
      values.emplace_back(value != nullptr, value ? *value : "");
    }
    seen.insert(std::move(values));
  }
  return seen.size();
}

/// The options that differ, in order of first appearance: those that all groups have, and those that some have.
std::pair<Names, Names> differing(const Identities& all) {
  Names everywhere, somewhere;
  std::set<std::string> seen;
  for (const Identity* one : all)
    for (const std::string& name : one->order) {
      if (!seen.insert(name).second || told_apart(all, {name}) < 2) continue;
      const bool has_all = std::all_of(all.begin(), all.end(), [&](const Identity* each) { return each->find(name); });
      (has_all ? everywhere : somewhere).push_back(name);
    }
  return {everywhere, somewhere};
}

/// The part after the last dot; the whole name where another name ends alike.
std::string short_name(const std::string& name, const Names& names) {
  const auto end_of = [](const std::string& one) { return one.substr(one.rfind('.') + 1); };  // npos + 1 is 0
  const auto alike =
      std::count_if(names.begin(), names.end(), [&](const std::string& one) { return end_of(one) == end_of(name); });
  return alike == 1 ? end_of(name) : name;
}

/// A part's value is its word, except "none", which names the part too: without memory there is no addressing to name.
std::string part_word(const std::string& part, const std::string& value) {
  if (value != "none") return value;
  return part == "addressing" ? "" : "no " + part;
}

/// One label per group: the parts that differ, then the options that differ. An option that only some groups have
/// follows from their parts; it is named only where nothing else tells two groups apart.
Names labels(const Identities& all) {
  Names parts;
  for (const char* part : kParts)
    if (told_apart(all, {part}) > 1) parts.emplace_back(part);
  auto [rest, somewhere] = differing(all);
  Names named(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(std::min(rest.size(), kEnoughWords)));
  rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(named.size()));
  rest.insert(rest.end(), somewhere.begin(), somewhere.end());
  Names telling = parts;
  telling.insert(telling.end(), named.begin(), named.end());
  for (const std::string& name : rest) {
    Names more = telling;
    more.push_back(name);
    if (told_apart(all, more) == told_apart(all, telling)) continue;
    telling = std::move(more);
    named.push_back(name);
  }
  Names found;
  for (const Identity* one : all) {
    Names words, without;
    for (const std::string& part : parts)
      if (const std::string word = part_word(part, *one->find(part)); !word.empty()) words.push_back(word);
    for (const std::string& name : named) {
      const std::string short_one = short_name(name, named);
      if (const std::string* value = one->find(name)) words.push_back(short_one + " " + *value);
      without.push_back("no " + short_one);
    }
    found.push_back(fmt::format("{}", fmt::join(words.empty() ? without : words, ", ")));
  }
  return found;
}

/// The user's name for the group's runs, the first where there are several; empty where there is none.
std::string user_name(const RunGroup& group) {
  const auto named =
      std::find_if(group.runs.begin(), group.runs.end(), [](const auto* run) { return !run->name.empty(); });
  return named == group.runs.end() ? "" : (*named)->name;
}

}  // namespace

std::vector<std::string> differing_options(const std::vector<RunSummary>& runs) {
  std::set<std::string> names;
  for (const RunSummary& run : runs)
    for (const auto& [name, unused] : run.options) names.insert(name);
  const auto value = [](const RunSummary& run, const std::string& name) {
    const auto found = run.options.find(name);
    return found == run.options.end() ? nullptr : &found->second;
  };
  std::erase_if(names, [&](const std::string& name) {
    return std::all_of(runs.begin(), runs.end(), [&](const RunSummary& run) {
      const auto *a = value(run, name), *b = value(runs.front(), name);
      return !a == !b && (!a || *a == *b);
    });
  });
  return {names.begin(), names.end()};
}

std::vector<RunGroup> group_runs(const std::vector<RunSummary>& runs) {
  std::vector<Identity> identities;
  std::vector<RunGroup> groups;
  for (const RunSummary& run : runs) {
    Identity identity(run);
    const auto same = [&](const Identity& other) { return other.values == identity.values; };
    const auto at = std::find_if(identities.begin(), identities.end(), same) - identities.begin();
    if (static_cast<size_t>(at) == identities.size()) {
      identities.push_back(std::move(identity));
      groups.push_back({});
    }
    groups[static_cast<size_t>(at)].runs.push_back(&run);
  }
  const auto labels_of = [&](const std::vector<size_t>& members) {
    Identities chosen;
    for (const size_t i : members) chosen.push_back(&identities[i]);
    return labels(chosen);
  };
  std::vector<size_t> all(groups.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = i;
  const Names own = labels_of(all);
  std::map<std::string, std::vector<size_t>> called;
  for (const size_t i : all) {
    const std::string name = user_name(groups[i]);
    groups[i].name = name.empty() ? own[i] : name;
    called[groups[i].name].push_back(i);
  }
  for (const auto& [name, members] : called) {  // groups with one name: told apart by what differs among them
    const Names words = members.size() > 1 ? labels_of(members) : Names{};
    for (size_t i = 0; i < words.size(); ++i) groups[members[i]].name = name + ", " + words[i];
  }
  for (RunGroup& group : groups)
    if (group.name.empty()) group.name = "all runs";
  return groups;
}

}  // namespace tapehead
