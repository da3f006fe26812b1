#pragma once
// Work without the interpreter's lock, which the end of the interpreter waits for.

#include <pybind11/pybind11.h>

namespace tapehead {

/// Whether the interpreter ends: trainings then stop with a checkpoint.
bool interpreter_ends();

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
