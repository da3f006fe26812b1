// Layers of memories against plain loops, and whole sequences against their steps.

#include "models/machine/mixer_stack.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <regex>
#include <set>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "memory/fast/write_rule.hpp"
#include "memory/no_memory.hpp"
#include "models/machine/attention_mixer.hpp"
#include "models/state_size.hpp"
#include "tests/support/context.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/twins.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using List = std::vector<double>;

constexpr size_t kSize = 4, kFeatures = 3, kOutputs = 2, kWindow = 3, kMixerSteps = 6;

/// A parameter by name; of an affine map its last column is the bias.
struct Plain {
  const ParameterStore& store;

  const ParameterStore::Entry& entry(const std::string& name) const {
    for (const auto& one : store.entries())
      if (one.name == name) return one;
    throw std::logic_error("no parameter " + name);
  }
  double at(const std::string& name, size_t row, size_t column) const {
    const auto& one = entry(name);
    return store.data(one)[column * one.rows + row];
  }
  List affine(const std::string& name, const List& x) const {
    List y(entry(name).rows);
    for (size_t r = 0; r < y.size(); ++r) {
      y[r] = at(name, r, x.size());
      for (size_t c = 0; c < x.size(); ++c) y[r] += at(name, r, c) * x[c];
    }
    return y;
  }
  List norm(const std::string& name, const List& x) const {
    double mean = 0, variance = 0;
    for (const double one : x) mean += one / static_cast<double>(x.size());
    for (const double one : x) variance += (one - mean) * (one - mean) / static_cast<double>(x.size());
    List y;
    for (size_t i = 0; i < x.size(); ++i)
      y.push_back(at(name + "/gain", i, 0) * (x[i] - mean) / std::sqrt(variance + 1e-5) + at(name + "/bias", i, 0));
    return y;
  }
};

double gelu_of(double x) { return x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }

