#include "experiments/command_line/interrupt.hpp"

#include <catch2/catch.hpp>

#include <csignal>

#include "tests/support/process_end.hpp"

using namespace tapehead;
using tapehead::testing::end_of_process;

namespace {

constexpr int kStopped = 75, kGoesOn = 1;

int after(std::initializer_list<int> signals, void (*hangup)(int) = SIG_DFL) {
  return end_of_process([&] {
    std::signal(SIGINT, SIG_DFL);  // not what the tests' own process makes of them
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGHUP, hangup);
    install_interrupt_handlers();
    for (const int signal : signals) std::raise(signal);
    return interrupted() ? kStopped : kGoesOn;
  });
}

}  // namespace

TEST_CASE("interrupt: each of the five signals asks to stop, and may come again") {
  CHECK(after({}) == kGoesOn);
  CHECK(after({SIGINT}) == kStopped);
  CHECK(after({SIGTERM}) == kStopped);
  CHECK(after({SIGUSR1}) == kStopped);
  CHECK(after({SIGHUP, SIGHUP}) == kStopped);
  CHECK(after({SIGXCPU, SIGXCPU}) == kStopped);
  CHECK(after({SIGTERM, SIGTERM, SIGUSR1, SIGUSR1, SIGINT}) == kStopped);
}

TEST_CASE("interrupt: a process that is told to outlive its terminal does") {
  CHECK(after({SIGHUP}, SIG_IGN) == kGoesOn);
  CHECK(after({SIGHUP, SIGTERM}, SIG_IGN) == kStopped);
}

TEST_CASE("interrupt: a second SIGINT kills") { CHECK(after({SIGINT, SIGINT}) == -SIGINT); }
