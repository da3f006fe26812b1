// Conformance: tests every task's row as it stands in the catalogue.

#include <fmt/format.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/metrics/metric.hpp"
#include "tasks/episode/spoken_task.hpp"
#include "tasks/judges/judge.hpp"
#include "tests/support/counting_allocator.hpp"
#include "tests/support/defaults.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;
namespace fs = std::filesystem;

namespace {

constexpr Split kSplits[] = {Split::kTrain, Split::kValidation, Split::kCheck,
                             Split::kFinal, Split::kEval,       Split::kShow};
constexpr size_t kEpisodes = 7;

/// The splits of a task: most have no test set.
std::vector<Split> splits_of(const Task& task) {
  std::vector<Split> splits(std::begin(kSplits), std::end(kSplits));
  try {
    task.episodes(Split::kTest);
    splits.push_back(Split::kTest);
  } catch (const InputError&) {}
  return splits;
}

/// A file for a task that reads one and has no built-in episodes; empty if it has.
std::string file_for(const std::string& task) {
  std::string text;
  if (task == "file") {  // sequences of different lengths, partly scored
    text = "episode,in.1,in.2,in.3,out.1,out.2\n";
    for (int e = 0; e < 12; ++e)
      for (int t = 0; t <= e % 4; ++t) text += fmt::format("{},{},{},1,{},1\n", e, e * 0.5 - 3, t, t ? "" : "0.5");
  }
  const auto word = [](int i) { return std::string(1 + static_cast<size_t>(i) % 5, static_cast<char>('a' + i % 26)); };
  if (task == "pairs")
    for (int i = 0; i < 300; ++i) text += fmt::format("{}{}\t{}\n", word(i), word(i / 26), word(i + 1));
  if (task == "pronunciation")  // some words are said in two ways
    for (int i = 0; i < 300; ++i)
      text += fmt::format("{}{}{}  {} AH{}\n", word(i), word(i / 26), i % 7 ? "" : "(2)", i % 3 ? "B" : "K AE1", i % 2);
  return text;
}

struct TaskFile {
  explicit TaskFile(const std::string& task) : text(file_for(task)) {
    if (!text.empty()) std::ofstream(path) << text;
  }
  ~TaskFile() { fs::remove(path); }
  const std::string text;
  const fs::path path = fs::temp_directory_path() / ("tapehead-task-catalogue-" + std::to_string(getpid()) + ".txt");
};

/// A row's task, with the defaults of its options.
struct Made {
  explicit Made(const TaskRow& row) : file(row.info.name) {
    INFO("task " << row.info.name);
    settings.set("task", row.info.name);
    testing::add_defaults(row.info, settings);
    if (!file.text.empty()) settings.set("task.path", file.path.string());
    task = make_task(settings);
  }

  Shape shape(Split split, uint64_t batch, Reach reach = {}) const {
    Stream draw(1, split, Purpose::kShape, batch);
    return task->shape(draw, reach);
  }
  Batch sample(Split split, uint64_t first, size_t count, const Shape& shape, uint64_t seed = 1) const {
    Batch batch;
    task->sample({seed, split, first, count}, shape, batch);
    return batch;
  }

  const TaskFile file;
  Settings settings;
  std::unique_ptr<Task> task;
};

/// Calls `check` for every row except aliases.
template <class Check>
void for_every_task(Check check) {
  for (const TaskRow& row : task_rows()) {
    if (!row.info.stands_for.empty()) continue;
    INFO("task " << row.info.name);
    check(Made(row));
  }
}

bool same(const StoryView& a, const StoryView& b) {
  const auto equal = [](const auto& x, const auto& y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); };
  return std::equal(a.statements.begin(), a.statements.end(), b.statements.begin(), b.statements.end(), equal) &&
         std::equal(a.questions.begin(), a.questions.end(), b.questions.begin(), b.questions.end(),
                    [&](const Question& x, const Question& y) {
                      return equal(x.words, y.words) && x.known == y.known && x.answer == y.answer &&
                             equal(x.answer_words, y.answer_words) && equal(x.supports, y.supports);
                    });
}

bool same(const BatchStream& a, const BatchStream& b) {
  return a.shape == b.shape && a.steps == b.steps && a.lengths == b.lengths && a.values == b.values &&
         a.tokens == b.tokens &&
         std::equal(a.stories.begin(), a.stories.end(), b.stories.begin(), b.stories.end(),
                    [](const StoryView& x, const StoryView& y) { return same(x, y); });
}

