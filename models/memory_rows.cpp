#include <fmt/format.h>

#include "autodiff/error.hpp"
#include "memory/no_memory.hpp"
#include "memory/ntm.hpp"
#include "models/catalogue.hpp"
#include "models/make_part.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

StartMemory start_memory(const std::string& name) {
  return name == "constant" ? StartMemory::kConstant : name == "learned" ? StartMemory::kLearned : StartMemory::kRandom;
}

StartWeighting start_weighting(const std::string& name) {
  return name == "one-hot"    ? StartWeighting::kOneHot
         : name == "learned"  ? StartWeighting::kLearned
         : name == "decaying" ? StartWeighting::kDecaying
                              : StartWeighting::kUniform;
}

HeadBiases biases(const Settings& s, const std::string& head) {
  const auto real = [&](const char* control) {
    return static_cast<Real>(s.real("memory." + head + "-" + control + "-bias"));
  };
  return {real("strength"), real("gate"), real("sharpening")};
}

std::vector<Option> bias_options(const std::string& head) {
  const auto bias = [&](const std::string& control) {
    return Option::real("memory." + head + "-" + control + "-bias", 0, -100, 100,
                        "what the " + head + " heads' " + control + " starts at, before its squashing");
  };
  return {bias("strength"), bias("gate"), bias("sharpening")};
}

std::vector<Option> ntm_options() {
  std::vector<Option> options = {
      Option::integer("memory.slots", 128, 1, 1048576, "slots of the memory (the papers' N)"),
      Option::integer("memory.width", 20, 1, 65536, "numbers a slot (the papers' M)"),
      Option::integer("memory.read-heads", 1, 1, 64, "reading heads"),
      Option::integer("memory.write-heads", 1, 1, 64, "writing heads"),
      Option::choice("memory.init", "constant", {"constant", "learned", "random"},
                     "what it holds at first: 1e-6; learned; random, fixed, saved (the last two bind it to its slots)"),
      Option::choice("memory.start-weighting", "one-hot", {"one-hot", "learned", "decaying", "uniform"},
                     "where heads look before the first step (learned binds it to its slots; with a constant memory "
                     "learned and uniform leave all slots identical for ever)"),
      Option::odd("memory.shifts", 3, 1, 1023, "displacements a head can shift by, the middle one staying"),
      Option::flag("memory.squash-keys", true, "keys through tanh"),
      Option::flag("memory.squash-adds", true, "add vectors through tanh"),
      Option::a_part("addressing", PartKind::kAddressing, "content+location", "how heads find their slots"),
  };
  for (const char* head : {"read", "write"})
    for (Option& option : bias_options(head)) options.push_back(std::move(option));
  return options;
}

std::unique_ptr<Memory> make_ntm(const Settings& s, ParameterStore& store) {
  NtmSettings ntm;
  ntm.slots = s.size("memory.slots");
  ntm.width = s.size("memory.width");
  ntm.read_heads = s.size("memory.read-heads");
  ntm.write_heads = s.size("memory.write-heads");
  ntm.start_memory = start_memory(s.text("memory.init"));
  ntm.squash_adds = s.flag("memory.squash-adds");
  ntm.read_biases = biases(s, "read");
  ntm.write_biases = biases(s, "write");
  AddressingSettings addressing;
  addressing.slots = ntm.slots;
  addressing.width = ntm.width;
  addressing.heads = ntm.read_heads + ntm.write_heads;
  addressing.shifts = s.size("memory.shifts");
  addressing.squash_keys = s.flag("memory.squash-keys");
  addressing.start_weighting = start_weighting(s.text("memory.start-weighting"));
  constexpr size_t kMost = size_t{1} << 31;  // sizes of one value are counted in 32 bits
  if (ntm.slots * ntm.width >= kMost)
    throw InputError(fmt::format("memory.slots, memory.width: got {} and {}; less than {} numbers in all are needed",
                                 ntm.slots, ntm.width, kMost));
  if (addressing.shifts > ntm.slots)
    throw InputError(
        fmt::format("memory.shifts: got {}; at most memory.slots ({}) is needed", addressing.shifts, ntm.slots));
  if (addressing.heads > ntm.slots)
    throw InputError(
        fmt::format("memory.read-heads, memory.write-heads: got {} and {}; together at most memory.slots "
                    "({}) is needed",
                    ntm.read_heads, ntm.write_heads, ntm.slots));
  return std::make_unique<NtmMemory>(store, ntm, make_part(addressing_rows(), s, "addressing", addressing, store));
}

}  // namespace

const std::vector<MemoryRow>& memory_rows() {
  static const std::vector<MemoryRow> rows = {
      {{"ntm",
        "a matrix of slots that heads read, erase and add to",
        "Graves, Wayne & Danihelka 2014, section 3",
        ntm_options(),
        {}},
       make_ntm},
      {{"none", "the controller alone, a baseline", "Graves, Wayne & Danihelka 2014, section 4", {}, {}},
       [](const Settings&, ParameterStore&) { return std::make_unique<NoMemory>(); }},
  };
  return rows;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
