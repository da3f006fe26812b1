#pragma once
// Options as data. A catalogue row declares the options of its part; `--help`, presets, the resolved configuration and
// every error are made from these declarations alone.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tapehead {

class Settings;

/// The kinds of parts that are chosen by name. A choice brings in the chosen row's own options.
enum class PartKind {
  kTask,
  kModel,
  kEncoder,
  kController,
  kDecoderAttention,
  kMemory,
  kAddressing,
  kSimilarity,
  kNormaliser,
  kOptimizer,
  kCurriculum
};
inline constexpr std::array kPartKinds{PartKind::kTask,
                                       PartKind::kModel,
                                       PartKind::kEncoder,
                                       PartKind::kController,
                                       PartKind::kDecoderAttention,
                                       PartKind::kMemory,
                                       PartKind::kAddressing,
                                       PartKind::kSimilarity,
                                       PartKind::kNormaliser,
                                       PartKind::kOptimizer,
                                       PartKind::kCurriculum};

/// "task", "model", "encoder", "controller", "attention", "memory", "addressing", "similarity", "focus", "optimizer",
/// "curriculum".
std::string_view kind_name(PartKind kind);

/// One option. `name` is its full dotted name ("memory.slots"); `value` its default, as typed.
struct Option {
  enum class Type {
    kInteger,  ///< low..high, both included
    kOdd,      ///< an odd integer, low..high
    kReal,     ///< finite, low..high
    kSpan,     ///< a duration: a whole number of sequences, low..high, or epochs ("20epochs")
    kFlag,     ///< true or false (on/off, yes/no, 1/0 are taken too)
    kChoice,   ///< one of `choices`
    kPart,     ///< the name of a catalogue row of kind `part`
    kParts,    ///< a list of such names, or of `choices` (part_list.hpp); its first part is that kind's choice
    kText,     ///< anything without a line break
    kLimits,   ///< two integers at once: "--task.length 20" stands for "min-length" and "max-length" (see `both`)
  };

  std::string name;
  Type type = Type::kText;
  std::string value;                 ///< the default
  std::string help;                  ///< one line, with the unit where there is one
  double low = 0, high = 0;          ///< range of kInteger, kOdd, kReal
  std::vector<std::string> choices;  ///< of kChoice; of kParts, what may stand beside the parts' names
  PartKind part{};                   ///< of kPart and kParts
  std::vector<std::string> both;     ///< for kLimits: the options that get its value
  bool is_path = false;              ///< for kText: it names a file or directory
  std::string small;                 ///< the value in checks of whole models, where the default would make them slow
  std::string goes_with;             ///< a choice of the same row: this option counts only where it has …
  std::vector<std::string> values;   ///< … one of these values

  static Option integer(std::string name, long long value, long long low, long long high, std::string help);
  static Option odd(std::string name, long long value, long long low, long long high, std::string help);
  static Option real(std::string name, double value, double low, double high, std::string help);
  static Option span(std::string name, std::string value, double low, double high, std::string help);
  static Option flag(std::string name, bool value, std::string help);
  static Option choice(std::string name, std::string value, std::vector<std::string> choices, std::string help);
  static Option a_part(std::string name, PartKind part, std::string value, std::string help);
  static Option list(std::string name, PartKind part, std::string value, std::vector<std::string> choices,
                     std::string help);
  static Option text(std::string name, std::string value, std::string help);
  static Option path(std::string name, std::string help);  ///< none by default
  static Option limits(std::string name, std::vector<std::string> both, std::string help);

  /// Whether `settings` have a value with which it has an effect (`goes_with`).
  bool counts(const Settings& settings) const;
};

/// The description of a part in its catalogue row, without the factory (which depends on the number type).
struct PartInfo {
  std::string name;     ///< "content+location"
  std::string summary;  ///< one line
  std::string source;   ///< paper and equation, or "this project"
  std::vector<Option> options;
  /// An alias's settings, its own choice among them ("model" → "memory-machine", "controller" → "lstm"), else empty.
  /// None names another alias.
  std::vector<std::pair<std::string, std::string>> stands_for;
  bool stories = false;   ///< a task has stories; a model reads them directly, not as sequences of words
  bool listens = false;   ///< a model reads source and answer as two streams
  bool once = false;      ///< a model classifies its whole input
  bool told = false;      ///< a memory is told the input's length before the input
  bool pictures = false;  ///< an encoder, or a model without one, reads a whole picture at once
};

/// The option's valid values, in words: "an integer from 1 to 128", "a, b or c".
std::string accepted_values(const Option& option);

/// Checks `text` against `option` and returns its normal form ("1e-3" → "0.001", "on" → "true"). Throws InputError:
/// `memory.slots: got -3; an integer from 1 to 1048576 is needed`. A kPart's name is not checked here, nor those of
/// kParts; a kLimits is only checked to be an integer, since its range is that of the options it stands for. A kText
/// that would not survive an INI file is refused.
std::string normal_value(const Option& option, std::string_view text);

/// The points of a grid as typed: a comma-separated list of values, where an integer item may be a range `A..B` or
/// `A..B:STEP` ("10..30:10,50" → 10, 20, 30, 50). Each is in its normal form; a kText is always one point, and
/// kParts are. Throws InputError for a value the option refuses, a range that is reversed or does not step, and more
/// than 10,000 points.
std::vector<std::string> expand_grid(const Option& option, std::string_view text);

/// Seeds as typed: "4", "1,3,7", "1..5". Throws InputError for anything else, negative numbers and duplicates.
std::vector<uint64_t> parse_seeds(std::string_view text);

}  // namespace tapehead
