// The settings that the options of training give.

#include "experiments/training/train_settings.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "autodiff/base/error.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
using testing::tiny_configuration;

TEST_CASE("the rate does not know how long the run is to be") {
  const auto at = [](const char* sequences) {
    const TrainSettings train(
        tiny_configuration(std::string("train.warm-up = 50\ntrain.decay = 0.9\ntrain.sequences = ") + sequences)
            .settings,
        0);
    return std::vector<double>{train.rate.at(7, 7), train.rate.at(77, 77), train.rate.at(7777, 7777)};
  };
  CHECK(at("100") == at("100000"));
}

TEST_CASE("options reach their fields") {
  const TrainSettings train(tiny_configuration("seed = 5\ntrain.clip = value\ntrain.clip-at = 3\n"
                                               "train.batch = 7\ntrain.average = 0.5\ntrain.decay-below = 0.25\n"
                                               "train.check = task.length=120\n"
                                               "train.restarts = 2\n")
                                .settings,
                            0);
  CHECK(train.seed == 5);
  CHECK(train.clip == Clip::kValue);
  CHECK(train.clip_at == 3);
  CHECK(train.batch == 7);
  CHECK(train.average == 0.5);
  CHECK(train.decay_below == 0.25);
  using Checks = std::vector<std::pair<std::string, std::string>>;
  CHECK(train.check_options == Checks{{"task.length", "120"}});
  CHECK(train.restarts == 2);
}

TEST_CASE("a check may be of several settings") {
  const TrainSettings train(tiny_configuration("train.check = task.length=60;task.draw=hostile\n").settings, 0);
  using Checks = std::vector<std::pair<std::string, std::string>>;
  CHECK(train.check_options == Checks{{"task.length", "60"}, {"task.draw", "hostile"}});
}

TEST_CASE("a check that is no OPTION=VALUE") {
  for (const char* check : {"task.length", "=3", "task.length=", "task.length=3;", "task.length=3;task.draw"})
    CHECK_THROWS_AS(TrainSettings(tiny_configuration(std::string("train.check = ") + check + "\n").settings, 0),
                    InputError);
}

TEST_CASE("epochs are counted in the task's episodes, where it has an end") {
  const Settings settings =
      tiny_configuration(
          "train.sequences = 20epochs\ntrain.validate-every = 0.5epochs\ntrain.decay-sequences = 3epochs\n")
          .settings;
  const TrainSettings train(settings, 90);
  CHECK(train.sequences == 1800);
  CHECK(train.validate_every == 45);
  CHECK(train.rate.decay_sequences == 270);
  CHECK(train.checkpoint_every == 20);  // a plain number stays
  CHECK_THROWS_AS(TrainSettings(settings, 0), InputError);
}

TEST_CASE("a restart has a seed of its own, the same each time, and number 0 is the run itself") {
  const auto seed = [](const char* restart) {
    return TrainSettings(tiny_configuration(std::string("seed = 5\ntrain.restart = ") + restart).settings, 0).seed;
  };
  CHECK(seed("0") == 5);
  CHECK(seed("1") == seed("1"));
  CHECK(seed("1") != seed("2"));
  CHECK(seed("1") != 5);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
