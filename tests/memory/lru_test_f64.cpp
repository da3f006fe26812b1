// Least-recently-used access against its equations in plain loops (Santoro et al. 2016, section 3.1).

#include "memory/lru/lru.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "attention/normalisers/softmax_normaliser.hpp"
#include "attention/scores/cosine.hpp"
#include "attention/scores/cosine_similarity.hpp"
#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "memory/lru/ops.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using In = std::span<const Var>;
using List = std::vector<double>;
using Lists = std::vector<List>;

std::unique_ptr<ContentLookup> cosine_lookup(bool squash_keys, size_t iterations = 1) {
  return std::make_unique<ContentLookup>(std::make_unique<CosineSimilarity>(), std::make_unique<SoftmaxNormaliser>(),
                                         squash_keys, iterations);
}

/// One episode, computed slot by slot from the equations; `squash` applies to keys and written vectors.
struct PlainLru {
  LruSettings settings;
  size_t iterations;
  Lists memory, looked;  // slots×width; a row a read head
  List usage;

  PlainLru(const LruSettings& s, size_t looks)
      : settings(s),
        iterations(looks),
        memory(s.slots, List(s.width, 0)),
        looked(s.read_heads, List(s.slots, 0)),
        usage(s.slots, 0) {
    for (size_t h = 0; h < s.read_heads; ++h) looked[h][h] = 1;
  }

  List content(List key, double strength) const {
    List w = looked_up(key, strength);
    for (size_t i = 1; i < iterations; ++i) {
      for (size_t j = 0; j < key.size(); ++j) {
        key[j] = 0;
        for (size_t n = 0; n < memory.size(); ++n) key[j] += w[n] * memory[n][j];
      }
      w = looked_up(key, strength);
    }
    return w;
  }

  List looked_up(const List& key, double strength) const {
    List w;
    double total = 0;
    for (const List& slot : memory) {
      double product = 0, slot_square = kCosineEpsilon, key_square = kCosineEpsilon;
      for (size_t j = 0; j < key.size(); ++j) {
        product += slot[j] * key[j];
        slot_square += slot[j] * slot[j];
        key_square += key[j] * key[j];
      }
      w.push_back(std::exp(strength * product / std::sqrt(slot_square * key_square)));
      total += w.back();
    }
    for (double& x : w) x /= total;
    return w;
  }

  void write(const Lists& written, const List& gates, const Lists& where_read) {
    std::vector<size_t> order(settings.slots);
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return usage[a] < usage[b]; });
    for (size_t h = 0; h < settings.write_heads; ++h) std::fill(memory[order[h]].begin(), memory[order[h]].end(), 0.0);
    for (double& u : usage) u *= settings.usage_decay;
    for (size_t h = 0; h < settings.write_heads; ++h)
      for (size_t n = 0; n < settings.slots; ++n) {
        const double w = gates[h] * where_read[h % settings.read_heads][n] + (1 - gates[h]) * (order[h] == n);
        for (size_t j = 0; j < settings.width; ++j) memory[n][j] += w * written[h][j];
        usage[n] += w;
      }
  }

  /// All reads, one after the other.
  List step(const List& controls) {
    const size_t width = settings.width, readers = settings.read_heads, writers = settings.write_heads;
    const auto squashed = [&](size_t first, bool squash) {
      List v(controls.begin() + static_cast<long>(first), controls.begin() + static_cast<long>(first + width));
      if (squash)
        for (double& x : v) x = std::tanh(x);
      return v;
    };
    Lists keys, written;
    List gates;
    for (size_t h = 0; h < readers; ++h) keys.push_back(squashed(h * width, settings.squash_writes));
    for (size_t h = 0; h < writers; ++h) {
      gates.push_back(testing::logistic_of(controls[(width + 1) * readers + h]));
      written.push_back(settings.write_keys
                            ? keys[h % readers]
                            : squashed((width + 1) * readers + writers + h * width, settings.squash_writes));
    }
    const Lists where_read = looked;
    if (settings.write_first) write(written, gates, where_read);
    List reads;
    for (size_t h = 0; h < readers; ++h) {
      looked[h] = content(keys[h], std::log1p(std::exp(controls[width * readers + h])));
      for (size_t j = 0; j < width; ++j) {
        reads.push_back(0);
        for (size_t n = 0; n < settings.slots; ++n) reads.back() += looked[h][n] * memory[n][j];
      }
    }
    if (!settings.write_first) write(written, gates, where_read);
    for (const List& w : looked)
      for (size_t n = 0; n < settings.slots; ++n) usage[n] += w[n];
    return reads;
  }
};

