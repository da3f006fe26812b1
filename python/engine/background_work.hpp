#pragma once
// Work for Python that is done in a thread of its own while the laboratory goes on.

#include <functional>
#include <memory>

namespace tapehead {

/// One piece of work at a time. What it is about belongs to it while it is underway: whoever needs that waits.
class BackgroundWork final {
 public:
  BackgroundWork() = default;
  ~BackgroundWork() { wait(); }
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

  /// Waits for what is underway, then begins `work`, which must not throw. Nothing begins once the interpreter ends, or
  /// where the system gives no thread.
  void begin(std::function<void()> work);
  /// Until nothing is underway; lets go of the interpreter's lock meanwhile, if the caller has it. In a child of
  /// fork(), which has none of the other threads, what was underway counts as never begun.
  void wait();

 private:
  struct Piece;
  std::shared_ptr<Piece> piece_;
};

}  // namespace tapehead
