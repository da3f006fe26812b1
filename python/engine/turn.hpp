#pragma once
// Python's turn, within the laboratory's work.

#include <pybind11/pybind11.h>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <memory>
#include <utility>

namespace tapehead {

/// Holds the interpreter's lock, with the arithmetic that Python expects: the laboratory's threads flush denormals. To
/// be made by a thread that does not hold the lock, after any lock of ours: so no thread waits for ours with Python's.
class PythonTurn final {
 public:
#if defined(__SSE2__)
  PythonTurn() { _mm_setcsr(before_ & ~(_MM_FLUSH_ZERO_ON | kDenormalsAreZero)); }
  ~PythonTurn() { _mm_setcsr(before_); }
#else
  PythonTurn() = default;
#endif
  PythonTurn(const PythonTurn&) = delete;
  PythonTurn& operator=(const PythonTurn&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr unsigned kDenormalsAreZero = 0x40;
  unsigned before_ = _mm_getcsr();
#endif
  pybind11::gil_scoped_acquire lock_;
};

/// A Python object that threads without the interpreter's lock may copy and let go of.
class SharedObject final {
 public:
  explicit SharedObject(pybind11::object object)
      : object_(new pybind11::object(std::move(object)), [](pybind11::object* last) {
          if (!Py_IsInitialized()) return;  // the interpreter has ended, and its objects with it
          const pybind11::gil_scoped_acquire lock;
          delete last;
        }) {}

  /// To be used with the interpreter's lock.
  const pybind11::object& operator*() const { return *object_; }
  const pybind11::object* operator->() const { return object_.get(); }

 private:
  std::shared_ptr<pybind11::object> object_;
};

}  // namespace tapehead
