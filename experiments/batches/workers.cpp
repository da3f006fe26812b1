#include "experiments/batches/workers.hpp"

#include "autodiff/base/denormals.hpp"

namespace tapehead {
namespace {

/// Polls for some twenty microseconds: waking a thread takes as long as a batch of brief episodes.
template <class Happened>
void watch_for(std::unique_lock<std::mutex>& lock, Happened happened) {
  constexpr int kLooks = 1000;
  lock.unlock();
  for (int look = 0; look < kLooks && !happened(); ++look) {
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }
  lock.lock();
}

}  // namespace

Workers::Workers(size_t threads) {
  try {
    for (size_t i = 1; i < threads; ++i) threads_.emplace_back([this, i] { work(i); });
  } catch (const std::exception&) {  // the system gives no more; those that are there do all
  }
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(size_t jobs, JobRef job) {
  std::unique_lock lock(mutex_);
  job_ = &job;
  jobs_ = jobs;
  next_ = 0;
  failure_ = nullptr;
  ++round_;
  if (jobs > 1) begin_.notify_all();
  {
    const FlushDenormals flush;
    take_jobs(0, lock);
  }
  const auto done = [this] { return running_ == 0; };
  if (!done()) watch_for(lock, done);
  end_.wait(lock, done);
  job_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::work(size_t worker) {
  const FlushDenormals flush;
  std::unique_lock lock(mutex_);
  size_t seen = 0;
  while (true) {
    const auto begun = [&] { return stop_ || round_ != seen; };
    watch_for(lock, begun);
    begin_.wait(lock, begun);
    if (stop_) return;
    seen = round_;
    take_jobs(worker, lock);
    if (running_ == 0) end_.notify_one();
  }
}

void Workers::take_jobs(size_t worker, std::unique_lock<std::mutex>& lock) {
  while (next_ < jobs_ && job_ && !failure_) {
    const size_t number = next_++;
    ++running_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      (*job_)(number, worker);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    --running_;
    if (failure && (!failure_ || number < failed_job_)) {
      failure_ = failure;
      failed_job_ = number;
    }
  }
}

}  // namespace tapehead
