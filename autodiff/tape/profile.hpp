#pragma once
// What a tape computes and where its time goes, by op and by part of the model. A tape without a profile pays one
// branch an op for it (Tape::tell, Tape::record).

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "autodiff/base/real.hpp"
#include "autodiff/tape/op_work.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// The profile of one thread. Time is counted from mark to mark: all that passes between the ends of two ops belongs to
/// the later one. Reading the clock and keeping these books is an entry of its own, so that nothing is left out.
class Profile final {
 public:
  enum class Phase : uint8_t { kOutside, kForward, kBack };
  static constexpr size_t kPhases = 3;

  /// What one op did in one phase.
  struct Total {
    uint64_t calls = 0, nanoseconds = 0;
    Work work;
    double bytes = 0;
  };
  /// An op in a part of the model.
  struct Entry {
    std::string op, scope;  ///< "cosine", "memory/addressing"
    std::array<Total, kPhases> totals;
    uint64_t untold = 0;  ///< calls that did not tell what they compute
  };
  /// A stretch of time, in nanoseconds of the steady clock.
  struct Event {
    uint32_t entry;
    Phase phase;
    uint64_t begin, end;
  };

  Profile();

  const std::vector<Entry>& entries() const { return entries_; }
  /// From begin_step() to the last mark(), in order, where they are kept.
  const std::vector<Event>& events() const { return events_; }
  void keep_events(bool on) { keeps_events_ = on; }

  static uint64_t now();
  /// A training step begins: its events replace those of the step before.
  void begin_step(uint64_t now);
  /// The time since the last mark went into something outside of the tape, such as "episodes".
  void mark(const char* what);

  // For the tape.

  void tell(const OpWork& work) { told_ = true, work_ = work; }
  /// An op was recorded; its operands are so many numbers forward and back. `ruled`: it has a gradient rule.
  void recorded(uint32_t node, const char* signature, const char* part, Moved operands, bool ruled);
  /// The rule of that node was called.
  void begin_rule(uint32_t node) { current_ = entry_of_[node]; }
  void end_rule(uint32_t node);
  /// So many bodies of each_item() wait; those that are new belong to the op that was recorded, or whose rule ends.
  void claim_items(size_t waiting, Phase phase);
  /// So many waiting bodies are about to run, item by item; one of them has run.
  void begin_items(size_t waiting);
  void end_item(size_t body);
  void end_items();
  /// Outer products of that parameter are queued by the rule that runs; the queue was emptied after all rules.
  void queued(size_t parameter);
  void emptied(size_t parameter);
  void enter(const char* part);
  void leave();

 private:
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

  struct Scope {
    std::string name, path;
    std::vector<uint32_t> inner;
    std::vector<std::pair<const void*, uint32_t>> entries;  ///< by where the program has the op's name
  };
  struct Pending {  ///< a stretch of the op that goes on, before or while waiting bodies ran
    size_t event;
    uint64_t begin, end;
  };
  struct Waiting {
    uint32_t entry;
    Phase phase;
  };

  uint32_t scope_in(uint32_t outer, std::string_view name);
  uint32_t scope_of(const char* part);
  uint32_t entry_of(uint32_t scope, const void* key, std::string_view op);
  /// Gives all time since the last mark to the entry.
  Total& close(uint32_t entry, Phase phase, uint64_t time);
  Total& total(uint32_t entry, Phase phase) { return entries_[entry].totals[static_cast<size_t>(phase)]; }
  void add(uint32_t entry, Phase phase, uint64_t begin, uint64_t end);
  /// The books are done: what passed since `from` was spent on them.
  void booked(uint64_t from);

  std::vector<Entry> entries_;
  std::vector<Scope> scopes_;
  std::vector<Event> events_;
  std::vector<Pending> pending_;
  std::vector<uint32_t> entry_of_;     ///< by node
  std::vector<Work> back_of_;          ///< by node
  std::vector<double> back_bytes_of_;  ///< by node
  std::vector<uint32_t> queue_of_;     ///< by parameter
  std::vector<Waiting> waiting_;       ///< by body
  std::vector<std::string> entered_;
  const char* part_ = nullptr;
  uint32_t scope_ = 0, outside_ = 0, books_ = 0, current_ = kNone;
  uint64_t last_ = 0;
  OpWork work_;
  bool told_ = false, keeps_events_ = false;
};

}  // namespace tapehead::inline TAPEHEAD_REAL
