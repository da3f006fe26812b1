#include "tasks/data/sequences/scan.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/folder_contents.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/data/text/text_file.hpp"
#include "tasks/data/text/upper_case.hpp"

namespace tapehead {
namespace {

constexpr size_t kMostActions = 22;  // in training, in the split by length
constexpr size_t kPractice = 9;      // one primitive in training for this many other commands
constexpr double kTestShare = 0.2;   // in the simple split
constexpr std::string_view kIn = "IN:", kOut = "OUT:";
constexpr std::array<std::string_view, 4> kActions{"walk", "look", "run", "jump"};
constexpr std::array<std::string_view, 2> kSides{"left", "right"};

constexpr std::array kSplits{
    ScanSplit{"simple", "simple", "simple_split"},
    ScanSplit{"length", "length", "length_split"},
    ScanSplit{"addprim-jump", "addprim_jump", "add_prim_split"},
    ScanSplit{"addprim-turn-left", "addprim_turn_left", "add_prim_split"},
    ScanSplit{"template-right", "template_right", "template_split"},
    ScanSplit{"template-opposite-right", "template_opposite_right", "template_split"},
    ScanSplit{"template-around-right", "template_around_right", "template_split"},
    ScanSplit{"template-jump-around-right", "template_jump_around_right", "template_split"},
};

/// The first and then the second; either may be empty.
std::string then(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + ' ' + second;
}

std::string times(const std::string& actions, int count) {
  std::string all;
  while (count-- > 0) all = then(all, actions);
  return all;
}

/// V of the grammar.
std::vector<Pair> verbs() {
  std::vector<Pair> all;
  for (const std::string_view action : kActions) all.push_back({std::string(action), "I_" + upper_case(action)});
  const size_t actions = all.size();
  for (const std::string_view side : kSides) {
    const std::string turn = "I_TURN_" + upper_case(side);
    const auto add = [&](const std::string& what, const std::string& act) {
      const auto towards = [&](const char* how) { return fmt::format("{} {}{}", what, how, side); };
      all.push_back({towards(""), then(turn, act)});
      all.push_back({towards("opposite "), then(times(turn, 2), act)});
      all.push_back({towards("around "), times(then(turn, act), 4)});
    };
    for (size_t i = 0; i < actions; ++i) add(std::string(all[i].source), std::string(all[i].target));
    add("turn", "");
  }
  return all;
}

/// Whether these words occur in a command, one after the other.
bool has_words(std::string_view command, std::string_view words) {
  const std::string padded = fmt::format(" {} ", command);
  return padded.find(fmt::format(" {} ", words)) != padded.npos;
}

ScanParts simple_parts(std::vector<Pair> all) {
  std::sort(all.begin(), all.end(), [](const Pair& a, const Pair& b) { return hash_of(a.source) < hash_of(b.source); });
  const auto test = all.begin() + static_cast<std::ptrdiff_t>(kTestShare * static_cast<double>(all.size()));
  return {{test, all.end()}, {all.begin(), test}};
}

/// The test part takes what `is_test` says, training the rest.
template <class IsTest>
ScanParts parts_by(std::vector<Pair> all, IsTest is_test) {
  ScanParts parts;
  for (Pair& pair : all) (is_test(pair) ? parts.test : parts.train).push_back(std::move(pair));
  return parts;
}

ScanParts without_primitive(std::vector<Pair> all, std::string_view primitive) {
  ScanParts parts = parts_by(std::move(all), [&](const Pair& p) { return has_words(p.source, primitive); });
  const auto alone =
      std::find_if(parts.test.begin(), parts.test.end(), [&](const Pair& p) { return p.source == primitive; });
  const Pair practised = *alone;
  parts.test.erase(alone);
  parts.train.insert(parts.train.end(), parts.train.size() / kPractice, practised);
  return parts;
}

ScanParts without_template(std::vector<Pair> all, std::string_view words) {
  const bool one_action = words.starts_with("jump");
  const std::string direction(one_action ? words.substr(words.find(' ') + 1) : words);
  std::erase_if(all, [&](const Pair& p) { return has_words(p.source, "turn " + direction); });
  return parts_by(std::move(all), [&](const Pair& p) {
    return std::any_of(kActions.begin(), kActions.end(), [&](std::string_view action) {
      return (!one_action || action == "jump") && has_words(p.source, fmt::format("{} {}", action, direction));
    });
  });
}

}  // namespace

std::vector<Pair> scan_commands() {
  std::vector<Pair> clauses;  // S of the grammar
  for (const Pair& verb : verbs()) {
    clauses.push_back(verb);
    clauses.push_back({verb.source + " twice", times(verb.target, 2)});
    clauses.push_back({verb.source + " thrice", times(verb.target, 3)});
  }
  std::vector<Pair> all = clauses;
  for (const Pair& one : clauses)
    for (const Pair& other : clauses) {
      all.push_back({one.source + " and " + other.source, then(one.target, other.target)});
      all.push_back({one.source + " after " + other.source, then(other.target, one.target)});
    }
  return all;
}

std::span<const ScanSplit> scan_splits() { return kSplits; }

ScanParts scan_parts(std::string_view split) {
  std::vector<Pair> all = scan_commands();
  if (split == "simple") return simple_parts(std::move(all));
  if (split == "length")
    return parts_by(std::move(all), [](const Pair& p) {
      return static_cast<size_t>(std::count(p.target.begin(), p.target.end(), ' ')) + 1 > kMostActions;
    });
  if (split == "addprim-jump") return without_primitive(std::move(all), "jump");
  if (split == "addprim-turn-left") return without_primitive(std::move(all), "turn left");
  if (split == "template-right") return without_template(std::move(all), "right");
  if (split == "template-opposite-right") return without_template(std::move(all), "opposite right");
  if (split == "template-around-right") return without_template(std::move(all), "around right");
  if (split == "template-jump-around-right") return without_template(std::move(all), "jump around right");
  throw std::invalid_argument("scan: no split " + std::string(split));
}

std::string scan_text(std::span<const Pair> pairs) {
  std::string text;
  for (const Pair& pair : pairs) text += fmt::format("{} {} {} {}\n", kIn, pair.source, kOut, pair.target);
  return text;
}

std::vector<Pair> parse_scan(const std::string& name, std::string_view text) {
  std::vector<Pair> pairs;
  for_each_line(name, text, [&](std::string_view given, size_t number) {
    const std::string_view line = trimmed(given);
    size_t out = line.npos;
    for_each_part(line, [&](std::string_view part) {
      if (part == kOut && out == line.npos) out = static_cast<size_t>(part.data() - line.data());
    });
    const bool is_whole = before_blank(line) == kIn && out != line.npos;
    const std::string_view source = is_whole ? trimmed(line.substr(kIn.size(), out - kIn.size())) : "";
    const std::string_view target = is_whole ? trimmed(line.substr(out + kOut.size())) : "";
    if (source.empty() || target.empty())
      refuse_line(name, number, "got " + shown(given), "\"IN: jump twice OUT: I_JUMP I_JUMP\" or the like is needed");
    pairs.push_back({std::string(source), std::string(target)});
  });
  if (pairs.empty()) throw InputError(name + ":1: the file is empty; a command a line is needed");
  return pairs;
}

ScanParts read_scan(const std::string& folder, const ScanSplit& split) {
  namespace fs = std::filesystem;
  refuse_file(folder, "a folder of SCAN's files is needed");
  const auto read = [&](const char* part) {
    const std::string file = fmt::format("tasks_{}_{}.txt", part, split.file);
    const fs::path flat = fs::path(folder) / file, nested = fs::path(folder) / split.folder / file;
    std::error_code ignored;
    const std::string path = (!fs::exists(flat, ignored) && fs::exists(nested, ignored) ? nested : flat).string();
    if (const std::string contents = contents_of(folder); !contents.empty() && !fs::exists(path, ignored))
      throw InputError(
          fmt::format("{}: has no {}, but {}; a folder of SCAN's files is needed", folder, file, contents));
    return parse_scan(path, read_text_of(FileKind::kScan, path, "a file of SCAN commands"));
  };
  return {read("train"), read("test")};
}

}  // namespace tapehead
