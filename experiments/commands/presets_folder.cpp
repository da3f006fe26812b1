#include "experiments/commands/command.hpp"
#include "experiments/files/share_folder.hpp"

namespace tapehead {

std::filesystem::path presets_folder() { return share_folder("presets", TAPEHEAD_PRESETS_DIR); }

}  // namespace tapehead
