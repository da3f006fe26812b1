#include "catalogue/catalogue.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/ntm/ntm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

StartMemory start_memory(const std::string& name) {
  return name == "constant" ? StartMemory::kConstant : name == "learned" ? StartMemory::kLearned : StartMemory::kRandom;
}

std::vector<Option> ntm_options() {
  return joined(
      {matrix_options(),
       {Option::choice(
            "memory.init", "constant", {"constant", "learned", "random"},
            "what it holds at first: 1e-6; learned; random, fixed, saved (the last two bind it to its slots)"),
        Option::flag("memory.squash-adds", true, "add vectors through tanh"),
        Option::a_part("addressing", PartKind::kAddressing, "content+location", "how heads find their slots")}});
}

std::unique_ptr<Memory> make_ntm(const Settings& s, const Scope& scope) {
  const MatrixSize size = matrix_size(s);
  NtmSettings ntm;
  ntm.slots = size.slots;
  ntm.width = size.width;
  ntm.read_heads = size.read_heads;
  ntm.write_heads = size.write_heads;
  ntm.start_memory = start_memory(s.text("memory.init"));
  ntm.squash_adds = s.flag("memory.squash-adds");
  ntm.read_biases = head_biases(s, "read");
  ntm.write_biases = head_biases(s, "write");
  AddressingSettings addressing;
  addressing.slots = size.slots;
  addressing.width = size.width;
  addressing.read_heads = size.read_heads;
  addressing.write_heads = size.write_heads;
  return std::make_unique<NtmMemory>(scope, ntm, make_part(addressing_rows(), s, "addressing", s, addressing, scope));
}

}  // namespace

MemoryRow ntm_row() {
  return {{"ntm",
           "a matrix of slots that heads read, erase and add to",
           "Graves, Wayne & Danihelka 2014, section 3",
           ntm_options(),
           {}},
          make_ntm};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
