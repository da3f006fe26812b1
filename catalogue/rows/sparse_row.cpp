#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "autodiff/base/memory_limit.hpp"
#include "catalogue/options/matrix_options.hpp"
#include "catalogue/rows/content_options.hpp"
#include "catalogue/rows/memory_rows.hpp"
#include "memory/sparse/sparse.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

std::vector<Option> sparse_options() {
  return joined(
      {matrix_options(),
       {Option::integer("memory.reads", 4, 1, 1024, "slots that each head reads a step (the paper's K)")
            .checked_at("3"),
        Option::real("memory.delta", 0.005, 0, 1,
                     "a slot counts as accessed where its weights in a step come to more than this"),
        Option::choice("memory.index", "exact", {"exact", "lists"},
                       "how the slots most alike to a key are found among those of memory.filled: exact scores all of "
                       "them, lists looks into a few of many lists (slots that an episode writes are all scored)"),
        Option::integer("memory.probes", 16, 1, 4096,
                        "lists that a key looks into, with memory.index lists; all, where there are no more"),
        Option::integer("memory.filled", 0, 0, 1048576,
                        "slots that every episode begins with random vectors in, to measure a memory in use")
            .checked_at("3"),
        Option::flag("memory.squash-adds", true, "what is written goes through tanh"),
        Option::flag("memory.write-past-keys", false,
                     "to what a write head writes is added the key that its read head looked up the step before, so "
                     "that a step is found by what came ahead of it"),
        Option::real("memory.read-strength-bias", 6, -100, 100,
                     "what the read heads' strength starts at, before its softplus"),
        Option::real("memory.write-amount-bias", 0, -100, 100,
                     "what the share that a write head writes (alpha) starts at, before its sigmoid"),
        Option::real("memory.write-gate-bias", 0, -100, 100,
                     "what the write heads' gate (gamma) starts at, before its sigmoid (below 0: rather the slot "
                     "accessed longest ago than those just read)")}});
}

/// Says before it starts what would not end well. What an episode writes is not foreseen: blank slots cost nothing.
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

SparseSettings sparse_settings(const Settings& s) {
  const MatrixSize size = matrix_size(s);
  SparseSettings sparse;
  sparse.slots = size.slots;
  sparse.width = size.width;
  sparse.read_heads = size.read_heads;
  sparse.write_heads = size.write_heads;
  sparse.reads = s.size("memory.reads");
  sparse.filled = s.size("memory.filled");
  if (s.text("memory.index") == "lists") sparse.probes = s.size("memory.probes");
  for (const char* const name : {"memory.reads", "memory.filled"})
    if (s.size(name) > size.slots)
      throw InputError(fmt::format("{}: got {}; at most memory.slots ({}) is needed", name, s.size(name), size.slots));
  if (sparse.probes > 0 && sparse.filled == 0)
    throw InputError("memory.index: got lists with memory.filled 0; slots to look into are needed");
  check_memory(sparse);
  sparse.delta = static_cast<Real>(s.real("memory.delta"));
  sparse.squash_writes = s.flag("memory.squash-adds");
  sparse.write_past_keys = s.flag("memory.write-past-keys");
  sparse.strength_bias = static_cast<Real>(s.real("memory.read-strength-bias"));
  sparse.amount_bias = static_cast<Real>(s.real("memory.write-amount-bias"));
  sparse.gate_bias = static_cast<Real>(s.real("memory.write-gate-bias"));
  return sparse;
}

std::unique_ptr<Memory> make_sparse(const Settings& s, const Scope&) {
  return std::make_unique<SparseMemory>(sparse_settings(s));
}

std::unique_ptr<Memory> make_sparse_dnc(const Settings& s, const Scope&) {
  SparseSettings sparse = sparse_settings(s);
  sparse.kept_links = s.size("memory.links");
  return std::make_unique<SparseMemory>(sparse);
}

}  // namespace

MemoryRow sparse_row() {
  return {{"sparse",
           "a matrix of which a step reads and writes a few slots, however many there are",
           "Rae et al. 2016, section 3",
           sparse_options(),
           {}},
          make_sparse};
}

MemoryRow sparse_dnc_row() {
  return {{"sparse-dnc",
           "the same, and the order of writing to follow, of each slot with a few others",
           "Rae et al. 2016, supplementary D",
           joined({sparse_options(),
                   {Option::integer("memory.links", 8, 1, 64,
                                    "slots that each is linked to, before and after it "
                                    "(the paper's K_L)")
                        .checked_at("3")}}),
           {}},
          make_sparse_dnc};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
