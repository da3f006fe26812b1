#include "experiments/commands/terminal/terminal_width.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "tasks/data/text/shown.hpp"

namespace tapehead {

size_t characters(const std::string& text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

size_t terminal_columns(size_t most, int stream) {
  constexpr size_t kNarrowest = 60;  // in less no table is left
  winsize window{};
  if (!isatty(stream) || ioctl(stream, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return 0;
  return std::clamp<size_t>(window.ws_col, kNarrowest, most);
}

std::string wrapped(const std::string& text, size_t indent, size_t columns) {
  std::istringstream words(text);
  std::string lines;
  size_t column = indent;
  for (std::string word; std::getline(words, word, ' ');) {  // also the empty ones between two blanks
    const bool is_first = column == indent;
    const bool fits = is_first || column + 1 + characters(word) <= columns;
    if (!fits)
      lines.append("\n").append(indent, ' ');
    else if (!is_first)
      lines += ' ';
    lines += word;
    column = (is_first ? indent : fits ? column + 1 : indent) + characters(word);
  }
  return lines;
}

void print_message(const std::string& text) {
  constexpr size_t kIndent = 2;
  const size_t columns = terminal_columns(kWidest, STDERR_FILENO);
  const std::string line = "tapehead: " + visible(text);  // it may tell of a name from anywhere
  fmt::print(stderr, "{}\n", columns == 0 ? line : wrapped(line, kIndent, columns));
}

}  // namespace tapehead
