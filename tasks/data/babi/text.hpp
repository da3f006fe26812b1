#pragma once
// Stories as the published bAbI files have them.

#include <string>
#include <vector>

#include "tasks/data/text/story.hpp"

namespace tapehead {

/// A file of bAbI task `id` (1..20): a line `ID text` for a statement, `ID text<TAB>answer<TAB>supports` for a
/// question, IDs from 1 in each story. Where that task's files have one (all but 4 and 15 to 20), a blank stands
/// between question mark and tab.
std::string babi_text(int id, const std::vector<Story>& stories);

}  // namespace tapehead
