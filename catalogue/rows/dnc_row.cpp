#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/dnc/dnc.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

Bound<ContentSettings> dnc_lookup_options() { return recall_options({.squash_keys = false}); }

const Bound<DncSettings>& dnc_options() {
  static const Bound<DncSettings> all =
      matrix_options<DncSettings>()
          .declare(dnc_lookup_options().options())
          .declare(bias_options({"strength"}).options())
          .flag("memory.usage-gradient", &DncSettings::usage_gradient,
                "the usage's gradient goes back to the weighting that wrote; off: it stops there")
          .flag("memory.key-masks", &DncSettings::key_masks,
                "a mask beside each key says which numbers of a slot count (cosine only)")
          .flag("memory.de-allocation", &DncSettings::de_allocation, "what a free gate frees is erased as well")
          .flag("memory.link-sharpness", &DncSettings::link_sharpness, "forward and backward weightings are sharpened");
  return all;
}

std::unique_ptr<Memory> make_dnc(const Settings& s, const Scope& scope) {
  DncSettings dnc = read_matrix(dnc_options(), s);
  constexpr size_t kMostLinks = size_t{1} << 31;  // the numbers of one value are counted in 32 bits
  if (dnc.slots * dnc.slots * dnc.write_heads >= kMostLinks)
    throw InputError(
        fmt::format("memory.slots, memory.write-heads: got {} and {}; links from every slot to every other, "
                    "for each write head, have to be less than {} numbers",
                    dnc.slots, dnc.write_heads, kMostLinks));
  const StartBiases biases = start_biases(s);
  dnc.read_strength_bias = biases.read.strength;
  dnc.write_strength_bias = biases.write.strength;
  const std::string similarity = dnc_lookup_options().read(s).similarity;
  if (dnc.key_masks && similarity != "cosine")
    throw InputError("memory.similarity: got " + similarity + " with memory.key-masks; a mask goes with cosine only");
  return std::make_unique<DncMemory>(dnc, make_content_lookup(s, {dnc.width, dnc.width}, scope));
}

}  // namespace

MemoryRow dnc_row() {
  return {{"dnc",
           "a matrix of slots with usage, allocation and links in the order of writing",
           "Graves et al. 2016, Methods; Csordás & Schmidhuber 2019",
           dnc_options().options(),
           {}},
          make_dnc};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
