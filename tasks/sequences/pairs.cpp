#include "tasks/sequences/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "autodiff/base/error.hpp"
#include "tasks/data/text/lines.hpp"
#include "tasks/episode/permutation.hpp"
#include "tasks/episode/spoken_batch.hpp"
#include "tasks/guessers/guessers.hpp"
#include "tasks/sequences/shown_answer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

uint64_t hash_of_tokens(std::span<const uint32_t> tokens) {
  return hash_of({reinterpret_cast<const char*>(tokens.data()), tokens.size_bytes()});
}

/// A number that other training pairs would hardly have.
uint64_t fingerprint(std::span<const Pair> pairs) {
  uint64_t hash = 0;
  for (const Pair& pair : pairs) hash = hash_of(pair.target, hash_of(pair.source, hash));
  return hash;
}

KnownCorpus pairs_corpus(const PairsSettings& settings, const PartedPairs& pairs) {
  std::vector<Pair> seen = pairs.train;
  if (settings.words_of_all)
    for (const auto* part : {&pairs.validation, &pairs.test}) seen.insert(seen.end(), part->begin(), part->end());
  Corpus corpus = corpus_of(seen, settings.units, settings.from);
  corpus.episodes = pairs.train.size();
  corpus.stories = fingerprint(pairs.train);
  return std::make_shared<const Corpus>(std::move(corpus));
}

}  // namespace

PairsTask::PairsTask(PairsSettings settings, const PartedPairs& pairs, KnownCorpus corpus)
    : settings_(std::move(settings)),
      wording_(settings_.units, corpus ? std::move(corpus) : pairs_corpus(settings_, pairs)) {
  const size_t all = pairs.train.size() + pairs.validation.size() + pairs.test.size();
  const auto check = [&](const std::vector<Pair>& part, const char* what) {
    if (part.empty())
      throw InputError(fmt::format("{}: got {} {}, of which none {}; more pairs, or a greater share, are needed",
                                   settings_.from, all, all == 1 ? "pair" : "pairs", what));
  };
  check(pairs.train, "is to train on");
  check(pairs.validation, "is held out for validation");
  check(pairs.test, "is held out for testing");
  add(pairs.train, false, train_);
  add(pairs.validation, true, validation_);
  add(pairs.test, true, test_);
  for (uint32_t i = 0; i < items_.size(); ++i) by_source_.emplace_back(hash_of_tokens(source(items_[i])), i);
  std::sort(by_source_.begin(), by_source_.end());
}

void PairsTask::add(std::span<const Pair> pairs, bool sources_once, std::vector<uint32_t>& part) {
  std::unordered_set<std::string_view> seen;
  for (const Pair& pair : pairs) {
    const auto append = [&](const std::vector<Word>& words) {
      for (const Word word : words) tokens_.push_back(token_of(word));
      return static_cast<uint32_t>(tokens_.size());
    };
    const auto begin = static_cast<uint32_t>(tokens_.size()), middle = append(wording_.source(pair.source));
    if (!sources_once || seen.insert(pair.source).second) part.push_back(static_cast<uint32_t>(items_.size()));
    items_.push_back({begin, middle, append(wording_.said(pair.target))});
  }
}

Spec PairsTask::spec() const {
  const KnownCorpus& corpus = wording_.corpus();
  return Spec::of_answers(corpus->words.size(), corpus->said.size(), corpus->episodes, corpus);
}

const std::vector<uint32_t>& PairsTask::part(Split split) const {
  const Part of = part_of(split);
  return of == Part::kTrain ? train_ : of == Part::kValidation ? validation_ : test_;
}

size_t PairsTask::episodes(Split split, size_t) const { return part(split).size(); }

void PairsTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const std::vector<uint32_t>& all = part(range.split);
  const auto item = [&](size_t b) -> const Item& {
    const uint64_t k = range.first + b;
    return items_[all[range.split == Split::kTrain ? element_of(range.seed, range.split, k, all.size())
                                                   : static_cast<size_t>(k % all.size())]];
  };
  thread_local std::vector<const Item*> items;
  items.clear();
  size_t longest = 0, most = 0;
  for (size_t b = 0; b < range.count; ++b) {
    items.push_back(&item(b));
    longest = std::max(longest, source(*items[b]).size());
    most = std::max(most, target(*items[b]).size());
  }
  resize_spoken(spec(), longest, most, range.count, batch);
  for (size_t b = 0; b < range.count; ++b) {
    tell_source(batch, b, source(*items[b]));
    ask_for(batch, b, target(*items[b]));
  }
}

std::vector<std::span<const uint32_t>> PairsTask::right_answers(const Batch& batch, size_t episode) const {
  const BatchStream& read = batch.inputs[0];
  const std::span<const uint32_t> asked(read.tokens.data() + episode * read.steps, read.lengths[episode]);
  std::vector<std::span<const uint32_t>> right;
  const uint64_t hash = hash_of_tokens(asked);
  for (auto found = std::lower_bound(by_source_.begin(), by_source_.end(), std::pair{hash, uint32_t{0}});
       found != by_source_.end() && found->first == hash; ++found) {
    const Item& item = items_[found->second];
    const auto given = source(item);
    if (std::equal(given.begin(), given.end(), asked.begin(), asked.end())) right.push_back(target(item));
  }
  return right;
}

std::unique_ptr<Judge> PairsTask::judge() const {
  SequenceMetrics metrics = settings_.metrics;
  metrics.right = [this](const Batch& batch, size_t episode) { return right_answers(batch, episode); };
  return std::make_unique<SequenceJudge>(std::move(metrics));
}

std::vector<Guesser> PairsTask::guessers() const {
  Guessers all = usual_guessers(spec());
  const auto& words = wording_.corpus()->words;
  if (std::none_of(words.begin(), words.end(),
                   [&](const std::string& word) { return wording_.say(word) != kUnknownWord; }))
    return all;
  all.push_back({"echo", {"error"}, [this](const Asked& asked, Stream&, Guess& guess) {
                   const BatchStream& source = asked.batch.inputs[0];
                   guess.said.emplace();
                   for (size_t t = 0; t < source.lengths[asked.episode]; ++t)
                     if (const uint32_t word = source.token(asked.episode, t); word != kNoToken)
                       guess.said->push_back(token_of(wording_.say(wording_.corpus()->words[word])));
                 }});
  return all;
}

std::string PairsTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_answer(batch, episode, wording_, answers);
}

std::vector<std::string> PairsTask::ask(std::string_view asked, Batch& batch) const {
  check_utf8(asked);
  const std::string_view line = trimmed(asked);  // as the files' readers do
  const std::string text = settings_.lower_case ? lower_case(line) : std::string(line);
  std::vector<uint32_t> tokens;
  for (const Word word : wording_.source(text)) tokens.push_back(token_of(word));
  if (tokens.empty()) throw InputError("got an empty line; a source is needed");
  if (settings_.longest > 0 && tokens.size() > settings_.longest)
    throw InputError(fmt::format("got {} {}; at most {} are needed", tokens.size(), name_of(settings_.units.source),
                                 settings_.longest));
  ask_openly(spec(), tokens, batch);
  return wording_.unknown(text);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
