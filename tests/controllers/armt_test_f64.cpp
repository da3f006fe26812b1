// The associative recurrent memory Transformer against plain loops over its equations.

#include "controllers/armt.hpp"

#include <catch2/catch.hpp>

#include "tests/support/segment_runs.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::Column;
using Armt = testing::Alone<ArmtController>;

ArmtSettings small(size_t segment, size_t memory_tokens) {
  auto settings = testing::small_segments<ArmtSettings>(segment, memory_tokens);
  settings.key_size = 3;
  return settings;
}

double product(const Column& a, const Column& b) {
  double total = 0;
  for (size_t i = 0; i < a.size(); ++i) total += a[i] * b[i];
  return total;
}

/// A layer's A and z, and what its equations say.
struct PlainAssociations {
  const testing::PlainTransformer& plain;
  std::string name;
  size_t nu;
  std::vector<Column> memory;  ///< a column for each number of a token
  Column normaliser;

  Column times(const std::string& what, const Column& x) const {
    const testing::Matrix& w = plain.parameter(name + what);
    Column y(w.rows, 0);
    for (size_t r = 0; r < w.rows; ++r)
      for (size_t c = 0; c < w.cols; ++c) y[r] += w(r, c) * (c < x.size() ? x[c] : 1);
    return y;
  }
  /// DPFP of unit length.
  Column features(const Column& key) const {
    Column both, phi;
    for (const double x : key) both.push_back(std::max(x, 0.));
    for (const double x : key) both.push_back(std::max(-x, 0.));
    const size_t n = both.size();
    for (size_t j = 1; j <= nu; ++j)
      for (size_t i = 0; i < n; ++i) phi.push_back(both[i] * both[(i + n * j - j) % n]);
    const double length = std::sqrt(product(phi, phi) + 1e-6);
    for (double& x : phi) x /= length;
    return phi;
  }
  Column recalled(const Column& phi) const {
    Column mean;
    for (const Column& one : memory) mean.push_back(product(one, phi) / (product(normaliser, phi) + 1e-5));
    return mean;
  }
  void write(const std::vector<Column>& tokens) {
    const PlainAssociations before = *this;
    for (const Column& x : tokens) {
      const Column phi = features(times("key", x)), value = times("value", x), known = before.recalled(phi);
      const double beta = 1 / (1 + std::exp(-times("strength", x)[0]));
      const double gamma = 1 - product(before.normaliser, phi) / (product(phi, phi) + 1e-5);
      for (size_t i = 0; i < phi.size(); ++i) {
        for (size_t v = 0; v < memory.size(); ++v) memory[v][i] += beta * phi[i] * (value[v] - known[v]);
        normaliser[i] += std::clamp(gamma, 0., 1.) * phi[i];
      }
    }
  }
};

/// An episode's outputs: [segment; M] after [segment; M], each layer reading before it and writing behind it.
std::vector<Column> by_loops(const Armt& net, const ArmtSettings& settings, const std::vector<Column>& inputs) {
  testing::PlainTransformer plain = testing::plain_segments(net.store, settings, "armt");
  const size_t features = settings.features.size(settings.key_size);
  std::map<std::string, PlainAssociations> layers;
  for (size_t i = 1; i <= settings.layers; ++i) {
    const std::string layer = "layer-" + std::to_string(i) + "/";
    layers.insert({layer,
                   {plain, layer + "associations/", settings.features.nu,
                    std::vector<Column>(settings.size, Column(features, 0)), Column(features, 0)}});
  }
  size_t steps = 0;
  plain.before_layer = [&](const std::string& layer, std::vector<Column>& tokens) {
    const PlainAssociations& own = layers.at(layer);
    for (Column& x : tokens) {
      const Column told = own.recalled(own.features(own.times("query", x)));
      for (size_t r = 0; r < x.size(); ++r) x[r] += told[r];
    }
  };
  plain.after_layer = [&](const std::string& layer, std::vector<Column>& tokens) {
    layers.at(layer).write({tokens.begin() + static_cast<std::ptrdiff_t>(steps), tokens.end()});
  };
  const std::vector<Column> memory = testing::memory_tokens(plain, settings);
  std::vector<Column> outputs;
  for (size_t first = 0; first < inputs.size(); first += settings.segment) {
    auto tokens = testing::segment_tokens(plain, settings, inputs, first);
    steps = tokens.size();
    tokens.insert(tokens.end(), memory.begin(), memory.end());
    const auto seen = plain.through_layers(tokens);
    outputs.insert(outputs.end(), seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(steps));
  }
  return outputs;
}

}  // namespace

TEST_CASE("an associative recurrent memory Transformer is what plain loops give, segment after segment") {
  for (const size_t segment : {1, 3, 4, 20})
    for (const size_t nu : {1, 3}) {
      ArmtSettings settings = small(segment, segment == 3 ? 1 : 2);
      settings.positions = nu == 1 ? Positions::kLearned : Positions::kSinusoidal;
      settings.norm = segment == 4 ? NormPlace::kPost : NormPlace::kPre;
      settings.features.nu = nu;
      const Armt net(settings);
      testing::check_steps(net, settings,
                           [&](const std::vector<Column>& episode) { return by_loops(net, settings, episode); });
    }
}

TEST_CASE("what an ARMT saw segments ago reaches it by the associations alone") {
  CHECK(std::abs(testing::reach_of_the_first(Armt(small(2, 2)))) > 1e-8);
}

TEST_CASE("an ARMT whose values are 0, as at the start, is a Transformer that forgets every segment") {
  Armt net(small(2, 2));
  for (const auto& entry : net.store.entries())
    if (entry.name.ends_with("associations/value"))
      std::fill_n(net.store.data(entry), entry.rows * entry.cols, Real(0));
  CHECK(testing::reach_of_the_first(net) == 0);
}

TEST_CASE("a layer's associations recall what was written at full strength, and count a key once") {
  constexpr size_t kSize = 5, kKey = 4;
  ParameterStore store(1);
  const LayerAssociations layer(Scope(store), kSize, kKey, {FeatureKind::kDpfp, 2});
  for (const auto& entry : store.entries())
    for (size_t i = 0; i < entry.rows * entry.cols; ++i)  // keys and queries alike, values another map, β of 1
      store.data(entry)[i] = entry.name == "strength" ? 100 : std::sin(static_cast<Real>(i + (entry.name == "value")));
  Tape tape;
  tape.begin(store, nullptr);
  const Real numbers[] = {1, Real(0.5), Real(0.25), Real(0.5), 1};
  const Var x = tape.constant(kSize, 1, 1, numbers);
  const size_t features = 2 * 2 * kKey;
  const Associations nothing{tape.filled(features, kSize, 1, 0), tape.filled(features, 1, 1, 0)};
  for (const Real none : testing::numbers(layer.read(x, nothing))) CHECK(none == 0);
  const Associations once = layer.write(x, nothing), twice = layer.write(x, once);
  const auto told = testing::numbers(layer.read(x, once));
  for (size_t r = 0; r < kSize; ++r) {
    double value = 0;
    for (size_t c = 0; c < kSize; ++c) value += std::sin(static_cast<double>(c * kSize + r + 1)) * numbers[c];
    CHECK(told[r] == Approx(value).epsilon(1e-4));
  }
  const auto again = [](Var before, Var after) {
    return testing::largest_difference(testing::numbers(before), testing::numbers(after));
  };
  CHECK(again(once.memory, twice.memory) < 1e-4);
  CHECK(again(once.normaliser, twice.normaliser) < 1e-4);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
