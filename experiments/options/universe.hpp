#pragma once
// All options by name, each with everything that declares it.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "autodiff/base/error.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead {

/// One option as declared by one part, or as a general one.
struct Declaration {
  const Option* option;
  const PartInfo* row;  // nullptr: general
  PartKind kind;        // of the row
};

using Universe = std::map<std::string, std::vector<Declaration>, std::less<>>;

Universe all_declarations(const Declarations& declarations);

std::vector<std::string> names_of(const Universe& universe);

/// The error for an undeclared option, with the nearest names. Of many names it lists those whose part before the dot
/// is right, or is that of the nearest; of these at most the ten nearest.
InputError unknown_option(const std::string& where, std::string_view got, const std::vector<std::string>& valid);

}  // namespace tapehead
