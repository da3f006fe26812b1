#pragma once
// Data of an answer said token by token, complete enough to draw a trace.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The text of each step of a batch's first episode, shown or asked for; spec: of a task that says(), with a corpus.
/// kEnd is "(end)", a word that the corpus lacks "(unknown)"; padding and steps that ask for nothing are empty.
std::vector<std::string> step_texts(const Spec& spec, const BatchStream& stream);

/// The texts of a batch of one episode: "source", where tokens are read; "target", the right answer with its end;
/// "said", what the model said freely, where it did.
std::vector<Hdf5Texts> spoken_texts(const Spec& spec, const Batch& batch,
                                    const std::optional<std::vector<uint32_t>>& said);

/// For each token of "target" the source step that it comes from, −1: from none; empty where this is unknown.
std::vector<Real> spoken_links(const Batch& batch);

}  // namespace tapehead::inline TAPEHEAD_REAL
