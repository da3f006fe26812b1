// The rows of metrics: their valid content, and how people see them.

#include "catalogue/metrics/metric.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

using namespace tapehead;

namespace {

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A set of metrics, in the form that goal_among() takes.
auto among(std::set<std::string_view> names) {
  return [names](std::string_view name) { return names.contains(name); };
}

}  // namespace

TEST_CASE("metrics: each row is of one name, and says what a row may say") {
  std::set<std::string_view> names;
  for (const MetricRow& row : metric_rows()) {
    INFO("metric " << row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.words.empty());
    CHECK(is_one_of(row.better, {"less", "greater", ""}));
    CHECK(is_one_of(row.kind, {"mean", "share", "percent", "median", "greatest", "count", "signed"}));
    CHECK(is_one_of(row.only_in, {"eval", "final", "train", ""}));
    if (row.goal_with.empty()) continue;
    CHECK(row.better == "less");  // runs stop below it
    CHECK(find_metric(row.goal_with) != nullptr);
  }
}

TEST_CASE("metrics: what people are told of one") {
  CHECK(find_metric("error")->label() == "wrong answers (%)");
  CHECK(find_metric("wrong_bits")->label() == "wrong bits per sequence");
  CHECK(find_metric("perfect")->label() == "sequences without an error");
  CHECK(measure_of("over_oracle") == "bits per sequence");
  CHECK(least_of("over_oracle") == -1e9);
  CHECK(least_of("bits") == 0);
  CHECK(least_of("walruses") < -1e300);
  CHECK(measure_of("wrong_bits") == "wrong bits per sequence");
  CHECK(with_unit("error") == "error (%)");
  CHECK(with_unit("bleu") == "bleu");
  CHECK(is_only_in_eval("bits_max"));
  CHECK_FALSE(is_only_in_eval("bits"));
}

TEST_CASE("metrics: one that has no row is told by its name") {
  CHECK(find_metric("my_own") == nullptr);
  CHECK(with_unit("my_own") == "my_own");
  CHECK_FALSE(is_only_in_eval("my_own"));
}

TEST_CASE("metrics: the goal of a run that does not name it") {
  CHECK(goal_among(among({"bits", "wrong_bits", "solved"})) == "bits");
  CHECK(goal_among(among({"bits", "error"})) == "bits");  // it answers in classes
  CHECK(goal_among(among({"bits", "error", "edit_distance"})) == "error");
  CHECK(goal_among(among({"bits", "over_oracle"})) == "over_oracle");
  CHECK(goal_among(among({})) == "bits");
  CHECK(possible_goals() == "over_oracle (bits per sequence), error (%) or bits (bits per sequence)");
}
