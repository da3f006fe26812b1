// A run's state between two updates: saving and loading preserves it, and no other file passes for it.

#include "experiments/training/training_state.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cstring>
#include <limits>

#include "autodiff/base/error.hpp"
#include "tests/support/tiny_run.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::TinyRun;

const std::string kAllKinds = "train.average = 0.9\nmemory.init = random\nmemory.start-weighting = learned\n";

/// Moves everything away from its initial value.
void train_a_little(TinyRun& run) {
  for (uint64_t batch = 0; batch < 5; ++batch) {
    auto gradient = run.gradient(1, batch);
    gradient.pop_back();
    const Extent all{0, gradient.size()};
    run.state.update(gradient, {&all, 1}, {}, Real(0.01));
  }
  run.state.counters.sequences = 5;
  run.state.counters.batches = 5;
  run.state.counters.patience = 3;
  run.state.counters.best_goal = 1.5;
  run.state.sums = {0.1, 0.2, 0.3, 4};
}

}  // namespace

TEST_CASE("saving and loading gives the same bytes, for every optimiser") {
  for (const PartInfo* row : part_infos(PartKind::kOptimizer)) {
    const std::string& optimizer = row->name;
    INFO(optimizer);
    const std::string options = kAllKinds + "train.optimizer = " + optimizer + "\n";
    TinyRun run(options), other(options);
    train_a_little(run);
    const std::string bytes = to_bytes(run.state.to_file("config"));
    CHECK(to_bytes(other.state.to_file("config")) != bytes);
    other.state.from_file(from_bytes(bytes, "file"), "file", "bits");
    CHECK(to_bytes(other.state.to_file("config")) == bytes);
    CHECK(other.gradient(1, 9) == run.gradient(1, 9));
  }
}

TEST_CASE("a file of another run is refused, and the state stays as it was") {
  TinyRun run(kAllKinds);
  train_a_little(run);
  const std::string before = to_bytes(run.state.to_file(""));
  const SafetensorsFile good = run.state.to_file("");
  const auto refuses = [&](const SafetensorsFile& file, const std::string& what) {
    CHECK_THROWS_WITH(run.state.from_file(file, "file", "bits"), Catch::StartsWith("file: ") && Catch::Contains(what));
    CHECK_THROWS_AS(run.state.from_file(file, "file", "bits"), InputError);
    CHECK(to_bytes(run.state.to_file("")) == before);
  };
  for (size_t i = 0; i < good.tensors.size(); ++i) {
    SafetensorsFile less = good;
    less.tensors.erase(less.tensors.begin() + static_cast<std::ptrdiff_t>(i));
    refuses(less, good.tensors[i].name);
  }
  SafetensorsFile more = good;
  more.tensors.push_back(good.tensors[0]);
  more.tensors.back().name = "parameter/another";
  refuses(more, "parameter/another");
  refuses(TinyRun(kAllKinds + "controller.size = 7\n").state.to_file(""), "is needed");
  refuses(TinyRun(kAllKinds + "train.optimizer = adam\n").state.to_file(""), "optimizer/");
  refuses(TinyRun(kAllKinds + "memory.slots = 9\n").state.to_file(""), "memory/start");
}

TEST_CASE("a file of costs that no run of that goal has is refused") {
  TinyRun run;
  const auto taken = [](TinyRun& into, const std::string& name, double value, const char* goal) {
    SafetensorsFile file = into.state.to_file("");
    for (NamedTensor& tensor : file.tensors)
      if (tensor.name == "progress/" + name) std::memcpy(tensor.data.data(), &value, sizeof value);
    try {
      into.state.from_file(file, "file", goal);
    } catch (const InputError& error) {
      CHECK_THAT(error.what(), Catch::StartsWith("file: progress/" + name + " is "));
      return false;
    }
    return true;
  };
  for (const char* const name :
       {"best-goal", "best-check", "train-bits", "train-error", "sum-loss", "sum-answers", "sum-wrong"}) {
    INFO(name);
    CHECK(taken(run, name, 5, "bits"));
    CHECK_FALSE(taken(run, name, -5, "bits"));
    CHECK_FALSE(taken(run, name, -1e300, "bits"));
  }
  CHECK_FALSE(taken(run, "sum-updates", 1, "bits"));
  CHECK_FALSE(taken(run, "sum-clipped", 1, "bits"));  // of no update
  CHECK_FALSE(taken(run, "sum-skipped", 1, "bits"));
  CHECK(taken(run, "best-goal", -5, "over_oracle"));
  CHECK_FALSE(taken(run, "best-goal", -1e300, "over_oracle"));
}

