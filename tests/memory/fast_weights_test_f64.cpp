// Fast weights against their equations in plain loops, values and all gradients, under every rule of the catalogue.

#include "memory/fast/fast_weights.hpp"

#include <catch2/catch.hpp>

#include "catalogue/rows/write_rules.hpp"
#include "memory/fast/associative_rule.hpp"
#include "memory/fast/write_rule.hpp"
#include "memory/steps_at_once.hpp"
#include "tests/memory/plain_fast_weights.hpp"
#include "tests/support/context.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::Dual;

constexpr size_t kFastSteps = 4, kFastBatch = 2;

void add_defaults(const WriteRuleRow& row, Settings& settings) {
  for (const Option& option : row.options) settings.set(option.name, option.value);
}

size_t numbers_of(const std::vector<RuleGate>& gates) {
  size_t count = 0;
  for (const RuleGate& gate : gates) count += gate.rows;
  return count;
}

using Others = std::vector<std::pair<std::string, std::string>>;

/// A memory with its parameters moved, and controls for a few steps of two episodes.
struct Case {
  ParameterStore store{1};
  FastSettings settings;
  testing::PlainRule plain;
  std::unique_ptr<FastWeights> memory;
  size_t step_gates = 0, write_gates = 0;
  bool unit_keys = true, takes_values = true;
  std::vector<Real> controls;

  /// `others`: options of the rule that are not at their defaults.
  Case(const WriteRuleRow& row, const FastSettings& fast, bool negative, const Others& others = {}) : settings(fast) {
    Settings options;
    add_defaults(row, options);
    if (options.has("memory.negative")) options.set("memory.negative", negative ? "true" : "false");
    if (options.has("memory.slots")) options.set("memory.slots", "5");
    if (options.has("memory.hidden")) options.set("memory.hidden", "3");
    for (const auto& [name, value] : others) options.set(name, value);
    const auto size = [&](const char* name) { return options.has(name) ? options.size(name) : 0; };
    const auto real = [&](const char* name) { return options.has(name) ? options.real(name) : 0; };
    plain.name = row.name;
    plain.negative = options.has("memory.negative") && negative;
    plain.normaliser = (options.has("memory.normaliser") || row.name == "associative") && fast.features.positive();
    plain.slots = size("memory.slots");
    plain.ridge = real("memory.ridge");
    plain.routed = size("memory.routed");
    plain.iterations = size("memory.iterations");
    plain.hidden = size("memory.hidden");
    plain.limit = real("memory.limit");
    auto rule = row.make(options, settings, Scope(store) / "rule");
    step_gates = numbers_of(rule->step_gates());
    write_gates = numbers_of(rule->write_gates());
    unit_keys = rule->unit_keys();
    takes_values = rule->takes_values();
    memory = std::make_unique<FastWeights>(store, settings, std::move(rule));
    Stream stream(3, Split::kCheck, Purpose::kTest, 0);
    for (Real& x : store.values()) x = stream.uniform(-1, 1);
    controls.resize(kFastSteps * kFastBatch * memory->controls());
    for (Real& x : controls) x = stream.uniform(-2, 2);
  }

  /// Number i of a parameter, with derivative 1 where it is `moved`, an index into store.values().
  Dual parameter(const char* name, size_t i, size_t moved) const {
    for (const auto& entry : store.entries())
      if (entry.name == name) return {store.data(entry)[i], entry.offset + i == moved ? 1. : 0.};
    return {};
  }

