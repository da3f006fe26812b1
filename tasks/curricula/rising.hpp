#pragma once
// Curricula with a level that rises once it is learned.

#include "tasks/curricula/curriculum.hpp"

namespace tapehead {

/// State: [0] the level, from 0; [1] the running cost of an answer, in bits, over the batches drawn for this level.
class RisingCurriculum : public Curriculum {
 public:
  std::vector<double> start() const final;
  std::string fault(const std::vector<double>& state) const final;
  bool wants_bits_after() const final { return false; }

 protected:
  /// `below`: the running cost at which the level rises; `last`: the highest level.
  RisingCurriculum(double below, double last) : below_(below), last_(last) {}

  static double level(const std::vector<double>& state) { return state[0]; }
  /// Updates the running cost with a batch of the level, and raises the level where due.
  void rise(const Lesson& lesson, std::vector<double>& state) const;

 private:
  double below_, last_;
};

/// The largest open size doubles once the cost of the open sizes is low; all open sizes are equally likely (Rae et al.
/// 2016, "Scaling memory-augmented neural networks with sparse reads and writes", section 4.3). A level is a doubling.
class DoublingCurriculum final : public RisingCurriculum {
 public:
  DoublingCurriculum(size_t doublings, double below)
      : RisingCurriculum(below, static_cast<double>(doublings)), doublings_(static_cast<double>(doublings)) {}

  Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const override;
  void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const override;

 private:
  double doublings_;
};

/// A level C that rises once its own cost is low, and a mixture around it that looks back and ahead (Zaremba &
/// Sutskever 2015, "Reinforcement learning neural Turing machines", curriculum learning): with probability 0.1 any
/// level; with 0.25 any up to C + e; else C + e itself, e geometric with success probability ½, from 0.
/// Learns from the batches drawn at C.
class LookBackCurriculum final : public RisingCurriculum {
 public:
  LookBackCurriculum(size_t levels, double below)
      : RisingCurriculum(below, static_cast<double>(levels - 1)), levels_(levels) {}

  Reach next(Stream& draw, uint64_t seen, const std::vector<double>& state) const override;
  void learn(Reach reach, const Lesson& lesson, Stream& draw, std::vector<double>& state) const override;

 private:
  size_t levels_;
};

}  // namespace tapehead