TEST_CASE("an optimiser's numbers that no update leaves are refused") {
  for (const char* const optimizer : {"rmsprop", "graves-rmsprop", "adam", "sgd"}) {
    TinyRun run(fmt::format("train.optimizer = {}\n", optimizer));
    const SafetensorsFile good = run.state.to_file("");
    for (size_t i = 0; i < good.tensors.size(); ++i) {
      const std::string& name = good.tensors[i].name;
      if (!name.starts_with("optimizer/")) continue;
      INFO(optimizer << ", " << name);
      const auto with = [&](Real value) {
        SafetensorsFile file = good;
        std::memcpy(file.tensors[i].data.data(), &value, sizeof value);
        run.state.from_file(file, "file", "bits");
      };
      const auto refused = Catch::StartsWith("file: tensor \"" + name + "\" has ");
      for (const Real value : {std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::infinity()})
        CHECK_THROWS_WITH(with(value), refused);
      if (name.starts_with("optimizer/square/"))
        CHECK_THROWS_AS(with(-5), InputError);
      else
        CHECK_NOTHROW(with(-5));
      CHECK_NOTHROW(with(5));
    }
  }
}

TEST_CASE("the weights' average moves by the smaller of its own share and (k + 1)/(k + 10)") {
  TinyRun run("train.average = 0.6\n");
  auto& values = run.state.store().values();
  const std::vector<Real> gradient(values.size());
  const Extent all{0, values.size()};
  double expected = values[3];
  for (uint64_t k = 1; k <= 30; ++k) {
    values[3] = static_cast<Real>(k);
    run.state.update(gradient, {&all, 1}, {}, 0);
    const double keep = std::min(0.6, static_cast<double>(k + 1) / static_cast<double>(k + 10));
    expected = keep * expected + (1 - keep) * static_cast<double>(k);
    CHECK(run.state.scored_store().values()[3] == Approx(expected).epsilon(1e-5));
  }
  CHECK(values[3] == 30);
}

TEST_CASE("without averaging the weights themselves are scored") {
  TinyRun run;
  CHECK(&run.state.scored_store() == &run.state.store());
}

TEST_CASE("each attempt has weights of its own, the same each time") {
  TinyRun run(kAllKinds), other(kAllKinds);
  const auto first = run.state.store().values();
  CHECK(other.state.store().values() == first);
  train_a_little(run);
  run.state.begin_attempt(2);
  other.state.counters.sequences = 5;
  other.state.begin_attempt(1);
  CHECK(other.state.store().values() != first);
  CHECK(other.state.store().values() != run.state.store().values());
  other.state.begin_attempt(2);
  CHECK(other.state.store().values() == run.state.store().values());
  CHECK(other.state.store().constants() == run.state.store().constants());
  CHECK(run.state.scored_store().values() == run.state.store().values());
  CHECK(run.state.counters.attempt == 2);
  CHECK(run.state.counters.attempt_start == 5);
  CHECK(run.state.counters.updates == 0);
  CHECK(run.state.counters.patience == 0);
  for (const auto& slot : run.state.optimizer().slots())
    CHECK(slot.values == AlignedVector<Real>(run.state.store().size(), Real{0}));
  run.state.begin_attempt(0);
  CHECK(run.state.store().values() == first);
}

TEST_CASE("a trained model's file gives the averaged weights where there are any") {
  TinyRun run(kAllKinds), plain("memory.init = random\nmemory.start-weighting = learned\n");
  train_a_little(run);
  ParameterStore store = plain.state.store();
  read_parameters(run.state.to_file(""), store, "file");
  CHECK(store.values() == run.state.scored_store().values());
  CHECK(store.values() != run.state.store().values());
  CHECK(store.constants() == run.state.store().constants());
}

TEST_CASE("a checkpoint's corpus comes back, and a damaged one is refused") {
  const auto read = [](const std::string& text) {
    SafetensorsFile file;
    file.metadata["corpus"] = text;
    return corpus_of(file, "file");
  };
  const std::string rest = R"(,"statements":10,"sentence":7,"episodes":900,"stories":18446744073709551615})";
  const KnownCorpus sound = read(R"({"words":["a","b"])" + rest);
  REQUIRE(sound);
  CHECK(*sound == Corpus{{"a", "b"}, 10, 7, 900, ~uint64_t{0}});
  CHECK(corpus_of(SafetensorsFile{}, "file") == nullptr);
  for (const char* words : {"[]", R"(["b","a"])", "3", R"(["a",1])"})
    CHECK_THROWS_AS(read(std::string(R"({"words":)") + words + rest), InputError);
  for (const char* sizes : {R"("statements":-1,"sentence":7,"episodes":900)",
                            R"("statements":10,"sentence":9223372036854775808,"episodes":1)",
                            R"("statements":10,"sentence":7,"episodes":1e300)",
                            R"("statements":10,"sentence":7.5,"episodes":9)", R"("statements":10,"sentence":7)"})
    CHECK_THROWS_AS(read(std::string(R"({"words":["a","b"],)") + sizes + R"(,"stories":1})"), InputError);
  for (const char* text : {"", "{", "[]", "null"}) CHECK_THROWS_AS(read(text), InputError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
