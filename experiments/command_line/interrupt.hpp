#pragma once
// Requests to stop: Ctrl-C, a terminal that goes away, a limit on time, a batch system that reclaims its machine.

#include <exception>

namespace tapehead {

/// What work throws that is given up unfinished because of a request; the program's status is then kInterrupted.
class Interrupted final : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// From now on SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU make a run write a checkpoint and stop. A second SIGINT
/// kills, in case the program hangs. SIGHUP stays ignored where it is (nohup).
void install_interrupt_handlers();

/// True once one of the signals has arrived.
bool interrupted();

/// Throws Interrupted from then on. Work of more than a moment that nobody needs half of asks between its parts.
void stop_if_interrupted();

}  // namespace tapehead
