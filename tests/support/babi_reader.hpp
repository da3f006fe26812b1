#pragma once
// Reads bAbI stories as a person would, from their text alone, and reports deviations from their task: answers,
// supports, what may be asked and when, and impossible events. It shares no code with the generator, and also reads the
// published files.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tasks/data/text/story.hpp"

#include "autodiff/base/real.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

/// Findings about the stories of a file.
class Reading final {
 public:
  size_t questions = 0;
  std::vector<std::string> faults;       ///< "story 3, line 5, Where is Mary?: …"
  std::map<std::string, size_t> counts;  ///< of what is known to happen now and then

  void fault(const std::string& what) { faults.push_back(place_ + what); }
  void check(bool holds, const std::string& what) {
    if (!holds) fault(what);
  }
  /// Checks that the question has this answer and these supports.
  void check(const StoryLine& question, const std::string& answer, const std::vector<uint32_t>& supports);
  void go_to(size_t story, size_t line, const std::string& text) {
    place_ = "story " + std::to_string(story) + ", line " + std::to_string(line) + ", " + text + ": ";
  }

 private:
  std::string place_;
};

/// One story's reader, which takes its lines one by one.
class StoryReader {
 public:
  virtual ~StoryReader() = default;
  virtual void statement(const std::vector<std::string>& words, uint32_t line, Reading& reading) = 0;
  virtual void question(const std::vector<std::string>& words, const StoryLine& line, Reading& reading) = 0;
  /// After a statement that is not followed by a question.
  virtual void no_question(Reading&) {}
};

/// All stories of task `id`. The last may be cut off.
Reading read_babi(int id, const std::vector<Story>& stories);

/// A file in the published format; throws std::runtime_error with file and line for anything else.
std::vector<Story> babi_file(const std::filesystem::path& path);

/// "The pink rectangle is above the triangle." → The, pink_rectangle, is, above, the, triangle.
std::vector<std::string> plain_words(const std::string& text);

inline bool is_one_of(const std::string& word, const std::vector<std::string>& words) {
  for (const std::string& other : words)
    if (other == word) return true;
  return false;
}

/// "Mary journeyed to the office": the words from a verb of moving on.
bool starts_move(const std::string& word);

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
