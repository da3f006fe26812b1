#include "tasks/data/text/story_set.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

#include "tasks/data/babi/files.hpp"
#include "tasks/data/babi/format.hpp"
#include "tests/support/babi_folder.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

Corpus corpus_of(const std::vector<Story>& stories) {
  WordCollector collector;
  collector.add(stories, "test");
  return {collector.sorted()};
}

std::vector<std::string> texts(Sentence words, const Corpus& corpus) {
  std::vector<std::string> texts;
  for (const Word word : words) texts.push_back(word == kUnknownWord ? "?" : corpus.words.at(word));
  return texts;
}

/// Whether `asked` is line `line` of `story`, and `statements` are those before it.
void check_question(const Story& story, size_t line, const Question& asked, std::span<const Sentence> statements,
                    const Corpus& corpus) {
  CHECK(texts(asked.words, corpus) == words_of(story[line].text));
  CHECK(texts(asked.answer_words, corpus) == answer_words(story[line].answer));
  CHECK(asked.answer == corpus.find(answer_class(story[line].answer)));
  size_t known = 0;
  std::vector<size_t> line_of;
  for (size_t i = 0; i < line; ++i) {
    if (story[i].is_question()) continue;
    REQUIRE(known < statements.size());
    CHECK(texts(statements[known++], corpus) == words_of(story[i].text));
    line_of.push_back(i + 1);
  }
  CHECK(asked.known == known);
  REQUIRE(asked.supports.size() == story[line].supports.size());
  for (size_t i = 0; i < asked.supports.size(); ++i) CHECK(line_of.at(asked.supports[i]) == story[line].supports[i]);
}

/// Every story and question of the set against the text, in plain loops.
void check_set(const StorySet& set, const std::vector<Story>& stories, const Corpus& corpus) {
  size_t story_number = 0, question_number = 0;
  for (const Story& story : stories) {
    size_t asked = 0;
    for (size_t line = 0; line < story.size(); ++line) {
      if (!story[line].is_question()) continue;
      const StoryView whole = set.story(story_number), alone = set.question(question_number++);
      REQUIRE(alone.questions.size() == 1);
      CHECK(alone.statements.size() == alone.questions[0].known);
      check_question(story, line, alone.questions[0], alone.statements, corpus);
      REQUIRE(asked < whole.questions.size());
      check_question(story, line, whole.questions[asked++], whole.statements, corpus);
      CHECK(whole.statements.size() == whole.questions.back().known);
    }
    if (asked == 0) continue;
    CHECK(set.story(story_number).questions.size() == asked);
    ++story_number;
  }
  CHECK(set.stories() == story_number);
  CHECK(set.questions() == question_number);
}

const std::vector<Story> kStories{
    {{"Mary got the milk.", "", {}},
     {"Who is Mary?", "mary", {1}},
     {"Mary got the football.", "", {}},
     {"John left.", "", {}},
     {"What has Mary?", "milk,football", {3, 1}},
     {"What has mary?", "Milk,Football", {}},
     {"Mary left.", "", {}}},
    {{"Nobody asks.", "", {}}},
    {{"Who is there?", "nobody", {}}},
    {{"John left.", "", {}}, {"Where is he?", "no idea", {1, 1}}},
};

}  // namespace

TEST_CASE("story set: questions know what came before them, and supports are numbers of statements") {
  const Corpus corpus = corpus_of(kStories);
  const StorySet set(kStories, corpus);
  CHECK(set.stories() == 3);
  CHECK(set.questions() == 5);
  check_set(set, kStories, corpus);
  CHECK(set.story(0).statements.size() == 3);
  CHECK(std::vector<uint32_t>(set.question(1).questions[0].supports.begin(),
                              set.question(1).questions[0].supports.end()) == std::vector<uint32_t>{1, 0});
  CHECK(set.question(2).questions[0].answer == set.question(1).questions[0].answer);
  CHECK(corpus.words.at(set.question(1).questions[0].answer) == "milk,football");
  CHECK(corpus.words.at(set.question(4).questions[0].answer) == "no,idea");
  CHECK(set.question(3).statements.empty());
}

TEST_CASE("story set: a word that the corpus lacks is unknown, and so is an answer") {
  const Corpus corpus{{"football", "got", "mary", "milk", "the", "what"}};
  const StorySet set(kStories, corpus);
  CHECK(texts(set.question(0).statements[0], corpus) == std::vector<std::string>{"mary", "got", "the", "milk"});
  CHECK(texts(set.question(1).statements[2], corpus) == std::vector<std::string>{"?", "?"});
  CHECK(texts(set.question(1).questions[0].words, corpus) == std::vector<std::string>{"what", "?", "mary"});
  CHECK(texts(set.question(1).questions[0].answer_words, corpus) == std::vector<std::string>{"milk", "football"});
  CHECK(set.question(1).questions[0].answer == kUnknownWord);
  CHECK(corpus.words.at(set.question(0).questions[0].answer) == "mary");
  CHECK(set.question(3).questions[0].answer == kUnknownWord);
}

TEST_CASE("story set: views outlive the set's moving") {
  const Corpus corpus = corpus_of(kStories);
  StorySet set(kStories, corpus);
  const StoryView before = set.story(0);
  const StorySet moved = std::move(set);
  check_set(moved, kStories, corpus);
  CHECK(before.questions.data() == moved.story(0).questions.data());
  CHECK(before.statements.data() == moved.story(0).statements.data());
}

TEST_CASE("story set: a support that is no earlier statement is a mistake") {
  const auto set = [](const Story& story) { return StorySet({story}, corpus_of({story})); };
  const StoryLine statement{"Mary left.", "", {}};
  CHECK_NOTHROW(set({statement, {"Who left?", "mary", {1}}}));
  for (const uint32_t support : {0u, 2u, 3u, ~0u})
    CHECK_THROWS_AS(set({statement, {"Who left?", "mary", {support}}, statement}), std::invalid_argument);
  CHECK_THROWS_AS(set({statement, {"Who left?", "mary", {1}}, {"Who left?", "mary", {2}}}), std::invalid_argument);
}

TEST_CASE("story set: real stories", "[published]") {
  const auto folder = published_babi("en");
  for (const int id : {1, 8, 15, 18, 20}) {
    const auto stories = read_babi(find_babi_files(folder.string(), id).train);
    const Corpus corpus = corpus_of(stories);
    check_set(StorySet(stories, corpus), stories, corpus);
  }
}
