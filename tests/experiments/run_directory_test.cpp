// How checkpoints replace each other in a run's directory.

#include "experiments/runs/run_directory.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/support/folder.hpp"

namespace tapehead {
namespace {

SafetensorsFile numbered_file(int64_t number) { return {{}, {vector_tensor<int64_t>("n", {&number, 1})}}; }

int64_t number_in(const RunDirectory& run, const std::string& which) {
  int64_t number = 0;
  const std::string path = run.checkpoint(which).string();
  read_vector<int64_t>(read_safetensors(path).tensors, "n", {&number, 1}, path);
  return number;
}

void damage(const std::filesystem::path& path) { std::ofstream(path, std::ios::trunc) << "damaged"; }

size_t entries(const RunDirectory& run) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(run.path()), {}));
}

}  // namespace

TEST_CASE("the last becomes the previous, and nothing else stays behind") {
  const TestFolder folder;
  const RunDirectory run(folder.path());
  CHECK_FALSE(run.has_checkpoint());
  run.save_last(numbered_file(1));
  CHECK(run.has_checkpoint());
  CHECK(entries(run) == 1);
  for (int64_t n = 2; n < 5; ++n) {
    run.save_last(numbered_file(n));
    CHECK(number_in(run, "last") == n);
    CHECK(number_in(run, "previous") == n - 1);
    CHECK(entries(run) == 2);
  }
}

TEST_CASE("a save that was killed halfway is no obstacle to the next") {
  const TestFolder folder;
  const RunDirectory run(folder.path());
  run.save_last(numbered_file(1));
  // Killed after the last got its second name, before the new last was written.
  std::filesystem::create_hard_link(run.checkpoint("last"), run.checkpoint("previous"));
  run.save_last(numbered_file(2));
  CHECK(number_in(run, "last") == 2);
  CHECK(number_in(run, "previous") == 1);
  CHECK(entries(run) == 2);
}

TEST_CASE("a damaged checkpoint is refused with another that is sound") {
  const TestFolder folder;
  const RunDirectory run(folder.path());
  run.save_last(numbered_file(1));
  run.save_last(numbered_file(2));
  damage(run.checkpoint("last"));
  CHECK_THROWS_WITH(run.load("last", {"previous"}), Catch::Contains("; a sound one is at hand: --checkpoint previous"));
  CHECK_THROWS_WITH(run.load("last"), !Catch::Contains("at hand"));
  CHECK_NOTHROW(run.load("previous"));
  damage(run.checkpoint("previous"));
  CHECK_THROWS_WITH(run.load("last", {"last", "previous"}), !Catch::Contains("at hand"));
}

TEST_CASE("going on from the previous one, the damaged last never becomes the previous") {
  const TestFolder folder;
  const RunDirectory run(folder.path());
  run.save_last(numbered_file(1));
  run.save_last(numbered_file(2));
  damage(run.checkpoint("last"));
  run.fall_back();
  CHECK(number_in(run, "last") == 1);
  run.save_last(numbered_file(3));
  CHECK(number_in(run, "last") == 3);
  CHECK(number_in(run, "previous") == 1);
  CHECK(entries(run) == 2);
}

}  // namespace tapehead
