// Requirements on every model of the catalogue, whatever its parts: each row is a test.

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "autodiff/ops/watch.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "experiments/training/training_state.hpp"
#include "tests/support/context.hpp"
#include "tests/support/named_states.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kSeed = 7;

/// One forward and backward sweep over some episodes of a batch.
struct Sweep {
  std::vector<Real> logits, losses, gradient;  // logits: outputs×scored steps, episode after episode
};

Sweep sweep(const Model& model, const ParameterStore& store, const Batch& batch, size_t first, size_t count) {
  AlignedVector<Real> gradient(store.size(), 0);
  Tape tape;
  tape.begin(store, gradient.data());
  const Answers answers = model.run({tape, count, testing::noise(first)}, batch, first);
  const Var loss = sequence_loss(answers, batch, first);
  Sweep result;
  const auto logits = tape.value(answers.logits);
  for (size_t b = 0; b < count; ++b) {
    for (size_t c = 0; c < logits.cols; ++c)
      result.logits.insert(result.logits.end(), logits.column(b, c), logits.column(b, c) + logits.rows);
    result.losses.push_back(*tape.value(loss).item(b));
  }
  tape.backward(loss);
  result.gradient.assign(gradient.begin(), gradient.end());
  return result;
}

struct Made {
  ParameterStore store{kSeed};
  std::unique_ptr<Model> model;
  explicit Made(const Settings& settings) { model = make_model(settings, checked_spec(settings), store); }
};

double largest_difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (size_t i = 0; i < a.size(); ++i) largest = std::max<double>(largest, std::abs(a[i] - b[i]));
  return largest;
}

double size_of(const std::vector<Real>& v) {
  double largest = 0;
  for (const Real x : v) largest = std::max<double>(largest, std::abs(x));
  return largest;
}

/// The batch with `extra` empty steps appended to each of its streams.
Batch padded(const Batch& batch, size_t extra) {
  Batch longer = batch;
  const auto lengthen = [&](BatchStream& stream) {
    if (stream.shape.kind == StreamKind::kStories) return;
    const BatchStream from = stream;
    stream.resize(from.shape, from.steps + extra, batch.episodes);
    stream.lengths = from.lengths;
    for (size_t b = 0; b < batch.episodes; ++b) {
      if (from.shape.kind == StreamKind::kReal) std::copy_n(from.at(b, 0), from.width() * from.steps, stream.at(b, 0));
      if (from.shape.kind == StreamKind::kTokens)
        std::copy_n(&from.tokens[b * from.steps], from.steps, &stream.token(b, 0));
    }
  };
  for (BatchStream& stream : longer.inputs) lengthen(stream);
  lengthen(longer.target);
  longer.mask.assign(batch.scored_rows() * longer.steps() * batch.episodes, 0);
  for (size_t b = 0; b < batch.episodes; ++b)
    std::copy_n(batch.scored(b, 0), batch.scored_rows() * batch.steps(), longer.scored(b, 0));
  return longer;
}

TEST_CASE("every model answers the scored steps, in numbers", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    size_t scored = 0;
    for (size_t t = 0; t < batch.steps(); ++t) scored += batch.any_scored(t);
    const Made made(one.settings);
    const Sweep result = sweep(*made.model, made.store, batch, 0, batch.episodes);
    CHECK(result.logits.size() == batch.outputs() * scored * batch.episodes);
    for (const Real x : result.logits) CHECK(std::isfinite(x));
    for (const Real x : result.gradient) CHECK(std::isfinite(x));
    CHECK(size_of(result.gradient) > 0);
  }
}

TEST_CASE("the same past twice gives the same bits", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    const Made made(one.settings), again(one.settings);
    const Sweep a = sweep(*made.model, made.store, batch, 0, batch.episodes);
    const Sweep b = sweep(*again.model, again.store, batch, 0, batch.episodes);
    CHECK(a.logits == b.logits);
    CHECK(a.gradient == b.gradient);
  }
}

TEST_CASE("a batch is as its episodes one by one", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    const Made made(one.settings);
    const Sweep together = sweep(*made.model, made.store, batch, 0, batch.episodes);
    Sweep apart;
    apart.gradient.assign(together.gradient.size(), 0);
    for (size_t b = 0; b < batch.episodes; ++b) {
      const Sweep single = sweep(*made.model, made.store, batch, b, 1);
      apart.logits.insert(apart.logits.end(), single.logits.begin(), single.logits.end());
      for (size_t i = 0; i < single.gradient.size(); ++i) apart.gradient[i] += single.gradient[i];
    }
    CHECK(largest_difference(together.logits, apart.logits) < 1e-5 * (1 + size_of(apart.logits)));
    CHECK(largest_difference(together.gradient, apart.gradient) < 1e-4 * size_of(apart.gradient));
  }
}

