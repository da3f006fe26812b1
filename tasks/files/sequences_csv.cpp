#include "tasks/files/sequences_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

// GCC 12 warns of csv.h's truncation of long file names, which is intended.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "tasks/data/text/blanks.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/text_file.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// A cell made fit for one line of an error.
std::string shown(std::string_view cell) {
  constexpr size_t kMost = 40;
  std::string text(cell.substr(0, kMost));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return '"' + text + (cell.size() > kMost ? "...\"" : "\"");
}

/// Reads lines; its errors name the file and the line.
class SequencesParser final {
 public:
  SequencesParser(const std::string& name, const std::string& text)
      : name_(name), lines_(name, text.data(), text.data() + text.size()) {}

  Sequences parse() {
    next_line();
    read_header();
    while (next_line()) read_step();
    if (line_ == 1) refuse("the file ends after the header", "a row a step is needed");
    end_episode();
    return std::move(sequences_);
  }

 private:
  [[noreturn]] void refuse_at(size_t line, const std::string& got, const std::string& needed) const {
    throw InputError(fmt::format("{}:{}: {}; {}", name_, line, got, needed));
  }
  [[noreturn]] void refuse(const std::string& got, const std::string& needed) const { refuse_at(line_, got, needed); }

  /// Reads the next line into cells_; false after the last.
  bool next_line() {
    const char* line = nullptr;
    try {
      line = lines_.next_line();
    } catch (const io::error::line_length_limit_exceeded&) {
      refuse_at(line_ + 1, "got a line of more than 16 MiB", "a line for each step is needed");
    }
    if (!line) return false;
    ++line_;
    std::string_view rest(line);
    if (rest.find('"') != rest.npos) refuse("got a cell in quotes", "cells without quotes are needed");
    cells_.clear();
    for (size_t comma = rest.find(','); comma != rest.npos; comma = rest.find(',')) {
      cells_.push_back(trimmed(rest.substr(0, comma)));
      rest.remove_prefix(comma + 1);
    }
    cells_.push_back(trimmed(rest));
    return true;
  }

  void read_header() {
    constexpr const char* kNeeded = "episode,in.1,in.2,...,out.1,out.2,... is needed";
    if (cells_[0] != "episode") refuse(fmt::format("the header begins with {}", shown(cells_[0])), kNeeded);
    size_t column = 1;
    const auto count = [&](std::string_view kind) {
      size_t n = 0;
      while (column < cells_.size() && cells_[column] == fmt::format("{}.{}", kind, n + 1)) ++n, ++column;
      return n;
    };
    sequences_.features = count("in");
    sequences_.outputs = count("out");
    if (column < cells_.size())
      refuse(fmt::format("column {} of the header is {}", column + 1, shown(cells_[column])), kNeeded);
    if (sequences_.features == 0 || sequences_.outputs == 0)
      refuse(fmt::format("the header has {} in and {} out columns", sequences_.features, sequences_.outputs),
             "at least one of each is needed");
  }

  void read_step() {
    const size_t columns = 1 + sequences_.features + sequences_.outputs;
    if (cells_.size() == 1 && cells_[0].empty()) refuse("got an empty line", "a row a step is needed");
    if (cells_.size() != columns)
      refuse(fmt::format("got {} cells", cells_.size()), fmt::format("{}, as in the header, are needed", columns));
    if (cells_[0].empty()) refuse("the episode's name is empty", "a name is needed");
    if (cells_[0] != episode_) begin_episode();
    for (size_t i = 0; i < sequences_.features; ++i)
      sequences_.inputs.push_back(static_cast<Real>(number("in", i, cells_[1 + i])));
    for (size_t i = 0; i < sequences_.outputs; ++i) read_target(i, cells_[1 + sequences_.features + i]);
    ++steps_;
  }

  void read_target(size_t i, std::string_view cell) {
    const double value = cell.empty() ? 0 : number("out", i, cell);
    if (value < 0 || value > 1)
      refuse(fmt::format("out.{} is {}", i + 1, shown(cell)), "a target from 0 to 1 is needed");
    sequences_.targets.push_back(static_cast<Real>(value));
    sequences_.mask.push_back(cell.empty() ? 0 : 1);
    if (!cell.empty()) is_scored_ = true;
  }

  double number(const char* kind, size_t i, std::string_view cell) const {
    bool is_beyond = false;
    const auto value = read_number<double>(cell, &is_beyond);
    const auto column = [&] { return fmt::format("{}.{} is {}", kind, i + 1, shown(cell)); };
    if (!value && !is_beyond) refuse(column(), "a number such as 1, -0.5 or 2e-3 is needed");
    if (!value || std::abs(*value) > std::numeric_limits<Real>::max())
      refuse(column(), "a finite number of common size is needed");
    return *value;
  }

  void begin_episode() {
    end_episode();
    episode_ = cells_[0];
    if (!seen_.insert(episode_).second)
      refuse(fmt::format("episode {} comes back after another", shown(episode_)),
             "the rows of an episode, one after the other, are needed");
    first_line_ = line_;
    is_scored_ = false;
  }

  void end_episode() {
    if (episode_.empty()) return;
    if (!is_scored_)
      refuse_at(first_line_, fmt::format("episode {} has no target", shown(episode_)),
                "a number in at least one out cell of it is needed");
    sequences_.begins.push_back(steps_);
  }

  std::string name_;
  io::LineReader lines_;
  size_t line_ = 0, first_line_ = 0, steps_ = 0;
  std::vector<std::string_view> cells_;
  std::string episode_;
  bool is_scored_ = false;
  std::unordered_set<std::string> seen_;
  Sequences sequences_;
};

}  // namespace

Sequences parse_sequences(const std::string& name, std::string text) {
  // LineReader would end a line silently at a zero byte. UTF-16 is full of them.
  if (const size_t zero = text.find('\0'); zero != text.npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    throw InputError(fmt::format("{}:{}: got a zero byte; plain text (ASCII or UTF-8) is needed", name, line));
  }
  text = with_line_feeds(text);
  text.erase(text.find_last_not_of(" \t\n") + 1);  // empty lines at the end are no error
  text += '\n';                                    // LineReader reads past a last line without an end
  if (text == "\n")
    throw InputError(fmt::format("{}:1: the file is empty; a header and a row a step are needed", name));
  return SequencesParser(name, text).parse();
}

Sequences read_sequences(const std::string& path) {
  return parse_sequences(path, read_text_of(FileKind::kSequences, path, "a CSV file of sequences"));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