/// Sine and cosine by turns, of a place among so many numbers.
double code_of(double place, size_t row, size_t size) {
  const double angle = place * std::pow(10000, -static_cast<double>(row / 2 * 2) / static_cast<double>(size));
  return row % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

/// The first `size` numbers of x turned pair by pair by a step's place; an odd last one stays.
List turned_to(size_t place, const List& x, size_t first, size_t size) {
  List y(x.begin() + static_cast<long>(first), x.begin() + static_cast<long>(first + size));
  for (size_t r = 0; r + 1 < size; r += 2) {
    const double sine = code_of(static_cast<double>(place), r, size),
                 cosine = code_of(static_cast<double>(place), r + 1, size), a = y[r], b = y[r + 1];
    y[r] = cosine * a - sine * b;
    y[r + 1] = sine * a + cosine * b;
  }
  return y;
}

/// One layer of attention with one head after a convolution, in so many rounds, for the outputs of each step; with
/// `costs`, halting, which become what each step costs.
std::vector<List> plain_stack(const Plain& p, const std::vector<List>& inputs, size_t rounds, List* costs = nullptr,
                              Positions positions = Positions::kNone, size_t max_distance = 0) {
  const size_t own = p.entry("layer-1/interface-weights").rows / 3;  // numbers of a query, a key, a value
  std::vector<List> tokens, outputs, means(inputs.size(), List(kSize, 0));
  List left(inputs.size(), 1), halted(inputs.size(), 0);
  for (const List& input : inputs) tokens.push_back(p.affine("input/weights", input));
  for (size_t round = 1; round <= rounds; ++round) {
    std::vector<List> normed, said;
    for (size_t t = 0; t < inputs.size(); ++t) {
      List& x = tokens[t];
      for (size_t r = 0; r < kSize; ++r) {
        if (rounds > 1) x[r] += code_of(static_cast<double>(round), r, kSize);
        if (positions == Positions::kSinusoidal) x[r] += code_of(static_cast<double>(t), r, kSize);
        if (positions == Positions::kLearned) x[r] += p.at("input/positions", r, t);
      }
      normed.push_back(p.norm("layer-1/norm", x));
      List mixed(kSize, 0);
      for (size_t i = 0; i < kWindow && i <= t; ++i)
        for (size_t r = 0; r < kSize; ++r) mixed[r] += p.at("layer-1/convolution", r, i) * normed[t - i][r];
      said.push_back(p.affine("layer-1/interface-weights", mixed));
      List read(own, 0);
      double total = 0;
      for (size_t s = 0; s <= t; ++s) {
        const bool rotary = positions == Positions::kRotary, relative = positions == Positions::kRelative;
        const size_t age = std::min(t - s, max_distance);
        const List query = turned_to(rotary ? t : 0, said[t], 0, own),
                   key = turned_to(rotary ? s : 0, said[s], own, own);
        double score = 0;
        for (size_t r = 0; r < own; ++r) {
          const double at_age = relative ? p.at("layer-1/memory/age-keys", r, age) : 0;
          score += query[r] * (key[r] + at_age) / std::sqrt(static_cast<double>(own));
        }
        if (positions == Positions::kAlibi) score -= std::exp2(-8) * static_cast<double>(t - s);
        total += std::exp(score);
        for (size_t r = 0; r < own; ++r)
          read[r] +=
              std::exp(score) * (said[s][2 * own + r] + (relative ? p.at("layer-1/memory/age-values", r, age) : 0));
      }
      for (double& one : read) one /= total;
      const List added = p.affine("layer-1/output-weights", read);
      for (size_t r = 0; r < kSize; ++r) x[r] += added[r];
      List hidden = p.affine("layer-1/feedforward/weights", p.norm("layer-1/feedforward/norm", x));
      for (double& one : hidden) one = gelu_of(one);
      const List more = p.affine("layer-1/feedforward/output-weights", hidden);
      for (size_t r = 0; r < kSize; ++r) x[r] += more[r];
      if (!costs || halted[t] > 0) continue;
      const double halt = 1 / (1 + std::exp(-p.affine("halting/weights", x)[0]));
      const bool last = round == rounds || 1 - left[t] + halt >= 0.99;
      const double share = last ? left[t] : halt;
      for (size_t r = 0; r < kSize; ++r) means[t][r] += share * x[r];
      left[t] -= share;
      if (last) halted[t] = static_cast<double>(round) + share;
    }
  }
  if (costs) {
    *costs = halted;
    tokens = means;
  }
  for (const List& x : tokens) outputs.push_back(p.affine("output/weights", p.norm("norm", x)));
  return outputs;
}

Batch all_scored(const Spec& spec, size_t steps, size_t episodes) {
  Batch batch;
  batch.resize(spec, steps, episodes);
  Stream stream(2, Split::kCheck, Purpose::kTest, 0);
  for (Real& x : batch.inputs[0].values) x = stream.uniform(-1, 1);
  for (size_t b = 0; b < episodes; ++b)
    for (size_t t = 0; t < steps; ++t) std::fill_n(batch.scored(b, t), batch.outputs(), Real{1});
  return batch;
}

void move_parameters(ParameterStore& store) {
  Stream stream(9, Split::kCheck, Purpose::kTest, 0);
  for (const auto& entry : store.entries())
    for (size_t i = 0; entry.learned && i < entry.size(); ++i) store.data(entry)[i] += stream.uniform(-0.3, 0.3);
}

}  // namespace

TEST_CASE(
    "a layer of attention after a convolution is what plain loops give, of its own size too, once and in several "
    "rounds") {
  const Spec spec(kFeatures, kOutputs);
  MixerStackSettings settings;
  settings.size = kSize;
  settings.heads = 1;
  settings.feedforward = 5;
  settings.convolution = kWindow;
  settings.max_steps = kMixerSteps;
  constexpr size_t kFar = 2;  // steps from which on all distances are alike
  struct Case {
    size_t rounds, size;
    Positions positions;
  };
  using enum Positions;
  for (const auto& [rounds, size, positions] : {Case{1, kSize, kNone},
                                                {3, kSize, kNone},
                                                {1, kSize - 1, kNone},
                                                {3, kSize + 2, kNone},
                                                {1, kSize, kSinusoidal},
                                                {3, kSize, kSinusoidal},
                                                {2, kSize, kLearned},
                                                {1, kSize - 1, kRotary},
                                                {2, kSize, kAlibi},
                                                {2, kSize + 2, kRelative}}) {
    INFO(rounds << " rounds, " << size << " numbers, positions " << static_cast<int>(positions));
    settings.rounds = rounds;
    settings.positions = positions;
    ParameterStore store(1);
    const MixerStack stack(store, spec, settings, {[size = size, within = positions](const Scope& scope) {
                             return std::make_unique<AttentionMixer>(size,
                                                                     PlacedAttention(scope, size, 1, within, kFar));
                           }});
    move_parameters(store);
    const Batch batch = all_scored(spec, kMixerSteps, 1);
    std::vector<List> inputs;
    for (size_t t = 0; t < kMixerSteps; ++t)
      inputs.emplace_back(batch.inputs[0].at(0, t), batch.inputs[0].at(0, t) + kFeatures);
    std::vector<Real> right;
    for (const List& step : plain_stack({store}, inputs, settings.rounds, nullptr, positions, kFar))
      right.insert(right.end(), step.begin(), step.end());
    Tape tape;
    tape.begin(store, nullptr);
    testing::check_close(testing::numbers(stack.run({tape, 1, testing::noise()}, batch, 0).logits), right, "logits");
  }
}

