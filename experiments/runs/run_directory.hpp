#pragma once
// A run's directory: the names of its files, and how checkpoints replace each other.

#include <algorithm>
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
  std::filesystem::path notes() const { return path_ / "notes.json"; }
  /// which: "last", "previous", "best".
  std::filesystem::path checkpoint(const std::string& which) const {
    return path_ / ("checkpoint-" + which + ".safetensors");
  }

  /// Whether a run keeps what it is in a file of that name. Tables that a command makes of it, such as eval.csv, are no
  /// such files.
  static bool keeps(const std::filesystem::path& name) {
    const RunDirectory here("");
    const auto all = {here.config(),
                      here.manifest(),
                      here.metrics(),
                      here.result(),
                      here.notes(),
                      here.checkpoint("last"),
                      here.checkpoint("previous"),
                      here.checkpoint("best")};
    return std::find(all.begin(), all.end(), name) != all.end();
  }

  /// Whether there is a run to resume; a directory without a checkpoint counts as empty.
  bool has_checkpoint() const {
    return std::filesystem::exists(checkpoint("last")) || std::filesystem::exists(checkpoint("previous"));
  }
  bool finished() const { return std::filesystem::exists(result()); }

  /// The last checkpoint becomes the previous one, and `file` the last. An interruption at any moment leaves a whole
  /// last checkpoint. Throws FileError.
  void save_last(const SafetensorsFile& file) const;

  /// Replaces the last checkpoint, which may be damaged, by the previous one. Otherwise the next save_last() would make
  /// the damaged one the previous, and for a moment no sound one would exist. Throws FileError.
  void fall_back() const;

  /// Throws InputError for a damaged file; its text suggests the first sound one of `others`.
  SafetensorsFile load(const std::string& which, const std::vector<std::string>& others = {}) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tapehead