  /// Reads of all steps, one after the other, of an episode; the derivative is by the control, or the parameter, that
  /// is moved.
  testing::List reads(size_t episode, size_t moved_control, size_t moved_parameter) const {
    testing::PlainFastWeights twin{settings, unit_keys, takes_values, step_gates, write_gates, {}};
    const size_t keys = settings.sizes().keys;
    const size_t values = settings.sizes().values;
    for (size_t h = 0; h < settings.heads; ++h) {
      testing::PlainHead head{};
      head.sizes = settings.sizes();
      head.rule = plain;
      head.rate = parameter(plain.routed > 0 ? "strength-rate" : "keep-rate", h, moved_parameter);
      for (size_t i = 0; i < keys; ++i) head.ridge.push_back(parameter("rule/ridge", h * keys + i, moved_parameter));
      const auto layer = [&](const char* name, size_t rows, size_t cols) {
        testing::Matrix w(rows);
        for (size_t i = 0; i < rows; ++i)
          for (size_t j = 0; j < cols; ++j) w[i].push_back(parameter(name, (h * cols + j) * rows + i, moved_parameter));
        return w;
      };
      head.first = layer("rule/first", keys, plain.hidden);
      head.second = layer("rule/second", plain.hidden, values);
      head.start();
      if (plain.name == "householder") head.s = layer("rule/start", keys, values);
      twin.heads.push_back(head);
    }
    testing::List all;
    for (size_t t = 0; t < kFastSteps; ++t) {
      testing::List said;
      for (size_t i = 0; i < memory->controls(); ++i) {
        const size_t place = (t * kFastBatch + episode) * memory->controls() + i;
        said.emplace_back(controls[place], place == moved_control ? 1 : 0);
      }
      for (const Dual& x : twin.step(said)) all.push_back(x);
    }
    return all;
  }
};

// Gradients of parameters have room for one more: a rule may have none, and a tape without a gradient records nothing.

double weight(size_t i) { return 0.3 + 0.1 * static_cast<double>(i); }

void check_against_loops(const WriteRuleRow& row, const FastSettings& fast, bool negative, const Others& others = {}) {
  Case one(row, fast, negative, others);
  constexpr size_t kNone = ~size_t{0};
  const size_t width = fast.width, size = one.memory->controls();
  std::vector<Real> by_parameter(one.store.size() + 1, 0), by_control(one.controls.size(), 0), reads;
  Tape tape;
  tape.begin(one.store, by_parameter.data());
  const Context context{tape, kFastBatch, testing::noise()};
  Memory::Step step = testing::started(*one.memory, context);
  Var loss;
  for (size_t t = 0; t < kFastSteps; ++t) {
    const size_t from = t * kFastBatch * size;
    step = one.memory->step(context, tape.variable(size, 1, kFastBatch, &one.controls[from], &by_control[from]),
                            step.state);
    std::vector<Real> weights;
    for (size_t b = 0; b < kFastBatch; ++b)
      for (size_t i = 0; i < width; ++i) weights.push_back(weight((b * kFastSteps + t) * width + i));
    const Var part = sum(multiply(step.output, tape.constant(width, 1, kFastBatch, weights.data())));
    loss = t == 0 ? part : add(loss, part);
    const auto read = testing::numbers(step.output);
    reads.insert(reads.end(), read.begin(), read.end());
  }
  tape.backward(loss);

  const auto derivative = [&](size_t episode, size_t control, size_t parameter) {
    const auto all = one.reads(episode, control, parameter);
    double total = 0;
    for (size_t i = 0; i < all.size(); ++i) total += all[i].d * weight(episode * kFastSteps * width + i);
    return total;
  };
  std::vector<Real> right(reads.size()), right_controls, right_parameters(by_parameter.size(), 0);
  for (size_t b = 0; b < kFastBatch; ++b) {
    const auto all = one.reads(b, kNone, kNone);
    for (size_t i = 0; i < all.size(); ++i) right[(i / width * kFastBatch + b) * width + i % width] = all[i].v;
  }
  for (size_t i = 0; i < one.controls.size(); ++i)
    right_controls.push_back(derivative(i / size % kFastBatch, i, kNone));
  for (const auto& entry : one.store.entries())
    for (size_t i = 0; i < entry.size(); ++i)
      for (size_t b = 0; b < kFastBatch; ++b)
        right_parameters[entry.offset + i] += derivative(b, kNone, entry.offset + i);
  testing::check_close(reads, right, "reads");
  testing::check_close(by_control, right_controls, "gradient of the controls");
  testing::check_close(by_parameter, right_parameters, "gradient of the parameters");
}

FastSettings small(Features features, size_t writes) {
  FastSettings settings;
  settings.heads = 2;
  settings.width = 6;
  settings.key_size = 4;
  settings.writes = writes;
  settings.features = features;
  return settings;
}

