#include "tasks/bits/vectors.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "tests/support/defaults.hpp"
#include "tests/support/episodes.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

constexpr size_t kBits = 8;

using Vector = std::vector<Real>;

std::vector<Vector> drawn_vectors(uint64_t index, VectorStyle style, size_t count) {
  Stream stream(4, Split::kTrain, Purpose::kEpisode, index);
  EpisodeVectors source(stream, style, kBits, count);
  std::vector<Vector> vectors(count, Vector(kBits));
  for (Vector& vector : vectors) source.next(vector.data());
  return vectors;
}

double ones(const Vector& vector) { return static_cast<double>(std::count(vector.begin(), vector.end(), Real{1})); }

/// The longest run of neighbours for which the condition holds with the one before.
template <class Pair>
size_t longest(const std::vector<Vector>& vectors, Pair pair) {
  size_t most = 0, now = 0;
  for (size_t t = 1; t < vectors.size(); ++t) {
    now = pair(vectors[t - 1], vectors[t]) ? now + 1 : 0;
    most = std::max(most, now);
  }
  return most;
}

bool complementary(const Vector& a, const Vector& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](Real x, Real y) { return x != y; });
}

/// A bit task of the catalogue with all its defaults except these.
std::unique_ptr<Task> bit_task(const std::string& name, const std::string& draw, bool is_signed) {
  Settings settings;
  settings.set("task", name);
  add_defaults(task_row(name).info, settings);
  settings.set("task.draw", draw);
  settings.set("task.signed-bits", is_signed ? "true" : "false");
  return make_task(settings);
}

/// The tasks of the catalogue with bit vectors.
std::vector<std::string> bit_tasks() {
  std::vector<std::string> names;
  for (const TaskRow& row : task_rows())
    for (const Option& option : row.info.options)
      if (option.name == "task.draw") names.push_back(row.info.name);
  return names;
}

}  // namespace

TEST_CASE("vectors: signed bits are the same bits, as -1 and 1") {
  for (const bool hostile : {false, true})
    for (uint64_t k = 0; k < 50; ++k) {
      const auto plain = drawn_vectors(k, {false, hostile}, 12), with_sign = drawn_vectors(k, {true, hostile}, 12);
      for (size_t t = 0; t < plain.size(); ++t)
        for (size_t i = 0; i < kBits; ++i) {
          REQUIRE((plain[t][i] == 0 || plain[t][i] == 1));
          REQUIRE(with_sign[t][i] == 2 * plain[t][i] - 1);
        }
    }
}

TEST_CASE("vectors: a hostile episode has one stretch, each kind of them as often, of any length and at any place") {
  constexpr uint64_t kEpisodes = 2000;
  constexpr size_t kCount = 40;
  std::map<std::string, int> kinds;
  std::set<size_t> lengths, begins;
  for (uint64_t k = 0; k < kEpisodes; ++k) {
    const auto vectors = drawn_vectors(k, {false, true}, kCount);
    const auto all = [](double count) {
      return [=](const Vector& a, const Vector& b) { return ones(a) == count && ones(b) == count; };
    };
    const size_t zeros = longest(vectors, all(0)), full = longest(vectors, all(kBits)),
                 sparse = longest(vectors, all(1)), repeated = longest(vectors, std::equal_to<>()),
                 alternating = longest(vectors, complementary);
    const std::map<size_t, std::string> found{
        {repeated, "repeated"}, {alternating, "alternating"}, {sparse, "sparse"}, {full, "ones"}, {zeros, "zeros"}};
    const auto& [length, kind] = *found.rbegin();
    INFO("episode " << k);
    REQUIRE(length >= 2);  // three vectors, two pairs of neighbours
    ++kinds[length == zeros ? "zeros" : length == full ? "ones" : kind];
    lengths.insert(length + 1);
    if (length == zeros)
      for (size_t t = 0; t + 1 < kCount; ++t)
        if (ones(vectors[t]) == 0 && ones(vectors[t + 1]) == 0) {
          begins.insert(t);
          break;
        }
  }
  CHECK(kinds.size() == 5);
  for (const auto& [kind, count] : kinds) {
    INFO(kind);
    CHECK(is_likely(count, kEpisodes, 0.2));
  }
  CHECK(lengths.size() == kCount - 2);  // 3 … 40
  CHECK(begins.size() > 30);
}

TEST_CASE("vectors: a hostile episode of few vectors is hostile all through") {
  for (uint64_t k = 0; k < 50; ++k) {
    CHECK(drawn_vectors(k, {false, true}, 0).empty());
    const auto two = drawn_vectors(k, {false, true}, 2);
    CHECK((two[0] == two[1] || complementary(two[0], two[1]) || (ones(two[0]) == 1 && ones(two[1]) == 1)));
  }
}

TEST_CASE("vectors: every task of bits asks for the same answers, however its bits are shown") {
  CHECK(bit_tasks().size() == 7);
  for (const std::string& name : bit_tasks())
    for (const std::string draw : {"fair", "hostile"}) {
      INFO(name << ", " << draw);
      const auto plain = bit_task(name, draw, false), with_sign = bit_task(name, draw, true);
      Stream draws(1, Split::kTrain, Purpose::kShape, 3);
      const Shape shape = plain->shape(draws, {});
      const Batch one = sampled(*plain, shape, 8), other = sampled(*with_sign, shape, 8);
      CHECK(one.target.values == other.target.values);
      CHECK(one.mask == other.mask);
      CHECK(one.inputs[0].values != other.inputs[0].values);
      size_t silent = 0;
      for (size_t b = 0; b < 8; ++b) {  // the last step is silence, and stays so; the first vector has no silent bit
        for (size_t i = 0; i < other.features(); ++i) CHECK(other.input(b, other.steps() - 1)[i] == 0);
        const size_t t = name == "associative-recall" ? 1 : 0;  // behind the item's delimiter
        silent += *other.input(b, t) == 0;
      }
      CHECK(silent == 0);
      for (const Real x : other.target.values) REQUIRE((x == 0 || x == 1));
    }
}

TEST_CASE("vectors: hostile episodes are other episodes, and answered from their own vectors") {
  const auto task = bit_task("copy", "hostile", true);
  const Batch batch = sampled(*task, {20}, 30);
  size_t unlike = 0;
  const Batch fair = sampled(*bit_task("copy", "fair", true), {20}, 30);
  for (size_t b = 0; b < 30; ++b)
    for (size_t t = 0; t < 20; ++t)
      for (size_t i = 0; i < 8; ++i) {
        REQUIRE(batch.target.at(b, 21 + t)[i] == (batch.input(b, t)[i] > 0 ? 1 : 0));
        unlike += batch.input(b, t)[i] != fair.input(b, t)[i];
      }
  CHECK(unlike > 0);
}
