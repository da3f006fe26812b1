#include "autodiff/tape/stored_parameters.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/folder.hpp"

using namespace tapehead;

namespace {

/// The parameters of a small model: learned matrices, a fixed one, a running mean.
ParameterStore small_store(uint64_t seed, size_t rows = 3) {
  ParameterStore store(seed);
  store.add("layer/weights", rows, 2, normal(1));
  store.add_constant("start", 2, 2, normal(1));
  store.add("layer/bias", 1, 5, uniform(1));
  store.add_running_mean("mean", 1, 1);
  return store;
}

}  // namespace

TEST_CASE("parameters come back from a file as they were") {
  const TestFolder folder;
  ParameterStore store = small_store(1), other = small_store(2);
  *store.data(store.entries().back()) = Real(0.25);  // the running mean
  save_parameters(folder.path() / "model.safetensors", store);
  REQUIRE(other.values() != store.values());
  load_parameters(folder.path() / "model.safetensors", other);
  CHECK(other.values() == store.values());
  CHECK(other.constants() == store.constants());
}

TEST_CASE("a checkpoint with averaged parameters gives these") {
  const TestFolder folder;
  const ParameterStore last = small_store(1), average = small_store(2);
  SafetensorsFile file;
  add_tensors(file, kParameters, last, last.values());
  add_tensors(file, kAverage, last, average.values());
  add_constants(file, last);
  write_safetensors(folder.path() / "checkpoint.safetensors", file);
  ParameterStore read = small_store(3);
  load_parameters(folder.path() / "checkpoint.safetensors", read);
  CHECK(read.values() == average.values());
  CHECK(read.constants() == last.constants());
}

TEST_CASE("a file of another model is refused in one line, and the store stays as it was") {
  const TestFolder folder;
  const auto path = folder.path() / "model.safetensors";
  save_parameters(path, small_store(1, 4));
  const ParameterStore before = small_store(2);
  ParameterStore store = before;
  CHECK_THROWS_WITH(load_parameters(path, store),
                    Catch::StartsWith(path.string()) && Catch::Contains("layer/weights") && !Catch::Contains("\n"));
  folder.write("model.safetensors", "not a checkpoint");
  CHECK_THROWS_AS(load_parameters(path, store), InputError);
  CHECK_THROWS_AS(load_parameters(folder.path() / "none", store), InputError);
  CHECK(store.values() == before.values());
  CHECK(store.constants() == before.constants());
}
