#pragma once
// The part of a checkpoint that is the model: parameters and words. It is independent of training, so that programs
// that only run models share the code.

#include <string>

#include "autodiff/tape/stored_parameters.hpp"
#include "catalogue/options/settings.hpp"
#include "tasks/batch/spec.hpp"
#include "tasks/data/text/corpus.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// Names of a checkpoint's other tensors and texts (docs/checkpoint-format.md).
inline const std::string kProgress = "progress/", kCorpusText = "corpus", kConfigText = "config", kDataText = "data";

/// The text that corpus_of() reads.
std::string corpus_text(const Corpus& corpus);

/// The corpus that a checkpoint's model was trained on; nullptr where there was none. Throws InputError, starting with
/// `where`.
KnownCorpus corpus_of(const SafetensorsFile& file, const std::string& where);

/// read_parameters() for a model made with these settings, which may be others than its training's. Of a model that is
/// bound to its number of slots the error says so (check_slots()).
void load_parameters(const SafetensorsFile& file, ParameterStore& store, const Settings& settings, const Spec& spec,
                     const std::string& where);

/// Training episodes that a checkpoint's parameters have seen, in their attempt. Throws InputError.
struct Trained {
  uint64_t sequences, of_attempt;
};
Trained trained_for(const SafetensorsFile& file, const std::string& where);

}  // namespace tapehead::inline TAPEHEAD_REAL
