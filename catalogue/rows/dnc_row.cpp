#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/addressing_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/dnc/dnc.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> dnc_options() {
  return joined({matrix_options(),
                 content_options(false),
                 bias_options({"strength"}),
                 {Option::flag("memory.usage-gradient", true,
                               "the usage's gradient goes back to the weighting that wrote; off: it stops there"),
                  Option::flag("memory.key-masks", false,
                               "a mask beside each key says which numbers of a slot count (cosine only)"),
                  Option::flag("memory.de-allocation", false, "what a free gate frees is erased as well"),
                  Option::flag("memory.link-sharpness", false, "forward and backward weightings are sharpened")}});
}

std::unique_ptr<Memory> make_dnc(const Settings& s, const Scope& scope) {
  const MatrixSize size = matrix_size(s);
  constexpr size_t kMostLinks = size_t{1} << 31;  // sizes of one value are counted in 32 bits
  if (size.slots * size.slots * size.write_heads >= kMostLinks)
    throw InputError(
        fmt::format("memory.slots, memory.write-heads: got {} and {}; links from every slot to every other, "
                    "for each write head, have to be less than {} numbers",
                    size.slots, size.write_heads, kMostLinks));
  DncSettings dnc;
  dnc.slots = size.slots;
  dnc.width = size.width;
  dnc.read_heads = size.read_heads;
  dnc.write_heads = size.write_heads;
  dnc.usage_gradient = s.flag("memory.usage-gradient");
  dnc.key_masks = s.flag("memory.key-masks");
  dnc.de_allocation = s.flag("memory.de-allocation");
  dnc.link_sharpness = s.flag("memory.link-sharpness");
  dnc.read_strength_bias = head_biases(s, "read").strength;
  dnc.write_strength_bias = head_biases(s, "write").strength;
  if (dnc.key_masks && s.text("memory.similarity") != "cosine")
    throw InputError("memory.similarity: got " + s.text("memory.similarity") +
                     " with memory.key-masks; a mask goes with cosine only");
  return std::make_unique<DncMemory>(dnc, make_content_lookup(s, {size.width, size.width}, scope));
}

}  // namespace

MemoryRow dnc_row() {
  return {{"dnc",
           "a matrix of slots with usage, allocation and links in the order of writing",
           "Graves et al. 2016, Methods; Csordás & Schmidhuber 2019",
           dnc_options(),
           {}},
          make_dnc};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
