#pragma once
// Which of the twenty bAbI tasks.

#include <string>
#include <string_view>
#include <vector>

namespace tapehead {

inline constexpr int kBabiTasks = 20;

/// Task ids as typed: `all`, or ids and ranges separated by commas (`1..20`, `1,3,7`, `1..3,12`); in ascending order.
/// Throws InputError, whose text begins with `where` (the option's name):
/// `task.ids: got "0..3"; ids from 1 to 20 such as 1..20, all or 1,3,7 are needed`.
std::vector<int> parse_babi_ids(std::string_view text, const std::string& where);

}  // namespace tapehead
