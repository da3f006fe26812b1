#pragma once
// What a trace says of an answer that is said token by token, so that it can be drawn without anything else.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// What a step of a batch's first episode shows or asks for, as texts; spec: of a task that says(), with a corpus. Of
/// kEnd that is "(end)", of a word that the corpus lacks "(unknown)", of padding, and where nothing is asked for,
/// nothing.
std::vector<std::string> step_texts(const Spec& spec, const BatchStream& stream);

/// The texts of a batch of one episode: "source", what is read, where that is tokens; "target", what should be said,
/// with its end; and "said", what the model said when it was left to itself, where it was.
std::vector<Hdf5Texts> spoken_texts(const Spec& spec, const Batch& batch,
                                    const std::optional<std::vector<uint32_t>>& said);

/// Of each token of "target" the step of the source that it comes from, −1: of none; empty where nobody knows.
std::vector<Real> spoken_links(const Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
