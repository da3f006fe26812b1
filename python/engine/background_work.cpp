#include "python/engine/background_work.hpp"

#include <pybind11/pybind11.h>
#include <unistd.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "python/engine/released.hpp"

namespace tapehead {

struct BackgroundWork::Piece {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  pid_t process = getpid();
};

void BackgroundWork::begin(std::function<void()> work) {
  wait();
  std::shared_ptr<void> underway = work_underway();
  if (!underway) return;
  const auto piece = std::make_shared<Piece>();
  try {
    std::thread([piece, underway = std::move(underway), work = std::move(work)]() mutable {
      work();
      work = nullptr;  // what it holds goes before the interpreter may end
      underway.reset();
      const std::lock_guard lock(piece->mutex);
      piece->done = true;
      piece->ended.notify_all();
    }).detach();
  } catch (const std::system_error&) {
    return;
  }
  piece_ = piece;
}

void BackgroundWork::wait() {
  if (!piece_) return;
  const auto piece = std::move(piece_);
  piece_.reset();
  if (piece->process != getpid()) return;
  std::optional<pybind11::gil_scoped_release> free;
  if (Py_IsInitialized() && PyGILState_Check()) free.emplace();
  std::unique_lock lock(piece->mutex);
  piece->ended.wait(lock, [&] { return piece->done; });
}

}  // namespace tapehead