TEST_CASE("tokens that halt are the mean of their rounds, and training minimises what they cost beside the answers") {
  constexpr double kPonder = 0.3;
  const Spec spec(kFeatures, kOutputs);
  MixerStackSettings settings;
  settings.size = kSize;
  settings.heads = 1;
  settings.feedforward = 5;
  settings.convolution = kWindow;
  settings.rounds = 4;
  settings.ponder = kPonder;
  ParameterStore store(1);
  const MixerStack stack(store, spec, settings, {[](const Scope& scope) {
                           return std::make_unique<AttentionMixer>(kSize, PlacedAttention(scope, kSize, 1));
                         }});
  move_parameters(store);
  const Batch batch = all_scored(spec, kMixerSteps, 1);
  std::vector<List> inputs;
  for (size_t t = 0; t < kMixerSteps; ++t)
    inputs.emplace_back(batch.inputs[0].at(0, t), batch.inputs[0].at(0, t) + kFeatures);
  std::set<double> rounds;  // after which tokens halt
  for (const double bias : {-1.5, 0.0, 1.0, 6.0}) {
    for (const auto& entry : store.entries())
      if (entry.name == "halting/weights") store.data(entry)[kSize] = bias;
    List costs;
    std::vector<Real> right;
    for (const List& step : plain_stack({store}, inputs, settings.rounds, &costs))
      right.insert(right.end(), step.begin(), step.end());
    double all = 0;
    for (const double one : costs) {
      all += one;
      rounds.insert(std::ceil(one) - 1);
    }
    Tape tape;
    tape.begin(store, nullptr);
    const Answers answers = stack.run({tape, 1, testing::noise(), Phase::kTraining}, batch, 0);
    testing::check_close(testing::numbers(answers.logits), right, "logits");
    REQUIRE(answers.objective);
    CHECK(testing::numbers(*answers.objective)[0] ==
          Approx(testing::numbers(sequence_loss(answers, batch, 0))[0] + kPonder * all).epsilon(1e-10));
    CHECK_FALSE(stack.run({tape, 1, testing::noise()}, batch, 0).objective);
  }
  CHECK(rounds.size() > 2);
}

TEST_CASE("with tied weights an output is the product with its token's embedding, over the root of the size") {
  constexpr size_t kTokens = 5;
  const Spec spec = Spec::of_tokens(kTokens, kTokens);
  MixerStackSettings settings;
  settings.size = kSize;
  settings.heads = 1;
  settings.feedforward = 5;
  const std::vector<MixerStack::MakeMemory> mixers{
      [](const Scope& scope) { return std::make_unique<AttentionMixer>(kSize, PlacedAttention(scope, kSize, 1)); }};
  ParameterStore store(1), tied_store(1);
  const MixerStack stack(store, spec, settings, mixers);
  settings.tied = true;
  const MixerStack tied(tied_store, spec, settings, mixers);
  CHECK(stack.looked_up());
  CHECK_FALSE(tied.looked_up());  // each answer meets the whole table
  move_parameters(tied_store);
  const Plain own{tied_store};
  for (const auto& entry : store.entries())  // the stack that is not tied gets its numbers
    for (size_t r = 0; r < entry.rows; ++r)
      for (size_t c = 0; c < entry.size() / entry.rows; ++c) {
        Real& x = store.data(entry)[c * entry.rows + r];
        if (entry.name != "output/weights")
          x = own.at(entry.name, r, c);
        else
          x = c < kSize ? own.at("input/weights", c, r) / std::sqrt(Real{kSize}) : own.at("output/bias", r, 0);
      }
  const std::vector<uint32_t> said{3, 0, 4, 3};
  const auto logits = [&](const MixerStack& one, const ParameterStore& of) {
    Tape tape;
    tape.begin(of, nullptr);
    const Context context{tape, 1, testing::noise()};
    State state = one.start(context);
    std::vector<Real> all;
    for (const uint32_t& token : said) {
      const auto next = one.step(context, {tape.tokens(kTokens, 1, 1, &token)}, state);
      for (const Real x : testing::numbers(next.output)) all.push_back(x);
      state = next.state;
    }
    return all;
  };
  testing::check_close(logits(tied, tied_store), logits(stack, store), "logits");
}

