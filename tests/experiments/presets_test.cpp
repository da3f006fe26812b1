// Requirements on presets beyond being readable.

#include <catch2/catch.hpp>

#include "catalogue/catalogue.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/training/train_settings.hpp"

namespace tapehead {

TEST_CASE("presets: a memory of graphs has a slot for each edge of the largest") {
  size_t seen = 0;
  for (const std::string& name : preset_names(presets_folder())) {
    const Settings settings = resolve(declarations(), {preset_layer(presets_folder(), name)}).settings;
    const std::string& task = settings.text("task");
    if (!task.starts_with("graph-")) continue;
    INFO(name);
    CHECK(make_task(settings)->must_hold() <= settings.size("memory.slots"));
    ++seen;
  }
  CHECK(seen >= 4);
}

}  // namespace tapehead
