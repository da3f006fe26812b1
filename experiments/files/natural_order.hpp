#pragma once
// Natural order of paths: numbers in names count by value.

#include <filesystem>

namespace tapehead {

/// seed-2 comes before seed-10: runs of digits are compared as numbers, the rest as text, component by component.
bool natural_before(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace tapehead
