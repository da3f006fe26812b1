#include "controllers/transformer.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <map>

#include "autodiff/base/error.hpp"
#include "tests/support/context.hpp"
#include "tests/support/whole_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::How;
using testing::largest;
using testing::largest_difference;
using Column = std::vector<double>;

/// A parameter as rows and columns.
struct Matrix {
  size_t rows, cols;
  const Real* data;
  double operator()(size_t r, size_t c) const { return data[c * rows + r]; }
};

/// The Transformer in plain loops, from its parameters by name.
class PlainTransformer {
 public:
  PlainTransformer(const ParameterStore& store, const TransformerSettings& settings) : settings_(settings) {
    for (const auto& e : store.entries()) named_[e.name] = {e.rows, e.cols, store.data(e)};
  }

  /// The outputs of one episode, step by step.
  std::vector<Column> run(const std::vector<Column>& inputs) const {
    std::vector<Column> tokens;
    for (size_t t = 0; t < inputs.size(); ++t) {
      Column x = affine("token", inputs[t]);
      for (size_t r = 0; r < x.size(); ++r) x[r] += position(t, r);
      tokens.push_back(x);
    }
    const bool pre = settings_.norm == NormPlace::kPre;
    const auto half = [&](const std::string& name, auto between) {
      std::vector<Column> in;
      for (const Column& x : tokens) in.push_back(affine(name + "weights", pre ? norm(name + "norm", x) : x));
      for (size_t t = 0; t < tokens.size(); ++t) {
        add(tokens[t], affine(name + "output-weights", between(in, t)));
        if (!pre) tokens[t] = norm(name + "norm", tokens[t]);
      }
    };
    for (size_t i = 1; i <= settings_.layers; ++i) {
      const std::string layer = "layer-" + std::to_string(i) + "/";
      half(layer + "attention/", [&](const std::vector<Column>& in, size_t t) { return attended(in, t, layer); });
      half(layer + "feedforward/", [&](std::vector<Column>& in, size_t t) {
        for (double& v : in[t]) v = active(v);
        return in[t];
      });
    }
    if (pre)
      for (Column& x : tokens) x = norm("norm", x);
    return tokens;
  }

 private:
  const Matrix& parameter(const std::string& name) const { return named_.at("controller/transformer/" + name); }
  static void add(Column& to, const Column& x) {
    for (size_t r = 0; r < x.size(); ++r) to[r] += x[r];
  }
  Column affine(const std::string& name, const Column& x) const {
    const Matrix& w = parameter(name);
    REQUIRE(w.cols == x.size() + 1);
    Column y(w.rows, 0);
    for (size_t r = 0; r < w.rows; ++r) {
      y[r] = w(r, x.size());
      for (size_t c = 0; c < x.size(); ++c) y[r] += w(r, c) * x[c];
    }
    return y;
  }
  Column norm(const std::string& name, const Column& x) const {
    double mean = 0, variance = 0;
    for (const double v : x) mean += v / static_cast<double>(x.size());
    for (const double v : x) variance += (v - mean) * (v - mean) / static_cast<double>(x.size());
    Column y;
    for (size_t r = 0; r < x.size(); ++r)
      y.push_back((x[r] - mean) / std::sqrt(variance + 1e-5) * parameter(name + "/gain")(r, 0) +
                  parameter(name + "/bias")(r, 0));
    return y;
  }
  double position(size_t t, size_t r) const {
    if (settings_.positions != Positions::kSinusoidal && settings_.positions != Positions::kLearned) return 0;
    if (settings_.positions == Positions::kLearned) return parameter("positions")(r, t);
    const double pair = static_cast<double>(r - r % 2) / static_cast<double>(settings_.size);
    const double angle = static_cast<double>(t) / std::pow(10000, pair);
    return r % 2 == 0 ? std::sin(angle) : std::cos(angle);
  }
  double active(double v) const {
    if (settings_.activation == Activation::kRelu) return std::max(v, 0.0);
    return 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * std::pow(v, 3))));
  }
  /// Row i of step t's query (0) or key (size) as rotary positions turn it: a complex number of each pair of rows of a
  /// head, times exp(i·angle).
  double turned(const std::vector<Column>& projected, size_t t, size_t from, size_t i) const {
    const size_t width = settings_.size / settings_.heads, row = i % width;
    const Column& x = projected[t];
    if (settings_.positions != Positions::kRotary || row == width - width % 2) return x[from + i];
    const double angle =
        static_cast<double>(t) * std::pow(10000, -static_cast<double>(row - row % 2) / static_cast<double>(width));
    const size_t first = from + i - row % 2;
    const std::complex<double> pair = std::complex<double>(x[first], x[first + 1]) * std::polar(1.0, angle);
    return row % 2 == 0 ? pair.real() : pair.imag();
  }
  /// What relative positions add to row i of a key or value of that age.
  double by_age(const std::string& what, const std::string& layer, size_t age, size_t i) const {
    if (settings_.positions != Positions::kRelative) return 0;
    const Matrix& vectors = parameter(layer + "attention/" + what);
    REQUIRE(vectors.cols == settings_.max_distance + 1);
    return vectors(i % vectors.rows, std::min(age, settings_.max_distance));
  }
  Column attended(const std::vector<Column>& projected, size_t t, const std::string& layer) const {
    const size_t size = settings_.size, width = size / settings_.heads;
    Column out(size, 0);
    for (size_t h = 0; h < settings_.heads; ++h) {
      Column weights;
      double total = 0;
      for (size_t j = 0; j <= t; ++j) {
        double score = 0;
        for (size_t i = h * width; i < (h + 1) * width; ++i)
          score += turned(projected, t, 0, i) * (turned(projected, j, size, i) + by_age("age-keys", layer, t - j, i));
        score /= std::sqrt(static_cast<double>(width));
        if (settings_.positions == Positions::kAlibi)
          score -= std::pow(2, -8. * static_cast<double>(h + 1) / static_cast<double>(settings_.heads)) *
                   static_cast<double>(t - j);
        weights.push_back(std::exp(score));
        total += weights.back();
      }
      for (size_t j = 0; j <= t; ++j)
        for (size_t i = h * width; i < (h + 1) * width; ++i)
          out[i] += weights[j] / total * (projected[j][2 * size + i] + by_age("age-values", layer, t - j, i));
    }
    return out;
  }

  TransformerSettings settings_;
  std::map<std::string, Matrix> named_;
};

}  // namespace

