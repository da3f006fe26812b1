#include "tasks/sequences/lexical_translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/data/text/shown.hpp"
#include "tasks/episode/spoken_batch.hpp"
#include "tasks/guessers/guessers.hpp"
#include "tasks/judges/sequence_judge.hpp"
#include "tasks/sequences/shown_answer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr LineUnits kTranslationUnits{Units::kWords, Units::kWords};
constexpr Shares kTranslationShares{0.1, 0.1};
constexpr double kFewest = 1000;  // sentences of the least length; with so many each held-out part has about a hundred

constexpr const char* kFullStop = ".";

KnownCorpus lexicon_corpus(const Lexicon& lexicon, bool full_stop) {
  std::vector<Pair> pairs;
  for (const Lexicon::Entry& entry : lexicon.entries()) {
    const std::vector<std::string_view> forms(entry.forms.begin(), entry.forms.end());
    pairs.push_back({entry.word, joined(forms, Units::kWords)});
  }
  if (full_stop) pairs.push_back({kFullStop, ""});
  Corpus corpus = corpus_of(pairs, kTranslationUnits, "task lexical-translation");
  for (const Pair& pair : pairs) corpus.stories = hash_of(pair.target, corpus.stories);
  return std::make_shared<const Corpus>(std::move(corpus));
}

Part part_of_words(std::span<const uint32_t> words) {
  return part_of({reinterpret_cast<const char*>(words.data()), words.size_bytes()}, kTranslationShares);
}

}  // namespace

LexicalTranslationTask::LexicalTranslationTask(const LexicalTranslationSettings& settings, KnownCorpus corpus)
    : settings_(settings),
      lexicon_(settings.lexicon),
      wording_(kTranslationUnits, corpus ? std::move(corpus) : lexicon_corpus(lexicon_, settings.full_stop)) {
  check_limits("task.min-length", settings.min_length, "task.max-length", settings.max_length);
  const double sentences =
      std::pow(static_cast<double>(settings.lexicon.words), static_cast<double>(settings.min_length));
  if (sentences < kFewest)
    throw InputError(
        fmt::format("task.min-length: got {} with task.vocabulary {}, {:.0f} different sentences; at "
                    "least {:.0f} are needed, to hold some out",
                    settings.min_length, settings.lexicon.words, sentences, kFewest));
  for (const Lexicon::Entry& entry : lexicon_.entries()) {
    Numbers numbers{token_of(wording_.corpus()->find(entry.word)), {}};
    for (const std::string& form : entry.forms) numbers.forms.push_back(token_of(wording_.say(form)));
    numbers_.push_back(std::move(numbers));
  }
  if (settings.full_stop) full_stop_ = token_of(wording_.corpus()->find(kFullStop));
}

Spec LexicalTranslationTask::spec() const {
  const KnownCorpus& corpus = wording_.corpus();
  Spec spec = Spec::of_answers(corpus->words.size(), corpus->said.size(), 0, corpus);
  spec.tells_places = true;
  return spec;
}

Shape LexicalTranslationTask::shape(Stream& draw, Reach reach) const {
  return {draw_size(draw, settings_.min_length, settings_.max_length, reach)};
}

void LexicalTranslationTask::sample(const EpisodeRange& range, const Shape& shape, Batch& batch) const {
  thread_local std::vector<uint32_t> words, order, source, said, from;
  const Part part = part_of(range.split);
  const size_t length = shape[0], most = length * settings_.lexicon.max_fertility;
  resize_spoken(spec(), length + settings_.full_stop, most, range.count, batch);
  batch.aligned.assign(range.count * (most + 1), kNoToken);
  size_t longest = 0;
  for (size_t b = 0; b < range.count; ++b) {
    Stream stream = episode_stream(range, shape, b);
    do {
      words.clear();
      for (size_t i = 0; i < length; ++i)
        words.push_back(static_cast<uint32_t>(stream.integer(0, static_cast<int64_t>(numbers_.size()) - 1)));
    } while (part_of_words(words) != part);
    lexicon_.reorder(
        length, [](size_t place) { return size_t{words[place]}; }, order);
    source.clear();
    said.clear();
    from.clear();
    for (const uint32_t word : words) source.push_back(numbers_[word].word);
    if (settings_.full_stop) source.push_back(full_stop_);
    for (const uint32_t place : order)
      for (const uint32_t form : numbers_[words[place]].forms) {
        said.push_back(form);
        from.push_back(place);
      }
    if (settings_.full_stop) from.push_back(static_cast<uint32_t>(length));
    tell_source(batch, b, source);
    ask_for(batch, b, said);
    std::copy(from.begin(), from.end(), batch.aligned.begin() + static_cast<std::ptrdiff_t>(b * (most + 1)));
    longest = std::max(longest, said.size());
  }
  trim_answers(batch, longest);
}

Task::EvalGrid LexicalTranslationTask::eval_grid() const {
  const auto at_most = [](size_t length) { return std::min(length, kMostLength); };
  const size_t longest = settings_.max_length;
  return {{{"task.length",
            fmt::format("{},{},{}", at_most(longest), at_most(longest + longest / 2), at_most(2 * longest))}}};
}

std::unique_ptr<Judge> LexicalTranslationTask::judge() const {
  SequenceMetrics metrics;
  metrics.bleu = true;
  return std::make_unique<SequenceJudge>(std::move(metrics));
}

std::vector<Guesser> LexicalTranslationTask::guessers() const {
  // Looks that go through the source evenly, at each answer's own pace.
  Guesser diagonal{"diagonal", {"alignment_error"}, [](const Asked& asked, Stream&, Guess& guess) {
                     const size_t source = asked.batch.inputs[0].lengths[asked.episode],
                                  said = asked.batch.target.lengths[asked.episode] - 1;  // without kEnd
                     for (const uint32_t step : asked.steps) {
                       const size_t place = said == 0 ? 0 : (2 * step + 1) * source / (2 * said);
                       guess.looked.push_back(static_cast<uint32_t>(std::min(place, source - 1)));
                     }
                   }};
  Guessers all = usual_guessers(spec());
  all.push_back(std::move(diagonal));
  return all;
}

std::string LexicalTranslationTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_answer(batch, episode, wording_, answers);
}

std::vector<std::string> LexicalTranslationTask::ask(std::string_view line, Batch& batch) const {
  check_utf8(line);
  std::vector<uint32_t> source;
  for (const Word word : wording_.source(line)) source.push_back(token_of(word));
  if (source.empty() || source.size() > kMostLength)
    throw InputError(fmt::format("got {}; from 1 to {} words are needed", shown(line), kMostLength));
  ask_openly(spec(), source, batch);
  return wording_.unknown(line);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
