#pragma once
// Work without the interpreter's lock, which the end of the interpreter waits for.

#include <pybind11/pybind11.h>

#include <memory>

namespace tapehead {

/// Whether the interpreter ends: trainings then stop with a checkpoint.
bool interpreter_ends();

/// Holds up the interpreter's end for work of a thread that will ask for the lock, as long as it lives. None once the
/// interpreter ends: then such work must not begin.
std::shared_ptr<void> work_underway();

/// Lets go of the interpreter's lock. A thread that asks for it again once the interpreter has ended is ended by Python
/// within a destructor, which ends the process; so the interpreter waits at its end for all that are in such a section.
class Released final {
 public:
  Released();
  ~Released();
  Released(const Released&) = delete;
  Released& operator=(const Released&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace tapehead
