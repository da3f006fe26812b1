#pragma once
// The state of a model between two steps, as Python holds it.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autodiff/tape/context.hpp"
#include "autodiff/tape/state_names.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whose states they are: the names of the values, and the sizes they start with.
struct StateKind {
  std::string model;  ///< for errors: "copy"
  StateNames names;
  std::vector<std::pair<uint32_t, uint32_t>> sizes;

  bool fits(const StateKind& other) const { return names == other.names && sizes == other.sizes; }
};

struct ModelState {
  std::shared_ptr<const StateKind> kind;
  size_t batch;
  Carried numbers;
  Noise noise;
};

/// Python's State: the numbers are shared with the views of them.
struct SharedState {
  std::shared_ptr<ModelState> state;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
