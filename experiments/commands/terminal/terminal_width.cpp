#include "experiments/commands/terminal/terminal_width.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace tapehead {

size_t terminal_columns(size_t most) {
  constexpr size_t kNarrowest = 60;  // in less no table is left
  winsize window{};
  if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_col == 0) return 0;
  return std::clamp<size_t>(window.ws_col, kNarrowest, most);
}

std::string wrapped(const std::string& text, size_t indent, size_t columns) {
  std::istringstream words(text);
  std::string lines;
  size_t column = indent;
  for (std::string word; words >> word;) {
    const bool is_first = column == indent;
    const bool fits = is_first || column + 1 + word.size() <= columns;
    if (!fits)
      lines.append("\n").append(indent, ' ');
    else if (!is_first)
      lines += ' ';
    lines += word;
    column = (is_first ? indent : fits ? column + 1 : indent) + word.size();
  }
  return lines;
}

}  // namespace tapehead
