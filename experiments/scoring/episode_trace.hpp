#pragma once
// One episode step by step: what a model was shown, saw in itself and answered, as a file.

#include <cstdint>
#include <filesystem>

#include "experiments/scoring/trained_model.hpp"

namespace tapehead {

/// Runs one episode, writes it down and prints it. Datasets "inputs" (of a picture "picture", of a story none),
/// "targets", "mask", "outputs" (steps×rows), what was watched (times×columns×rows; "hop/weights" once a hop, of the
/// newest statements), "alignment" where the model looks at its source, "glimpses" (looks×4·scales) windows through
/// which it looks at a picture, "aligned" and "boxes" what spoken_links() and gold_boxes() say, and what story_texts()
/// and story_supports(), spoken_texts() or class_texts(), say; attributes "scoring", "task", "model".
void trace_episode(const TrainedModel& trained, Split split, uint64_t episode, const std::filesystem::path& out);

}  // namespace tapehead
