#include "experiments/runs/kept_options.hpp"

#include "autodiff/base/error.hpp"

namespace tapehead {

Layer kept_options(const std::filesystem::path& config) {
  const Layer kept = file_layer(config);
  for (const char* const name : {"task", "seed", "train.sequences"})
    if (!kept.entries.contains(name))
      throw InputError(config.string() + ": is damaged, for it has no " + name + "; all options of the run are needed");
  return kept;
}

}  // namespace tapehead
