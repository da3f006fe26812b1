#include "live/texts.hpp"

#include "tasks/stories/word_sequences.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::vector<std::string> token_names(const Spec& spec, const StreamShape& stream) {
  if (!spec.corpus || stream.kind != StreamKind::kTokens) return {};
  const Corpus& corpus = *spec.corpus;
  const bool is_target = stream.name == spec.target.name;
  if (spec.says() && (is_target || stream.name == kPrevious)) {
    std::vector<std::string> names = corpus.words;
    names.resize(stream.width() - spec.outputs());
    names.insert(names.end(), corpus.said.begin(), corpus.said.end());
    names[stream.width() - spec.outputs() + kEnd] = "(end)";
    return names;
  }
  if (is_target && !corpus.said.empty()) return corpus.said;
  std::vector<std::string> names = corpus.words;
  if (stream.width() == names.size() + WordSequences::kMarks.size())
    names.insert(names.end(), WordSequences::kMarks.begin(), WordSequences::kMarks.end());
  return names;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
