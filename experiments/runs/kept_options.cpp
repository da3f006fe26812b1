#include "experiments/runs/kept_options.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"

namespace tapehead {

Layer kept_options(const std::filesystem::path& config) {
  constexpr uint64_t kMostBytes = 1 << 20;  // no configuration is that long
  const Layer kept = ini_layer(config.string(), read_whole(config, kMostBytes));
  for (const char* const name : {"task", "seed", "train.sequences"})
    if (!kept.entries.contains(name))
      throw InputError(config.string() + ": is damaged, for it has no " + name + "; all options of the run are needed");
  return kept;
}

}  // namespace tapehead
