#pragma once
// A run's directory: which file is called what, and how checkpoints take each other's place.

#include <filesystem>
#include <string>
#include <vector>

#include "autodiff/files/files.hpp"
#include "autodiff/files/safetensors.hpp"

namespace tapehead {

class RunDirectory final {
 public:
  explicit RunDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path config() const { return path_ / "config.ini"; }
  std::filesystem::path manifest() const { return path_ / "manifest.json"; }
  std::filesystem::path metrics() const { return path_ / "metrics.csv"; }
  std::filesystem::path result() const { return path_ / "result.json"; }
  /// which: "last", "previous", "best".
  std::filesystem::path checkpoint(const std::string& which) const {
    return path_ / ("checkpoint-" + which + ".safetensors");
  }

  /// Whether there is a run to go on with; without a checkpoint the directory counts as empty.
  bool has_checkpoint() const {
    return std::filesystem::exists(checkpoint("last")) || std::filesystem::exists(checkpoint("previous"));
  }
  bool finished() const { return std::filesystem::exists(result()); }

  /// The last checkpoint becomes the previous one and `file` the last; whenever this is cut short, a whole last
  /// checkpoint is there. Throws FileError.
  void save_last(const SafetensorsFile& file) const;

  /// The previous checkpoint takes the place of the last, which may be damaged: the next save_last() would make that
  /// one the previous, and for a moment there would be no sound one. Throws FileError.
  void fall_back() const;

  /// Throws InputError for a damaged file; its text offers the first of `others` that is sound.
  SafetensorsFile load(const std::string& which, const std::vector<std::string>& others = {}) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tapehead