TEST_CASE("steps behind an episode's end cost nothing") {
  constexpr size_t kLengths[] = {3, kMixerSteps};
  const Spec spec(kFeatures, kOutputs);
  MixerStackSettings settings;
  settings.size = kSize;
  settings.heads = 1;
  settings.feedforward = 5;
  settings.rounds = 3;
  settings.ponder = 0.3;
  ParameterStore store(1);
  const MixerStack stack(store, spec, settings, {[](const Scope& scope) {
                           return std::make_unique<AttentionMixer>(kSize, PlacedAttention(scope, kSize, 1));
                         }});
  move_parameters(store);
  const Batch both = all_scored(spec, kMixerSteps, 2);
  const auto objective = [&](const Batch& batch) {
    Tape tape;
    tape.begin(store, nullptr);
    return testing::numbers(*stack.run({tape, batch.episodes, testing::noise(), Phase::kTraining}, batch, 0).objective);
  };
  Batch padded = both;
  padded.inputs[0].lengths[0] = kLengths[0];
  for (size_t t = kLengths[0]; t < kMixerSteps; ++t) std::fill_n(padded.scored(0, t), padded.outputs(), Real{0});
  const auto together = objective(padded);
  for (size_t b = 0; b < 2; ++b) {
    Batch alone = all_scored(spec, kLengths[b], 1);
    std::copy_n(both.inputs[0].at(b, 0), kFeatures * kLengths[b], alone.inputs[0].at(0, 0));
    CHECK(together[b] == Approx(objective(alone)[0]).epsilon(1e-12));
  }
}

TEST_CASE("a layer without a memory carries nothing, whatever the convolution") {
  const Spec spec(kFeatures, kOutputs);
  MixerStackSettings settings;
  settings.size = kSize;
  settings.feedforward = 5;
  settings.convolution = kWindow;
  ParameterStore store(1);
  const MixerStack stack(store, spec, settings, {[](const Scope&) { return std::make_unique<NoMemory>(); }});
  CHECK(state_size(stack, store, spec).numbers == 0);
}

TEST_CASE("every stack of the catalogue, whole or in two parts, gives what its steps give, to 1e-10") {
  size_t stacks = 0;
  for (const ModelCase& one : small_models()) {
    if (one.settings.text("model") != "mixer-stack") continue;
    INFO(one.name);
    ++stacks;
    const Spec spec = checked_spec(one.settings);
    ParameterStore store(1);
    Settings settings = one.settings;
    settings.set("model.mixers", "memory,attention,fast-weights:rule=momentum:width=4:heads=2:key-size=3");
    settings.set("model.layers", "3");
    settings.set("model.rounds", std::to_string(1 + stacks % 2));
    constexpr std::array kPositionNames{"none", "sinusoidal", "learned", "rotary", "alibi", "relative"};
    settings.set("model.positions", kPositionNames[stacks % kPositionNames.size()]);
    settings.set("model.max-steps", "19");
    if (stacks % 4 == 1) settings.set("model.ponder", "0.1");
    const auto made = make_model(settings, spec, store);
    const RecurrentModel& model = *made->in_steps();
    move_parameters(store);
    const Batch batch = all_scored(spec, 19, 2);
    Tape tape;
    tape.begin(store, nullptr);
    const Context context = at_start_of({tape, 2, testing::noise()}, batch, 0);
    const auto whole = testing::numbers(model.run(context, batch, 0).logits);
    const auto first = model.pass(context, batch, 0, {0, 7}, model.start(context));
    const auto rest = model.pass(context, batch, 0, {7, 19}, first.state);
    const std::array both{first.answers.logits, rest.answers.logits};
    testing::check_close(testing::numbers(beside(both)), whole, "in two parts");
    std::vector<Var> outputs;
    State state = model.start(context);
    for (size_t t = 0; t < batch.steps(); ++t) {
      const auto step = model.step(context, batch.inputs[0].on(tape, 0, 2, t, t + 1), state);
      state = step.state;
      outputs.push_back(step.output);
    }
    testing::check_close(testing::numbers(beside(outputs)), whole, "step by step");
  }
  CHECK(stacks >= 12);
}