const WriteRuleRow& row_of(const std::string& name) {
  for (const WriteRuleRow& row : write_rule_rows())
    if (row.name == name) return row;
  throw std::logic_error("no rule " + name);
}

}  // namespace

TEST_CASE("fast weights are what plain loops over their equations give, with all gradients, under every rule") {
  for (const WriteRuleRow& row : write_rule_rows())
    for (const Features& features :
         {Features{FeatureKind::kSilu}, Features{FeatureKind::kElu}, Features{FeatureKind::kDpfp, 2},
          Features{FeatureKind::kSoftmax}, Features{FeatureKind::kIdentity}})
      for (const size_t writes : {1, 3})
        for (const bool negative : {false, true}) {
          if (negative && (row.options.empty() || row.options.front().name != "memory.negative")) continue;
          INFO(row.name << ", features " << static_cast<int>(features.kind) << ", " << writes << " writes, negative "
                        << negative);
          check_against_loops(row, small(features, writes), negative);
        }
}

TEST_CASE("so are slots that a router chooses, look-ups of several iterations, and steps without a limit") {
  for (const size_t writes : {1, 3})
    for (const auto& [rule, others] : {std::pair<const char*, Others>{"slots", {{"memory.routed", "2"}}},
                                       {"slots", {{"memory.routed", "5"}}},
                                       {"slots", {{"memory.iterations", "3"}}},
                                       {"slots", {{"memory.routed", "1"}, {"memory.iterations", "2"}}},
                                       {"deep", {{"memory.limit", "0"}}},
                                       {"deep", {{"memory.limit", "0.1"}}}}) {
      INFO(rule << ", " << others.front().first << " " << others.front().second << ", " << writes << " writes");
      if (writes == 3 && others == Others{{"memory.limit", "0"}}) continue;  // not finite after as many
      check_against_loops(row_of(rule), small({}, writes), false, others);
    }
}

namespace {

/// A rule that is driven directly, one head, without features.
struct Driven {
  ParameterStore store{1};
  FastSettings settings;
  std::unique_ptr<WriteRule> rule;
  Tape tape;
  State state;

  Driven(const std::string& name, size_t keys, size_t values, const Others& others = {}) {
    settings.heads = 1;
    settings.width = values;
    settings.key_size = keys;
    Settings options;
    add_defaults(row_of(name), options);
    if (options.has("memory.normaliser")) options.set("memory.normaliser", "false");
    for (const auto& [option, value] : others) options.set(option, value);
    rule = row_of(name).make(options, settings, store);
    tape.begin(store, nullptr);
    state = rule->start({tape, 1, testing::noise()});
  }
  void write(const std::vector<Real>& key, const std::vector<Real>& value, Real strength) {
    write(key, value, std::vector<Real>(rule->write_gates().size(), strength));
  }
  void write(const std::vector<Real>& key, const std::vector<Real>& value, const std::vector<Real>& each) {
    std::vector<Var> gates;
    for (const Real gate : each) gates.push_back(tape.filled(1, 1, 1, gate));
    state = rule->write(tape.constant(key.size(), 1, 1, key.data()), tape.constant(value.size(), 1, 1, value.data()),
                        gates, state);
  }
  /// Takes the state to a new tape.
  void begin_anew() {
    const Carried carried(state);
    tape.begin(store, nullptr);
    state = carried.on(tape);
  }
  std::vector<Real> read(const std::vector<Real>& query) {
    return testing::numbers(rule->read(tape.constant(query.size(), 1, 1, query.data()), state));
  }
};

constexpr Real kC = Real(0.6), kS = Real(0.8);
const std::vector<std::vector<Real>> kOrthonormal = {{kC, kS, 0}, {-kS, kC, 0}, {0, 0, 1}};

}  // namespace