bool same(const Batch& a, const Batch& b) {
  return a.episodes == b.episodes && a.mask == b.mask && a.joined_answers == b.joined_answers &&
         a.aligned == b.aligned && a.boxes == b.boxes && same(a.target, b.target) &&
         std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(), b.inputs.end(),
                    [](const BatchStream& x, const BatchStream& y) { return same(x, y); });
}

/// A PNG file of the first picture of a stream.
std::string file_of(const BatchStream& pictures, const TestFolder& folder) {
  const Layout layout = pictures.shape.layout;
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i < layout.size(); ++i)
    bytes.push_back(static_cast<uint8_t>(std::lround(pictures.values[i] * 255)));
  return folder.write("asked.png", png_bytes(bytes, layout.height, layout.width, layout.channels)).string();
}

bool silent(const Real* begin, const Real* end) {
  return std::all_of(begin, end, [](Real x) { return x == 0; });
}

/// Whether episode b of a stream equals that of `one`, a batch of this episode alone, followed by padding.
bool is_padded(const BatchStream& all, size_t b, const BatchStream& one) {
  if (one.steps > all.steps || one.shape != all.shape || one.lengths[0] != all.lengths[b]) return false;
  if (all.shape.kind == StreamKind::kStories) return same(all.stories.at(b), one.stories.at(0));
  for (size_t t = 0; t < all.steps; ++t) {
    const bool there = t < one.steps;
    if (all.shape.kind == StreamKind::kTokens && all.token(b, t) != (there ? one.token(0, t) : kNoToken)) return false;
    if (all.shape.kind != StreamKind::kReal) continue;
    const Real* const numbers = all.at(b, t);
    if (there ? !std::equal(numbers, numbers + all.width(), one.at(0, t)) : !silent(numbers, numbers + all.width()))
      return false;
  }
  return true;
}

bool is_padded(const Batch& batch, size_t b, const Batch& single) {
  const size_t rows = batch.scored_rows();
  const Real* const mask = batch.scored(b, 0);
  for (size_t t = 0; !batch.aligned.empty() && t < batch.steps(); ++t)
    if (batch.aligned[b * batch.steps() + t] != (t < single.steps() ? single.aligned[t] : kNoToken)) return false;
  for (size_t t = 0; !batch.boxes.empty() && t < batch.steps(); ++t)
    if (batch.boxes[b * batch.steps() + t] != (t < single.steps() ? single.boxes[t] : Box{})) return false;
  for (size_t i = 0; i < batch.inputs.size(); ++i)
    if (!is_padded(batch.inputs[i], b, single.inputs[i])) return false;
  return is_padded(batch.target, b, single.target) && std::equal(single.mask.begin(), single.mask.end(), mask) &&
         silent(mask + single.mask.size(), mask + batch.steps() * rows);
}

}  // namespace

TEST_CASE("tasks: a batch has the sizes its task publishes") {
  for_every_task([](const Made& made) {
    const Spec spec = made.task->spec();
    for (const Split split : splits_of(*made.task)) {
      const Batch batch = made.sample(split, 0, kEpisodes, made.shape(split, 0));
      REQUIRE(batch.inputs.size() == spec.input_count);
      for (size_t i = 0; i < spec.input_count; ++i) CHECK(batch.inputs[i].shape == spec.inputs()[i]);
      CHECK(batch.target.shape == spec.target);
      CHECK(batch.episodes == kEpisodes);
      CHECK(batch.steps() > 0);
      CHECK((batch.aligned.empty() || batch.aligned.size() == batch.steps() * kEpisodes));
      CHECK((batch.boxes.empty() || batch.boxes.size() == batch.steps() * kEpisodes));
      for (const BatchStream* stream : {&batch.inputs[0], &batch.inputs.back(), &batch.target}) {
        const size_t cells = stream->steps * kEpisodes;
        CHECK(stream->lengths.size() == kEpisodes);
        CHECK(stream->values.size() == (stream->shape.kind == StreamKind::kReal ? stream->width() * cells : 0));
        CHECK(stream->tokens.size() == (stream->shape.kind == StreamKind::kTokens ? cells : 0));
        CHECK(stream->stories.size() == (stream->shape.kind == StreamKind::kStories ? kEpisodes : 0));
      }
      CHECK(batch.mask.size() == batch.scored_rows() * batch.steps() * kEpisodes);
      CHECK(batch.tells_stories() == spec.tells_stories());
      const bool answers_a_source = spec.says() && spec.input_count > 1;
      CHECK(spec.tells_places == (answers_a_source && !(batch.aligned.empty() && batch.boxes.empty())));
    }
  });
}

