#pragma once
// Sentences that tell nothing, between the lines of a story (after BABILong, Kuratov et al. 2024, whose facts stand in
// the text of books; here sentences are made anew).

#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/data/text/story.hpp"

namespace tapehead {

/// Which stories are filled: those of a bAbI task, for a split of a run's seed.
struct FilledStories {
  int id;
  uint64_t seed;
  Split split;
};

/// Puts 0 to 2·mean sentences before each line, uniformly, with words that no story of the twenty tasks has; supports
/// are renumbered. For a mean of 0 nothing changes. Throws InputError, beginning with task.filler, where the stories
/// could have more than twenty million lines.
void add_filler(const FilledStories& of, size_t mean, std::vector<Story>& stories);

/// The built-in stories, with filler.
std::vector<Story> told_babi(const FilledStories& of, size_t questions, size_t filler);

}  // namespace tapehead
