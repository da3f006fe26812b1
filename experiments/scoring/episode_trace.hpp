#pragma once
// A step-by-step trace of one episode: inputs, watched values and answers.

#include <cstdint>
#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/scoring/trained_model.hpp"
#include "experiments/traces/hdf5_file.hpp"

namespace tapehead {

struct EpisodeTrace {
  std::vector<Hdf5Array> arrays;  ///< their values lie in `kept`
  Hdf5Attributes attributes;
  std::vector<Hdf5Texts> texts;
  std::string shown;  ///< the episode as a person reads it
  std::deque<std::vector<Real>> kept;
};

/// Runs one episode. Arrays: "inputs" ("picture" for a picture, none for a story),
/// "targets", "mask", "outputs" (steps×rows); watched values (times×columns×rows; "hop/weights" once per hop, of the
/// newest statements); "alignment" where the model attends to its source; "glimpses" (looks×4·scales), its windows on a
/// picture; "aligned" and "boxes" from spoken_links() and gold_boxes(); those of story_texts() and story_supports(),
/// spoken_texts() or class_texts(). Attributes: "scoring", "task", "model".
EpisodeTrace traced_episode(const TrainedModel& trained, Split split, uint64_t episode);

/// Prints the episode and writes its trace as a file.
void trace_episode(const TrainedModel& trained, Split split, uint64_t episode, const std::filesystem::path& out);

}  // namespace tapehead
