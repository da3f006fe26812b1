// The table of ops and every model that the catalogue can make, against central differences in double.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "autodiff/ops/ops.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/check/op_catalogue.hpp"
#include "catalogue/rows/write_rules.hpp"
#include "experiments/gradcheck/gradcheck.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

TEST_CASE("every op's gradient is that of differences") {
  std::set<std::string> names;
  for (const OpRow& row : op_rows()) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);
    const GradientError error = check_op(row);
    INFO(error.text());
    CHECK(error.ok());
  }
}

TEST_CASE("every model's gradient through time is that of differences") {
  for (const ModelCase& model : small_models()) {
    const GradientError error = check_model(model.settings);
    INFO(model.name << ": " << error.text());
    CHECK(error.ok());
  }
}

TEST_CASE("every row of the catalogue is in a checked model") {
  const auto cases = small_models();
  for (const PartKind kind : {PartKind::kModel, PartKind::kEncoder, PartKind::kController, PartKind::kDecoderAttention,
                              PartKind::kMemory, PartKind::kAddressing})
    for (const PartInfo* row : part_infos(kind)) {
      if (!row->stands_for.empty()) continue;
      INFO(kind_name(kind) << " " << row->name);
      CHECK(std::any_of(cases.begin(), cases.end(), [&](const ModelCase& model) {
        const std::string kind_of_part(kind_name(kind));
        return model.settings.has(kind_of_part) && model.settings.text(kind_of_part) == row->name;
      }));
    }
  const auto has = [&](const std::string& option, const std::string& value) {
    return std::any_of(cases.begin(), cases.end(), [&](const ModelCase& model) {
      return model.settings.has(option) && model.settings.text(option) == value;
    });
  };
  for (const char* init : {"constant", "learned", "random"}) CHECK(has("memory.init", init));
  for (const char* start : {"one-hot", "learned", "decaying", "uniform"}) CHECK(has("memory.start-weighting", start));
  for (const WriteRuleRow& row : write_rule_rows()) CHECK(has("memory.rule", row.name));
  for (const SimilarityRow& row : similarity_rows()) CHECK(has("memory.similarity", row.info.name));
  for (const NormaliserRow& row : normaliser_rows()) CHECK(has("memory.focus", row.info.name));
}

TEST_CASE(
    "look-ups of several iterations, routed slots, layers of several rounds and halting have the gradients of "
    "differences") {
  size_t iterated = 0, stacked = 0;
  const auto check = [](const ModelCase& model, const char* option, const char* value, bool halts = false) {
    ModelCase other = model;
    other.settings.set(option, value);
    if (halts) other.settings.set("model.ponder", "0.2");
    INFO(model.name << " " << option << "=" << value);
    const GradientError error = check_model(other.settings);
    INFO(error.text());
    CHECK(error.ok());
  };
  for (const ModelCase& model : small_models()) {
    const Settings& settings = model.settings;
    if (settings.text("model") == "mixer-stack" && ++stacked <= 2) check(model, "model.rounds", "3", stacked == 2);
    if (settings.text("model") != "memory-machine" || settings.text("controller") != "feedforward" ||
        !settings.has("memory.iterations"))
      continue;
    if (settings.text("memory") == "fast-weights" && settings.text("memory.rule") != "slots") continue;
    ++iterated;
    check(model, "memory.iterations", "3");
    if (settings.text("memory") == "fast-weights") check(model, "memory.routed", "2");
  }
  CHECK(iterated > 5);
  CHECK(stacked > 1);
}

TEST_CASE("every encoder is in a checked model with every attention and every similarity of it") {
  const auto cases = small_models();
  for (const EncoderRow& encoder : encoder_rows())
    for (const char* attention : {"global", "local-m", "local-p", "location"})
      for (const SimilarityRow& similarity : similarity_rows()) {
        INFO(encoder.info.name << " " << attention << " " << similarity.info.name);
        CHECK(std::any_of(cases.begin(), cases.end(), [&](const ModelCase& model) {
          const auto is = [&](const char* option, const std::string& value) {
            return model.settings.has(option) && model.settings.text(option) == value;
          };
          return is("encoder", encoder.info.name) && is("attention", attention) &&
                 is("memory.similarity", similarity.info.name);
        }));
      }
}

