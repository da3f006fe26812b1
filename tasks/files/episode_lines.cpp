#include "tasks/files/episode_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "autodiff/base/error.hpp"
#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/files/episode_count.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr std::string_view kNotScored = ".";

/// Appends `count` steps, each as cell(step) has it.
template <class Cell>
void write_steps(size_t count, std::string& text, Cell cell) {
  for (size_t t = 0; t < count; ++t) {
    if (t > 0) text += ' ';
    cell(t);
  }
}

/// Appends a step's input bits.
void write_input_bits(const std::string& name, const Real* bits, size_t count, std::string& text) {
  for (size_t i = 0; i < count; ++i) {
    if (bits[i] != 0 && bits[i] != 1)
      throw InputError(
          fmt::format("{}: got an input of {}; tokens, or bits that are 0 or 1, are needed", name, bits[i]));
    text += bits[i] == 1 ? '1' : '0';
  }
}

/// The two sides of a line.
struct Sides {
  std::vector<std::string_view> inputs, targets;
};

/// Calls with(sides, line number) for each line; each has as many targets as inputs, one of them scored.
void for_each_episode(const std::string& name, std::string_view text,
                      const std::function<void(const Sides&, size_t)>& with) {
  Sides sides;
  for_each_line(name, text, [&](std::string_view line, size_t number) {
    const size_t tab = line.find('\t');
    if (tab == line.npos || line.find('\t', tab + 1) != line.npos)
      refuse_line(name, number, fmt::format("got {} tabs", std::count(line.begin(), line.end(), '\t')),
                  "inputs, one tab, targets are needed");
    sides.inputs.clear();
    sides.targets.clear();
    for_each_part(line.substr(0, tab), [&](std::string_view cell) { sides.inputs.push_back(cell); });
    for_each_part(line.substr(tab + 1), [&](std::string_view cell) { sides.targets.push_back(cell); });
    if (sides.inputs.size() != sides.targets.size() || sides.inputs.empty())
      refuse_line(name, number, fmt::format("got {} steps and {} targets", sides.inputs.size(), sides.targets.size()),
                  "a target for each step is needed, . where it is not scored");
    if (std::all_of(sides.targets.begin(), sides.targets.end(),
                    [](std::string_view cell) { return cell.find_first_not_of('.') == cell.npos; }))
      refuse_line(name, number, "got no target that is scored", "one in each line is needed");
    with(sides, number);
  });
}

/// Names in the order of their first use.
class NameCounter final {
 public:
  uint32_t number(std::string_view name) {
    const auto [at, is_new] = numbers_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
    if (is_new) names_.push_back(at->first);
    return at->second;
  }

  /// The names in order, and `used` renumbered by it.
  std::vector<std::string> sorted(std::vector<uint32_t>& used) const {
    std::vector<std::string> names = names_;
    std::sort(names.begin(), names.end());
    std::vector<uint32_t> place(names.size());
    for (uint32_t i = 0; i < names.size(); ++i) place[numbers_.at(names[i])] = i;
    for (uint32_t& one : used)
      if (one != kNoToken) one = place[one];
    return names;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

/// Reads a step's bits into `numbers` and, where it is not null, which of them are there into `mask`.
void read_bits(const std::string& name, size_t line, std::string_view cell, size_t width, std::vector<Real>& numbers,
               std::vector<Real>* mask) {
  const bool none = cell == (mask ? kNotScored : kSilentStep);
  const std::string_view known = mask ? "01." : "01";
  if (!none && (cell.size() != width || cell.find_first_not_of(known) != cell.npos))
    refuse_line(name, line, fmt::format("got {}", shown(cell)),
                fmt::format("{} bits, each 0 or 1{}, are needed", width, mask ? " or . (not scored)" : ""));
  for (size_t i = 0; i < width; ++i) {
    const char bit = none ? '.' : cell[i];
    numbers.push_back(bit == '1' ? 1 : 0);
    if (mask) mask->push_back(bit == '.' ? 0 : 1);
  }
}

}  // namespace

void check_lines(const Task& task, const std::string& name) {
  const Spec spec = task.spec();
  const bool tokens = spec.input().kind == StreamKind::kTokens && spec.scoring() == Scoring::kClasses,
             bits = spec.input().kind == StreamKind::kReal && spec.scoring() == Scoring::kBits &&
                    !spec.picture().is_picture();
  if (spec.input_count > 1 || spec.says() || !(tokens || bits))
    throw InputError(
        fmt::format("{}: got a task of other episodes; one of tokens with classes, or of bits, is needed, "
                    "such as chomsky or copy",
                    name));
}

void write_line(const Task& task, const std::string& name, const Batch& batch, size_t episode, std::string& text) {
  const BatchStream &input = batch.inputs[0], &target = batch.target;
  const size_t steps = target.lengths[episode];
  write_steps(steps, text, [&](size_t t) {
    if (input.shape.kind == StreamKind::kReal) return write_input_bits(name, input.at(episode, t), input.width(), text);
    const uint32_t token = input.token(episode, t);
    text += token == kNoToken ? std::string(kSilentStep) : task.token_name(token);
  });
  text += '\t';
  write_steps(steps, text, [&](size_t t) {
    const Real* const mask = batch.scored(episode, t);
    if (std::all_of(mask, mask + batch.scored_rows(), [](Real one) { return one == 0; })) {
      text += kNotScored;
    } else if (batch.scoring() == Scoring::kClasses) {
      text += task.class_name(target.token(episode, t));
    } else {
      for (size_t i = 0; i < batch.outputs(); ++i)
        text += mask[i] == 0 ? '.' : target.at(episode, t)[i] > Real(0.5) ? '1' : '0';
    }
  });
  text += '\n';
}

TokenSequences parse_token_lines(const std::string& name, std::string_view text) {
  TokenSequences all;
  NameCounter tokens, classes;
  for_each_episode(name, text, [&](const Sides& sides, size_t) {
    for (const std::string_view cell : sides.inputs)
      all.shown.push_back(cell == kSilentStep ? kNoToken : tokens.number(cell));
    for (const std::string_view cell : sides.targets)
      all.asked.push_back(cell == kNotScored ? kNoToken : classes.number(cell));
    all.begins.push_back(all.shown.size());
  });
  check_file_episodes(name, all.episodes());
  all.tokens = tokens.sorted(all.shown);
  if (all.tokens.empty()) throw InputError(name + ": got silent steps alone; tokens in some of them are needed");
  all.classes = classes.sorted(all.asked);
  return all;
}

Sequences parse_bit_lines(const std::string& name, std::string_view text) {
  Sequences all;
  for_each_episode(name, text, [&](const Sides& sides, size_t line) {
    const auto width = [](const std::vector<std::string_view>& cells) {
      size_t most = 0;
      for (const std::string_view cell : cells) most = std::max(most, cell.size());
      return most;
    };
    if (all.episodes() == 0) {
      all.features = width(sides.inputs);
      all.outputs = width(sides.targets);
    }
    for (const std::string_view cell : sides.inputs) read_bits(name, line, cell, all.features, all.inputs, nullptr);
    for (const std::string_view cell : sides.targets) read_bits(name, line, cell, all.outputs, all.targets, &all.mask);
    all.begins.push_back(all.inputs.size() / all.features);
  });
  check_file_episodes(name, all.episodes());
  return all;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
