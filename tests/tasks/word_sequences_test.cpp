// Stories as sequences of words, against sequences written by hand.

#include "tasks/stories/word_sequences.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <stdexcept>
#include <string>

#include "catalogue/catalogue.hpp"
#include "tests/support/counting_allocator.hpp"
#include "tests/support/defaults.hpp"

using namespace tapehead;

namespace {

enum : Word { kApple, kIs, kJohn, kList, kMary, kMilk, kRoom, kTook, kWhat, kWords };
constexpr size_t kStop = kWords, kAsk = kWords + 1, kDash = kWords + 2, kInputs = kWords + 3;
constexpr size_t kNothing = 1000;  // no bit, or no target

const std::vector<Word> kMaryTookMilk{kMary, kTook, kMilk}, kJohnTookApple{kJohn, kTook, kApple},
    kMaryTookUnknown{kMary, kTook, kUnknownWord}, kWhatIsMary{kWhat, kIs, kMary}, kWhatIsJohn{kWhat, kIs, kJohn},
    kMilkAlone{kMilk}, kMilkAndApple{kMilk, kApple}, kUnknownAlone{kUnknownWord}, kRoomAlone{kRoom};
const std::array<Sentence, 3> kStatements{Sentence(kMaryTookMilk), Sentence(kJohnTookApple),
                                          Sentence(kMaryTookUnknown)};
// Asked after one statement, and twice in a row after two; the last answer is a list.
const std::array<Question, 3> kQuestions{Question{kWhatIsMary, 1, kMilk, kMilkAlone, {}},
                                         Question{kWhatIsJohn, 2, kUnknownWord, kUnknownAlone, {}},
                                         Question{kWhatIsMary, 2, kList, kMilkAndApple, {}}};
const std::array<Question, 1> kLast{Question{kWhatIsJohn, 3, kRoom, kRoomAlone, {}}};

const StoryView kStory{kStatements, kQuestions}, kShort{std::span(kStatements).first(1), {kQuestions.data(), 1}},
    kSingle{kStatements, kLast};

/// Tells the three stories above in turn, in a batch as story tasks fill it.
class ThreeStories final : public Task {
 public:
  Spec spec() const override { return Spec::of_stories(kWords, 3, corpus); }
  Shape shape(Stream&, Reach) const override { return {7}; }
  bool has_sizes() const override { return false; }
  void sample(const EpisodeRange& range, const Shape&, Batch& batch) const override {
    batch.resize(spec(), 3, range.count);
    for (size_t b = 0; b < range.count; ++b) batch.tell(std::array{kStory, kShort, kSingle}[(range.first + b) % 3]);
  }
  EvalGrid eval_grid() const override { return {{{"task.ids", "1..2"}}}; }
  size_t must_hold() const override { return 5; }
  size_t episodes(Split, size_t group) const override { return group == 1 ? 2 : 3; }
  Groups groups() const override { return {"task.ids", {"1", "2"}, "error", "%", 5}; }
  std::string show(const Batch&, size_t, const Real*) const override { return "stories"; }

  std::shared_ptr<const Corpus> corpus = std::make_shared<const Corpus>(
      Corpus{{"apple", "is", "john", "milk,apple", "mary", "milk", "room", "took", "what"}, 3, 3, 3});
};

/// A step written by hand: its input's bit, and its target if it is scored.
struct Step {
  size_t input;
  size_t target = kNothing;
  bool scored = false;
};
constexpr Step answer(size_t word) { return {kDash, word, true}; }

const std::vector<Step> kWholeStory{{kMary}, {kTook}, {kMilk},    {kStop},                    //
                                    {kWhat}, {kIs},   {kMary},    {kAsk},  answer(kMilk),     //
                                    {kJohn}, {kTook}, {kApple},   {kStop},                    //
                                    {kWhat}, {kIs},   {kJohn},    {kAsk},  answer(kNothing),  // the corpus lacks it
                                    {kWhat}, {kIs},   {kMary},    {kAsk},  answer(kMilk),    answer(kApple),
                                    {kMary}, {kTook}, {kNothing}, {kStop}};
const std::vector<Step> kShortStory{{kMary}, {kTook}, {kMilk}, {kStop}, {kWhat}, {kIs}, {kMary}, {kAsk}, answer(kMilk)};
const std::vector<Step> kSingleQuestion{{kMary},  {kTook}, {kMilk}, {kStop}, {kJohn},      {kTook},
                                        {kApple}, {kStop}, {kMary}, {kTook}, {kNothing},   {kStop},
                                        {kWhat},  {kIs},   {kJohn}, {kAsk},  answer(kRoom)};

/// A number of a step, as a batch has it.
uint32_t as_token(size_t number, size_t count) { return number < count ? static_cast<uint32_t>(number) : kNoToken; }

void check_episode(const Batch& batch, size_t episode, const std::vector<Step>& expected) {
  REQUIRE(batch.steps() >= expected.size());
  CHECK(batch.inputs[0].lengths[episode] == expected.size());
  for (size_t t = 0; t < batch.steps(); ++t) {
    INFO("step " << t);
    const Step step = t < expected.size() ? expected[t] : Step{kNothing};
    CHECK(batch.inputs[0].token(episode, t) == as_token(step.input, kInputs));
    CHECK(batch.target.token(episode, t) == as_token(step.target, kWords));
    CHECK(*batch.scored(episode, t) == (step.scored ? 1 : 0));
  }
}

Batch sampled_from(const Task& task, uint64_t first, size_t count) {
  Batch batch;
  task.sample({1, Split::kTrain, first, count}, {}, batch);
  return batch;
}

const WordSequences& task() {
  static const WordSequences sequences(std::make_unique<ThreeStories>());
  return sequences;
}

}  // namespace