namespace {

/// A stack of that memory's small settings, with these mixers and as many layers.
struct Stack {
  ParameterStore store{1};
  std::unique_ptr<Model> model;

  Stack(const std::string& memory, const std::string& mixers, size_t layers) {
    for (const ModelCase& one : small_models()) {
      if (one.settings.text("model") != "mixer-stack" || one.settings.text("memory") != memory) continue;
      Settings settings = one.settings;
      settings.set("model.mixers", mixers);
      settings.set("model.layers", std::to_string(layers));
      model = make_model(settings, checked_spec(settings), store);
      return;
    }
    throw std::logic_error("no stack of " + memory);
  }
};

std::string said_of(const std::string& memory, const std::string& mixers) {
  return testing::error_of([&] { Stack(memory, mixers, 2); });
}

}  // namespace

TEST_CASE("an inner loop whose numbers grow beyond a limit is told with its layer and step") {
  Stack stack("fast-weights",
              "attention,fast-weights:rule=deep:limit=0:rate-bias=5:momentum-bias=5:decay-bias=-9:width=16:heads=1:"
              "key-size=16:hidden=32",
              2);
  for (const auto& entry : stack.store.entries())
    for (size_t i = 0; entry.name == "layer-2/interface-weights" && i < entry.size(); ++i)
      stack.store.data(entry)[i] *= 5;
  const Batch batch = all_scored(checked_spec(small_models().front().settings), 40, 1);
  const RecurrentModel& model = *stack.model->in_steps();
  const auto told = [&](size_t cut) -> std::string {
    Tape tape;
    tape.begin(stack.store, nullptr);
    tape.check_values(true, Real(1e4));
    const Context context{tape, 1, testing::noise()};
    try {
      const State first = model.pass(context, batch, 0, {0, cut}, model.start(context)).state;
      model.pass(context, batch, 0, {cut, 40}, first);
    } catch (const DivergedError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(told(2), Catch::Matches("layer-2/memory at step [1-9][0-9]?: [a-z_]+ gave [^\n]+"));
  // Sequences of other lengths are summed in another order, so the last digits may differ.
  const auto rounded = [](const std::string& text) {
    return std::regex_replace(text, std::regex(R"((\.\d{6})\d*)"), "$1");
  };
  CHECK(rounded(told(2)) == rounded(told(0)));
  CHECK(rounded(told(2)) == rounded(told(5)));
}

TEST_CASE("each mixer of a stack has the options of its item, and the pattern begins again") {
  Stack stack("fast-weights", "fast-weights,ntm:slots=6:width=3:addressing=content,fast-weights:rule=slots:slots=7", 4);
  Tape tape;
  tape.begin(stack.store, nullptr);
  const RecurrentModel& model = *stack.model->in_steps();
  const State start = model.start({tape, 1, testing::noise()});
  const auto memory = [&](size_t layer) { return start.parts()[layer].parts()[1]; };
  REQUIRE(start.parts().size() == 4);
  const FastSizes sizes{2, 3, 2};  // small_models(): width 4, 2 heads, keys of 3
  const auto shape = [](Var x) { return std::array<size_t, 2>{x.rows, x.cols}; };
  CHECK(shape(memory(0)[1]) == std::array{sizes.keys, sizes.columns()});
  CHECK(shape(memory(1)[1]) == std::array<size_t, 2>{6, 3});
  CHECK(shape(memory(2)[1]) == std::array{size_t{7}, sizes.columns()});
  CHECK(shape(memory(3)[1]) == std::array{sizes.keys, sizes.columns()});
  CHECK(stack.model->footprint().state >= 2. * 12 + 18 + 28);
}

TEST_CASE("an attention mixer may have heads of its own") {
  const Stack one("none", "attention:heads=1", 1), five("none", "attention:heads=5", 1);
  const auto logits = [](const Stack& stack) {
    Tape tape;
    tape.begin(stack.store, nullptr);
    const Batch batch = all_scored(Spec(4, 3), 5, 1);
    return testing::numbers(stack.model->run({tape, 1, testing::noise()}, batch, 0).logits);
  };
  CHECK(logits(one) != logits(five));
  CHECK(said_of("none", "attention:heads=3:attention-size=0") ==
        "model.heads: got 3; a divisor of model.size, which is 5, is needed");
  CHECK(said_of("none", "attention:heads=5:attention-size=6") ==
        "model.heads: got 5; a divisor of model.attention-size, which is 6, is needed");
}

TEST_CASE("an attention mixer may tell places in its own way, and codes are of all layers") {
  const auto parameters = [](const char* mixers) {
    const Stack stack("none", mixers, 2);
    std::set<std::string> names;
    for (const auto& entry : stack.store.entries())
      if (entry.name.find("age-") != std::string::npos) names.insert(entry.name);
    return names;
  };
  CHECK(parameters("attention:positions=rotary,attention:positions=relative:max-distance=3") ==
        std::set<std::string>{"layer-2/memory/age-keys", "layer-2/memory/age-values"});
  CHECK(said_of("none", "attention:positions=sinusoidal") ==
        "model.mixers: attention: model.positions: \"sinusoidal\" is not known; nearest: none; valid: none, rotary, "
        "alibi, relative");
  CHECK(said_of("none", "attention:max-distance=3") ==
        "model.mixers: attention: model.max-distance: an option of model.positions relative; it has none");
}

TEST_CASE("bad mixers are told in one line") {
  const std::string valid =
      "; valid: attention, memory, ntm, dnc, lru, sparse, sparse-dnc, stack, queue, deque, stack-superposed, "
      "tape-told-length, "
      "fast-weights, token-turing, memorizing, none";
  CHECK(said_of("dnc", "dnc,attention") == "");
  CHECK(said_of("dnc", "dnc,nmt") == "model.mixers: \"nmt\" is not known; nearest: ntm" + valid);
  CHECK(said_of("dnc", "ntm,attention") ==
        "memory: got dnc, which model.mixers (ntm,attention) does not name; one of those that it names is needed");
  CHECK(said_of("dnc", "attention") == "memory: got dnc, which model.mixers (attention) does not name; none is needed");
  CHECK(said_of("dnc", "memory,,attention") == "model.mixers: got an empty name; names separated by commas are needed");
  CHECK(said_of("dnc", "dnc,ntm:slot=3")
            .starts_with("model.mixers: ntm: \"slot\" is not known; nearest: slots; valid: "));
  CHECK(said_of("dnc", "dnc,none:x=1") ==
        "model.mixers: none: got x, and there are no options of it; the name alone is needed");
  CHECK(said_of("dnc", "dnc,ntm:slots=0") ==
        "model.mixers: ntm: memory.slots: got 0; an integer from 1 to 1048576 is needed");
  CHECK(said_of("dnc", "dnc,ntm:addressing=contents")
            .starts_with("model.mixers: ntm: addressing: \"contents\" is not known; nearest: content; valid: "));
  CHECK(said_of("dnc", "dnc,fast-weights:slots=4") ==
        "model.mixers: fast-weights: memory.slots: an option of memory.rule slots; it has delta");
  CHECK(said_of("dnc", "dnc,ntm,lru") ==
        "model.layers: got 2, and model.mixers has 3; at least a layer for each of these is needed");
  const auto said_with = [](const char* option, const char* value) {
    return testing::error_of([&] {
      Settings settings = small_models().front().settings;
      for (const ModelCase& one : small_models())
        if (one.settings.text("model") == "mixer-stack") settings = one.settings;
      const Spec numbers = checked_spec(settings);
      settings.set(option, value);
      ParameterStore store(1);
      make_model(settings, numbers, store);
    });
  };
  CHECK(said_with("model.rounds", "1") == "");
  CHECK(said_with("model.positions", "alibi") == "");
  CHECK(said_with("model.ponder", "0.5") == "model.ponder: got 0.5 with model.rounds 1; 2 at least are needed");
  CHECK(said_with("model.tied", "true") ==
        "model.tied: got true for 4 inputs and 3 outputs; the same tokens are needed as both");
  CHECK(said_of("dnc", "dnc,fast-weights:heads=3") == "memory.heads: got 3; a divisor of memory.width (64) is needed");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