TEST_CASE("a Transformer is what plain loops give") {
  for (const TransformerSettings& settings : testing::several_settings()) {
    const size_t steps = 6;
    const testing::Transformer net(settings);
    const auto inputs = testing::some_inputs(steps, 2);
    const auto got = testing::run(net, How::kStepByStep, inputs, steps, 2).outputs;
    for (size_t b = 0; b < 2; ++b) {
      std::vector<Column> episode;
      for (size_t t = 0; t < steps; ++t) {
        const Real* x = inputs.data() + (b * steps + t) * testing::kFeatures;
        episode.emplace_back(x, x + testing::kFeatures);
      }
      const auto right = PlainTransformer(net.store, settings).run(episode);
      for (size_t t = 0; t < steps; ++t)
        for (size_t r = 0; r < settings.size; ++r)
          CHECK(got[(b * steps + t) * settings.size + r] == Approx(right[t][r]).epsilon(1e-11).margin(1e-12));
    }
  }
}

TEST_CASE("a Transformer step by step is the whole sequence at once, in value and gradient") {
  for (const TransformerSettings& settings : testing::several_settings())
    for (const size_t steps : {1, 2, 7, 33}) {
      INFO(settings.size << " " << steps);
      const testing::Transformer net(settings);
      const auto inputs = testing::some_inputs(steps, 3);
      const auto stepwise = testing::run(net, How::kStepByStep, inputs, steps, 3);
      const auto whole = testing::run(net, How::kAtOnce, inputs, steps, 3);
      CHECK(largest(stepwise.parameters) > 0.1);
      CHECK(largest_difference(stepwise.outputs, whole.outputs) < 1e-10);
      CHECK(largest_difference(stepwise.parameters, whole.parameters) < 1e-10 * (1 + largest(stepwise.parameters)));
      CHECK(largest_difference(stepwise.inputs, whole.inputs) < 1e-10 * (1 + largest(stepwise.inputs)));
    }
}

