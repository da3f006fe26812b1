#pragma once
// Threads that share numbered jobs. Results never depend on the number of threads.

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tapehead {

/// A borrowed callable job; unlike std::function it never allocates.
class JobRef final {
 public:
  template <class Job>
  JobRef(const Job& job)
      : job_(&job),
        call_([](const void* j, size_t number, size_t worker) { (*static_cast<const Job*>(j))(number, worker); }) {}
  void operator()(size_t number, size_t worker) const { call_(job_, number, worker); }

 private:
  const void* job_;
  void (*call_)(const void*, size_t, size_t);
};

class Workers final {
 public:
  /// `threads` ≥ 1 includes the calling thread. Where the system does not give so many, count() is less.
  explicit Workers(size_t threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  size_t count() const { return threads_.size() + 1; }

  /// Calls job(j, worker) for j = 0 … jobs − 1, each once, worker < count(); returns when all are done. Worker 0 is the
  /// calling thread. All threads flush denormals. Jobs begin in order, none after one has thrown; rethrows the
  /// exception of the job with the lowest number.
  void run(size_t jobs, JobRef job);

 private:
  void work(size_t worker);
  void take_jobs(size_t worker, std::unique_lock<std::mutex>& lock);

  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const JobRef* job_ = nullptr;
  // Changed only under the mutex; waiting threads read the atomic ones without it.
  size_t jobs_ = 0, next_ = 0;
  std::atomic<size_t> running_ = 0, round_ = 0;
  std::exception_ptr failure_;
  size_t failed_job_ = 0;
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tapehead
