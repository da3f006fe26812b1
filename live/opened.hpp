#pragma once
// A trained model from a checkpoint's bytes alone.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "experiments/options/configuration.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Options by name, as typed.
using Typed = std::map<std::string, std::string>;

struct Opened {
  Configuration configuration;
  std::unique_ptr<Task> task;
  std::unique_ptr<ParameterStore> store;
  std::unique_ptr<Model> model;
  std::string stand_in;  ///< the source of its episodes in place of files; empty: none was needed

  /// Another task of the same kind, with these options changed. Throws InputError.
  std::unique_ptr<Task> task_with(const Typed& options) const;

  KnownCorpus corpus;
};

/// The model of a checkpoint's bytes (docs/checkpoint-format.md), built from the options in its `config`, some of them
/// changed. There are no files for its task: episodes are then made up, or can only be typed. Throws InputError.
Opened open_model(std::string_view checkpoint, const Typed& options);

}  // namespace tapehead::inline TAPEHEAD_REAL