TEST_CASE("householder keeps lengths and angles for 10,000 writes, and a key that comes twice changes nothing") {
  Driven turned("householder", 3, 4);
  Stream stream(5, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : turned.store.values()) x = stream.uniform(-1, 1);
  turned.state = turned.rule->start({turned.tape, 1, testing::noise()});
  const auto memory = [&] { return testing::numbers(turned.state[0]); };
  const auto products = [&](const std::vector<Real>& s) {  // SᵀS
    std::vector<Real> all;
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = 0; j < 4; ++j) {
        all.push_back(0);
        for (size_t r = 0; r < 3; ++r) all.back() += s[i * 3 + r] * s[j * 3 + r];
      }
    return all;
  };
  const auto start = memory();
  std::vector<Real> key(3);
  const std::vector<Real> none(4);  // the rule takes no values
  for (size_t i = 0; i < 10000; ++i) {
    for (Real& x : key) x = stream.uniform(-2, 2);
    turned.write(key, none, 0);
    if (i % 100 == 0) turned.begin_anew();
  }
  const auto turned_to = products(memory()), right = products(start);
  for (size_t i = 0; i < right.size(); ++i) CHECK(turned_to[i] == Approx(right[i]).margin(1e-6));
  const auto before = memory();
  turned.write(key, none, 0);
  CHECK(std::abs(memory()[0] - before[0]) + std::abs(memory()[1] - before[1]) > 0.01);
  turned.write(key, none, 0);
  testing::check_close(memory(), before, "reflected twice");
}

TEST_CASE("under orthonormal keys delta overwrites exactly, and hebbian adds up") {
  for (const char* name : {"delta", "hebbian"}) {
    INFO(name);
    Driven one(name, 3, 2);
    for (const Real round : {1, 2})
      for (size_t i = 0; i < 3; ++i) {
        const auto x = static_cast<Real>(i + 1);
        one.write(kOrthonormal[i], {round * x, -round * x * x}, 1);
      }
    const bool adds = std::string(name) == "hebbian";
    for (size_t i = 0; i < 3; ++i) {
      const auto x = static_cast<Real>(i + 1), times = adds ? Real{3} : Real{2};
      testing::check_close(one.read(kOrthonormal[i]), {times * x, -times * x * x}, "read");
    }
  }
}

TEST_CASE("writes that reflect carry parity, and two a step the permutations of three things, without an error") {
  Driven parity("delta", 1, 1);
  parity.write({1}, {1}, 1);
  Stream stream(5, Split::kCheck, Purpose::kTest, 0);
  Real sign = 1;
  for (size_t t = 0; t < 2000; ++t) {
    const bool one = stream.bits() & 1;
    if (one) sign = -sign;
    parity.write({1}, {0}, one ? 2 : 0);
    REQUIRE(parity.read({1})[0] == sign);
  }

  // A transposition of i and j is the reflection I − 2kkᵀ with k = (eᵢ − eⱼ)/√2; of two, all six are made.
  Driven permutation("delta", 3, 3);
  const auto unit = [](size_t i) {
    std::vector<Real> e(3, 0);
    e[i] = 1;
    return e;
  };
  for (size_t i = 0; i < 3; ++i) permutation.write(unit(i), unit(i), 1);
  std::vector<size_t> places = {0, 1, 2};  // row of S that each thing is in
  for (size_t t = 0; t < 1000; ++t)
    for (int write = 0; write < 2; ++write) {
      const auto i = static_cast<size_t>(stream.integer(0, 2)), j = static_cast<size_t>(stream.integer(0, 2));
      std::vector<Real> key(3, 0);
      if (i != j) {
        key[i] = 1 / std::sqrt(Real{2});
        key[j] = -key[i];
        std::swap(places[i], places[j]);
      }
      permutation.write(key, {0, 0, 0}, i == j ? 0 : 2);
    }
  for (size_t i = 0; i < 3; ++i) testing::check_close(permutation.read(unit(i)), unit(places[i]), "row of S");
}

