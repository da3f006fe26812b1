// Requirements on every optimiser and every curriculum of the catalogue: each row is a test.

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "catalogue/catalogue.hpp"
#include "tasks/episode/sizes.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The row's own options, at their defaults.
Settings defaults(const PartInfo& row, const char* choice) {
  Settings settings;
  settings.set(choice, row.name);
  for (const Option& option : row.options) settings.set(option.name, option.value);
  return settings;
}

constexpr size_t kSize = 17;

/// Σ aᵢ(xᵢ − i)²/2 with curvatures a from 0.5 to 2.
double quadratic(std::span<const Real> x, std::span<Real> gradient) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double curvature = 0.5 + 1.5 * static_cast<double>(i) / (kSize - 1);
    const double off = x[i] - static_cast<double>(i);
    gradient[i] = static_cast<Real>(curvature * off);
    sum += curvature * off * off / 2;
  }
  return sum;
}

void go_down(Optimizer& optimizer, std::vector<Real>& values, uint64_t first, uint64_t last) {
  std::vector<Real> gradient(values.size());
  for (uint64_t update = first; update <= last; ++update) {
    quadratic(values, gradient);
    optimizer.step(values, gradient, Real(0.02), update);
  }
}

/// Possible results of a batch: costs that fall, and rise now and then.
Lesson lesson_of(uint64_t batch) {
  const double cost = 40 / (1 + static_cast<double>(batch) / 10) * (batch % 7 == 0 ? 2 : 1);
  return {cost, cost * 0.9, 20, 30};
}

/// One batch: its reach, and the lesson from it.
Reach teach(const Curriculum& curriculum, uint64_t batch, std::vector<double>& state) {
  Stream draw(5, Split::kTrain, Purpose::kTest, batch);
  const Reach reach = curriculum.next(draw, batch * 16, state);
  curriculum.learn(reach, lesson_of(batch), draw, state);
  return reach;
}

}  // namespace

TEST_CASE("every optimiser lowers a quadratic") {
  for (const OptimizerRow& row : optimizer_rows()) {
    INFO(row.info.name);
    const auto optimizer = row.make(defaults(row.info, "train.optimizer"), kSize);
    std::vector<Real> values(kSize, Real(0)), gradient(kSize);
    const double before = quadratic(values, gradient);
    go_down(*optimizer, values, 1, 2000);
    CHECK(quadratic(values, gradient) < 0.01 * before);
  }
}

TEST_CASE("every optimiser starts with zeros, and a rate of 0 moves nothing") {
  for (const OptimizerRow& row : optimizer_rows()) {
    INFO(row.info.name);
    const auto optimizer = row.make(defaults(row.info, "train.optimizer"), 3);
    REQUIRE(optimizer->slots().size() > 0);
    for (const auto& slot : optimizer->slots()) CHECK(slot.values == AlignedVector<Real>(3, Real{0}));
    std::vector<Real> values = {1, -2, 3};
    const std::vector<Real> gradient = {5, 0, -1};
    optimizer->step(values, gradient, 0, 1);
    CHECK(values == std::vector<Real>{1, -2, 3});
  }
}

TEST_CASE("every optimiser goes on to the same bits from what its slots hold, and not without it") {
  for (const OptimizerRow& row : optimizer_rows()) {
    INFO(row.info.name);
    const Settings settings = defaults(row.info, "train.optimizer");
    const auto whole = row.make(settings, kSize), rest = row.make(settings, kSize), anew = row.make(settings, kSize);
    std::vector<Real> values(kSize, Real(3));
    go_down(*whole, values, 1, 10);
    for (size_t i = 0; i < whole->slots().size(); ++i) {
      REQUIRE(rest->slots()[i].name == whole->slots()[i].name);
      rest->slots()[i].values = whole->slots()[i].values;
    }
    std::vector<Real> restored = values, forgotten = values;
    go_down(*whole, values, 11, 20);
    go_down(*rest, restored, 11, 20);
    go_down(*anew, forgotten, 11, 20);
    CHECK(restored == values);
    CHECK(forgotten != values);
  }
}

