#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/lru/lru.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> lru_options() {
  return joined(
      {matrix_options(),
       content_options(),
       {Option::real("memory.usage-decay", 0.95, 0, 1, "what is kept of a slot's usage from step to step"),
        Option::flag(
            "memory.write-keys", false,
            "a write head writes the key its read head looks up, as in the paper (false: a vector of its own)"),
        Option::flag("memory.squash-adds", true, "what is written goes through tanh, where it is not the key"),
        Option::flag("memory.write-first", false, "reads see what their own step has written"),
        Option::real("memory.read-strength-bias", 6, -100, 100,
                     "what the read heads' strength starts at, before its softplus (at 0 recall is learned late)"),
        Option::real(
            "memory.write-gate-bias", 0, -100, 100,
            "what the write heads' gate starts at, before its sigmoid (below 0: rather the least used slot)")}});
}

std::unique_ptr<Memory> make_lru(const Settings& s, const Scope& scope) {
  const MatrixSize size = matrix_size(s);
  LruSettings lru;
  lru.slots = size.slots;
  lru.width = size.width;
  lru.read_heads = size.read_heads;
  lru.write_heads = size.write_heads;
  lru.usage_decay = static_cast<Real>(s.real("memory.usage-decay"));
  lru.write_keys = s.flag("memory.write-keys");
  lru.squash_writes = s.flag(lru.write_keys ? "memory.squash-keys" : "memory.squash-adds");
  lru.write_first = s.flag("memory.write-first");
  lru.strength_bias = static_cast<Real>(s.real("memory.read-strength-bias"));
  lru.gate_bias = static_cast<Real>(s.real("memory.write-gate-bias"));
  return std::make_unique<LruMemory>(lru, make_content_lookup(s, {size.width, size.width}, scope));
}

}  // namespace

MemoryRow lru_row() {
  return {{"lru",
           "a matrix read by content, written where it was read last or least used",
           "Santoro et al. 2016, section 3.1",
           lru_options(),
           {}},
          make_lru};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
