#pragma once
// Requests to stop: Ctrl-C, a terminal that goes away, a limit on time, a batch system that reclaims its machine.

namespace tapehead {

/// From now on SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGXCPU make the run write a checkpoint and stop. A second SIGINT
/// kills, in case the program hangs. SIGHUP stays ignored where it is (nohup).
void install_interrupt_handlers();

/// True once one of the signals has arrived.
bool interrupted();

}  // namespace tapehead