TEST_CASE("tasks: masks are 0 or 1, targets probabilities, and every episode is scored somewhere") {
  for_every_task([](const Made& made) {
    for (const Split split : splits_of(*made.task))
      for (uint64_t number = 0; number < 5; ++number) {
        const Batch batch = made.sample(split, number * kEpisodes, kEpisodes, made.shape(split, number));
        CHECK(std::all_of(batch.inputs[0].values.begin(), batch.inputs[0].values.end(),
                          [](Real x) { return std::isfinite(x); }));
        CHECK(std::all_of(batch.mask.begin(), batch.mask.end(), [](Real m) { return m == 0 || m == 1; }));
        CHECK(std::all_of(batch.target.values.begin(), batch.target.values.end(),
                          [](Real y) { return y >= 0 && y <= 1; }));
        for (size_t b = 0; b < batch.episodes; ++b)
          CHECK_FALSE(silent(batch.scored(b, 0), batch.scored(b, 0) + batch.steps() * batch.scored_rows()));
      }
  });
}

TEST_CASE("tasks: where answers come last, input is silent from the first scored step on, and not before") {
  std::set<std::string> last;
  for_every_task([&](const Made& made) {
    const Spec spec = made.task->spec();
    for (const Split split : splits_of(*made.task)) {
      const Batch batch = made.sample(split, 0, kEpisodes, made.shape(split, 0));
      CHECK(batch.answers_last == spec.answers_last);
      if (!spec.answers_last) continue;
      last.insert(made.settings.text("task"));
      const BatchStream& input = batch.inputs[0];
      const auto is_silent = [&](size_t b, size_t t) {
        return input.shape.kind == StreamKind::kTokens ? input.token(b, t) == input.width() - 1
                                                       : silent(input.at(b, t), input.at(b, t) + input.width());
      };
      for (size_t b = 0; b < batch.episodes; ++b) {
        const size_t begins = batch.answer_begins(b);
        REQUIRE(begins > 0);
        CHECK_FALSE(is_silent(b, begins - 1));
        for (size_t t = begins; t < batch.steps(); ++t) CHECK(is_silent(b, t));
      }
    }
  });
  CHECK(last == std::set<std::string>{"add", "associative-recall", "chomsky", "copy", "priority-sort", "repeat-copy",
                                      "reverse", "sort"});
}

TEST_CASE("tasks: what is not scored has no target") {
  for_every_task([](const Made& made) {
    const Batch batch = made.sample(Split::kTrain, 0, kEpisodes, made.shape(Split::kTrain, 0));
    const bool classes = batch.scoring() == Scoring::kClasses;
    const size_t each = batch.outputs() / batch.scored_rows();  // numbers that are scored as one
    for (size_t i = 0; i < batch.mask.size(); ++i) {
      if (batch.mask[i] != 0) continue;
      const Real* const values = classes ? nullptr : batch.target.values.data() + i * each;
      if (classes ? batch.target.tokens[i] != kNoToken : !silent(values, values + each))
        FAIL_CHECK("a target that is not scored, at " << i);
    }
  });
}

TEST_CASE("tasks: the same episodes have the same bits, in a batch that was used before too") {
  for_every_task([](const Made& made) {
    for (const Split split : splits_of(*made.task)) {
      const Shape shape = made.shape(split, 3);
      CHECK(shape == made.shape(split, 3));
      const Batch once = made.sample(split, 21, kEpisodes, shape);
      Batch twice = made.sample(split, 0, 2 * kEpisodes, made.shape(split, 0));
      made.task->sample({1, split, 21, kEpisodes}, shape, twice);
      CHECK(same(once, twice));
    }
  });
}

TEST_CASE("tasks: a batch says how it is scored, and where of classes one is asked for, it is one") {
  for_every_task([](const Made& made) {
    const Scoring scoring = made.task->spec().scoring();
    Batch batch;
    batch.resize(scoring == Scoring::kBits ? Spec::of_tokens(3, 3) : Spec(3, 3), 5, 2);  // used before, otherwise
    made.task->sample({1, Split::kTrain, 0, kEpisodes}, made.shape(Split::kTrain, 0), batch);
    CHECK(batch.scoring() == scoring);
    if (scoring != Scoring::kClasses) return;
    for (size_t b = 0; b < batch.episodes; ++b)
      for (size_t t = 0; t < batch.steps(); ++t) {
        const uint32_t target = batch.target.token(b, t);
        CHECK((target == kNoToken || target < batch.outputs()));
        CHECK((target != kNoToken) == (*batch.scored(b, t) == 1));
      }
  });
}

