// A list of parts (model.mixers) chooses the memory whose options count.

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/training/train_settings.hpp"
#include "tests/support/error_of.hpp"

namespace tapehead {
namespace {

/// Resolved from a preset and a command line of a stack.
Settings resolved_stack(const std::string& preset, const std::string& typed) {
  Layer line = ini_layer("f.ini", typed);
  line.must_apply = true;
  return resolve(declarations(), {ini_layer("p.ini", "model = mixer-stack\n" + preset), line}).settings;
}
std::string memory_of(const std::string& preset, const std::string& typed) {
  return resolved_stack(preset, typed).text("memory");
}

}  // namespace

TEST_CASE("the first memory of model.mixers is chosen, where the same layer names none of them") {
  CHECK(memory_of("", "") == "fast-weights");
  CHECK(memory_of("", "model.mixers = ntm,attention") == "ntm");
  CHECK(memory_of("", "model.mixers = attention,dnc:slots=5,ntm") == "dnc");
  CHECK(memory_of("", "model.mixers = ntm,dnc\nmemory = dnc") == "dnc");
  CHECK(memory_of("memory = dnc", "model.mixers = ntm,attention") == "ntm");
  CHECK(memory_of("memory = dnc", "model.mixers = memory,attention") == "dnc");
  CHECK(memory_of("model.mixers = ntm,dnc", "memory = dnc") == "dnc");
  CHECK(memory_of("", "model.mixers = attention") == "none");
  CHECK(resolved_stack("", "model.mixers = ntm,ntm\nmemory.slots = 7").size("memory.slots") == 7);
}

TEST_CASE("a mixer that is no memory or attention, and a choice against the list, are told in one line") {
  const auto said = [](const std::string& typed) { return testing::error_of([&] { resolved_stack("", typed); }); };
  CHECK(said("model.mixers = fast-weight") ==
        "f.ini:1: model.mixers: \"fast-weight\" is not known; nearest: fast-weights; valid: attention, memory, ntm, "
        "dnc, lru, "
        "sparse, sparse-dnc, stack, queue, deque, stack-superposed, tape-told-length, fast-weights, token-turing, "
        "memorizing, none");
  CHECK(said("model.mixers = ntm,attention\nmemory = dnc") ==
        "f.ini:2: memory: got dnc, but model.mixers ntm,attention stands for memory ntm; one of the two is needed");
  CHECK(said("model.mixers = ntm,") == "f.ini:1: model.mixers: got a comma at its end; a name is needed behind it");
  CHECK(said("model.mixers = ntm,fast-weights\nmemory.heads = 2")
            .starts_with("f.ini:2: memory.heads: an option of memory "));
}

}  // namespace tapehead
