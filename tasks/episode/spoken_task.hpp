#pragma once
// Tasks in words: a person may ask them, and reads what is said.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Its spec says() and has a corpus: the words that are read and the tokens that are said.
class SpokenTask : public Task {
 public:
  /// Makes a line the one episode of a batch, of which nothing is scored: its source (of a picture the path of a file),
  /// or how a text begins. Gives the words of it that the corpus lacks, which are read as no token. Throws InputError
  /// for a line that no source can be.
  virtual std::vector<std::string> ask(std::string_view line, Batch& batch) const = 0;

  /// Tokens as a person writes them: words with blanks between, characters without.
  virtual std::string said_text(std::span<const uint32_t> said) const = 0;
  virtual std::string source_text(std::span<const uint32_t> source) const = 0;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
