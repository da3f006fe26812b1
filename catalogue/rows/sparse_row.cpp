#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/base/memory_limit.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/sparse/sparse.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// Without links by default.
struct SparseOptions : SparseSettings {
  bool lists = false;
  size_t lists_probed = 16;
};

Bound<SparseOptions> sparse_options() {
  return matrix_options<SparseOptions>()
      .integer("memory.reads", &SparseOptions::reads, 1, 1024, "slots that each head reads a step (the paper's K)")
      .checked_at("3")
      .real("memory.delta", &SparseOptions::delta, 0, 1,
            "a slot counts as accessed where its weights in a step come to more than this")
      .choice("memory.index", &SparseOptions::lists, {{"exact", false}, {"lists", true}},
              "how the slots most alike to a key are found among those of memory.filled: exact scores all of "
              "them, lists looks into a few of many lists (slots that an episode writes are all scored)")
      .integer("memory.probes", &SparseOptions::lists_probed, 1, 4096,
               "lists that a key looks into, with memory.index lists; all, where there are no more")
      .integer("memory.filled", &SparseOptions::filled, 0, 1048576,
               "slots that every episode begins with random vectors in, to measure a memory in use")
      .checked_at("3")
      .with(iteration_options<SparseOptions>())
      .flag("memory.squash-adds", &SparseOptions::squash_writes, "what is written goes through tanh")
      .flag("memory.write-past-keys", &SparseOptions::write_past_keys,
            "to what a write head writes is added the key that its read head looked up the step before, so "
            "that a step is found by what came ahead of it")
      .real("memory.read-strength-bias", &SparseOptions::strength_bias, -100, 100,
            "what the read heads' strength starts at, before its softplus")
      .real("memory.write-amount-bias", &SparseOptions::amount_bias, -100, 100,
            "what the share that a write head writes (alpha) starts at, before its sigmoid")
      .real("memory.write-gate-bias", &SparseOptions::gate_bias, -100, 100,
            "what the write heads' gate (gamma) starts at, before its sigmoid (below 0: rather the slot "
            "accessed longest ago than those just read)");
}

/// The same options, and links.
Bound<SparseOptions> sparse_dnc_options() {
  SparseOptions linked;
  linked.kept_links = 8;
  return Bound<SparseOptions>(linked)
      .with(sparse_options())
      .integer("memory.links", &SparseOptions::kept_links, 1, 64,
               "slots that each is linked to, before and after it (the paper's K_L)")
      .checked_at("3");
}

/// Refuses in advance what cannot work. An episode's writes are not foreseeable: blank slots take no memory.
void check_memory(const SparseSettings& sparse) {
  const MemoryLimit limit = memory_limit();
  const double filled = static_cast<double>(sparse.filled), numbers = filled * static_cast<double>(sparse.width);
  const double rows = (numbers + filled) * sizeof(Real);
  const double lists = sparse.probes > 0 ? numbers + filled * (sizeof(Real) + 2 * sizeof(uint32_t)) : 0;
  constexpr double kGigabyte = 1e9;
  if (rows + lists > limit.bytes)
    throw InputError(fmt::format(
        "memory.filled, memory.width: got {} and {}; that is {:.1f} GB of rows and {:.1f} GB of lists to find them, "
        "{:.1f} GB in all, and at most {} {:.1f} GB are needed",
        sparse.filled, sparse.width, rows / kGigabyte, lists / kGigabyte, (rows + lists) / kGigabyte, limit.whose,
        limit.bytes / kGigabyte));
}

void check_slots(const char* name, size_t value, size_t slots) {
  if (value > slots)
    throw InputError(fmt::format("{}: got {}; at most memory.slots ({}) is needed", name, value, slots));
}

MemoryRow sparse_row_of(const char* name, const char* summary, const char* source,
                        const Bound<SparseOptions>& options) {
  return {{name, summary, source, options.options(), {}}, [options](const Settings& s, const Scope&) {
            SparseOptions sparse = read_matrix(options, s);
            if (sparse.lists) sparse.probes = sparse.lists_probed;
            check_slots("memory.reads", sparse.reads, sparse.slots);
            check_slots("memory.filled", sparse.filled, sparse.slots);
            if (sparse.probes > 0 && sparse.filled == 0)
              throw InputError("memory.index: got lists with memory.filled 0; slots to look into are needed");
            check_memory(sparse);
            return std::make_unique<SparseMemory>(sparse);
          }};
}

}  // namespace

MemoryRow sparse_row() {
  return sparse_row_of("sparse", "a matrix of which a step reads and writes a few slots, however many there are",
                       "Rae et al. 2016, section 3", sparse_options());
}

MemoryRow sparse_dnc_row() {
  return sparse_row_of("sparse-dnc", "the same, and the order of writing to follow, of each slot with a few others",
                       "Rae et al. 2016, supplementary D", sparse_dnc_options());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
