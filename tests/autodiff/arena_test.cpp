#include "autodiff/base/arena.hpp"

#include <catch2/catch.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

#include "autodiff/ops/linear.hpp"
#include "autodiff/ops/ops.hpp"
#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr size_t kLarge = size_t{1} << 25;  // a mapping of its own, gone from the address space once it is freed

/// While it lives, the system gives the process no more memory.
class NoMoreMemory final {
 public:
  NoMoreMemory() {
    getrlimit(RLIMIT_AS, &before_);
    const rlimit none{1, before_.rlim_max};
    setrlimit(RLIMIT_AS, &none);
  }
  ~NoMoreMemory() { setrlimit(RLIMIT_AS, &before_); }
  NoMoreMemory(const NoMoreMemory&) = delete;
  NoMoreMemory& operator=(const NoMoreMemory&) = delete;

 private:
  rlimit before_{};
};

void use(Arena& arena, size_t bytes) { std::memset(arena.take<std::byte>(bytes), 1, bytes); }

}  // namespace

TEST_CASE("an arena whose blocks cannot be merged is empty, and goes on once there is memory again") {
  Arena arena;
  use(arena, kLarge);
  use(arena, kLarge);
  bool failed = false;
  {
    const NoMoreMemory limit;
    try {
      arena.reset();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
  }
  CHECK(failed);
  CHECK(arena.bytes_held() == 0);
  use(arena, 1000);
  arena.reset();
  use(arena, kLarge);
  CHECK(arena.bytes_held() > kLarge);
}

TEST_CASE("an arena that cannot grow stays as it was") {
  Arena arena;
  use(arena, 1000);
  std::byte* const last = arena.take<std::byte>(1000);
  const size_t held = arena.bytes_held();
  CHECK_THROWS_AS(arena.take<std::byte>(size_t{1} << 60), std::bad_alloc);
  CHECK(arena.bytes_held() == held);
  CHECK(arena.take<std::byte>(1000) == last + 1024);
}

TEST_CASE("nothing of a backward pass that threw comes into the next one") {
  ParameterStore store{1};
  const Parameter w = store.add("w", 2, 4, [](Stream&, MatrixView m) { std::fill(m.begin(), m.end(), Real{1}); });
  const auto gradient_of = [&](Tape& tape, bool fails) {
    std::vector<Real> gradient(store.size(), 0);
    tape.begin(store, gradient.data());
    const Real one[] = {1, 2, 3};
    Var x = tape.variable(3, 1, 1, one, nullptr);
    const Var y = tape.make(3, 1, 1);
    std::copy_n(one, 3, tape.fill(y).data);
    tape.record(y, {x}, [fails] {
      if (fails) throw std::runtime_error("no");
    });
    const Var loss = sum(linear(tape.parameter(w), {y}));
    if (fails)
      CHECK_THROWS_AS(tape.backward(loss), std::runtime_error);
    else
      tape.backward(loss);
    return gradient;
  };
  Tape tape, other;
  gradient_of(tape, true);
  CHECK(gradient_of(tape, false) == gradient_of(other, false));
}

}  // namespace tapehead::inline TAPEHEAD_REAL
