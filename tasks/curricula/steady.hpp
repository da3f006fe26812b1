#pragma once
// Curricula that do not learn from batches.

#include "tasks/curricula/curriculum.hpp"

namespace tapehead {

/// A curriculum without a state.
class SteadyCurriculum : public Curriculum {
 public:
  std::vector<double> start() const final { return {}; }
  std::string fault(const std::vector<double>&) const final { return ""; }
  bool wants_bits_after() const final { return false; }
  void learn(Reach, const Lesson&, Stream&, std::vector<double>&) const final {}
};

/// All sizes from the start.
class NoCurriculum final : public SteadyCurriculum {
 public:
  Reach next(Stream&, uint64_t, const std::vector<double>&) const override { return {}; }
};

/// The largest open size grows linearly: all sizes are open after `sequences`.
class LinearCurriculum final : public SteadyCurriculum {
 public:
  explicit LinearCurriculum(double sequences) : sequences_(sequences) {}

  Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const override;

 private:
  double sequences_;
};

}  // namespace tapehead
