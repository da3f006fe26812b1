// Threads that share jobs.

#include "experiments/batches/workers.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

namespace tapehead {

TEST_CASE("each job is done once, by a worker there is, over many rounds of any size") {
  for (const size_t threads : {1, 2, 5}) {
    Workers workers(threads);
    REQUIRE(workers.count() == threads);
    for (size_t round = 0; round < 2000; ++round) {
      const size_t jobs = round % 7;
      std::vector<std::atomic<int>> done(jobs);
      std::atomic<bool> known = true;
      workers.run(jobs, [&](size_t job, size_t worker) {
        ++done[job];
        if (worker >= threads) known = false;
      });
      for (const auto& times : done) REQUIRE(times == 1);
      REQUIRE(known);
    }
  }
}

TEST_CASE("where the system gives no more threads, those there are do all jobs") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const rlimit one{1, 1};
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);  // root has no limit
    if (setrlimit(RLIMIT_NPROC, &one) != 0) _exit(3);
    Workers workers(5);
    size_t done = 0;
    workers.run(100, [&](size_t, size_t) { ++done; });
    _exit(workers.count() == 1 && done == 100 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("as many jobs are at work at once as there are workers, each with a worker of its own") {
  for (const size_t threads : {1, 2, 5}) {
    Workers workers(threads);
    std::vector<std::atomic<int>> at_work(threads);
    std::atomic<size_t> begun = 0;
    std::atomic<bool> shared = false, late = false;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    workers.run(20 * threads, [&](size_t job, size_t worker) {
      if (++at_work[worker] > 1) shared = true;
      ++begun;
      // Jobs wait for each other in groups of one per worker: all jobs of a group are running when it ends.
      const size_t group_ends = (job / threads + 1) * threads;
      while (begun < group_ends && !late) {
        if (std::chrono::steady_clock::now() > end) late = true;
        std::this_thread::yield();
      }
      --at_work[worker];
    });
    CHECK_FALSE(late);
    CHECK_FALSE(shared);
  }
}

TEST_CASE("the first job's exception comes out, no more jobs begin, and the workers go on") {
  for (const size_t threads : {1, 3}) {
    Workers workers(threads);
    for (int round = 0; round < 200; ++round) {
      std::atomic<int> done = 0;
      std::string text;
      try {
        workers.run(10, [&](size_t job, size_t) {
          ++done;
          if (job >= 4) throw std::runtime_error(std::to_string(job));
        });
      } catch (const std::runtime_error& error) {
        text = error.what();
      }
      REQUIRE(text == "4");
      REQUIRE(done >= 5);
      REQUIRE(done <= static_cast<int>(4 + threads));  // those at work when the fifth threw
      done = 0;
      workers.run(3, [&](size_t, size_t) { ++done; });
      REQUIRE(done == 3);
    }
  }
}

#if defined(__SSE2__)
TEST_CASE("all threads flush denormals, and the caller's setting is back afterwards") {
  Workers workers(2);
  volatile float smallest = std::numeric_limits<float>::min();
  std::atomic<int> flushed = 0;
  workers.run(20, [&](size_t, size_t) { flushed += smallest / 2 == 0; });
  CHECK(flushed == 20);
  CHECK(smallest / 2 != 0);
}
#endif

}  // namespace tapehead
