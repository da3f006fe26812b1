#include "catalogue/catalogue.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/make_part.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/ntm/ntm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<NtmSettings>& ntm_options() {
  static const Bound<NtmSettings> all =
      matrix_options<NtmSettings>()
          .choice("memory.init", &NtmSettings::start_memory,
                  {{"constant", StartMemory::kConstant},
                   {"learned", StartMemory::kLearned},
                   {"random", StartMemory::kRandom}},
                  "what it holds at first: 1e-6; learned; random, fixed, saved (the last two bind it to its slots)")
          .flag("memory.squash-adds", &NtmSettings::squash_adds, "add vectors through tanh")
          .part("addressing", PartKind::kAddressing, "content+location", "how heads find their slots");
  return all;
}

std::unique_ptr<Memory> make_ntm(const Settings& s, const Scope& scope) {
  NtmSettings ntm = read_matrix(ntm_options(), s);
  const StartBiases biases = start_biases(s);  // declared by the scheme, which knows its heads' controls
  ntm.read_biases = biases.read;
  ntm.write_biases = biases.write;
  AddressingSettings addressing;
  addressing.slots = ntm.slots;
  addressing.width = ntm.width;
  addressing.read_heads = ntm.read_heads;
  addressing.write_heads = ntm.write_heads;
  return std::make_unique<NtmMemory>(scope, ntm, make_part(addressing_rows(), s, "addressing", s, addressing, scope));
}

}  // namespace

MemoryRow ntm_row() {
  return {{"ntm",
           "a matrix of slots that heads read, erase and add to",
           "Graves, Wayne & Danihelka 2014, section 3",
           ntm_options().options(),
           {}},
          make_ntm};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
