#pragma once
// Command lines that name a task in Python: that interpreter works them off.

#include <string>
#include <vector>

namespace tapehead {

/// Starts `python3 -m tapehead` with these arguments in place of this program, where they name a task "module:Class",
/// by
/// --task or by a run's directory. Throws InputError where it cannot be started; otherwise returns only where there is
/// no such task, or where this is Python already.
void leave_to_python(const std::vector<std::string>& arguments);

}  // namespace tapehead
