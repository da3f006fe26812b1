// Attention as text; and an answer turned into an episode again.

#include "experiments/commands/terminal/alignment_text.hpp"

#include <catch2/catch.hpp>

#include "autodiff/ops/watch.hpp"
#include "experiments/scoring/own_answer.hpp"
#include "experiments/traces/spoken_trace.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

using testing::Reversal;

/// Shows a weighting of two heads over three places, for two episodes, at each of these steps; or of one head, all at
/// once.
void show(SourceLooks& looks, const std::vector<std::vector<Real>>& steps, bool at_once) {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  tape.set_watcher(&looks);
  std::vector<Real> all;
  for (const auto& heads : steps) {
    if (at_once)
      all.insert(all.end(), heads.begin(), heads.begin() + 3);
    else
      watch("weights", tape.constant(3, 2, 2, heads.data()), {"source", "head", 0, 1});
  }
  if (at_once) watch("weights", tape.constant(3, steps.size(), 1, all.data()), {"source", "step", 0, 1});
  watch("hidden", tape.filled(3, 1, 1, 9), {"component", ""});
}

}  // namespace

TEST_CASE("an alignment is tenths below a source, mean over heads") {
  SourceLooks looks;
  CHECK_FALSE(looks.any());
  show(looks, {{1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1}, {0, 0.5, 0.5, 0.1, 0.7, 0.2, 1, 0, 0, 1, 0, 0}}, false);
  REQUIRE(looks.steps() == 2);
  CHECK(alignment_text({"a", "äb", "c"}, {"x", "(end)"}, looks) ==
        "      a äb c\n"
        "    x *  . .\n"
        "(end) 1  6 4\n");
  CHECK(looks.most_looked_at(0, 1) == 2);
  CHECK(looks.most_looked_at(1, 0) == 1);
  CHECK(looks.most_looked_at(2, 0) == kNoToken);
  looks.forget();
  CHECK_FALSE(looks.any());
}

TEST_CASE("a value whose columns are steps is shown once for all of them") {
  SourceLooks looks;
  show(looks, {{1, 0, 0}, {0, 0, 1}}, true);
  REQUIRE(looks.steps() == 2);
  CHECK(looks.most_looked_at(0, 0) == 0);
  CHECK(looks.most_looked_at(1, 0) == 2);
}

TEST_CASE("a question with the right answer is the episode that it came from, in one stream or two") {
  const Reversal apart;
  const JoinedStreams joined(std::make_unique<Reversal>());
  for (const SpokenTask* task : {static_cast<const SpokenTask*>(&apart), static_cast<const SpokenTask*>(&joined)}) {
    const Batch right = testing::sampled(*task, {}, 1), sources = testing::sampled(apart, {}, 1);
    Batch asked, again;
    CHECK(task->ask(apart.source_text(sources.inputs[0].tokens), asked).empty());
    std::vector<uint32_t> said = sources.target.tokens;
    said.pop_back();  // the end
    answered(task->spec(), asked, said, again);
    REQUIRE(again.inputs.size() == right.inputs.size());
    for (size_t i = 0; i < right.inputs.size(); ++i) {
      CHECK(again.inputs[i].tokens == right.inputs[i].tokens);
      CHECK(again.inputs[i].lengths == right.inputs[i].lengths);
    }
    CHECK(again.target.tokens == right.target.tokens);
    CHECK(again.mask == right.mask);
  }
}

TEST_CASE("a trace has the words of source, target and what was said") {
  const Reversal apart;
  const JoinedStreams joined(std::make_unique<Reversal>());
  for (const Task* task : {static_cast<const Task*>(&apart), static_cast<const Task*>(&joined)}) {
    const Batch batch = testing::sampled(*task, {}, 1), own = testing::sampled(apart, {}, 1);
    const auto texts = spoken_texts(task->spec(), batch, std::vector<uint32_t>{3, 1});
    REQUIRE(texts.size() == 3);
    CHECK(texts[0].name == "source");
    std::string source, target;
    for (const std::string& text : texts[0].texts) source += text;
    CHECK(source == apart.source_text(own.inputs[0].tokens));
    for (const std::string& text : texts[1].texts) target += text;
    CHECK(target == std::string(source.rbegin(), source.rend()) + "(end)");
    CHECK(texts[2].texts == std::vector<std::string>{"c", "a"});
    CHECK(spoken_texts(task->spec(), batch, {}).size() == 2);
  }
}

}  // namespace tapehead
