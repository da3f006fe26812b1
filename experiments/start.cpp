// The start of the portable program, which contains three programs for three instruction sets (cmake/portable.cmake).
// It runs the best one for the processor, or the one that TAPEHEAD_KERNELS names. No constructor of any has run before,
// so this is plain C.

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Constructor = void (*)(int, char**, char**);

#define TAPEHEAD_KIND(kind)                         \
  extern "C" int tapehead_main_##kind(int, char**); \
  extern "C" const Constructor __start_tapehead_init_##kind[], __stop_tapehead_init_##kind[];
TAPEHEAD_KIND(avx512)
TAPEHEAD_KIND(avx2)
TAPEHEAD_KIND(plain)

namespace {

struct Kind {
  const char* name;
  bool runs;  ///< on this processor
  int (*main)(int, char**);
  const Constructor *first, *last;
};

constexpr int kBadInput = 2;

}  // namespace

int main(int argc, char** argv) {
  __builtin_cpu_init();
#define TAPEHEAD_KIND_OF(kind, runs) \
  { #kind, runs, tapehead_main_##kind, __start_tapehead_init_##kind, __stop_tapehead_init_##kind }
  const Kind kinds[] = {TAPEHEAD_KIND_OF(avx512, __builtin_cpu_supports("x86-64-v4") != 0),
                        TAPEHEAD_KIND_OF(avx2, __builtin_cpu_supports("x86-64-v3") != 0),
                        TAPEHEAD_KIND_OF(plain, true)};
  const char* asked = std::getenv("TAPEHEAD_KERNELS");
  if (asked && !*asked) asked = nullptr;
  for (const Kind& kind : kinds) {
    if (!kind.runs || (asked && std::strcmp(asked, kind.name) != 0)) continue;
    for (const Constructor* call = kind.first; call < kind.last; ++call) (*call)(argc, argv, environ);
    return kind.main(argc, argv);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::fprintf(stderr, "tapehead: TAPEHEAD_KERNELS: got %s; one that this processor has is needed:", asked);
  for (const Kind& kind : kinds)
    if (kind.runs) std::fprintf(stderr, " %s%s", kind.name, &kind == kinds + 2 ? "\n" : ",");
  return kBadInput;
}
