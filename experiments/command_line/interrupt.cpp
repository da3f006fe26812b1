#include "experiments/command_line/interrupt.hpp"

#include <csignal>

#include <atomic>

namespace tapehead {
namespace {

// Any thread may receive the signal and any may read the flag, so it is an atomic, not a sig_atomic_t.
std::atomic<bool> asked_to_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "or the signal handler could not use it");

extern "C" void ask_to_stop(int) { asked_to_stop.store(true, std::memory_order_relaxed); }

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;  // a write in progress is restarted
  // A batch system may send these repeatedly, and the kernel SIGXCPU every second.
  for (const int number : {SIGTERM, SIGUSR1, SIGXCPU}) sigaction(number, &action, nullptr);
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  action.sa_flags |= SA_RESETHAND;  // the second SIGINT has its default action
  sigaction(SIGINT, &action, nullptr);
}

bool interrupted() { return asked_to_stop.load(std::memory_order_relaxed); }

void stop_if_interrupted() {
  if (interrupted()) throw Interrupted();
}

}  // namespace tapehead
