// Every model of the catalogue that generates answers: with teacher forcing step by step it gives the logits of a whole
// run.

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "models/speaking/generation.hpp"
#include "tests/support/context.hpp"
#include "tests/support/episodes.hpp"
#include "tests/support/named_states.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/pictured_reversal.hpp"
#include "tests/support/reversal.hpp"

namespace tapehead {
namespace {

/// Whether it needs to know how long an episode is, which a speaker decides.
bool draws_places(const Settings& settings) {
  return settings.has("controller.places") && settings.text("controller.places") == "drawn";
}

/// Whether its inputs are to be its outputs; of this task they are numbers.
bool is_tied(const Settings& settings) {
  return !listens(settings) && settings.has("model.tied") && settings.flag("model.tied");
}

/// The task in the form that the model reads.
std::unique_ptr<Task> task_for(const Settings& settings) {
  if (reads_pictures(settings)) return std::make_unique<testing::PicturedReversal>();
  auto task = std::make_unique<testing::Reversal>();
  if (listens(settings)) return task;
  return std::make_unique<JoinedStreams>(std::move(task));
}

/// A model for each combination of parts that generates answers.
template <class Each>
void each_speaker(Each each) {
  size_t speakers = 0;
  for (const ModelCase& one : small_models()) {
    if (reads_stories(one.settings) || answers_once(one.settings) || sees_pictures(one.settings) ||
        is_told_length(one.settings) || draws_places(one.settings) || is_tied(one.settings))
      continue;
    INFO(one.name);
    Settings settings = one.settings;
    if (settings.has("attention.guidance")) settings.set("attention.guidance", "0");  // these tasks tell no places
    const auto task = task_for(settings);
    ParameterStore store(1);
    const auto model = make_model(settings, task->spec(), store);
    if (!model->speaks()) continue;
    ++speakers;
    testing::stir(store, Real(0.3));
    store.set_seen(model->stages().front());
    each(*model, store, *task);
  }
  CHECK(speakers > 20);
}

}  // namespace

TEST_CASE("every value of a speaker's state has a name of its own") {
  size_t with_state = 0;  // a feedforward controller without a memory has none
  each_speaker([&](const Model& model, const ParameterStore& store, const Task& task) {
    const Batch batch = testing::sampled(task, {}, 1);
    const Speaker& speaker = *model.speaks();
    Tape tape;
    tape.begin(store, nullptr);
    const Context context{tape, 1, testing::noise()};
    const State heard = speaker.listen(context, batch, 0);
    const auto before = testing::check_named(heard, speaker.state_names(), false);
    const uint32_t end = kEnd;
    const State said = speaker.say(context, tape.tokens(batch.outputs(), 1, 1, &end), heard).state;
    const auto after = testing::check_named(said, speaker.state_names(), false);
    CHECK(std::includes(after.begin(), after.end(), before.begin(), before.end()));
    with_state += after.empty() ? 0 : 1;
  });
  CHECK(with_state > 20);
}

TEST_CASE("what is said step by step has the logits of the whole run") {
  each_speaker([](const Model& model, const ParameterStore& store, const Task& task) {
    const Batch batch = testing::sampled(task, {}, 6);
    const Speaker& speaker = *model.speaks();
    Tape tape;
    tape.begin(store, nullptr);
    const Answers answers = model.run({tape, 6, testing::noise()}, batch, 0);
    const auto right = tape.value(answers.logits);
    const size_t kinds = batch.outputs();
    for (size_t b = 0; b < 6;) {
      const size_t count = speaker.together(batch, b, 6 - b);
      Tape own;
      own.begin(store, nullptr);
      const Context context{own, count, testing::noise()};
      State state = speaker.listen(context, batch, b);
      uint32_t* previous = own.keep<uint32_t>(count);
      std::fill_n(previous, count, kEnd);
      std::vector<size_t> said(count);  // scored steps of each episode, so far
      for (bool goes_on = true; goes_on;) {
        const auto [output, next] = speaker.say(context, own.tokens(kinds, 1, count, previous), state);
        state = next;
        goes_on = false;
        uint32_t* const told = own.keep<uint32_t>(count);
        std::copy_n(previous, count, told);
        for (size_t i = 0; i < count; ++i) {
          size_t seen = 0;
          for (size_t c = 0; c < answers.steps.size(); ++c) {
            const uint32_t step = answers.steps[c];
            if (*batch.scored(b + i, step) == 0 || seen++ != said[i]) continue;
            for (size_t k = 0; k < kinds; ++k)
              REQUIRE(own.value(output).item(i)[k] == Approx(right.column(b + i, c)[k]).margin(2e-5));
            told[i] = batch.target.token(b + i, step);
            ++said[i];
            goes_on = goes_on || told[i] != kEnd;
            break;
          }
        }
        previous = told;
      }
      b += count;
    }
  });
}

TEST_CASE("many at once say what each says alone") {
  each_speaker([](const Model& model, const ParameterStore& store, const Task& task) {
    const Batch batch = testing::sampled(task, {}, 6);
    AnswerGenerator generator({{*model.speaks(), store}});
    const SearchSettings settings{2, 0, 10};  // within the positions that there are
    const auto together = generator.search(batch, 0, 6, settings);
    REQUIRE(together.size() == 6);
    for (size_t b = 0; b < 6; ++b) {
      const auto alone = generator.search(batch, b, 1, settings).front();
      REQUIRE(together[b].size() == alone.size());
      for (size_t i = 0; i < alone.size(); ++i) {
        CHECK(together[b][i].tokens == alone[i].tokens);
        CHECK(together[b][i].log_probability() == Approx(alone[i].log_probability()).epsilon(1e-4));
      }
    }
  });
}

}  // namespace tapehead
