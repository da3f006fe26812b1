#pragma once
// The format of bAbI files (Weston et al. 2015): one statement or question a line, with IDs that restart with each
// story.

#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/text/story.hpp"

namespace tapehead {

/// The stories of `text`, in the file's order; `where` names it in errors. Lines are
///
///     ID statement
///     ID question<TAB>answer
///     ID question<TAB>answer<TAB>IDs of supporting statements
///
/// in UTF-8. IDs count the lines of a story from 1. Blanks around question, answer and supports are ignored; the last
/// story may end anywhere. Throws InputError that names file and line:
/// `qa1_train.txt:7: got ID 5 after 3; 4, or 1 for a new story, is needed`.
std::vector<Story> parse_babi(std::string_view text, const std::string& where);

/// The stories of the file at `path`. Throws InputError as parse_babi() does, and for a file that cannot be read.
std::vector<Story> read_babi(const std::string& path);

}  // namespace tapehead
