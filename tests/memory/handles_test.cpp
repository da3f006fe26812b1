// Memories stored beside the tape: settled and carried they continue with the same bits, and dealt out to items each
// item continues unchanged; as with every other memory.

#include <catch2/catch.hpp>

#include <algorithm>

#include "autodiff/base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "tests/support/context.hpp"
#include "tests/support/numbers.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kBatch = 2, kSteps = 4;
constexpr uint32_t kInputSteps[] = {3, 5};  // of each episode, for memories that are told

Context context_of(Tape& tape) { return {tape, kBatch, testing::noise(), Phase::kScoring, {{}, kInputSteps}}; }

/// Each memory of the catalogue, as in the checks, with each of its variants.
template <class Each>
void each_memory(Each each) {
  size_t memories = 0;
  for (const ModelCase& one : small_models()) {
    if (!one.settings.has("memory") || !one.settings.has("controller")) continue;
    const auto& rows = memory_rows();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const MemoryRow& r) { return r.info.name == one.settings.text("memory"); });
    if (row == rows.end()) continue;
    INFO(one.name);
    ParameterStore store(1);
    const auto memory = row->make(one.settings, store);
    if (memory->controls() == 0) continue;
    ++memories;
    each(*memory, store, row->info.name);
  }
  CHECK(memories > 20);
}

/// Controls of step t for items, each with that item's own values.
Var controls_of(Tape& tape, const Memory& memory, size_t t, std::span<const uint32_t> items) {
  std::vector<Real> said;
  for (const uint32_t item : items) {
    Stream stream(3, Split::kCheck, Purpose::kTest, t * kBatch + item);
    for (size_t i = 0; i < memory.controls(); ++i) said.push_back(static_cast<Real>(stream.uniform(-2, 2)));
  }
  return tape.constant(memory.controls(), 1, items.size(), said.data());
}

/// The reads of steps from … to − 1, and their state.
struct Gone {
  std::vector<Real> reads;  ///< of each step, item after item
  State state;
};
Gone go_on(const Context& context, const Memory& memory, State state, size_t from, size_t to,
           std::span<const uint32_t> items) {
  Gone gone{{}, state};
  for (size_t t = from; t < to; ++t) {
    gone.state = memory.step(context, controls_of(context.tape, memory, t, items), gone.state).state;
    const auto reads = testing::numbers(gone.state.as<MemoryState>().reads);
    gone.reads.insert(gone.reads.end(), reads.begin(), reads.end());
  }
  return gone;
}

}  // namespace

TEST_CASE("a memory that is settled and carried to another round of the tape reads on with the same bits") {
  const std::vector<uint32_t> both{0, 1};
  each_memory([&](const Memory& memory, const ParameterStore& store, const std::string&) {
    Tape tape;
    tape.begin(store, nullptr);
    const Context context = context_of(tape);
    const State start = memory.start(context);
    const auto right = go_on(context, memory, start, 0, 2 * kSteps, both).reads;
    tape.begin(store, nullptr);
    const Gone first = go_on(context, memory, memory.start(context), 0, kSteps, both);
    const Carried carried(memory.settled(tape, first.state));
    tape.begin(store, nullptr);
    const Gone second = go_on(context, memory, carried.on(tape), kSteps, 2 * kSteps, both);
    auto reads = first.reads;
    reads.insert(reads.end(), second.reads.begin(), second.reads.end());
    CHECK(reads == right);
  });
}

TEST_CASE("of a memory that is dealt out, each item goes on as the one that it was") {
  const std::vector<uint32_t> both{0, 1}, dealt{1, 0, 1};
  each_memory([&](const Memory& memory, const ParameterStore& store, const std::string&) {
    Tape tape;
    tape.begin(store, nullptr);
    const Context context = context_of(tape);
    const Gone first = go_on(context, memory, memory.start(context), 0, kSteps, both);
    const Carried carried(memory.settled(tape, first.state));
    const auto right = go_on(context, memory, first.state, kSteps, 2 * kSteps, both).reads;
    tape.begin(store, nullptr);
    const Context wider{tape, dealt.size(), testing::noise()};
    const auto reads = go_on(wider, memory, carried.on(tape, dealt), kSteps, 2 * kSteps, dealt).reads;
    const size_t each = memory.reads();
    REQUIRE(reads.size() == kSteps * dealt.size() * each);
    for (size_t t = 0; t < kSteps; ++t)
      for (size_t i = 0; i < dealt.size(); ++i)
        for (size_t k = 0; k < each; ++k)
          CHECK(reads[(t * dealt.size() + i) * each + k] ==
                Approx(right[(t * kBatch + dealt[i]) * each + k]).margin(1e-5));
  });
}

TEST_CASE("what lies beside the tape is not carried unless it is settled, and is no numbers") {
  const std::vector<uint32_t> both{0, 1};
  size_t beside = 0;
  each_memory([&](const Memory& memory, const ParameterStore& store, const std::string& name) {
    const char* const called = name == "dnc"                ? "a handle to a DNC's links"
                               : name.starts_with("sparse") ? "a handle to a sparse memory"
                                                            : nullptr;
    Tape tape;
    tape.begin(store, nullptr);
    const State state = go_on(context_of(tape), memory, memory.start(context_of(tape)), 0, 1, both).state;
    if (!called) {
      CHECK_NOTHROW(Carried(state));
      return;
    }
    ++beside;
    CHECK_THROWS_WITH(Carried(state), Catch::Contains(called) && Catch::Contains("settled()"));
    CHECK_NOTHROW(Carried(memory.settled(tape, state)));
  });
  CHECK(beside > 4);
}

}  // namespace tapehead::inline TAPEHEAD_REAL