void check_against_loops(const LruSettings& settings, size_t iterations = 1) {
  constexpr size_t kBatch = 2, kSteps = 9;
  INFO(settings.read_heads << " readers, " << settings.write_heads << " writers, keys " << settings.write_keys
                           << ", first " << settings.write_first << ", squash " << settings.squash_writes
                           << ", iterations " << iterations);
  const LruMemory memory(settings, cosine_lookup(settings.squash_writes, iterations));
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, kBatch, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  std::vector<PlainLru> plain(kBatch, PlainLru(settings, iterations));
  Stream stream(5, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < kSteps; ++t) {
    INFO("step " << t);
    std::vector<Real> controls(memory.controls() * kBatch);
    for (Real& x : controls) x = stream.uniform(-2, 2);
    step = memory.step(context, tape.constant(memory.controls(), 1, kBatch, controls.data()), step.state);
    List right, right_memory, right_usage;
    for (size_t b = 0; b < kBatch; ++b) {
      const auto first = controls.begin() + static_cast<long>(b * memory.controls());
      for (const double x : plain[b].step({first, first + static_cast<long>(memory.controls())})) right.push_back(x);
      for (size_t j = 0; j < settings.width; ++j)
        for (const List& slot : plain[b].memory) right_memory.push_back(slot[j]);
      right_usage.insert(right_usage.end(), plain[b].usage.begin(), plain[b].usage.end());
    }
    testing::check_close(testing::numbers(step.output), right, "reads");
    testing::check_close(testing::numbers(step.state.as<LruState>().memory), right_memory, "memory");
    testing::check_close(testing::numbers(step.state.as<LruState>().usage), right_usage, "usage");
  }
}

LruSettings small(size_t readers, size_t writers) {
  LruSettings settings;
  settings.slots = 5;
  settings.width = 3;
  settings.read_heads = readers;
  settings.write_heads = writers;
  return settings;
}

}  // namespace

TEST_CASE("least-recently-used access is what plain loops over its equations give") {
  for (const auto& [readers, writers] : {std::pair<size_t, size_t>{1, 1}, {2, 2}, {3, 2}, {2, 3}, {1, 3}})
    for (const bool write_keys : {true, false})
      for (const bool write_first : {false, true}) {
        LruSettings settings = small(readers, writers);
        settings.write_keys = write_keys;
        settings.write_first = write_first;
        check_against_loops(settings);
      }
  LruSettings raw = small(2, 2);
  raw.squash_writes = false;
  raw.usage_decay = Real(0.5);
  check_against_loops(raw);
  for (const size_t iterations : {2, 5}) check_against_loops(small(2, 2), iterations);
}

TEST_CASE("the least used slots come in order, of equals the first") {
  const std::vector<CheckedInput> in = {{"usage", 5, 1, 2, {3, 1, 2, 1, 1, 0, 0, 0, 0, 0}}};
  const auto got = testing::run([](Tape&, In x) { return least_used(x[0], 4); }, in);
  const auto chosen = [&](size_t b, size_t c) {
    size_t place = 5;
    for (size_t n = 0; n < 5; ++n)
      if (got.value[(b * 4 + c) * 5 + n] == 1) place = n;
    return place;
  };
  CHECK(std::accumulate(got.value.begin(), got.value.end(), 0.0) == 8);
  CHECK(std::vector{chosen(0, 0), chosen(0, 1), chosen(0, 2), chosen(0, 3)} == std::vector<size_t>{1, 3, 4, 2});
  CHECK(std::vector{chosen(1, 0), chosen(1, 1), chosen(1, 2), chosen(1, 3)} == std::vector<size_t>{0, 1, 2, 3});
  CHECK(got.gradients[0] == std::vector<Real>(10, 0));
}

TEST_CASE("clear_and_add is what its elementary ops give, and its memory's gradient is handed on") {
  const auto composed = [](Var memory, Var cleared, Var weights, Var vectors) {
    Var m = multiply(memory, shift(negate(cleared), 1));
    for (size_t h = 0; h < weights.cols; ++h)
      m = add(m, matmul(columns(weights, h, 1), reshape(columns(vectors, h, 1), 1, vectors.rows)));
    return m;
  };
  const auto steps = [](auto put) {
    return [=](Tape&, In in) {
      const Var cleared = stop_gradient(in[1]), first = put(in[0], cleared, in[2], in[3]);
      const Var seen = sum(square(first)), second = put(first, cleared, in[2], in[3]);
      return add(square(put(second, cleared, in[2], in[3])), multiply(second, seen));
    };
  };
  for (const size_t heads : {1, 3})
    testing::check_twins(steps(clear_and_add), steps(composed),
                         {{"memory", 7, 4}, {"cleared", 7, 1, 0, 1}, {"weights", 7, heads, 0, 1}, {"v", 4, heads}});
}

TEST_CASE("with shut gates writes go round the slots, the longest unused one first, and clear them") {
  LruSettings settings = small(1, 1);
  settings.write_keys = false;
  const LruMemory memory(settings, cosine_lookup(true));
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, 1, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  for (size_t t = 0; t < 12; ++t) {
    const Real written = Real(0.1) * static_cast<Real>(t + 1);
    // key; strength 0: looks everywhere alike; gate shut; what is written
    const std::array<Real, 8> controls = {1, 0, 0, -1000, -1000, written, -written, 2 * written};
    step = memory.step(context, tape.constant(8, 1, 1, controls.data()), step.state);
    const auto m = tape.value(step.state.as<LruState>().memory);
    INFO("step " << t);
    for (size_t j = 0; j < 3; ++j) CHECK(m.column(0, j)[t % 5] == Approx(std::tanh(controls[5 + j])));
    if (t >= 5) CHECK(m.column(0, 0)[(t + 1) % 5] == Approx(std::tanh(Real(0.1) * static_cast<Real>(t - 3))));
  }
}