TEST_CASE("without positions the order of what came before does not matter, with them it does") {
  for (const Positions positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kNone, Positions::kRotary,
                                    Positions::kAlibi, Positions::kRelative}) {
    TransformerSettings settings = testing::several_settings()[0];
    settings.positions = positions;
    settings.layers = 1;  // a second layer knows how much each token of the first had seen
    const testing::Transformer net(settings);
    const size_t steps = 5;
    auto inputs = testing::some_inputs(steps, 1);
    const auto before = testing::run(net, How::kStepByStep, inputs, steps, 1).outputs;
    std::swap_ranges(inputs.begin(), inputs.begin() + testing::kFeatures, inputs.begin() + testing::kFeatures);
    const auto after = testing::run(net, How::kStepByStep, inputs, steps, 1).outputs;
    double largest_last = 0;
    for (size_t r = 0; r < settings.size; ++r)
      largest_last = std::max(
          largest_last, std::abs(before[(steps - 1) * settings.size + r] - after[(steps - 1) * settings.size + r]));
    if (positions == Positions::kNone)
      CHECK(largest_last < 1e-12);
    else
      CHECK(largest_last > 1e-4);
  }
}

TEST_CASE("the state of a Transformer is one value a layer and step, and nothing is copied into it") {
  const TransformerSettings settings = testing::several_settings()[0];
  const testing::Transformer net(settings);
  Tape tape;
  tape.begin(net.store, nullptr);
  const Context context{tape, 1, testing::noise()};
  const Var x = tape.filled(testing::kFeatures, 1, 1, 1);
  State state = net.controller.start(context);
  CHECK(state.size() == 0);
  size_t nodes = 0;
  for (size_t t = 1; t <= 5; ++t) {
    const State before = state;
    const size_t made = tape.node_count();
    state = net.controller.step(context, x, state).state;
    CHECK(state.size() == settings.layers * t);
    for (size_t i = 0; i < settings.layers; ++i)
      for (size_t j = 0; j + 1 < t; ++j) CHECK(state[i * t + j].node == before[i * (t - 1) + j].node);
    const size_t now = tape.node_count() - made;
    if (t > 2) CHECK(now == nodes);  // the first step has met the parameters
    nodes = now;
  }
}

TEST_CASE("a sequence longer than there are learned positions is refused") {
  TransformerSettings settings = testing::several_settings()[0];
  settings.positions = Positions::kLearned;
  settings.max_steps = 4;
  const testing::Transformer net(settings);
  for (const How how : {How::kStepByStep, How::kAtOnce}) {
    CHECK_NOTHROW(testing::run(net, how, testing::some_inputs(4, 1), 4, 1));
    try {
      testing::run(net, how, testing::some_inputs(5, 1), 5, 1);
      FAIL("nothing was thrown");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).starts_with("controller.max-steps: got 4 and a sequence of 5 steps"));
    }
  }
}

TEST_CASE("dropout falls on training alone, and is a function of the streams") {
  TransformerSettings settings = testing::several_settings()[0];
  const testing::Transformer without(settings);
  settings.dropout = 0.3;
  const testing::Transformer with(settings);
  const auto inputs = testing::some_inputs(6, 2);
  for (const How how : {How::kStepByStep, How::kAtOnce}) {
    const auto noisy = [&](const testing::Transformer& net, uint64_t seed) {
      Noise noise(seed, Split::kTrain, 0, 2);
      return testing::run(net, how, inputs, 6, 2, &noise);
    };
    const auto quiet = testing::run(without, how, inputs, 6, 2);
    CHECK(testing::run(with, how, inputs, 6, 2).outputs == quiet.outputs);
    CHECK(noisy(without, 1).outputs == quiet.outputs);
    CHECK(largest_difference(noisy(with, 1).outputs, quiet.outputs) > 0.1);
    CHECK(noisy(with, 1).outputs == noisy(with, 1).outputs);
    CHECK(noisy(with, 1).parameters == noisy(with, 1).parameters);
    CHECK(noisy(with, 1).outputs != noisy(with, 2).outputs);
  }
}

TEST_CASE("dropout falls once on the tokens and twice in each layer") {
  TransformerSettings settings = testing::several_settings()[0];
  settings.dropout = 0.3;
  const testing::Transformer net(settings);
  Noise from(1, Split::kTrain, 0, 1), counted(1, Split::kTrain, 0, 1);
  const size_t steps = 6;
  testing::run(net, How::kStepByStep, testing::some_inputs(steps, 1), steps, 1, &from);
  for (size_t i = 0; i < steps * settings.size * (1 + 2 * settings.layers); ++i) counted.of(0).bits();
  CHECK(from.of(0).bits() == counted.of(0).bits());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
