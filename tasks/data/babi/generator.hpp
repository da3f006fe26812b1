#pragma once
// The twenty bAbI tasks (Weston et al., "Towards AI-Complete Question Answering", 2015), drawn from the distribution of
// the published v1.2 files, so that no download is needed.

#include <string_view>
#include <vector>

#include "autodiff/base/random.hpp"
#include "tasks/data/text/story.hpp"

namespace tapehead {

/// Stories of bAbI task `id` (1..20) until there are `questions` questions; the last story is cut off after the last of
/// them. All draws come from `draw`. Throws std::invalid_argument for another id.
std::vector<Story> generate_babi(int id, size_t questions, Stream& draw);

/// The name of task `id` (1..20), "single-supporting-fact" …, as in the published files
/// (`qa1_single-supporting-fact_train.txt`). Throws std::invalid_argument for another id.
std::string_view babi_task_name(int id);

}  // namespace tapehead
