#pragma once
// What of a model a checkpoint holds: its parameters and its words. Of training it knows nothing, so that whoever only
// runs a model reads it by the same lines.

#include <string>

#include "autodiff/tape/stored_parameters.hpp"
#include "tasks/data/text/corpus.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// What a checkpoint's other tensors and its texts are called (docs/checkpoint-format.md).
inline const std::string kProgress = "progress/", kCorpusText = "corpus", kConfigText = "config";

/// The text that corpus_of() reads.
std::string corpus_text(const Corpus& corpus);

/// The corpus that a checkpoint's model was trained on, nullptr where there was none. Throws InputError, led by
/// `where`.
KnownCorpus corpus_of(const SafetensorsFile& file, const std::string& where);

/// read_parameters(), with a word on what binds a model to its number of slots.
void load_parameters(const SafetensorsFile& file, ParameterStore& store, const std::string& where);

/// Training episodes behind a checkpoint's parameters, of the attempt that they are of. Throws InputError.
struct Trained {
  uint64_t sequences, of_attempt;
};
Trained trained_for(const SafetensorsFile& file, const std::string& where);

}  // namespace tapehead::inline TAPEHEAD_REAL
