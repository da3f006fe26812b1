#include "tasks/stories/babi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "autodiff/base/error.hpp"
#include "tasks/data/babi/files.hpp"
#include "tasks/data/babi/filler.hpp"
#include "tasks/data/babi/format.hpp"
#include "tasks/episode/permutation.hpp"
#include "tasks/stories/shown_story.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The stories of a task, as text.
struct Told {
  std::vector<Story> train;
  std::optional<std::vector<Story>> valid, test;
};

Told told_by_files(const BabiSettings& settings, int id) {
  const BabiFiles files = find_babi_files(settings.path, id);
  const auto read = [&](const std::string& path, Split split) {
    std::vector<Story> stories = read_babi(path);
    add_filler({id, settings.seed, split}, settings.filler, stories);
    return stories;
  };
  const auto if_there = [&](const std::string& path, Split split) {
    return path.empty() ? std::nullopt : std::optional(read(path, split));
  };
  return {read(files.train, Split::kTrain), if_there(files.valid, Split::kValidation),
          if_there(files.test, Split::kEval)};
}

Told told_by_generator(const BabiSettings& settings, int id) {
  const auto stories = [&](Split split, size_t questions) {
    return told_babi({id, settings.seed, split}, questions, settings.filler);
  };
  // The same splits as those of `tapehead generate`, whose files hold the same stories.
  return {stories(Split::kTrain, settings.questions), std::nullopt, stories(Split::kEval, settings.test_questions)};
}

}  // namespace

/// Episodes first … first + count − 1 of a set.
struct BabiTask::Part {
  const StorySet* set;
  size_t first, count;
};

BabiTask::BabiTask(const BabiSettings& settings, KnownCorpus corpus) : settings_(settings), corpus_(std::move(corpus)) {
  const std::string from = settings.path.empty() ? "task.source built-in" : settings.path;
  std::vector<Told> told;
  for (const int id : settings.ids)
    told.push_back(settings.path.empty() ? told_by_generator(settings, id) : told_by_files(settings, id));

  Corpus own;
  if (!corpus_) {
    WordCollector words;
    for (const Told& task : told) {
      words.add(task.train, from);
      if (task.valid) words.add(*task.valid, from);
      if (task.test) words.add(*task.test, from);
    }
    own.words = words.sorted();
    own.sentence = words.longest();
  }
  const Corpus& known = corpus_ ? *corpus_ : own;
  const auto in_numbers = [&](const std::optional<std::vector<Story>>& stories) {
    return stories ? std::optional<StorySet>(std::in_place, *stories, known) : std::nullopt;
  };
  for (size_t i = 0; i < told.size(); ++i) {
    sources_.push_back(
        {settings.ids[i], StorySet(told[i].train, known), in_numbers(told[i].valid), in_numbers(told[i].test)});
    if (trained_on(sources_.back()) == 0)
      throw InputError(fmt::format("{}: got 1 {} of task {}; at least 2 are needed, to train and to validate", from,
                                   settings.whole_stories ? "story" : "question", settings.ids[i]));
  }
  if (corpus_) return;
  for (const Source& source : sources_)
    for (size_t i = 0; i < trained_on(source); ++i) {
      const StoryView story = view(source.train, i);
      own.statements = std::max<size_t>(own.statements, story.questions.back().known);
    }
  own.episodes = episodes(Split::kTrain);
  own.stories = fingerprint();
  corpus_ = std::make_shared<const Corpus>(std::move(own));
}

Spec BabiTask::spec() const { return Spec::of_stories(corpus_->words.size(), corpus_->episodes, corpus_); }

uint64_t BabiTask::fingerprint() const {  // FNV-1a (Fowler, Noll & Vo) of all training words and answers
  uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::span<const Word> words) {
    for (const Word word : words) hash = (hash ^ word) * 0x100000001b3;
    hash = (hash ^ kUnknownWord) * 0x100000001b3;  // the end of a sentence
  };
  for (const Source& source : sources_)
    for (size_t i = 0; i < trained_on(source); ++i) {
      const StoryView story = view(source.train, i);
      for (const Sentence& statement : story.statements) add(statement);
      for (const Question& question : story.questions) {
        add(question.words);
        add(question.answer_words);
      }
    }
  return hash;
}

size_t BabiTask::trained_on(const Source& source) const {
  const size_t all = count(source.train);
  return source.valid ? all : all - (all + 9) / 10;
}

BabiTask::Part BabiTask::part(const Source& source, Split split) const {
  const size_t trained = trained_on(source);
  const Part held_out = source.valid ? Part{&*source.valid, 0, count(*source.valid)}
                                     : Part{&source.train, trained, count(source.train) - trained};
  switch (split) {
    case Split::kTrain:
    case Split::kShow: return {&source.train, 0, trained};
    case Split::kValidation:
    case Split::kCheck:
    case Split::kFinal: return held_out;
    case Split::kEval: return source.test ? Part{&*source.test, 0, count(*source.test)} : held_out;
    case Split::kTest:
      if (source.test) return {&*source.test, 0, count(*source.test)};
      throw InputError(
          fmt::format("--split test: {} has no {}; a directory with test files is needed, or --split eval, "
                      "which takes what training left of the train file",
                      settings_.path, babi_file_names(source.id, "test")));
  }
  throw std::invalid_argument("babi: no such split");
}

size_t BabiTask::episodes(Split split, size_t group) const {
  if (group != kAllGroups) return part(sources_.at(group), split).count;
  size_t all = 0;
  for (const Source& source : sources_) all += part(source, split).count;
  return all;
}

Groups BabiTask::groups() const {
  constexpr double kFailed = 5;  // a task with a greater share of wrong answers has failed (Weston et al. 2015)
  Groups groups{"task.ids", {}, "error", "%", kFailed};
  for (const Source& source : sources_) groups.values.push_back(std::to_string(source.id));
  return groups;
}

StoryView BabiTask::find(Split split, size_t group, size_t number) const {
  if (group != kAllGroups) {
    const Part only = part(sources_.at(group), split);
    return view(*only.set, only.first + number);
  }
  for (const Source& source : sources_) {
    const Part next = part(source, split);
    if (number < next.count) return view(*next.set, next.first + number);
    number -= next.count;
  }
  throw std::invalid_argument("babi: no such episode");
}

void BabiTask::sample(const EpisodeRange& range, const Shape&, Batch& batch) const {
  const size_t all = episodes(range.split, range.group);
  thread_local std::vector<StoryView> stories;
  stories.clear();
  size_t most = 0;
  for (uint64_t k = range.first; k < range.first + range.count; ++k) {
    const size_t number = range.split == Split::kTrain ? element_of(range.seed, range.split, k, all) : k % all;
    stories.push_back(find(range.split, range.group, number));
    most = std::max(most, stories.back().questions.size());
  }
  batch.resize(spec(), most, range.count);
  for (const StoryView& story : stories) batch.tell(story);
  for (size_t b = 0; b < batch.episodes; ++b) {
    const auto questions = batch.stories()[b].questions;
    for (size_t q = 0; q < questions.size(); ++q) batch.ask(b, q, token_of(questions[q].answer));
    batch.target.lengths[b] = static_cast<uint32_t>(questions.size());
  }
}

std::string BabiTask::show(const Batch& batch, size_t episode, const Real* answers) const {
  return shown_story(batch.stories()[episode], *corpus_, answers);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
