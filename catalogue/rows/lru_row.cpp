#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/lru/lru.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

const Bound<LruSettings>& lru_options() {
  static const Bound<LruSettings> all =
      matrix_options<LruSettings>()
          .declare(recall_options().options())
          .real("memory.usage-decay", &LruSettings::usage_decay, 0, 1,
                "what is kept of a slot's usage from step to step")
          .flag("memory.write-keys", &LruSettings::write_keys,
                "a write head writes the key its read head looks up, as in the paper (false: a vector of its own)")
          .flag("memory.squash-adds", &LruSettings::squash_writes,
                "what is written goes through tanh, where it is not the key")
          .flag("memory.write-first", &LruSettings::write_first, "reads see what their own step has written")
          .real("memory.read-strength-bias", &LruSettings::strength_bias, -100, 100,
                "what the read heads' strength starts at, before its softplus (at 0 recall is learned late)")
          .real("memory.write-gate-bias", &LruSettings::gate_bias, -100, 100,
                "what the write heads' gate starts at, before its sigmoid (below 0: rather the least used slot)");
  return all;
}

std::unique_ptr<Memory> make_lru(const Settings& s, const Scope& scope) {
  LruSettings lru = read_matrix(lru_options(), s);
  if (lru.write_keys) lru.squash_writes = content_options().read(s).squash_keys;
  return std::make_unique<LruMemory>(lru, make_content_lookup(s, {lru.width, lru.width}, scope));
}

}  // namespace

MemoryRow lru_row() {
  return {{"lru",
           "a matrix read by content, written where it was read last or least used",
           "Santoro et al. 2016, section 3.1",
           lru_options().options(),
           {}},
          make_lru};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