TEST_CASE("every curriculum opens a part of the sizes' range, and keeps a state of one length") {
  for (const CurriculumRow& row : curriculum_rows()) {
    INFO(row.info.name);
    const auto curriculum = row.make(defaults(row.info, "train.curriculum"));
    std::vector<double> state = curriculum->start();
    const size_t length = state.size();
    for (uint64_t batch = 0; batch < 3000; ++batch) {
      const Reach reach = teach(*curriculum, batch, state);
      REQUIRE(reach.from >= 0);
      REQUIRE(reach.from < reach.to);
      REQUIRE(reach.to <= 1 + 1e-12);
      Stream draw(6, Split::kTrain, Purpose::kTest, batch);
      const uint32_t size = draw_size(draw, 3, 40, reach);
      REQUIRE(size >= 3);
      REQUIRE(size <= 40);
      REQUIRE(state.size() == length);
      for (const double number : state) REQUIRE(std::isfinite(number));
    }
  }
}

TEST_CASE("every curriculum goes on to the same sizes from its state alone") {
  for (const CurriculumRow& row : curriculum_rows()) {
    INFO(row.info.name);
    const Settings settings = defaults(row.info, "train.curriculum");
    const auto curriculum = row.make(settings), other = row.make(settings);
    std::vector<double> state = curriculum->start();
    for (uint64_t batch = 0; batch < 500; ++batch) teach(*curriculum, batch, state);
    CHECK((state != curriculum->start() || state.empty()));
    std::vector<double> restored = state;
    for (uint64_t batch = 500; batch < 1000; ++batch) {
      const Reach reach = teach(*curriculum, batch, state), again = teach(*other, batch, restored);
      REQUIRE(again.from == reach.from);
      REQUIRE(again.to == reach.to);
    }
    CHECK(restored == state);
  }
}

TEST_CASE("every curriculum comes to the largest size once all is learned") {
  for (const CurriculumRow& row : curriculum_rows()) {
    INFO(row.info.name);
    const auto curriculum = row.make(defaults(row.info, "train.curriculum"));
    std::vector<double> state = curriculum->start();
    double furthest = 0;
    for (uint64_t batch = 0; batch < 3000; ++batch) {
      Stream draw(5, Split::kTrain, Purpose::kTest, batch);
      const Reach reach = curriculum->next(draw, batch * 16, state);
      furthest = std::max(furthest, reach.to);
      curriculum->learn(reach, {0, 0, 20, 30}, draw, state);
    }
    CHECK(furthest == Approx(1));
  }
}

TEST_CASE("the options of curricula reach them") {
  Settings settings;
  settings.set("train.curriculum", "linear");
  settings.set("train.curriculum-sequences", "200");
  Stream draw(1, Split::kTrain, Purpose::kTest, 0);
  CHECK(make_curriculum(settings)->next(draw, 99, {}).to == Approx(0.5));
  settings.set("train.curriculum", "doubling");
  settings.set("train.curriculum-doublings", "2");
  settings.set("train.curriculum-below", "0.5");
  const auto doubling = make_curriculum(settings);
  std::vector<double> state = doubling->start();
  CHECK(doubling->next(draw, 0, state).to == Approx(0.25));
  for (int i = 0; i < 2000; ++i) doubling->learn({}, {0.51 * 4, 0, 4, 1}, draw, state);
  CHECK(state[0] == 0);
  for (int i = 0; i < 2000; ++i) doubling->learn({}, {0.49 * 4, 0, 4, 1}, draw, state);
  CHECK(state[0] == 2);
  for (const char* levelled : {"look-back", "prediction-gain"}) {
    settings.set("train.curriculum", levelled);
    settings.set("train.curriculum-levels", "4");
    const auto curriculum = make_curriculum(settings);
    const Reach reach = curriculum->next(draw, 0, curriculum->start());
    CHECK(reach.to - reach.from == Approx(0.25));
  }
}

TEST_CASE("the momentum of an optimiser reaches it") {
  for (const OptimizerRow& row : optimizer_rows()) {
    if (row.info.options.empty()) continue;
    INFO(row.info.name);
    Settings with = defaults(row.info, "train.optimizer"), without = with;
    without.set("train.momentum", "0");
    const auto fast = make_optimizer(with, 1), slow = make_optimizer(without, 1);
    std::vector<Real> a = {0}, b = {0};
    const std::vector<Real> gradient = {-1};
    for (uint64_t update = 1; update <= 5; ++update) {
      fast->step(a, gradient, Real(0.01), update);
      slow->step(b, gradient, Real(0.01), update);
    }
    CHECK(a[0] > Real(1.5) * b[0]);
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