/// The judge's result for wrong answers to a few episodes; `spoken`: each answer is empty.
Score score_of_nothing(const Task& task, const Batch& batch, bool spoken) {
  std::vector<uint32_t> steps;
  for (uint32_t t = 0; t < batch.steps(); ++t) steps.push_back(t);
  const size_t outputs = batch.outputs(), each = outputs * steps.size();
  const std::vector<Real> logits(each * batch.episodes, Real{0});
  const auto judge = task.judge();
  for (size_t b = 0; b < batch.episodes; ++b) {
    Paper paper{batch, b, {logits.data(), outputs, steps.size(), batch.episodes, outputs, each}, steps, 1.0};
    if (spoken) paper.said = std::span<const uint32_t>();
    judge->mark(paper);
  }
  return judge->score();
}

TEST_CASE("tasks: every metric that a judge tells has a row, and they tell which is the goal") {
  for_every_task([](const Made& made) {
    const Spec spec = made.task->spec();
    const Batch batch = made.sample(Split::kValidation, 0, kEpisodes, made.shape(Split::kValidation, 0));
    for (const bool spoken : {false, true}) {
      if (spoken && !(spec.says() && spec.reads())) continue;
      const Score score = score_of_nothing(*made.task, batch, spoken);
      CHECK(score.goal == made.task->judge()->goal(spoken));
      for (const Metric& metric : score.metrics) {
        INFO("metric " << metric.name);
        CHECK(find_metric(metric.name) != nullptr);
      }
      CHECK(score.goal == goal_among([&](std::string_view name) {
              return std::any_of(score.metrics.begin(), score.metrics.end(),
                                 [&](const Metric& metric) { return metric.name == name; });
            }));
    }
  });
}

TEST_CASE("tasks: once its longest shape was seen, a batch is filled without allocating") {
  for_every_task([](const Made& made) {
    Batch batch;
    const auto fill = [&] {
      for (uint64_t number = 0; number < 50; ++number)
        made.task->sample({1, Split::kTrain, number, 1}, made.shape(Split::kTrain, number), batch);
    };
    fill();
    const size_t before = allocation_count();
    fill();
    CHECK(allocation_count() == before);
  });
}

TEST_CASE("tasks: an episode does not depend on how batches are cut, nor on its thread") {
  for_every_task([](const Made& made) {
    const Shape shape = made.shape(Split::kTrain, 0);
    const Batch batch = made.sample(Split::kTrain, 5, kEpisodes, shape);
    std::vector<Batch> singles(kEpisodes);
    std::vector<std::thread> threads;
    for (size_t b = 0; b < kEpisodes; ++b)
      threads.emplace_back([&, b] { made.task->sample({1, Split::kTrain, 5 + b, 1}, shape, singles[b]); });
    for (std::thread& thread : threads) thread.join();
    size_t longest = 0;
    for (size_t b = 0; b < kEpisodes; ++b) {
      CHECK(is_padded(batch, b, singles[b]));
      longest = std::max(longest, singles[b].steps());
    }
    CHECK(batch.steps() == longest);
  });
}

TEST_CASE("tasks: seeds and splits have episodes, or an order of them, of their own") {
  for_every_task([](const Made& made) {
    const Shape shape = made.shape(Split::kTrain, 0);
    const Batch batch = made.sample(Split::kTrain, 0, 20, shape);
    CHECK_FALSE(same(batch, made.sample(Split::kTrain, 0, 20, shape, 2)));
    CHECK_FALSE(same(batch, made.sample(Split::kTrain, 20, 20, shape)));
    for (const Split split : splits_of(*made.task))
      if (split != Split::kTrain) CHECK_FALSE(same(batch, made.sample(split, 0, 20, shape)));
  });
}