namespace {

/// x², with a rule that is wrong in one element, or only where x was touched before.
Var wrong_square(Var x, bool only_when_touched) {
  Var y = x.tape->make(x.rows, x.cols, x.batch());
  const auto value = x.tape->value(x);
  const auto to = x.tape->fill(y);
  for (size_t b = 0; b < to.batch; ++b)
    for (size_t c = 0; c < to.cols; ++c)
      for (size_t r = 0; r < to.rows; ++r) to.column(b, c)[r] = std::pow(value.column(b, c)[r], 2);
  return x.tape->record(y, {x}, [=] {
    Tape& t = *x.tape;
    const auto dy = t.gradient(y), v = t.value(x);
    const Gradient dx = t.touch(x);
    for (size_t b = 0; b < dx.batch; ++b)
      for (size_t c = 0; c < dx.cols; ++c)
        for (size_t r = 0; r < dx.rows; ++r) {
          const bool wrong = !only_when_touched && r == 1 && c == 2;
          const Real d = (wrong ? 2.001 : 2) * dy.column(b, c)[r] * v.column(b, c)[r];
          Real& at = dx.column(b, c)[r];
          at = (dx.fresh || only_when_touched ? 0 : at) + d;
        }
  });
}

}  // namespace

TEST_CASE("the check finds a wrong rule, and says where and by how much") {
  const OpRow row{
      "wrong", {{"x", 3, 4, 0.5, 1}}, [](Tape&, std::span<const Var> in) { return wrong_square(in[0], false); }};
  const GradientError error = check_op(row);
  CHECK_FALSE(error.ok());
  INFO(error.text());
  CHECK(error.place.find("x(1,2) of item ") == 0);
  CHECK(error.analytic / error.numeric == Approx(2.001 / 2).epsilon(1e-8));
  CHECK(error.text().find(": analytic ") != std::string::npos);
}

TEST_CASE("the check finds a rule that forgets what later ops have added") {
  const OpRow row{"wrong", {{"x", 3, 4}}, [](Tape&, std::span<const Var> in) { return wrong_square(in[0], true); }};
  const GradientError error = check_op(row);
  CHECK_FALSE(error.ok());
  CHECK(error.place.find("used by a later op too") != std::string::npos);
}

TEST_CASE("the check finds a wrong gradient of one parameter among right ones, and a NaN") {
  ParameterStore store(1);
  const Parameter right = store.add("right", 3, 4, uniform(1)), wrong = store.add("wrong", 3, 4, uniform(1));
  const auto before = store.values();
  const auto loss = [&](bool with_wrong, Real factor) {
    return [=](Tape& tape) {
      const Var w = tape.parameter(wrong);
      return scale(sum(add(square(tape.parameter(right)), with_wrong ? wrong_square(w, false) : square(w))), factor);
    };
  };
  CHECK(check_parameters(loss(false, 1), store, 1).ok());
  CHECK(store.values() == before);
  const GradientError error = check_parameters(loss(true, 1), store, 1);
  CHECK_FALSE(error.ok());
  CHECK(error.place.find("wrong, direction") == 0);
  CHECK_FALSE(check_parameters(loss(false, std::nan("")), store, 1).ok());
}

TEST_CASE("a NaN is the worst error") {
  const GradientError small{0.1, "small", 0, 0}, bad{std::nan(""), "bad", 0, 0};
  CHECK(worse(small, bad).place == "bad");
  CHECK(worse(bad, small).place == "bad");
  CHECK_FALSE(bad.ok());
}

TEST_CASE("gradcheck prints a line for each check and gives the exit status") {
  std::string text;
  CHECK(check_all("stack", [&](const std::string& line) { text += line; }) == 0);
  const auto named = [](const auto& rows) {
    return std::count_if(rows.begin(), rows.end(),
                         [](const auto& row) { return row.name.find("stack") != std::string::npos; });
  };
  CHECK(named(op_rows()) > 0);
  CHECK(std::count(text.begin(), text.end(), '\n') == named(op_rows()) + named(small_models()));
  CHECK(text.find("WRONG") == std::string::npos);
  CHECK_THROWS_WITH(check_all("no such", [](const std::string&) {}),
                    "--only: got \"no such\", which is in no name; tapehead gradcheck --all tells them");
  std::string one;
  CHECK(check_one(small_models().front().settings, [&](const std::string& line) { one += line; }) == 0);
  CHECK(one.find("model  memory-machine ") == 0);
  CHECK(one.find("  ok\n") != std::string::npos);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
