#pragma once
// SCAN (Lake & Baroni 2018, "Generalization without systematicity: on the compositional skills of sequence-to-sequence
// recurrent networks"): commands such as "jump twice and turn left", and the actions that they stand for.

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

/// A split's name as an option ("addprim-jump") and in its files' names ("addprim_jump").
struct ScanSplit {
  std::string_view name, file, folder;
};
/// simple: a fifth for testing, here those with the lowest hash (the published draw cannot be reproduced). length: at
/// most 22 actions in training. addprim-jump, addprim-turn-left: of all commands with the primitive, training has it
/// alone, repeated until it is a tenth of all. template-… (Loula, Baroni & Lake 2018, "Rearranging the familiar"):
/// training has no walk, look, run or jump "right" (or "opposite right", "around right", or only no "jump around
/// right"); "turn" with these is in neither part.
std::span<const ScanSplit> scan_splits();

struct ScanParts {
  std::vector<Pair> train, test;
};
/// Throws std::invalid_argument for another name.
ScanParts scan_parts(std::string_view split);

/// One line for each pair: "IN: jump twice OUT: I_JUMP I_JUMP".
std::string scan_text(std::span<const Pair> pairs);

/// The pairs of a file in that form; `name` names it in errors. Throws InputError for any other line.
std::vector<Pair> parse_scan(const std::string& name, std::string_view text);

/// The files of a split in a folder, or in the subfolder where the published repository has them
/// (simple_split/tasks_train_simple.txt). Throws InputError as parse_scan() does, and where files cannot be read.
ScanParts read_scan(const std::string& folder, const ScanSplit& split);

}  // namespace tapehead
