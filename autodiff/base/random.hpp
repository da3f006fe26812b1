#pragma once
// Counter-based random streams: every draw is a pure function of (seed, purpose, index), so a run can be interrupted
// anywhere and resumed, and threads do not disturb each other's numbers. Philox4x32-10 (Salmon et al., "Parallel random
// numbers: as easy as 1, 2, 3", SC 2011), from Random123.

#include <array>
#include <cstdint>
#include <span>

namespace tapehead {

/// What the numbers are used for. Each purpose has streams of its own.
enum class Purpose : uint32_t {
  kParameters = 1,  ///< starting values, index = the parameter's number
  kShape,           ///< a batch's length, repeats, items; index = batch
  kEpisode,         ///< an episode's content; index = episode
  kNoise,           ///< noise in training (dropout); index = episode
  kRestart,         ///< sub-seeds of restarts; index = attempt
  kTest,            ///< tests and benchmarks
  kPermutation,     ///< the order of a finite set's episodes; index = how many times the whole set was seen
  kReplica,         ///< seeds of restarts on the same data; index = the restart's number
  kSpeech,          ///< sampling from a model's output; index = episode, or the question that it was asked
};

/// Which set of episodes. Each split has streams of its own for shapes and contents.
enum class Split : uint32_t { kTrain = 0, kValidation, kCheck, kFinal, kEval, kShow, kTest };

/// The numbers of one (seed, split, purpose, index), in order.
class Stream final {
 public:
  Stream(uint64_t seed, Split split, Purpose purpose, uint64_t index);

  uint32_t bits();                    ///< 32 random bits
  void bits(std::span<uint32_t> to);  ///< the same numbers, many at once
  double uniform();                   ///< in [0, 1), 53 bits
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double normal();                             ///< mean 0, variance 1 (Box-Muller)
  int64_t integer(int64_t low, int64_t high);  ///< uniform over low..high, both included, without bias

 private:
  std::array<uint32_t, 2> key_;
  std::array<uint32_t, 4> counter_;
  std::array<uint32_t, 4> block_{};
  uint32_t used_ = 4;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

/// Single bits from a stream, 32 from each of its numbers.
class BitSource final {
 public:
  explicit BitSource(Stream& stream) : stream_(stream) {}
  bool bit() {
    if (left_ == 0) {
      word_ = stream_.bits();
      left_ = 32;
    }
    --left_;
    const bool value = word_ & 1;
    word_ >>= 1;
    return value;
  }

 private:
  Stream& stream_;
  uint32_t word_ = 0;
  int left_ = 0;
};

/// A seed derived from another; for index 0 it is the seed itself.
uint64_t derived_seed(uint64_t seed, Purpose purpose, uint64_t index);

}  // namespace tapehead
