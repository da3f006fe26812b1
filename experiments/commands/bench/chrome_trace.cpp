#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>

#include "experiments/commands/bench/step_profile.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

/// The events of one thread. Each is within those of its path, which are as long as from their first to their last.
class ThreadTrace final {
 public:
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
    while (common < open_.size() && common < path.size() && slices_[open_[common]].name == path[common]) ++common;
    open_.resize(common);
    for (size_t i = common; i < path.size(); ++i) {
      open_.push_back(slices_.size());
      slices_.push_back({path[i], event.begin, event.end});
    }
    for (const size_t outer : open_) slices_[outer].end = event.end;
    slices_.push_back({entry.op, event.begin, event.end});
  }

  /// Complete events, the outer before the inner; times are microseconds since `zero`.
  void write(size_t thread, uint64_t zero, std::string& text) const {
    for (const Slice& slice : slices_)
      fmt::format_to(std::back_inserter(text),
                     ",\n{{\"name\":\"{}\",\"ph\":\"X\",\"pid\":1,\"tid\":{},\"ts\":{:.3f},\"dur\":{:.3f}}}",
                     slice.name, thread, static_cast<double>(slice.begin - zero) / 1e3,
                     static_cast<double>(slice.end - slice.begin) / 1e3);
  }

 private:
  struct Slice {
    std::string name;
    uint64_t begin, end;
  };

  std::vector<Slice> slices_;
  std::vector<size_t> open_;  ///< the path of the last event
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
    ThreadTrace trace;
    for (const Profile::Event& event : threads[t].events()) trace.add(event, threads[t].entries());
    trace.write(t, zero, text);
  }
  return text + "\n]}\n";
}

}  // namespace tapehead::inline TAPEHEAD_REAL