TEST_CASE("word sequences: whole stories, a single question and their padding are as written by hand") {
  const Batch batch = sampled_from(task(), 0, 3);
  CHECK(batch.features() == kInputs);
  CHECK(batch.outputs() == kWords);
  CHECK(batch.steps() == kWholeStory.size());
  CHECK(batch.scoring() == Scoring::kClasses);
  check_episode(batch, 0, kWholeStory);
  check_episode(batch, 1, kShortStory);
  check_episode(batch, 2, kSingleQuestion);

  const Batch last_two = sampled_from(task(), 1, 2);  // padded to the longest of its own
  CHECK(last_two.steps() == kSingleQuestion.size());
  check_episode(last_two, 0, kShortStory);
  check_episode(last_two, 1, kSingleQuestion);
}

TEST_CASE("word sequences: scored steps in a row are one answer, and two questions' answers are never in a row") {
  const Batch batch = sampled_from(task(), 0, 1);
  CHECK(batch.joined_answers);
  std::vector<size_t> runs;
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (batch.scored(0, t)[0] == 0) continue;
    if (t > 0 && batch.scored(0, t - 1)[0] != 0)
      ++runs.back();
    else
      runs.push_back(1);
  }
  CHECK(runs == std::vector<size_t>{1, 1, 2});
}

TEST_CASE("word sequences: a batch that was used before is as a new one, and filled without allocating") {
  Batch batch = sampled_from(task(), 0, 3);
  batch.joined_answers = false;
  task().sample({1, Split::kTrain, 0, 3}, {}, batch);
  const size_t before = allocation_count();
  for (uint64_t first = 0; first < 6; ++first) task().sample({1, Split::kTrain, first, 2}, {}, batch);
  CHECK(allocation_count() == before);
  CHECK(batch.joined_answers);
  check_episode(batch, 0, kSingleQuestion);
  check_episode(batch, 1, kWholeStory);
}

TEST_CASE("word sequences: all else is the story task's own") {
  const ThreeStories stories;
  const Spec spec = task().spec();
  CHECK(spec.features() == kInputs);
  CHECK(spec.outputs() == kWords);
  CHECK(spec.scoring() == Scoring::kClasses);
  CHECK(spec.epoch == 3);
  CHECK(spec.corpus->words == stories.corpus->words);
  Stream draw(1, Split::kTrain, Purpose::kShape, 0);
  CHECK(task().shape(draw, {})[0] == 7);
  CHECK_FALSE(task().has_sizes());
  CHECK(task().eval_grid().at(0).at(0).option == "task.ids");
  CHECK(task().must_hold() == 5);
  CHECK(task().episodes(Split::kTest, 1) == 2);
  CHECK(task().episodes(Split::kTest, kAllGroups) == 3);
  CHECK(task().groups() == stories.groups());
}

TEST_CASE("word sequences: an episode is shown line by line, its answers behind their questions") {
  const Batch batch = sampled_from(task(), 0, 2);
  CHECK(task().show(batch, 0, nullptr) ==
        "mary took milk .\n"
        "what is mary ? - milk\n"
        "john took apple .\n"
        "what is john ? - (unknown)\n"
        "what is mary ? - milk - apple\n"
        "mary took (unknown) .\n");
  std::vector<Real> answers(batch.steps() * kWords, Real(0.01));
  answers[8 * kWords + kRoom] = Real(0.75);
  CHECK(task().show(batch, 1, answers.data()) ==
        "mary took milk .\n"
        "what is mary ? - milk (answered room, 0.75)\n");
}

TEST_CASE("word sequences: they are what a model is given that does not read stories") {
  Settings babi;
  for (const TaskRow& row : task_rows())
    if (row.info.name == "babi")
      for (const Option& option : row.info.options) babi.set(option.name, option.value);
  babi.set("task", "babi");
  babi.set("task.questions", "20");
  babi.set("task.test-questions", "1");
  const Spec alone = make_task(babi)->spec();
  CHECK(alone.tells_stories());
  babi.set("model", "memory-network");
  CHECK(make_task(babi)->spec().tells_stories());
  babi.set("model", "memory-machine");
  CHECK(make_task(babi)->spec().features() == alone.outputs() + 3);
}

TEST_CASE("word sequences: a task that tells no stories is refused") {
  Settings copy;
  copy.set("task", "copy");
  testing::add_defaults(testing::task_row("copy").info, copy);
  CHECK_THROWS_AS(WordSequences(make_task(copy)), std::invalid_argument);
}
