// Fast weights against their equations in plain loops, values and all gradients, under every rule of the catalogue.

#include "memory/fast/fast_weights.hpp"

#include <catch2/catch.hpp>

#include "catalogue/rows/write_rules.hpp"
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

/// A memory with its parameters moved, and controls for a few steps of two episodes.
struct Case {
  ParameterStore store{1};
  FastSettings settings;
  testing::PlainRule plain;
  std::unique_ptr<FastWeights> memory;
  size_t step_gates = 0, write_gates = 0;
  bool unit_keys = true;
  std::vector<Real> controls;

  Case(const WriteRuleRow& row, const FastSettings& fast, bool negative) : settings(fast) {
    Settings options;
    add_defaults(row, options);
    if (options.has("memory.negative")) options.set("memory.negative", negative ? "true" : "false");
    if (options.has("memory.slots")) options.set("memory.slots", "5");
    plain = {row.name, options.has("memory.negative") && negative,
             options.has("memory.normaliser") && fast.features.positive(), 5,
             options.has("memory.ridge") ? options.real("memory.ridge") : 0};
    auto rule = row.make(options, settings, Scope(store) / "rule");
    step_gates = numbers_of(rule->step_gates());
    write_gates = numbers_of(rule->write_gates());
    unit_keys = rule->unit_keys();
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
    testing::PlainFastWeights twin{settings, unit_keys, step_gates, write_gates, {}};
    const size_t keys = settings.sizes().keys;
    for (size_t h = 0; h < settings.heads; ++h) {
      testing::PlainHead head{settings.sizes(), plain, parameter("keep-rate", h, moved_parameter), {}, {}, {}, {}, {}};
      for (size_t i = 0; i < keys; ++i) head.ridge.push_back(parameter("rule/ridge", h * keys + i, moved_parameter));
      head.start();
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

void check_against_loops(const WriteRuleRow& row, const FastSettings& fast, bool negative) {
  Case one(row, fast, negative);
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
    for (const Features& features : {Features{FeatureKind::kSilu}, Features{FeatureKind::kElu},
                                     Features{FeatureKind::kDpfp, 2}, Features{FeatureKind::kSoftmax}})
      for (const size_t writes : {1, 3})
        for (const bool negative : {false, true}) {
          if (negative && row.options.front().name != "memory.negative") continue;
          INFO(row.name << ", features " << static_cast<int>(features.kind) << ", " << writes << " writes, negative "
                        << negative);
          check_against_loops(row, small(features, writes), negative);
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

  Driven(const std::string& name, size_t keys, size_t values) {
    settings.heads = 1;
    settings.width = values;
    settings.key_size = keys;
    Settings options;
    add_defaults(row_of(name), options);
    if (options.has("memory.normaliser")) options.set("memory.normaliser", "false");
    rule = row_of(name).make(options, settings, store);
    tape.begin(store, nullptr);
    state = rule->start({tape, 1, testing::noise()});
  }
  void write(const std::vector<Real>& key, const std::vector<Real>& value, Real strength) {
    const std::vector<Var> gates(rule->write_gates().size(), tape.filled(1, 1, 1, strength));
    state = rule->write(tape.constant(key.size(), 1, 1, key.data()), tape.constant(value.size(), 1, 1, value.data()),
                        gates, state);
  }
  std::vector<Real> read(const std::vector<Real>& query) {
    return testing::numbers(rule->read(tape.constant(query.size(), 1, 1, query.data()), state));
  }
};

constexpr Real kC = Real(0.6), kS = Real(0.8);
const std::vector<std::vector<Real>> kOrthonormal = {{kC, kS, 0}, {-kS, kC, 0}, {0, 0, 1}};

}  // namespace

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
  for (const WriteRuleRow& row : write_rule_rows())
    for (const size_t writes : {1, 2}) {
      INFO(row.name << ", " << writes << " writes");
      Case one(row, small({}, writes), true);
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
        const auto first = one_by_one(*one.memory, context, columns(given, 0, kFirst), one.memory->start(context));
        const Var rest = columns(given, kFirst, kLong - kFirst);
        const auto then = at_once ? steps_of(*one.memory, context, rest, first.state)
                                  : one_by_one(*one.memory, context, rest, first.state);
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