TEST_CASE("tasks: a finite set comes round again, and its groups are its parts") {
  for_every_task([](const Made& made) {
    const Shape shape = made.shape(Split::kTrain, 0);
    for (const Split split : splits_of(*made.task)) {
      const size_t count = made.task->episodes(split), groups = made.task->groups().values.size();
      if (count == 0) continue;
      if (split != Split::kTrain && split != Split::kShow)  // these are in another order each round
        CHECK(same(made.sample(split, 0, kEpisodes, shape), made.sample(split, count, kEpisodes, shape)));
      size_t all = 0;
      for (size_t group = 0; group < groups; ++group) all += made.task->episodes(split, group);
      if (groups > 0) CHECK(all == count);
    }
    const size_t epoch = made.task->spec().epoch;
    CHECK((epoch == 0 || epoch == made.task->episodes(Split::kTrain)));
  });
}

TEST_CASE("tasks: those that tell stories say so in their rows, and they and those that say answers have words") {
  for (const TaskRow& row : task_rows()) {
    INFO("task " << row.info.name);
    if (!row.info.stands_for.empty()) continue;
    const Made made(row);
    const Spec spec = made.task->spec();
    CHECK(row.info.stories == spec.tells_stories());
    const bool shows_pictures = spec.input().kind == StreamKind::kReal && spec.scoring() == Scoring::kClasses;
    CHECK((row.info.stories || spec.says() || shows_pictures) == (spec.corpus != nullptr));
    CHECK(spec.says() == (dynamic_cast<const SpokenTask*>(made.task.get()) != nullptr));
    if (spec.tells_stories()) CHECK(spec.outputs() == spec.corpus->words.size());
    if (spec.says() || shows_pictures) CHECK(spec.outputs() == spec.corpus->said.size());
    if (spec.says() && spec.input_count == 2 && !shows_pictures) CHECK(spec.features() == spec.corpus->words.size());
  }
}

TEST_CASE("tasks: those that say answers tell a step later what was asked for") {
  for_every_task([](const Made& made) {
    const Spec spec = made.task->spec();
    if (!spec.says()) return;
    for (const Split split : splits_of(*made.task)) {
      const Batch batch = made.sample(split, 3, kEpisodes, made.shape(split, 3));
      const BatchStream &previous = batch.input(kPrevious), &target = batch.target;
      CHECK(previous.steps == target.steps);
      CHECK(previous.lengths == target.lengths);
      for (size_t b = 0; b < batch.episodes; ++b) {
        const size_t length = target.lengths[b];
        CHECK((spec.input_count == 1 || previous.token(b, 0) == kEnd));
        CHECK((spec.input_count == 1 || target.token(b, length - 1) == kEnd));
        for (size_t t = 1; t < length; ++t) CHECK(previous.token(b, t) == target.token(b, t - 1));
        for (size_t t = 0; t + 1 < length; ++t) CHECK(target.token(b, t) != kEnd);
        for (size_t t = 0; t < batch.steps(); ++t) CHECK((*batch.scored(b, t) == 1) == (t < length));
      }
    }
  });
}

TEST_CASE("tasks: what is asked comes back as it was, and nothing of it is scored") {
  for_every_task([](const Made& made) {
    const auto* const task = dynamic_cast<const SpokenTask*>(made.task.get());
    if (!task) return;
    const Batch drawn = made.sample(Split::kShow, 1, 1, made.shape(Split::kShow, 1));
    const BatchStream& source = drawn.inputs[0];
    const TestFolder folder;
    const std::string line = source.shape.kind == StreamKind::kReal
                                 ? file_of(source, folder)
                                 : task->source_text({source.tokens.data(), source.lengths[0]});
    Batch batch;
    CHECK(task->ask(line, batch).empty());
    CHECK(batch.episodes == 1);
    CHECK(batch.answers() == 0);
    REQUIRE(batch.inputs.size() == drawn.inputs.size());
    CHECK(batch.inputs[0].shape == source.shape);
    CHECK(batch.inputs[0].tokens == source.tokens);
    CHECK(batch.inputs[0].values == source.values);
    CHECK(batch.inputs[0].lengths == source.lengths);
    CHECK(batch.input(kPrevious).steps == batch.steps());
    CHECK_THROWS_AS(task->ask("\xff", batch), InputError);
  });
}

