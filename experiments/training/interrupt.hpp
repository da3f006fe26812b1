#pragma once
// Being asked to stop: a person's Ctrl-C, or a batch system that wants its machine back.

namespace tapehead {

/// From now on SIGINT, SIGTERM and SIGUSR1 ask the run to stop after its checkpoint. A second SIGINT kills, so that
/// nobody has to wait for a program that hangs.
void install_interrupt_handlers();

/// True once one of the signals has arrived.
bool interrupted();

}  // namespace tapehead
