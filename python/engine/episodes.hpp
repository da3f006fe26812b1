#pragma once
// Episodes taken out of a batch, to make another.

#include <span>

#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// An episode of a batch, by its index there.
struct EpisodeOf {
  const Batch& batch;
  size_t index;
};
/// Makes `to` a batch of these episodes, at least one, of batches with the same streams; each stream is as long as the
/// longest of them. Stories stay views.
void gather(std::span<const EpisodeOf> episodes, Batch& to);

/// Throws InputError for a batch that no model can take: numbers that are not finite, tokens, lengths or marks of the
/// mask out of range, a class that is asked for and not told, bits beyond 0 and 1. `where` leads its text, `first` is
/// the number of its first episode. Without `numbers` it looks only at what could lead outside of the memory.
void check_batch(const Batch& batch, const std::string& where, uint64_t first, bool numbers);

}  // namespace tapehead::inline TAPEHEAD_REAL
