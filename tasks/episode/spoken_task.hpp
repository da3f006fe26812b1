#pragma once
// Tasks in words: a person can ask and reads the answer.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A task whose spec says() and has a corpus: the words of sources and the tokens of answers.
class SpokenTask : public Task {
 public:
  /// Makes a line the only episode of a batch, unscored: its source (for a picture the path of a file), or a text to
  /// continue. Returns the words that the corpus lacks, which are read as kNoToken. Throws InputError for a line that
  /// cannot be a source.
  virtual std::vector<std::string> ask(std::string_view line, Batch& batch) const = 0;

  /// Tokens as a person writes them: words separated by blanks, characters without.
  virtual std::string said_text(std::span<const uint32_t> said) const = 0;
  virtual std::string source_text(std::span<const uint32_t> source) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
