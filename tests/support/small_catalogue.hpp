#pragma once
// A small catalogue with every feature of a real one: nested choices, an alias, an option with different ranges in two
// rows, a name that is a kLimits in one row and an integer in another.

#include <string>
#include <vector>

#include "autodiff/base/error.hpp"
#include "autodiff/base/real.hpp"
#include "catalogue/options/bound.hpp"
#include "experiments/options/configuration.hpp"
#include "tests/support/error_of.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

inline const std::vector<PartInfo> kTasks{
    {"copy",
     "repeat what was shown",
     "Graves et al. 2014, 4.1",
     {Option::limits("task.length", {"task.min-length", "task.max-length"}, "both"),
      Option::integer("task.min-length", 1, 1, 1000, "shortest"),
      Option::integer("task.max-length", 20, 1, 1000, "longest")},
     {}},
    {"recall",
     "name the next item",
     "",
     {Option::integer("task.length", 6, 2, 50, "items"), Option::text("task.data", "", "file")},
     {}},
};
inline const std::vector<PartInfo> kModels{
    {"memory-machine",
     "a controller and a memory",
     "",
     {Option::a_part("controller", PartKind::kController, "lstm", "what decides"),
      Option::a_part("memory", PartKind::kMemory, "ntm", "what remembers")},
     {}},
    {"lstm", "without a memory", "", {}, {{"model", "memory-machine"}, {"controller", "lstm"}, {"memory", "none"}}},
    {"hops", "memory network", "", {Option::integer("model.hops", 3, 1, 9, "hops")}, {}},
};
struct SmallMlp {
  int size = 64;
  bool relu = false;
  double leak = 0;
};
inline const std::vector<PartInfo> kControllers{
    {"lstm", "", "", {Option::integer("controller.size", 100, 1, 4096, "units")}, {}},
    {"feedforward",
     "",
     "",
     Bound<SmallMlp>{}
         .integer("controller.size", &SmallMlp::size, 1, 512, "units")
         .choice("controller.activation", &SmallMlp::relu, {{"tanh", false}, {"relu", true}}, "f")
         .real("controller.leak", &SmallMlp::leak, 0, 1, "slope below 0")
         .only_with("controller.activation", {"relu"})
         .options(),
     {}},
    {"transformer", "", "", {Option::choice("controller.activation", "gelu", {"relu", "gelu"}, "f")}, {}},
    {"mlp", "", "", {}, {{"controller", "feedforward"}, {"controller.activation", "relu"}}},
};
inline const std::vector<PartInfo> kMemories{
    {"none", "", "", {}, {}},
    {"ntm",
     "",
     "",
     {Option::integer("memory.slots", 128, 1, 1048576, "slots"),
      Option::a_part("addressing", PartKind::kAddressing, "content+location", "scheme"),
      Option::flag("memory.clear", false, "clear")},
     {}},
    {"dnc",
     "",
     "",
     {Option::integer("memory.slots", 16, 1, 4096, "slots"), Option::flag("memory.clear", true, "clear")},
     {}},
};
inline const std::vector<PartInfo> kAddressings{
    {"content", "", "", {}, {}},
    {"content+location", "", "", {Option::odd("addressing.shifts", 3, 1, 9, "positions")}, {}},
};

inline std::vector<const PartInfo*> rows(PartKind kind) {
  std::vector<const PartInfo*> found;
  for (const auto& row : kind == PartKind::kTask         ? kTasks
                         : kind == PartKind::kModel      ? kModels
                         : kind == PartKind::kController ? kControllers
                         : kind == PartKind::kMemory     ? kMemories
                                                         : kAddressings)
    found.push_back(&row);
  return found;
}

inline const Declarations kAll{
    {Option::a_part("task", PartKind::kTask, "copy", "what to learn"),
     Option::a_part("model", PartKind::kModel, "memory-machine", "the network"),
     Option::real("train.learning-rate", 1e-3, 0, 10, "rate"), Option::integer("train.batch", 16, 1, 4096, "size"),
     Option::integer("seed", 1, 0, 1'000'000, "seed")},
    rows};
inline const std::vector<CommandOption> kOwn{{"preset", true, "a preset's name"},
                                             {"config", true, "an INI file"},
                                             {"out", true, "where to"},
                                             {"json", false, "as JSON"},
                                             {"help", false, "this text"}};

using Arguments = std::vector<std::string>;

/// A command line of a command that takes kOwn in addition to all settings.
inline CommandLine parse(const Arguments& arguments, const Positionals& positionals = {}) {
  return parse_command_line(arguments, kOwn, positionals, kAll);
}

/// default < preset < file < command line.
inline Configuration resolved(const std::string& preset, const std::string& file, const Arguments& arguments) {
  return resolve(kAll, {ini_layer("p.ini", preset), ini_layer("f.ini", file), parse(arguments).settings});
}

inline std::string error_of_line(const Arguments& arguments) {
  return error_of([&] { resolved("", "", arguments); });
}

inline std::string error_of_file(const std::string& ini) {
  return error_of([&] { resolved("", ini, {}); });
}

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
