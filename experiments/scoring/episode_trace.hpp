#pragma once
// A step-by-step trace of one episode as a file: inputs, watched values and answers.

#include <cstdint>
#include <filesystem>

#include "experiments/scoring/trained_model.hpp"

namespace tapehead {

/// Runs one episode, prints it and writes its trace. Datasets: "inputs" ("picture" for a picture, none for a story),
/// "targets", "mask", "outputs" (steps×rows); watched values (times×columns×rows; "hop/weights" once per hop, of the
/// newest statements); "alignment" where the model attends to its source; "glimpses" (looks×4·scales), its windows on a
/// picture; "aligned" and "boxes" from spoken_links() and gold_boxes(); those of story_texts() and story_supports(),
/// spoken_texts() or class_texts(). Attributes: "scoring", "task", "model".
void trace_episode(const TrainedModel& trained, Split split, uint64_t episode, const std::filesystem::path& out);

}  // namespace tapehead
