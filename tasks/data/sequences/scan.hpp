#pragma once
// SCAN (Lake & Baroni 2018, "Generalization without systematicity: on the compositional skills of sequence-to-sequence
// recurrent networks"): commands such as "jump twice and turn left", and the actions they stand for.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tasks/data/sequences/parts.hpp"

namespace tapehead {

inline constexpr size_t kScanCommands = 20910;

/// All commands of the grammar (the paper's figure 6) with their actions (figure 7), in the grammar's order:
///
///     C → S and S | S after S | S                    S → V | V twice | V thrice
///     V → U | D side | D opposite side | D around side  D → U | turn
///     U → walk | look | run | jump                      side → left | right
std::vector<Pair> scan_commands();

/// A split's name as an option has it ("addprim-jump"), and in its files' names ("addprim_jump").
struct ScanSplit {
  std::string_view name, file, folder;
};
/// simple: a fifth for testing, here those whose hash is lowest (the published draw cannot be made again). length: no
/// more than 22 actions in training. addprim-jump, addprim-turn-left: of all commands with it, training has the
/// primitive alone, so often that it is a tenth of all. template-… (Loula, Baroni & Lake 2018, "Rearranging the
/// familiar"): training has no walk, look, run or jump "right" (or "opposite right", "around right", or only no "jump
/// around right"); what turns so is in neither.
std::span<const ScanSplit> scan_splits();

struct ScanParts {
  std::vector<Pair> train, test;
};
/// Throws std::invalid_argument for another name.
ScanParts scan_parts(std::string_view split);

/// A line for each: "IN: jump twice OUT: I_JUMP I_JUMP".
std::string scan_text(std::span<const Pair> pairs);

/// Lines of a file in that form; `name` stands for it in errors. Throws InputError for one that is not.
std::vector<Pair> parse_scan(const std::string& name, std::string_view text);

/// The files of a split in a folder, or in that of the published repository's which they are in there
/// (simple_split/tasks_train_simple.txt). Throws InputError as parse_scan() does, and for files that cannot be read.
ScanParts read_scan(const std::string& folder, const ScanSplit& split);

}  // namespace tapehead
