#include "tasks/sequences/lexical_translation.hpp"

#include <map>
#include <set>
#include <sstream>

#include "autodiff/base/error.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

std::vector<std::string> words_of_line(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

struct Translated {
  std::vector<std::string> source, target;
  std::vector<uint32_t> aligned;
};

std::vector<Translated> translated(const LexicalTranslationTask& task, const EpisodeRange& range, const Shape& shape) {
  const Batch batch = sampled(task, range, shape);
  std::vector<Translated> all;
  for (size_t b = 0; b < batch.episodes; ++b) {
    const size_t length = batch.target.lengths[b] - 1;
    const auto first = batch.aligned.begin() + static_cast<std::ptrdiff_t>(b * batch.steps());
    const auto end = first + static_cast<std::ptrdiff_t>(length);
    all.push_back(
        {words_of_line(task.source_text({batch.inputs[0].tokens.data() + b * batch.inputs[0].steps, shape[0]})),
         words_of_line(task.said_text({batch.target.tokens.data() + b * batch.steps(), length})),
         {first, end}});
    for (size_t t = length; t < batch.steps(); ++t) CHECK(batch.aligned[b * batch.steps() + t] == kNoToken);
  }
  return all;
}

}  // namespace

TEST_CASE("lexical translation: each word said comes from the word it is aligned with, in the order of the language") {
  for (const bool monotone : {false, true}) {
    LexicalTranslationSettings settings;
    settings.lexicon = {50, 0, 3, monotone, 2, 7};
    const LexicalTranslationTask task(settings);
    const Lexicon lexicon(settings.lexicon);
    std::map<std::string, Lexicon::Entry> entries;
    size_t moving = 0;
    for (const Lexicon::Entry& entry : lexicon.entries()) {
      entries[entry.word] = entry;
      moving += entry.moves;
    }
    CHECK(entries.size() == 50);
    CHECK((moving > 0) == !monotone);
    bool leaves_its_place = false;
    for (const Translated& one : translated(task, {3, Split::kTrain, 0, 60}, {9})) {
      REQUIRE(one.source.size() == 9);
      REQUIRE(one.target.size() == one.aligned.size());
      std::vector<std::string> by_hand;  // by the definition: a word that moves is said behind the two that follow it
      std::vector<uint32_t> from;
      const auto say = [&](uint32_t place) {
        for (const std::string& form : entries.at(one.source[place]).forms) {
          by_hand.push_back(form);
          from.push_back(place);
        }
      };
      for (uint32_t i = 0; i < 9; ++i) {
        if (!entries.at(one.source[i]).moves) {
          say(i);
          continue;
        }
        leaves_its_place = true;
        if (i + 1 < 9) say(i + 1);
        if (i + 2 < 9) say(i + 2);
        say(i);
        i += 2;
      }
      CHECK(one.target == by_hand);
      CHECK(one.aligned == from);
      for (size_t t = 0; t < one.target.size(); ++t) {  // "BA2" is a form of "ba"
        std::string word = one.target[t];
        while (word.back() <= '9') word.pop_back();
        for (char& c : word) c = static_cast<char>(c - 'A' + 'a');
        CHECK(word == one.source[one.aligned[t]]);
      }
    }
    CHECK(leaves_its_place == !monotone);
  }
}

TEST_CASE("lexical translation: with a full stop a sentence ends in it, and the end of the answer comes from it") {
  LexicalTranslationSettings with, without;
  with.full_stop = true;
  const LexicalTranslationTask stopped(with), task(without);
  const EpisodeRange range{3, Split::kTrain, 0, 30};
  const Batch batch = sampled(stopped, range, {9}), plain = sampled(task, range, {9});
  CHECK(batch.steps() == plain.steps());
  for (size_t b = 0; b < batch.episodes; ++b) {
    const BatchStream& source = batch.inputs[0];
    REQUIRE(source.lengths[b] == 10);
    const std::string said = stopped.source_text({&source.tokens[b * source.steps], 10});
    CHECK(said == task.source_text({&plain.inputs[0].tokens[b * 9], 9}) + " .");
    const size_t end = batch.target.lengths[b] - 1;
    CHECK(batch.target.token(b, end) == kEnd);
    CHECK(batch.aligned[b * batch.steps() + end] == 9);
    CHECK(plain.aligned[b * plain.steps() + end] == kNoToken);
  }
}

