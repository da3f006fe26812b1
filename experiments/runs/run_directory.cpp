#include "experiments/runs/run_directory.hpp"

#include "autodiff/base/error.hpp"

namespace tapehead {

void RunDirectory::save_last(const SafetensorsFile& file) const {
  const auto last = checkpoint("last");
  const std::string bytes = to_bytes(file);
  if (std::filesystem::exists(last)) {
    // A hard link, renamed into place, keeps both names whole at every moment.
    const auto spare = path_ / "checkpoint-previous.safetensors.tmp";
    std::error_code failed;
    std::filesystem::remove(spare, failed);
    std::filesystem::create_hard_link(last, spare, failed);
    if (!failed) std::filesystem::rename(spare, checkpoint("previous"), failed);
    if (failed)  // a file system without hard links
      write_atomically(checkpoint("previous"), read_whole(last, uint64_t{1} << 40));
    std::filesystem::remove(spare, failed);  // renaming does nothing where both are names of one file already
  }
  write_atomically(last, bytes);
}

void RunDirectory::fall_back() const {
  write_atomically(checkpoint("last"), read_whole(checkpoint("previous"), uint64_t{1} << 40));
}

SafetensorsFile RunDirectory::load(const std::string& which, const std::vector<std::string>& others) const {
  try {
    return read_safetensors(checkpoint(which));
  } catch (const InputError& error) {
    for (const std::string& other : others) {
      if (which == other) continue;
      try {
        (void)read_safetensors(checkpoint(other));
      } catch (const InputError&) {
        continue;
      }
      throw InputError(std::string(error.what()) + "; a sound one is at hand: --checkpoint " + other);
    }
    throw;
  }
}

}  // namespace tapehead