TEST_CASE("mesa recalls by least squares: as many values as keys have numbers, whatever the angles between them") {
  Driven mesa("mesa", 3, 1);
  for (auto& x : mesa.store.values()) x = -100;  // softplus of it is 0: the least ridge alone
  const std::vector<std::vector<Real>> keys = {{1, 0, 0}, {kC, kS, 0}, {kC, 0, kS}};
  for (int round = 0; round < 2; ++round)
    for (size_t i = 0; i < 3; ++i) mesa.write(keys[i], {static_cast<Real>(i + 1)}, 1e6);
  for (size_t i = 0; i < 3; ++i) CHECK(mesa.read(keys[i])[0] == Approx(i + 1).epsilon(1e-5));
}

namespace {

/// Draws a direction, of length 1, and numbers from −far to far.
std::vector<Real> unit_key(Stream& stream, size_t size) {
  std::vector<Real> key(size);
  Real length = 0;
  for (Real& x : key) {
    x = stream.uniform(-1, 1);
    length += x * x;
  }
  for (Real& x : key) x /= std::sqrt(length);
  return key;
}
std::vector<Real> drawn_values(Stream& stream, size_t size, double far) {
  std::vector<Real> values(size);
  for (Real& x : values) x = stream.uniform(-far, far);
  return values;
}

/// After how many writes of other keys and values a number is not finite; `most` where all are.
size_t writes_until_not_finite(Driven& memory, double far, const std::vector<Real>& gates, size_t most) {
  Stream stream(8, Split::kCheck, Purpose::kTest, 0);
  for (size_t t = 0; t < most; ++t) {
    memory.write(unit_key(stream, 16), drawn_values(stream, 16, far), gates);
    for (const Var& value : memory.state)
      for (const Real x : testing::numbers(value))
        if (!std::isfinite(x)) return t + 1;
    if (t % 100 == 99) memory.begin_anew();
  }
  return most;
}

}  // namespace

TEST_CASE("a deep memory's write is a step down the gradient of what it recalls, by central differences") {
  Driven deep("deep", 3, 2, {{"memory.hidden", "4"}, {"memory.limit", "0"}});
  const State start = deep.state;
  const std::vector<Real> key = {kC, kS, Real(0.3)}, value = {1, -2};
  const auto loss = [&] {
    deep.state = start;
    const auto got = deep.read(key);
    return (got[0] - value[0]) * (got[0] - value[0]) + (got[1] - value[1]) * (got[1] - value[1]);
  };
  std::vector<Real> slopes;
  for (Real& x : deep.store.values()) {
    constexpr Real kMove = Real(1e-5);
    const Real kept = std::exchange(x, x + kMove), above = loss();
    x = kept - kMove;
    slopes.push_back((above - loss()) / (2 * kMove));
    x = kept;
  }
  deep.state = start;
  deep.write(key, value, Real{1});  // θ = 1 from rest, and all that was there forgotten: D = −∇
  std::vector<Real> moved(deep.store.size());
  for (const auto& entry : deep.store.entries()) {
    const auto from = testing::numbers(deep.state[entry.name == "first" ? 2 : 0]);
    for (size_t i = 0; i < entry.size(); ++i) moved[entry.offset + i] = -from[i];
  }
  for (size_t i = 0; i < moved.size(); ++i) CHECK(moved[i] == Approx(slopes[i]).epsilon(1e-6).margin(1e-8));
}

TEST_CASE("a deep memory without a limit leaves the finite numbers within a few writes, and with it never") {
  const std::vector<Real> gates = {Real(0.9), Real(0.9), Real(0.01)};  // θ, η, α
  Driven free("deep", 16, 16, {{"memory.limit", "0"}}), limited("deep", 16, 16);
  const size_t lasted = writes_until_not_finite(free, 2, gates, 100);
  INFO(lasted << " writes");
  CHECK(lasted <= 10);
  CHECK(writes_until_not_finite(limited, 2, gates, 2000) == 2000);
  for (const double far :
       {2.0, 1e6})  // whatever is written, at the longest steps, nothing damped and nothing forgotten
    CHECK(writes_until_not_finite(limited, far, {1, 1, 0}, 1000) == 1000);
}

