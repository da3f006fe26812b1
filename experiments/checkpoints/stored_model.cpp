#include "experiments/checkpoints/stored_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/json.hpp"
#include "experiments/checkpoints/slots.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::string corpus_text(const Corpus& corpus) {
  Json json{{"words", corpus.words},
            {"statements", corpus.statements},
            {"sentence", corpus.sentence},
            {"episodes", corpus.episodes},
            {"stories", corpus.stories}};
  if (!corpus.said.empty()) json.set("said", corpus.said);
  return json.line();
}

KnownCorpus corpus_of(const SafetensorsFile& file, const std::string& where) {
  const auto found = file.metadata.find(kCorpusText);
  if (found == file.metadata.end()) return nullptr;
  const Json json = Json::parse(found->second);
  const auto words = json.texts("words");
  const auto statements = json.whole("statements"), sentence = json.whole("sentence");
  const auto episodes = json.whole("episodes"), stories = json.whole("stories");
  if (!words || !statements || !sentence || !episodes || !stories)
    throw InputError(where + ": its corpus is damaged; a checkpoint as tapehead wrote it is needed");
  constexpr size_t kMost = 1000000000;  // statements, words of a sentence, episodes: sizes that add up in 64 bits
  if (*statements > kMost || *sentence > kMostSentence || *episodes > kMost)
    throw InputError(where + ": its corpus is damaged; sizes that stories can have are needed");
  const std::vector<std::string> said = json.texts("said").value_or(std::vector<std::string>{});
  const auto size = [](uint64_t number) { return static_cast<size_t>(number); };
  Corpus corpus{*words, size(*statements), size(*sentence), size(*episodes), *stories, said};
  if ((corpus.words.empty() && said.empty()) || corpus.words.size() > kMostWords || said.size() > kMostWords ||
      !std::is_sorted(corpus.words.begin(), corpus.words.end()))
    throw InputError(where + ": its corpus is damaged; words in order are needed");
  return std::make_shared<const Corpus>(std::move(corpus));
}

void load_parameters(const SafetensorsFile& file, ParameterStore& store, const Settings& settings, const Spec& spec,
                     const std::string& where) {
  check_slots(file, store, settings, spec, where);
  read_parameters(file, store, where);
}

Trained trained_for(const SafetensorsFile& file, const std::string& where) {
  const auto counted = [&](const char* name) {
    int64_t count = 0;
    read_vector<int64_t>(file.tensors, kProgress + name, {&count, 1}, where);
    if (count < 0 || static_cast<uint64_t>(count) > kGreatestCount)
      throw InputError(fmt::format("{}: {}{} is {}; a count of at most {} is needed", where, kProgress, name, count,
                                   kGreatestCount));
    return static_cast<uint64_t>(count);
  };
  const uint64_t sequences = counted("sequences");
  return {sequences, sequences - std::min(sequences, counted("attempt-start"))};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