TEST_CASE("what was written under a strong key is read again by it, one step later") {
  LruSettings settings = small(1, 1);
  settings.write_keys = true;
  settings.strength_bias = 50;
  settings.gate_bias = -1000;
  const LruMemory memory(settings, cosine_lookup(true));
  std::vector<Real> biases(memory.controls(), 0);
  memory.add_start_biases(biases);
  CHECK(biases == std::vector<Real>{0, 0, 0, 50, -1000});
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const Context context{tape, 1, testing::noise()};
  Memory::Step step = testing::started(memory, context);
  const Lists keys = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {0, 1, 0}};
  for (const List& key : keys) {
    std::vector<Real> controls = biases;
    for (size_t j = 0; j < 3; ++j) controls[j] += key[j];
    step = memory.step(context, tape.constant(5, 1, 1, controls.data()), step.state);
  }
  const auto read = testing::numbers(step.output);
  for (size_t j = 0; j < 3; ++j) CHECK(read[j] == Approx(std::tanh(keys[1][j])).margin(1e-12));
}

TEST_CASE("gradients are finite from an empty memory, with gates open, half open and shut") {
  const LruMemory memory(small(2, 2), cosine_lookup(true));
  for (const Real size : {0.0, 1.0, 1000.0}) {
    const auto got = testing::run(
        [&](Tape& tape, In in) {
          const Context context{tape, in[0].batch(), testing::noise()};
          Memory::Step step = testing::started(memory, context);
          Var total = sum(step.output);
          for (const Real sign : {1, -1, 1, 1}) {
            step = memory.step(context, scale(in[0], sign * size), step.state);
            total = add(total, sum(step.output));
          }
          return total;
        },
        testing::drawn({{"controls", memory.controls(), 1}}, 2));
    for (const Real x : got.value) CHECK(std::isfinite(x));
    for (const Real x : got.gradients[0]) CHECK(std::isfinite(x));
  }
}

namespace {

/// The sums of the columns shown as weights.
struct WeightSums final : Watcher {
  std::map<std::string, std::vector<double>> sums;
  void see(const std::string& name, Var value, const View&) override {
    if (!name.ends_with("/weights")) return;
    const auto w = value.tape->value(value);
    for (size_t c = 0; c < w.cols; ++c)
      sums[name].push_back(std::accumulate(w.column(0, c), w.column(0, c) + w.rows, 0.0));
  }
};

}  // namespace

TEST_CASE("every write head writes with a weight of one in all, whatever the number of heads") {
  for (const auto& [readers, writers] : {std::pair<size_t, size_t>{1, 3}, {3, 1}}) {
    const LruMemory memory(small(readers, writers), cosine_lookup(true));
    const ParameterStore none(0);
    Tape tape;
    tape.begin(none, nullptr);
    WeightSums seen;
    tape.set_watcher(&seen);
    const Context context{tape, 1, testing::noise()};
    Memory::Step step = testing::started(memory, context);
    for (int t = 0; t < 3; ++t) step = memory.step(context, tape.filled(memory.controls(), 1, 1, 0.3), step.state);
    CHECK(seen.sums["read/weights"].size() == 3 * readers);
    CHECK(seen.sums["write/weights"].size() == 3 * writers);
    for (const auto& [name, sums] : seen.sums)
      for (const double total : sums) CHECK(total == Approx(1));
  }
}

TEST_CASE("the ops of least-recently-used access refuse what does not fit") {
  const ParameterStore none(0);
  Tape tape;
  tape.begin(none, nullptr);
  const auto ones = [&](size_t rows, size_t cols, size_t batch = 2) { return tape.filled(rows, cols, batch, 1); };
  CHECK_THROWS_AS(least_used(ones(4, 2), 1), ShapeError);
  CHECK_THROWS_AS(least_used(ones(4, 1), 5), ShapeError);
  const Var memory = ones(7, 4), cleared = ones(7, 1), weights = ones(7, 2), vectors = ones(4, 2);
  CHECK_NOTHROW(clear_and_add(memory, cleared, weights, vectors));
  CHECK_THROWS_AS(clear_and_add(memory, ones(7, 2), weights, vectors), ShapeError);
  CHECK_THROWS_AS(clear_and_add(memory, cleared, ones(6, 2), vectors), ShapeError);
  CHECK_THROWS_AS(clear_and_add(memory, cleared, weights, ones(4, 1)), ShapeError);
  CHECK_THROWS_AS(clear_and_add(memory, cleared, weights, ones(4, 2, 1)), ShapeError);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
