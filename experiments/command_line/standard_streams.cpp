#include "experiments/command_line/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace tapehead {
namespace {

std::atomic<int> first_output_failure = 0;

/// Opens /dev/null in place of a closed stream, for a file that got its number would get the messages too: the wrong
/// way about, so that using it is still an error.
void fill_gap(int descriptor) {
  if (fcntl(descriptor, F_GETFD) != -1) return;
  (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // takes the least number that is free
}

/// Gives 0, or why not all bytes were taken.
int write_fully(int descriptor, const char* bytes, size_t count) {
  while (count > 0) {
    const ssize_t taken = write(descriptor, bytes, count);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return errno;
    bytes += taken;
    count -= static_cast<size_t>(taken);
  }
  return 0;
}

// Both always take all: fmt::print() throws where a stream does not.
ssize_t to_output(void*, const char* bytes, size_t count) {
  if (first_output_failure == 0) first_output_failure = write_fully(STDOUT_FILENO, bytes, count);
  return static_cast<ssize_t>(count);
}
ssize_t to_error(void*, const char* bytes, size_t count) {
  (void)write_fully(STDERR_FILENO, bytes, count);
  return static_cast<ssize_t>(count);
}

/// Puts a stream that writes by `write` in the place of `stream`; buffered as that one would be.
void replace_stream(std::FILE*& stream, cookie_write_function_t* write, int buffering) {
  cookie_io_functions_t functions{};
  functions.write = write;
  std::FILE* const other = fopencookie(nullptr, "w", functions);
  if (!other) return;
  std::setvbuf(other, nullptr, buffering, BUFSIZ);
  stream = other;
}

}  // namespace

void settle_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) fill_gap(descriptor);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  replace_stream(stdout, to_output, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
  replace_stream(stderr, to_error, _IONBF);
}

int output_failure() { return first_output_failure; }

}  // namespace tapehead