TEST_CASE("a deep memory recalls what was written to it often") {
  Driven deep("deep", 4, 2);
  Stream stream(9, Split::kCheck, Purpose::kTest, 0);
  std::vector<std::vector<Real>> keys, values;
  for (size_t i = 0; i < 6; ++i) {  // more than a matrix of four keys holds
    keys.push_back(unit_key(stream, 4));
    values.push_back(drawn_values(stream, 2, 1));
  }
  for (size_t round = 0; round < 1500; ++round) {
    for (size_t i = 0; i < keys.size(); ++i) deep.write(keys[i], values[i], {Real(0.1), Real(0.5), 0});
    deep.begin_anew();
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    const auto got = deep.read(keys[i]);
    for (size_t j = 0; j < 2; ++j) CHECK(got[j] == Approx(values[i][j]).margin(0.05));
  }
}

namespace {

/// The largest number that an associative memory recalls of random values from −1 to 1, whose keys and queries are made
/// of numbers from low to high.
Real most_recalled(FeatureKind kind, Real low, Real high) {
  constexpr size_t kNumbers = 8, kWrites = 64;
  const Features features{kind};
  const AssociativeRule rule({1, features.size(kNumbers), 1}, {}, true);
  Real most = 0;
  for (uint64_t episode = 0; episode < 20; ++episode) {
    Stream stream(10, Split::kCheck, Purpose::kTest, episode);
    ParameterStore store(1);
    Tape tape;
    tape.begin(store, nullptr);
    const auto drawn = [&] {
      const Var x = tape.make(kNumbers, 1, 1);
      for (size_t i = 0; i < kNumbers; ++i) tape.fill(x).item(0)[i] = stream.uniform(low, high);
      return features(x, rule.unit_keys());
    };
    State state = rule.start({tape, 1, testing::noise()});
    for (size_t t = 0; t < kWrites; ++t) {
      const Var gate = tape.filled(1, 1, 1, Real(0.5)),
                value = tape.filled(1, 1, 1, static_cast<Real>(stream.uniform(-1, 1)));
      state = rule.write(drawn(), value, std::vector<Var>{gate}, state);
      most = std::max(most, std::abs(testing::numbers(rule.read(drawn(), state))[0]));
    }
  }
  return most;
}

}  // namespace

TEST_CASE("an associative memory recalls about what was written, but far more where features come near 0") {
  CHECK(most_recalled(FeatureKind::kElu, -2, 2) < 5);
  CHECK(most_recalled(FeatureKind::kSoftmax, -2, 2) < 5);
  CHECK(most_recalled(FeatureKind::kDpfp, -2, 2) > 1000);
  CHECK(most_recalled(FeatureKind::kSoftmax, -20, 20) > 1000);
  CHECK(most_recalled(FeatureKind::kElu, -20, 0) > 50);
}

TEST_CASE("a router's slots alone change, and keep what they had by how much each is chosen") {
  Driven slots("slots", 3, 2, {{"memory.slots", "4"}, {"memory.routed", "2"}});
  const std::vector<Real> shares = {0, Real(0.75), 0, Real(0.25)};
  const Real strength = 2;
  const Var route = slots.tape.constant(4, 1, 1, shares.data()), gate = slots.tape.filled(1, 1, 1, strength);
  const std::vector<Real> key = {1, 2, 3}, value = {5, 7};
  const Var k = slots.tape.constant(3, 1, 1, key.data()), v = slots.tape.constant(2, 1, 1, value.data());
  slots.state = slots.rule->write(k, v, std::vector<Var>{route, gate}, slots.state);
  const auto memory = testing::numbers(slots.state[0]);
  for (size_t n = 0; n < 4; ++n)
    for (size_t j = 0; j < 2; ++j)
      CHECK(memory[j * 4 + n] == Approx((1 - std::exp(-strength * shares[n])) * value[j]).margin(1e-15));
}

