#pragma once
// Stories in the format of the published bAbI files.

#include <string>
#include <vector>

#include "tasks/data/text/story.hpp"

namespace tapehead {

/// A file of bAbI task `id` (1..20): a line `ID text` for a statement, `ID text<TAB>answer<TAB>supports` for a
/// question, with IDs from 1 in each story. Questions end with a blank before the tab in those tasks whose published
/// files have one (all but 4 and 15 to 20).
std::string babi_text(int id, const std::vector<Story>& stories);

}  // namespace tapehead
