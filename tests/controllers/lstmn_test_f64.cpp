#include "controllers/lstmn.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <map>

#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using Column = std::vector<double>;
using testing::How;

/// The LSTMN in plain loops, from its parameters by name: eq. 4 to 9 of Cheng, Dong & Lapata 2016.
class PlainLstmn {
 public:
  PlainLstmn(const ParameterStore& store, const LstmnSettings& settings) : store_(store), settings_(settings) {}

  std::vector<Column> run(std::vector<Column> inputs) {
    for (size_t k = 1; k <= settings_.layers; ++k) {
      layer_ = settings_.layers == 1 ? "controller/lstmn/" : "controller/lstmn-" + std::to_string(k) + "/";
      inputs = run_layer(inputs);
    }
    return inputs;
  }

 private:
  double number(const std::string& name, size_t r, size_t c) const {
    for (const auto& e : store_.entries())
      if (e.name == layer_ + name) return store_.data(e)[c * e.rows + r];
    throw std::logic_error(name);
  }
  Column affine(const std::string& name, size_t rows, Column x) const {
    x.push_back(1);
    Column y(rows, 0);
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < x.size(); ++c) y[r] += number(name, r, c) * x[c];
    return y;
  }
  static Column joined(Column a, const Column& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
  static double sigmoid(double v) { return 1 / (1 + std::exp(-v)); }

  std::vector<Column> run_layer(const std::vector<Column>& inputs) const {
    const size_t size = settings_.size;
    std::vector<Column> h(1), c(1), outputs;
    for (size_t r = 0; r < size; ++r) {
      h[0].push_back(number("start-h", r, 0));
      c[0].push_back(number("start-c", r, 0));
    }
    Column summary = h[0];
    for (const Column& x : inputs) {
      const Column query = affine("attention/query-weights", size, joined(x, summary));
      Column weights;
      double total = 0;
      for (const Column& past : h) {
        const Column key = affine("attention/key-weights", size, past);
        double score = 0;
        for (size_t r = 0; r < size; ++r)
          score += number("attention/score-weights", r, 0) * std::tanh(key[r] + query[r]);
        weights.push_back(std::exp(score));
        total += weights.back();
      }
      summary.assign(size, 0);
      Column cell(size, 0), now_h, now_c;
      for (size_t i = 0; i < h.size(); ++i)
        for (size_t r = 0; r < size; ++r) {
          summary[r] += weights[i] / total * h[i][r];
          cell[r] += weights[i] / total * c[i][r];
        }
      const Column gates = affine("weights", 4 * size, joined(x, summary));
      for (size_t r = 0; r < size; ++r) {
        now_c.push_back(sigmoid(gates[size + r]) * cell[r] + sigmoid(gates[r]) * std::tanh(gates[3 * size + r]));
        now_h.push_back(sigmoid(gates[2 * size + r]) * std::tanh(now_c[r]));
      }
      h.push_back(now_h);
      c.push_back(now_c);
      outputs.push_back(now_h);
    }
    return outputs;
  }

  const ParameterStore& store_;
  LstmnSettings settings_;
  std::string layer_;
};

/// Outputs step by step, and the values shown.
class Shown final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    if (name == "attention") rows.push_back(value.rows), cols.push_back(value.cols);
  }
  std::vector<size_t> rows, cols;
};

/// Only step by step.
std::vector<Real> run(const testing::Alone<LstmnController>& net, const std::vector<Real>& inputs, size_t steps,
                      size_t episodes, Watcher* watcher = nullptr, size_t round = 1000) {
  std::vector<std::vector<Real>> all(episodes);
  Tape tape;
  tape.begin(net.store, nullptr);
  tape.set_watcher(watcher);
  const Context context{tape, episodes, testing::noise()};
  State state = net.controller.start(context);
  for (size_t t = 0; t < steps; ++t) {
    if (t > 0 && t % round == 0) {
      const Carried carried(net.controller.settled(tape, state));
      tape.begin(net.store, nullptr);
      state = carried.on(tape);
    }
    const Var x = tape.constant(testing::kFeatures, steps, episodes, inputs.data());
    const Var now = columns(x, t, 1);
    const auto step = net.controller.step(context, now, state);
    state = step.state;
    const auto window = tape.value(step.output);
    for (size_t b = 0; b < episodes; ++b) all[b].insert(all[b].end(), window.item(b), window.item(b) + window.rows);
  }
  tape.set_watcher(nullptr);
  std::vector<Real> outputs;
  for (const auto& one : all) outputs.insert(outputs.end(), one.begin(), one.end());
  return outputs;
}

}  // namespace

TEST_CASE("an LSTMN is what plain loops give") {
  for (const LstmnSettings& settings : {LstmnSettings{5, 1}, LstmnSettings{3, 3}, LstmnSettings{1, 2}}) {
    const size_t steps = 6;
    const testing::Alone<LstmnController> net(settings);
    const auto inputs = testing::some_inputs(steps, 2);
    const auto got = run(net, inputs, steps, 2);
    for (size_t b = 0; b < 2; ++b) {
      std::vector<Column> episode;
      for (size_t t = 0; t < steps; ++t) {
        const Real* x = inputs.data() + (b * steps + t) * testing::kFeatures;
        episode.emplace_back(x, x + testing::kFeatures);
      }
      const auto right = PlainLstmn(net.store, settings).run(episode);
      for (size_t t = 0; t < steps; ++t)
        for (size_t r = 0; r < settings.size; ++r)
          CHECK(got[(b * steps + t) * settings.size + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
    }
  }
}

TEST_CASE("an LSTMN goes on from a state that was carried from tape to tape with the same bits") {
  const testing::Alone<LstmnController> net(LstmnSettings{4, 2});
  const auto inputs = testing::some_inputs(7, 3);
  CHECK(run(net, inputs, 7, 3, nullptr, 2) == run(net, inputs, 7, 3));
}

TEST_CASE("an LSTMN shows where each of its layers looks in its own past") {
  const testing::Alone<LstmnController> net(LstmnSettings{4, 2});
  Shown shown;
  run(net, testing::some_inputs(4, 1), 4, 1, &shown);
  CHECK(shown.rows == std::vector<size_t>{1, 2, 3, 4});
  CHECK(shown.cols == std::vector<size_t>(4, 2));
}

TEST_CASE("a step of an LSTMN copies nothing of its past") {
  const testing::Alone<LstmnController> net(LstmnSettings{4, 1});
  Tape tape;
  tape.begin(net.store, nullptr);
  const Context context{tape, 1, testing::noise()};
  const Var x = tape.filled(testing::kFeatures, 1, 1, 1);
  State state = net.controller.start(context);
  size_t nodes = 0;
  for (size_t t = 1; t <= 5; ++t) {
    const size_t made = tape.node_count();
    state = net.controller.step(context, x, state).state;
    CHECK(state.parts()[0].size() == 1 + 2 * (t + 1));
    const size_t now = tape.node_count() - made;
    if (t > 2) CHECK(now == nodes);  // the first step has met the parameters
    nodes = now;
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
