#pragma once
// A Transformer in plain loops.

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "controllers/transformer.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

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
  /// kind: "transformer", or that of another controller of the same layers.
  PlainTransformer(const ParameterStore& store, const TransformerSettings& settings,
                   const std::string& kind = "transformer")
      : settings_(settings), prefix_("controller/" + kind + "/") {
    for (const auto& e : store.entries()) named_[e.name] = {e.rows, e.cols, store.data(e)};
  }

  /// The outputs of one episode, step by step.
  std::vector<Column> run(const std::vector<Column>& inputs) const {
    std::vector<Column> tokens;
    for (size_t t = 0; t < inputs.size(); ++t) tokens.push_back(token(inputs[t], t));
    return through_layers(std::move(tokens));
  }
  /// The token of an input at that place.
  Column token(const Column& input, size_t place) const {
    Column x = affine("token", input);
    for (size_t r = 0; r < x.size(); ++r) x[r] += position(place, r);
    return x;
  }
  /// The outputs of tokens, each of which sees itself and those before it.
  std::vector<Column> through_layers(std::vector<Column> tokens) const {
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
      if (before_layer) before_layer(layer, tokens);
      half(layer + "attention/", [&](const std::vector<Column>& in, size_t t) { return attended(in, t, layer); });
      half(layer + "feedforward/", [&](std::vector<Column>& in, size_t t) {
        for (double& v : in[t]) v = active(v);
        return in[t];
      });
      if (after_layer) after_layer(layer, tokens);
    }
    if (pre)
      for (Column& x : tokens) x = norm("norm", x);
    return tokens;
  }

  const Matrix& parameter(const std::string& name) const { return named_.at(prefix_ + name); }

  std::vector<size_t> places{};  ///< of the steps, where they are not counted
  /// What else is done with the tokens that go into a layer, "layer-1/" …, and with those that come out of it.
  std::function<void(const std::string&, std::vector<Column>&)> before_layer{}, after_layer{};

 private:
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
  size_t place(size_t t) const { return places.empty() ? t : places.at(t); }
  double position(size_t t, size_t r) const {
    if (settings_.positions != Positions::kSinusoidal && settings_.positions != Positions::kLearned) return 0;
    if (settings_.positions == Positions::kLearned) return parameter("positions")(r, place(t));
    const double pair = static_cast<double>(r - r % 2) / static_cast<double>(settings_.size);
    const double angle = static_cast<double>(place(t)) / std::pow(10000, pair);
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
    const double angle = static_cast<double>(place(t)) *
                         std::pow(10000, -static_cast<double>(row - row % 2) / static_cast<double>(width));
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
  std::string prefix_;
  std::map<std::string, Matrix> named_;
};

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