TEST_CASE("padding changes nothing", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings), longer = padded(batch, 3);
    const Made made(one.settings);
    const Sweep a = sweep(*made.model, made.store, batch, 0, batch.episodes);
    const Sweep b = sweep(*made.model, made.store, longer, 0, batch.episodes);
    CHECK(a.logits == b.logits);
    CHECK(a.losses == b.losses);
    CHECK(largest_difference(a.gradient, b.gradient) < 1e-6 * size_of(a.gradient));
  }
}

TEST_CASE("what is not scored costs nothing, whatever its target", "[conformance]") {
  const ModelCase one = small_models().front();
  const Batch batch = checked_batch(one.settings);
  Batch other = batch;
  for (size_t i = 0; i < other.mask.size(); ++i)
    if (other.mask[i] == 0) other.target.values[i] = 1;
  const Made made(one.settings);
  CHECK(sweep(*made.model, made.store, batch, 0, batch.episodes).losses ==
        sweep(*made.model, made.store, other, 0, batch.episodes).losses);
}

/// Logits of the scored steps, stepped through one input at a time; the tape begins anew after every `round` steps.
std::vector<Real> stepped(const RecurrentModel& model, const ParameterStore& store, const Batch& batch, size_t round) {
  std::vector<std::vector<Real>> logits(batch.episodes);
  Tape tape;
  tape.begin(store, nullptr);
  const Context context{tape, batch.episodes, testing::noise()};
  State state = model.start(at_start_of(context, batch, 0));
  for (size_t t = 0; t < batch.steps(); ++t) {
    if (t > 0 && t % round == 0) {
      const Carried carried(model.settled(tape, state));
      tape.begin(store, nullptr);
      state = carried.on(tape);
    }
    const Var x = batch.inputs[0].on(tape, 0, batch.episodes, t, t + 1);
    const Recurrent::Step step = model.step(context, x, state);
    state = step.state;
    if (!batch.any_scored(t)) continue;
    const auto window = tape.value(step.output);
    for (size_t b = 0; b < batch.episodes; ++b)
      logits[b].insert(logits[b].end(), window.item(b), window.item(b) + window.rows);
  }
  std::vector<Real> all;
  for (const auto& one : logits) all.insert(all.end(), one.begin(), one.end());
  return all;
}

TEST_CASE("what goes through time answers alike whole, step by step, and carried from tape to tape", "[conformance]") {
  size_t recurrent = 0;
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    const Made made(one.settings);
    const RecurrentModel* const model = made.model->in_steps();
    CHECK((model != nullptr) == !(reads_stories(one.settings) || listens(one.settings) || answers_once(one.settings)));
    if (!model) continue;
    ++recurrent;
    const auto whole = sweep(*made.model, made.store, batch, 0, batch.episodes).logits;
    const auto by_steps = stepped(*model, made.store, batch, batch.steps());
    CHECK(largest_difference(whole, by_steps) < 1e-5 * (1 + size_of(whole)));
    for (const size_t round : {1, 3}) CHECK(stepped(*model, made.store, batch, round) == by_steps);
  }
  CHECK(recurrent > 90);
}

TEST_CASE("every value of a state has a name of its own, the same at all steps", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Made made(one.settings);
    const RecurrentModel* const model = made.model->in_steps();
    if (!model) continue;
    const Batch batch = checked_batch(one.settings);
    Tape tape;
    tape.begin(made.store, nullptr);
    const Context context{tape, batch.episodes, testing::noise()};
    const State start = model->start(at_start_of(context, batch, 0));
    const auto at_first = testing::check_named(start, model->state_names(), true);
    const Var x = batch.inputs[0].on(tape, 0, batch.episodes, 0, 1);
    const State next = model->step(context, x, start).state;
    const auto later = testing::check_named(next, model->state_names(), true);
    CHECK(std::includes(later.begin(), later.end(), at_first.begin(), at_first.end()));
    CHECK(testing::check_named(model->settled(tape, next), model->state_names(), true) == later);
    const std::string memory = one.settings.has("memory") ? one.settings.text("memory") : "none";
    const std::string at = one.settings.text("model") == "mixer-stack" ? "layer_2/memory/" : "memory/";
    CHECK(later.contains(at + "reads") == (memory != "none"));
    for (const char* name : {"memory", "usage", "read_weights", "write_weights", "precedence", "links"})
      if (memory == "dnc") CHECK(later.contains(at + name));
  }
}

