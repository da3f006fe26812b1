#include "tasks/data/babi/text.hpp"

namespace tapehead {

std::string babi_text(int id, const std::vector<Story>& stories) {
  const bool has_blank = id != 4 && id < 15;
  std::string text;
  for (const Story& story : stories)
    for (size_t i = 0; i < story.size(); ++i) {
      const StoryLine& line = story[i];
      text += std::to_string(i + 1) + ' ' + line.text;
      if (line.is_question()) {
        text += (has_blank ? " \t" : "\t") + line.answer;
        char separator = '\t';
        for (const uint32_t support : line.supports) {
          text += separator + std::to_string(support);
          separator = ' ';
        }
      }
      text += '\n';
    }
  return text;
}

}  // namespace tapehead
