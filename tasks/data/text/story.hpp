#pragma once
// A story as text: what bAbI files hold and the generator produces.

#include <cstdint>
#include <string>
#include <vector>

namespace tapehead {

/// One line of a story: a statement, or a question with its answer.
struct StoryLine {
  std::string text;                ///< "Mary went to the kitchen." or "Where is Mary?", without ID and outer blanks
  std::string answer;              ///< for a question: one word or several joined by commas; empty: a statement
  std::vector<uint32_t> supports;  ///< for a question: numbers of earlier statement lines, in the file's order

  bool is_question() const { return !answer.empty(); }
};

/// Lines are numbered from 1, statements and questions alike.
using Story = std::vector<StoryLine>;

}  // namespace tapehead
