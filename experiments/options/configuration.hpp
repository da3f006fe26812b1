#pragma once
// Resolves declarations, files and typed options into one configuration. Layers set the options (default < preset <
// file < command line). Which options exist depends on the chosen parts, so resolution goes from the top choices down:
// choosing a part makes its options live.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead {

/// All rows of a kind, in the catalogue's order. They must outlive everything resolved from them.
using PartLookup = std::function<std::vector<const PartInfo*>(PartKind)>;

/// All options that can exist: the general ones (train.*, seed, the choices `task` and `model`), and those of every
/// part. An option that is a kPart in one row is a kPart of the same kind in every row that declares it.
struct Declarations {
  std::vector<Option> root;
  PartLookup parts;  ///< may be empty: then there are no parts

  std::vector<const PartInfo*> rows(PartKind kind) const {
    return parts ? parts(kind) : std::vector<const PartInfo*>();
  }
};

/// Whether that is the name of a task in Python: "module:Class", as letters, digits, '_' and '.' around a colon.
bool is_python_task(std::string_view name);

/// The settings of one source as typed; resolving layers checks names and values.
struct Layer {
  struct Entry {
    std::string value;
    std::string where;    ///< the start of an error's text: "copy.ini:12: ", or empty for the command line
    std::string through;  ///< "model lstm" where an alias or a kLimits wrote it, else empty
  };

  std::string name;         ///< "command line", "experiments/presets/copy.ini"
  bool must_apply = false;  ///< an option of a part that is not selected is an error, not a note
  std::map<std::string, Entry, std::less<>> entries;
};

/// No configuration has so many bytes; /dev/zero has more.
inline constexpr uint64_t kMostConfigBytes = 1 << 20;

/// The settings of an INI text (sections and dotted keys; `#` starts a comment), read by Boost.Program_options; a byte
/// order mark may begin it. Errors start with `name`: `copy.ini:12: ...`. Throws InputError for a line that is no
/// setting and for a repeated key.
Layer ini_layer(const std::string& name, const std::string& text);

/// The settings of an INI file. Throws InputError also for an unreadable file.
Layer file_layer(const std::filesystem::path& file);

/// The names of the presets in `folder` (NAME.ini), sorted.
std::vector<std::string> preset_names(const std::filesystem::path& folder);

/// The preset `name` of `folder`. Throws InputError for a name that is not in preset_names().
Layer preset_layer(const std::filesystem::path& folder, const std::string& name);

/// Settings resolved before, as a layer below the command line's.
Layer stored_layer(const Settings& settings, const std::string& name);

struct Configuration {
  Settings settings;                  ///< a value for each live option
  std::vector<std::string> notes;     ///< one a layer some of whose options no selected part has
  std::vector<const Option*> live;    ///< in the order of their declaration; they point into the Declarations
  std::vector<const Option*> limits;  ///< the live kLimits, which have no value of their own
  std::vector<std::pair<PartKind, const PartInfo*>> selected;  ///< the chosen rows, aliases resolved

  /// The live option (or kLimits) of that name, or nullptr.
  const Option* find(std::string_view name) const;
  /// Whether there is one, and no other option's value makes it ineffective.
  bool counts(std::string_view name) const;
};

/// Resolves layers, weakest first, over the built-in defaults. Where a layer, with those below it, chose another part
/// than the final one, its values that equal that part's defaults yield to the final part's defaults. A list of parts
/// chooses its first one, where its layer does not choose another that it names. Throws InputError
/// for an unknown option, part or value, for a layer that contradicts itself, and for an option of an unselected part
/// in a layer that `must_apply`.
Configuration resolve(const Declarations& declarations, std::vector<Layer> layers);

/// Every live option as `name = value`, grouped by first name component; ini_layer() reads it back to equal Settings.
std::string to_ini(const Configuration& configuration);

/// A command's own option, which is no setting of a run: --out, --preset, --json.
struct CommandOption {
  std::string name;
  bool takes_value = true;
  std::string help;
  std::string value = "VALUE";            ///< what help calls it; FILE, DIR, PRESET and TASK are what they say
  std::vector<std::string> choices = {};  ///< the only values there are; none: any
  bool repeats = false;                   ///< it may be given several times (CommandLine::all_of)
  bool writes = false;                    ///< the value is a file that the command makes, or - where it says so
};

/// A command's positional arguments: `least` to `most` of them, called `name` ("DIR").
struct Positionals {
  std::string name;
  size_t least = 0, most = 0;
  std::vector<std::string> choices = {};  ///< of names that are known; none: any
};

struct CommandLine {
  /// The command's own options: "true" for one without a value; the values of a repeated one are separated by line
  /// ends.
  std::map<std::string, std::string, std::less<>> own;
  std::vector<std::string> positionals;
  Layer settings;  ///< must_apply; unchecked, so that `eval` may expand grids

  bool has(std::string_view name) const { return own.find(name) != own.end(); }
  /// The values of a repeatable option, in the order typed.
  std::vector<std::string> all_of(std::string_view name) const;
};

/// Splits a command's arguments (`--name value` or `--name=value`; a value may be negative; `--` ends the options).
/// Throws InputError for an unknown, abbreviated, repeated or incomplete option, for a value outside an own option's
/// choices, and for too many or, unless `help` is asked for, too few positionals. Beside an unknown option the valid
/// ones are named: the command's own, and the settings that begin with one of `named`.
CommandLine parse_command_line(const std::vector<std::string>& arguments, const std::vector<CommandOption>& own,
                               const Positionals& positionals, const Declarations& declarations,
                               const std::vector<std::string>& named = {""});

/// Resolves a command line's settings over its --preset and --config, where the command has them.
Configuration configure(const Declarations& declarations, const std::filesystem::path& presets,
                        const CommandLine& line);

}  // namespace tapehead