/// Records the names shown, and faults in their weightings: "…/weights" must be complete columns that sum to 1 (as must
/// everything that attends to a source or its own past), and "…strengths" must lie from 0 to 1.
class Names final : public Watcher {
 public:
  void see(const std::string& path, Var value, const View& view) override {
    const std::string name = path.starts_with("layer-2/") ? path.substr(8) : path;
    names.insert(name);
    described = described && *view.rows != 0;
    const bool alignment = std::string_view(view.rows) == "source";
    alignments += alignment;
    const bool weights = name.ends_with("/weights") || name.ends_with("attention") || alignment;
    const bool strengths = name.ends_with("strengths");
    weightings += weights || strengths;
    const auto w = value.tape->value(value);
    for (size_t c = 0; view.bounded() && c < w.cols; ++c)
      for (size_t r = 0; r < w.rows; ++r)
        in_range = in_range && w.column(0, c)[r] > view.low - 1e-5 && w.column(0, c)[r] < view.high + 1e-5;
    for (size_t c = 0; (weights || strengths) && c < w.cols; ++c) {
      double total = 0, least = 1;
      for (size_t r = 0; r < w.rows; ++r) {
        const double share = w.column(0, c)[r];
        total += share;
        least = std::min(least, share);
      }
      on_simplex = on_simplex && (strengths || (std::abs(total - 1) < 1e-5 && least >= 0));
      within_simplex = within_simplex && (strengths || total < 1 + 1e-5);
    }
  }
  std::set<std::string> names;
  size_t weightings = 0, alignments = 0;
  bool described = true, in_range = true, on_simplex = true,
       within_simplex = true;  // within: the DNC's heads may look at nothing
};

TEST_CASE("a watcher sees the memory's weightings, on the simplex, and changes nothing", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    const Made made(one.settings);
    const Sweep unwatched = sweep(*made.model, made.store, batch, 0, 1);
    Tape tape;
    Names names;
    tape.begin(made.store, nullptr);
    tape.set_watcher(&names);
    const Answers answers = made.model->run({tape, 1, testing::noise()}, batch, 0);
    const bool stories = reads_stories(one.settings), looks_back = listens(one.settings);
    const std::string memory = one.settings.has("memory") && !looks_back ? one.settings.text("memory") : "none";
    const std::string attention = one.settings.has("attention") ? one.settings.text("attention") : "none";
    if (one.settings.has("controller")) CHECK(names.names.contains("controller/hidden"));
    if (attention != "none" && attention != "memory") CHECK(names.names.contains("attention/weights"));
    if (looks_back && !one.settings.has("attention")) CHECK(names.alignments >= batch.steps());
    if (stories) CHECK((names.names.contains("hop/weights") || names.names.contains("entity/gates")));
    const bool dnc = memory == "dnc" || attention == "memory";
    CHECK(names.described);
    CHECK(names.in_range);  // of what each value says of itself
    // null slots take a share that is not shown, a local attention's Gaussian takes some away, and sparse memories
    // write as much as they declare
    const bool sparse = memory.starts_with("sparse");
    CHECK((dnc || sparse || stories || attention == "local-p" ? names.within_simplex : names.on_simplex));
    const bool looks = memory != "none" && memory != "stack-superposed" && memory != "tape-told-length" &&
                       memory != "memorizing" &&
                       (memory != "fast-weights" || one.settings.text("memory.rule") == "slots");
    if (looks) CHECK(names.weightings > 0);  // else nothing was checked
    if (memory == "ntm" || memory == "dnc")
      for (const char* name : {"memory", "reads", "read/weights", "write/weights", "write/add", "write/erase"})
        CHECK(names.names.contains(name));
    if (memory == "dnc")
      for (const char* name : {"usage", "write/allocation", "links", "read/modes", "read/free-gate", "write/gate"})
        CHECK(names.names.contains(name));
    const auto logits = tape.value(answers.logits);
    CHECK(std::equal(unwatched.logits.begin(), unwatched.logits.end(), logits.data));
  }
}

TEST_CASE("what is saved and loaded answers with the same bits", "[conformance]") {
  for (const ModelCase& one : small_models()) {
    INFO(one.name);
    const Batch batch = checked_batch(one.settings);
    const Made made(one.settings);
    SafetensorsFile file;
    for (const auto& e : made.store.entries())
      file.tensors.push_back(
          matrix_tensor<Real>("parameter/" + e.name, e.rows, e.cols, {made.store.data(e), e.size()}));
    ParameterStore other(kSeed + 1);
    const auto model = make_model(one.settings, checked_spec(one.settings), other);
    read_parameters(from_bytes(to_bytes(file), "file"), other, "file");
    CHECK(sweep(*made.model, made.store, batch, 0, 2).logits == sweep(*model, other, batch, 0, 2).logits);
  }
}

}  // namespace
}  // namespace tapehead
