#pragma once
// The order in which a person looks for names with numbers in them.

#include <filesystem>

namespace tapehead {

/// seed-2 comes before seed-10: runs of digits are compared as numbers, all else as text, folder by folder.
bool natural_before(const std::filesystem::path& one, const std::filesystem::path& other);

}  // namespace tapehead