TEST_CASE("tasks: those of a known corpus are numbered as it is") {
  for_every_task([](const Made& made) {
    const Spec spec = made.task->spec();
    if (!spec.says()) return;
    Corpus other = *spec.corpus;  // the same words, and some that come before them
    if (!other.words.empty()) other.words.insert(other.words.begin(), "\x01");
    other.said.insert(other.said.begin() + 1, "\x01");
    const auto known = std::make_shared<const Corpus>(other);
    const auto task = make_task(made.settings, known);
    CHECK(task->spec().corpus == known);
    CHECK(task->spec().outputs() == spec.outputs() + 1);
    const Shape shape = made.shape(Split::kTrain, 0);
    const Batch here = made.sample(Split::kTrain, 0, 3, shape);
    Batch there;
    task->sample({1, Split::kTrain, 0, 3}, shape, there);
    const auto moved = [](uint32_t token, uint32_t least) {
      return token == kNoToken || token < least ? token : token + 1;
    };
    for (size_t i = 0; i < here.target.tokens.size(); ++i)
      CHECK(there.target.tokens[i] == moved(here.target.tokens[i], 1));
    for (size_t i = 0; spec.input_count == 2 && i < here.inputs[0].tokens.size(); ++i)
      CHECK(there.inputs[0].tokens[i] == moved(here.inputs[0].tokens[i], 0));
  });
}

TEST_CASE("tasks: a little reach makes no episode longer than all of it does") {
  for_every_task([](const Made& made) {
    size_t longest = 0, longest_of_few = 0;
    for (uint64_t number = 0; number < 200; ++number) {
      const auto steps = [&](Reach reach) {
        return made.sample(Split::kTrain, 0, 1, made.shape(Split::kTrain, number, reach)).steps();
      };
      longest = std::max(longest, steps({}));
      longest_of_few = std::max(longest_of_few, steps({0, 0.01}));
    }
    CHECK(longest_of_few <= longest);
  });
}

TEST_CASE("tasks: one that has sizes draws more than one shape, and one without only one") {
  for_every_task([](const Made& made) {
    std::set<Shape> shapes;
    for (uint64_t number = 0; number < 100; ++number) shapes.insert(made.shape(Split::kTrain, number));
    CHECK((shapes.size() > 1) == made.task->has_sizes());
  });
}

TEST_CASE("tasks: an episode can be shown, with and without answers") {
  for_every_task([](const Made& made) {
    const Batch batch = made.sample(Split::kShow, 0, 2, made.shape(Split::kShow, 0));
    const std::vector<Real> answers(batch.outputs() * batch.steps(), Real(0.5));
    for (size_t b = 0; b < batch.episodes; ++b) {
      const std::string plain = made.task->show(batch, b, nullptr),
                        answered = made.task->show(batch, b, answers.data());
      CHECK(std::count(plain.begin(), plain.end(), '\n') > 1);
      CHECK(plain.back() == '\n');
      CHECK(answered.size() > plain.size());
    }
  });
}

TEST_CASE("tasks: in split eval episodes of one number and different sizes have nothing in common") {
  for_every_task([](const Made& made) {
    if (!made.task->has_sizes()) return;
    const auto beginning = [](const Batch& batch, size_t steps) {  // what goes in and what is asked, of so many steps
      const BatchStream& in = batch.inputs[0];
      std::vector<double> all;
      for (size_t t = 0; t < steps; ++t) {
        if (in.shape.kind == StreamKind::kTokens) all.push_back(in.token(0, t));
        if (in.shape.kind == StreamKind::kReal) all.insert(all.end(), in.at(0, t), in.at(0, t) + in.width());
      }
      return all;
    };
    size_t pairs = 0, alike = 0;
    for (uint64_t k = 1; k < 40; ++k) {
      const Shape one = made.shape(Split::kTrain, 0), other = made.shape(Split::kTrain, k);
      if (one == other) continue;
      const Batch a = made.sample(Split::kEval, 5, 1, one), b = made.sample(Split::kEval, 5, 1, other);
      const size_t steps = std::min(a.inputs[0].steps, b.inputs[0].steps);
      ++pairs;
      alike += beginning(a, std::min<size_t>(steps, 3)) == beginning(b, std::min<size_t>(steps, 3));
    }
    CHECK(pairs > 10);
    CHECK(alike < pairs / 4);  // a few short ones may come to the same by chance
  });
}

TEST_CASE("tasks: the generalisation grid names an option of the task and values it takes") {
  for (const TaskRow& row : task_rows()) {
    INFO("task " << row.info.name);
    if (!row.info.stands_for.empty()) continue;
    const Task::EvalGrid grid = Made(row).task->eval_grid();
    const auto& options = row.info.options;
    for (const auto& line : grid)
      for (const Task::Axis& axis : line) {
        const auto option =
            std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == axis.option; });
        REQUIRE(option != options.end());
        CHECK_FALSE(expand_grid(*option, axis.values).empty());
      }
  }
}
