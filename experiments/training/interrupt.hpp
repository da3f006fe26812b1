#pragma once
// Requests to stop: Ctrl-C, or a batch system that reclaims its machine.

namespace tapehead {

/// From now on SIGINT, SIGTERM and SIGUSR1 make the run write a checkpoint and stop. A second SIGINT kills, in case the
/// program hangs.
void install_interrupt_handlers();

/// True once one of the signals has arrived.
bool interrupted();

}  // namespace tapehead
