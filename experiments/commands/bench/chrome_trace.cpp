#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

#include "experiments/commands/bench/step_profile.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The events of one thread. Each is within those of its path, which are as long as their first to their last event.
class ThreadTrace final {
 public:
  ThreadTrace(std::string& text, size_t thread, uint64_t zero) : text_(text), thread_(thread), zero_(zero) {}

  void add(const Profile::Event& event, const std::vector<Profile::Entry>& entries) {
    const Profile::Entry& entry = entries[event.entry];
    std::vector<std::string> path{"step"};
    if (event.phase != Profile::Phase::kOutside)
      path.emplace_back(event.phase == Profile::Phase::kBack ? "backward" : "forward");
    for (std::string_view rest = entry.scope; !rest.empty();) {
      const size_t end = std::min(rest.find('/'), rest.size());
      path.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    size_t common = 0;
    while (common < open_.size() && common < path.size() && open_[common].name == path[common]) ++common;
    close(common);
    for (size_t i = common; i < path.size(); ++i) open_.push_back({path[i], event.begin});
    put(entry.op, event.begin, event.end);
    end_ = event.end;
  }
  void close(size_t left) {
    for (; open_.size() > left; open_.pop_back()) put(open_.back().name, open_.back().begin, end_);
  }

 private:
  struct Open {
    std::string name;
    uint64_t begin;
  };

  /// A complete event; times are microseconds.
  void put(std::string_view name, uint64_t begin, uint64_t end) {
    fmt::format_to(std::back_inserter(text_),
                   ",\n{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f}}}", name,
                   thread_, static_cast<double>(begin - zero_) / 1e3, static_cast<double>(end - begin) / 1e3);
  }

  std::string& text_;
  size_t thread_;
  uint64_t zero_, end_ = 0;
  std::vector<Open> open_;
};

}  // namespace

std::string chrome_trace(const std::vector<Profile>& threads) {
  uint64_t zero = std::numeric_limits<uint64_t>::max();
  for (const Profile& thread : threads)
    if (!thread.events().empty()) zero = std::min(zero, thread.events().front().begin);
  std::string text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  text += R"({"name":"process_name","ph":"M","pid":1,"tid":0,"args":{"name":"tapehead, a training step"}})";
  for (size_t t = 0; t < threads.size(); ++t) {
    fmt::format_to(
        std::back_inserter(text),
        ",\n{{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":{},\"args\":{{\"name\":\"thread {}\"}}}}", t, t);
    ThreadTrace trace(text, t, zero);
    for (const Profile::Event& event : threads[t].events()) trace.add(event, threads[t].entries());
    trace.close(0);
  }
  return text + "\n]}\n";
}

}  // namespace tapehead::inline TAPEHEAD_REAL
