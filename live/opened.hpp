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

/// Options by name, as they would be typed.
using Typed = std::map<std::string, std::string>;

struct Opened {
  Configuration configuration;
  std::unique_ptr<Task> task;
  std::unique_ptr<ParameterStore> store;
  std::unique_ptr<Model> model;
  std::string stand_in;  ///< what its episodes are drawn from in place of files; empty: there was no need

  /// Another task of the same kind, with these options changed. Throws InputError.
  std::unique_ptr<Task> task_with(const Typed& options) const;

  KnownCorpus corpus;
};

/// The model of a checkpoint's bytes (docs/checkpoint-format.md), whose `config` says its options, with some of them
/// changed. Files that its task reads are not there: episodes are then made up, or can only be typed. Throws
/// InputError.
Opened open_model(std::string_view checkpoint, const Typed& options);

}  // namespace tapehead::inline TAPEHEAD_REAL
