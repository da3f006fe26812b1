#include "experiments/runs/kept_options.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/files/files.hpp"

namespace tapehead {

Layer kept_options(const std::filesystem::path& config) {
  const Layer kept = ini_layer(config.string(), read_whole(config, kMostConfigBytes));
  for (const char* const name : {"task", "seed", "train.sequences"})
    if (!kept.entries.contains(name))
      throw InputError(config.string() + ": is damaged, for it has no " + name + "; all options of the run are needed");
  return kept;
}

}  // namespace tapehead
