#include "tasks/data/text/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

#include "autodiff/base/error.hpp"

namespace tapehead {
namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // far more than training texts have; it is held in memory

struct Descriptor {
  const int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

}  // namespace

std::string read_text_file(const std::string& path, const std::string& needed) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("{}: cannot be read ({}); {} is needed", path, why, needed));
  };
  const auto refuse_with = [&](int error) { refuse(std::generic_category().message(error)); };

  const Descriptor file{
      open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};  // or a pipe without a writer would block
  if (file.number < 0) refuse_with(errno);
  struct stat status {};
  if (fstat(file.number, &status) != 0) refuse_with(errno);
  if (S_ISDIR(status.st_mode)) refuse_with(EISDIR);
  if (!S_ISREG(status.st_mode)) refuse("a device or a pipe");
  if (static_cast<uint64_t>(status.st_size) > kMostBytes) refuse("more than 1 GiB");

  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = read(file.number, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) refuse_with(errno);
    if (got == 0) break;
    filled += static_cast<size_t>(got);
  }
  bytes.resize(filled);
  return bytes;
}

std::string read_plain_text(const std::string& path, const std::string& needed) {
  std::string text = read_text_file(path, needed);
  if (const FileKind found = kind_of(text); is_binary(found))
    throw InputError(fmt::format("{}: is {}; {} is needed", path, name_of(found), needed));
  return text;
}

std::string read_text_of(FileKind kind, const std::string& path, const std::string& needed) {
  std::string text = read_plain_text(path, needed);
  if (const FileKind found = kind_of(text); found != FileKind::kUnknown && found != kind)
    throw InputError(fmt::format("{}: is {}; {} is needed", path, name_of(found), needed));
  return text;
}

}  // namespace tapehead
