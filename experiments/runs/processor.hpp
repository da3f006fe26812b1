#pragma once
// Which processor a run was made on.

#include <istream>
#include <string>

namespace tapehead {

/// "AMD EPYC (family 25, model 1)": the first processor of a /proc/cpuinfo. Virtual machines often give the name of a
/// brand alone, under which processors of several kinds are sold; family and model tell them apart. Empty where there
/// is no name; without the parentheses where there is no family or model.
std::string processor_in(std::istream& cpu_info);

/// This machine's, or its architecture ("aarch64") where the kernel tells no name.
std::string processor();

}  // namespace tapehead
