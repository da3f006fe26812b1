// Stand-ins for readers that need libraries which a page lacks: each refuses.

#include "autodiff/base/error.hpp"
#include "tasks/data/archives/character_files.hpp"
#include "tasks/data/formats/gzip.hpp"
#include "tasks/data/formats/png.hpp"
#include "tasks/files/sequences_csv.hpp"

namespace tapehead {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw InputError(name + ": is a file, which a page does not read; the program tapehead is needed");
}

}  // namespace

std::string unpacked(const std::string& name, std::string_view) { refuse(name); }

PngPicture parse_png(const std::string& name, std::string_view, bool) { refuse(name); }

CharacterSet read_characters(const std::string& path) { refuse(path); }

PngPicture read_png(const std::string& path, bool) { refuse(path); }

inline namespace TAPEHEAD_REAL {

Sequences parse_sequences(const std::string& name, std::string) { refuse(name); }

Sequences read_sequences(const std::string& path) { refuse(path); }

}  // namespace TAPEHEAD_REAL
}  // namespace tapehead
