#include "experiments/commands/terminal/alignment_text.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/commands/terminal/terminal_width.hpp"

namespace tapehead {
namespace {

/// Padded with blanks on the left to `columns` characters.
std::string right_aligned(const std::string& text, size_t columns) {
  return std::string(columns - std::min(columns, characters(text)), ' ') + text;
}

std::string tenths(Real share) {
  const long rounded = std::lround(10 * share);
  return rounded <= 0 ? "." : rounded >= 10 ? "*" : std::to_string(rounded);
}

}  // namespace

std::string alignment_text(const std::vector<std::string>& source, const std::vector<std::string>& said,
                           const SourceLooks& looks) {
  size_t margin = 0;
  for (const std::string& token : said) margin = std::max(margin, characters(token));
  std::string text(margin, ' ');
  for (const std::string& token : source) text += ' ' + token;
  text += '\n';
  for (size_t t = 0; t < said.size(); ++t) {
    text += right_aligned(said[t], margin);
    const std::vector<Real> shares = looks.shares(t, 0);
    for (size_t s = 0; s < source.size(); ++s)
      text += ' ' + right_aligned(tenths(s < shares.size() ? shares[s] : Real{0}), characters(source[s]));
    text += '\n';
  }
  return text;
}

}  // namespace tapehead
