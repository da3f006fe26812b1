#pragma once
// Nested names: a part names its own parameters; whoever contains it names the part.

#include <string>

#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A path in a model: under Scope(store) / "encoder" / "forward" a part's "weights" are "encoder/forward/weights".
/// Needed only while a model is made; the model keeps its Parameters.
class Scope final {
 public:
  Scope(ParameterStore& store) : store_(&store) {}

  Scope operator/(const std::string& name) const {
    Scope inner = *this;
    inner.path_ += name + "/";
    return inner;
  }

  // As ParameterStore::add().
  Parameter add(const std::string& name, size_t rows, size_t cols, const Initializer& start, size_t blocks = 1) const {
    return store_->add(path_ + name, rows, cols, start, blocks);
  }
  Parameter add_constant(const std::string& name, size_t rows, size_t cols, const Initializer& start) const {
    return store_->add_constant(path_ + name, rows, cols, start);
  }
  Parameter add_running_mean(const std::string& name, size_t rows, size_t cols) const {
    return store_->add_running_mean(path_ + name, rows, cols);
  }

 private:
  ParameterStore* store_;
  std::string path_;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