TEST_CASE("lexical translation: fertility is uniform, and no two words are said alike") {
  const Lexicon lexicon({4000, 0, 2, false, 1, 3});
  std::map<size_t, size_t> counts;
  std::set<std::string> names, forms;
  size_t all = 0, moves = 0;
  for (const Lexicon::Entry& entry : lexicon.entries()) {
    ++counts[entry.forms.size()];
    names.insert(entry.word);
    forms.insert(entry.forms.begin(), entry.forms.end());
    all += entry.forms.size();
    moves += entry.moves;
  }
  CHECK(names.size() == 4000);
  CHECK(forms.size() == all);
  for (size_t fertility = 0; fertility <= 2; ++fertility)
    CHECK(is_likely(static_cast<double>(counts[fertility]), 4000, 1. / 3));
  CHECK(is_likely(static_cast<double>(moves), 4000, 0.25));
}

TEST_CASE("lexical translation: a language stays as it is, whatever the seed of the run") {
  const LexicalTranslationTask task({});
  LexicalTranslationSettings other;
  other.lexicon.language = 2;
  CHECK(task.spec().corpus->said == LexicalTranslationTask({}).spec().corpus->said);
  CHECK(task.spec().corpus->said != LexicalTranslationTask(other).spec().corpus->said);
  LexicalTranslationSettings straight;
  straight.lexicon.monotone = true;
  CHECK(task.spec().corpus->said == LexicalTranslationTask(straight).spec().corpus->said);
}

TEST_CASE("lexical translation: held-out sentences are never trained on") {
  LexicalTranslationSettings settings;
  settings.min_length = settings.max_length = 3;
  settings.lexicon.words = 10;
  const LexicalTranslationTask task(settings);
  std::map<std::vector<std::string>, std::set<Split>> splits;
  for (const Split split : {Split::kTrain, Split::kValidation, Split::kEval})
    for (const Translated& one : translated(task, {1, split, 0, 8000}, {3})) splits[one.source].insert(split);
  CHECK(splits.size() > 990);
  size_t tested = 0;
  for (const auto& [source, in] : splits) {
    CHECK(in.size() == 1);
    tested += in.contains(Split::kEval);
  }
  CHECK(is_likely(static_cast<double>(tested), 1000, 0.1));
  settings.min_length = 2;
  CHECK_THROWS_WITH(LexicalTranslationTask(settings),
                    "task.min-length: got 2 with task.vocabulary 10, 100 different "
                    "sentences; at least 1000 are needed, to hold some out");
}

TEST_CASE("lexical translation: limits that are reversed, or a language without a word to say, are refused") {
  LexicalTranslationSettings settings;
  settings.min_length = 20;
  CHECK_THROWS_WITH(LexicalTranslationTask(settings),
                    "task.min-length: got 20; at most task.max-length (15) is needed");
  settings = {};
  settings.lexicon.max_fertility = 0;
  CHECK_THROWS_AS(LexicalTranslationTask(settings), InputError);
  CHECK(LexicalTranslationTask({}).eval_grid().at(0).at(0).values == "15,22,30");
}

TEST_CASE("lexical translation: an episode is shown with what it comes from") {
  LexicalTranslationSettings settings;
  settings.min_length = settings.max_length = 4;
  const LexicalTranslationTask task(settings);
  const Batch batch = sampled(task, {1, Split::kShow, 1, 1}, {4});
  const std::string shown = task.show(batch, 0, nullptr);
  CHECK(shown == "source  fo lo ko bi\ntarget  FO1 FO2 KO1 KO2 LO1 LO2\nfrom    1 1 3 3 2 2\n");
}