TEST_CASE("gradients are finite from an empty memory, with gates open, half open and shut, under every rule") {
  for (const WriteRuleRow& row : write_rule_rows())
    for (const Real size : {0.0, 1.0, 1000.0}) {
      INFO(row.name << " " << size);
      Case one(row, small({FeatureKind::kDpfp, 1}, 1), false);
      std::vector<Real> gradient(one.store.size() + 1, 0), by_control(one.controls.size(), 0);
      for (Real& x : one.controls) x *= size;
      Tape tape;
      tape.begin(one.store, gradient.data());
      const Context context{tape, kFastBatch, testing::noise()};
      Memory::Step step = testing::started(*one.memory, context);
      for (size_t t = 0; t < kFastSteps; ++t) {
        const size_t from = t * kFastBatch * one.memory->controls();
        step = one.memory->step(
            context, tape.variable(one.memory->controls(), 1, kFastBatch, &one.controls[from], &by_control[from]),
            step.state);
      }
      for (const Real x : testing::numbers(step.output)) CHECK(std::isfinite(x));
      tape.backward(sum(step.output));
      for (const Real x : by_control) CHECK(std::isfinite(x));
      for (const Real x : gradient) CHECK(std::isfinite(x));
    }
}

TEST_CASE("several steps at once are those steps, values, state and all gradients, under every rule") {
  constexpr size_t kLong = 37, kFirst = 5;  // two tapes' worth of kept steps and more; begun in the midst of a sequence
  struct Size {
    size_t heads, values, keys, writes;
  };
  // 8, 16 and 32 values have loops of their own, for several matrices at a time and for those that are left over.
  const std::array sizes{Size{2, 3, 4, 1}, Size{2, 3, 4, 2}, Size{3, 8, 11, 2}, Size{3, 16, 5, 1}, Size{1, 32, 3, 1}};
  for (const WriteRuleRow& row : write_rule_rows())
    for (const auto& [heads, values, keys, writes] : sizes) {
      INFO(row.name << ", " << heads << " heads, " << keys << "x" << values << ", " << writes << " writes");
      FastSettings settings = small({}, writes);
      settings.heads = heads;
      settings.width = heads * values;
      settings.key_size = keys;
      Case one(row, settings, true);
      const size_t size = one.memory->controls();
      Stream stream(4, Split::kCheck, Purpose::kTest, 0);
      std::vector<Real> controls(size * kLong * kFastBatch);
      for (Real& x : controls) x = stream.uniform(-2, 2);
      const auto results = [&](bool at_once) {
        std::array<std::vector<Real>, 4> all;
        auto& [reads, state, by_control, by_parameter] = all;
        by_control.assign(controls.size(), 0);
        by_parameter.assign(one.store.size() + 1, 0);
        Tape tape;
        tape.begin(one.store, by_parameter.data());
        const Context context{tape, kFastBatch, testing::noise()};
        const Var given = tape.variable(size, kLong, kFastBatch, controls.data(), by_control.data());
        const auto first = one_by_one(*one.memory, context, columns(given, 0, kFirst), one.memory->start(context), 0);
        const Var rest = columns(given, kFirst, kLong - kFirst);
        const auto then = at_once ? steps_of(*one.memory, context, rest, first.state, kFirst)
                                  : one_by_one(*one.memory, context, rest, first.state, kFirst);
        reads = testing::numbers(then.output);
        Var loss = sum(square(then.output));
        for (const Var& x : then.state) {
          const auto numbers = testing::numbers(x);
          state.insert(state.end(), numbers.begin(), numbers.end());
          loss = add(loss, sum(square(x)));
        }
        tape.backward(loss);
        return all;
      };
      const auto got = results(true), right = results(false);
      for (size_t i = 0; i < right.size(); ++i)
        testing::check_close(got[i], right[i], "of result " + std::to_string(i));
    }
}

TEST_CASE("start biases are those of the gates, in the order of the controls") {
  ParameterStore store(1);
  const FastSettings settings = small({}, 2);
  Settings options;
  add_defaults(row_of("gated-delta"), options);
  options.set("memory.strength-bias", "3");
  const FastWeights memory(store, settings, row_of("gated-delta").make(options, settings, store));
  std::vector<Real> biases(memory.controls(), 0);
  memory.add_start_biases(biases);
  std::vector<Real> right(8 + 16 + 12, 0);          // queries, keys, values
  right.insert(right.end(), {-4, -4, 3, 3, 3, 3});  // a decay a head; a strength a head for each write
  CHECK(biases == right);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
