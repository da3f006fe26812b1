#include "experiments/commands/bench/step_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

void add(const Profile::Entry& entry, double steps, ProfileRow& row) {
  const auto& [outside, forward, back] = entry.totals;
  const auto milliseconds = [&](const Profile::Total& of) { return static_cast<double>(of.nanoseconds) / 1e6 / steps; };
  row.outside += milliseconds(outside);
  row.forward += milliseconds(forward);
  row.back += milliseconds(back);
  row.calls += static_cast<double>(outside.calls + forward.calls) / steps;
  for (const auto& total : entry.totals) {
    row.operations += total.work.all() / steps;
    row.bytes += total.bytes / steps;
  }
}

std::vector<ProfileRow> values(const std::map<std::string, ProfileRow>& rows) {
  std::vector<ProfileRow> all;
  for (const auto& [name, row] : rows) {
    all.push_back(row);
    all.back().name = name;
  }
  return all;
}

/// Calls each("memory"), each("memory/write") … for a scope and all around it.
template <class Each>
void each_scope(const std::string& scope, Each each) {
  for (size_t end = scope.find('/'); end != std::string::npos; end = scope.find('/', end + 1))
    each(scope.substr(0, end));
  each(scope);
}

std::string rate(double amount, double milliseconds) {
  return amount > 0 && milliseconds > 0 ? fmt::format("{:.1f}", amount / milliseconds / 1e6) : "";
}

void append_table(const char* first, const std::vector<ProfileRow>& rows, double whole, std::string& text) {
  size_t width = 0;
  for (const ProfileRow& row : rows) width = std::max(width, row.name.size());
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "\n{:<{}} {:>9} {:>11} {:>9} {:>11} {:>7} {:>12} {:>9} {:>7}\n", first, width, "calls",
                 "forward ms", "back ms", "outside ms", "share", "operations", "GFLOP/s", "GB/s");
  for (const ProfileRow& row : rows)
    fmt::format_to(out, "{:<{}} {:>9.0f} {:>11.3f} {:>9.3f} {:>11.3f} {:>6.1f}% {:>12.4g} {:>9} {:>7}\n", row.name,
                   width, row.calls, row.forward, row.back, row.outside, 100 * row.milliseconds() / whole,
                   row.operations, rate(row.operations, row.milliseconds()), rate(row.bytes, row.milliseconds()));
}

Json rows_json(const std::vector<ProfileRow>& rows) {
  Json list = Json::list();
  for (const ProfileRow& row : rows)
    list.add({{"name", row.name},
              {"calls", row.calls},
              {"forward_ms", row.forward},
              {"back_ms", row.back},
              {"outside_ms", row.outside},
              {"operations", row.operations},
              {"bytes", row.bytes}});
  return list;
}

}  // namespace

StepProfile summed_up(const std::vector<Profile>& threads, size_t steps) {
  const auto count = static_cast<double>(steps);
  std::map<std::string, ProfileRow> ops, scopes;
  StepProfile all;
  for (size_t t = 0; t < threads.size(); ++t) {
    ProfileRow& thread = all.threads.emplace_back();
    thread.name = fmt::format("{}", t);
    for (const Profile::Entry& entry : threads[t].entries()) {
      add(entry, count, ops[entry.op]);
      add(entry, count, thread);
      each_scope(entry.scope, [&](const std::string& scope) { add(entry, count, scopes[scope]); });
      if (entry.untold > 0) all.untold.push_back(entry.op);
    }
    all.milliseconds += thread.milliseconds();
    all.operations += thread.operations;
  }
  all.ops = values(ops);
  std::stable_sort(all.ops.begin(), all.ops.end(),
                   [](const ProfileRow& a, const ProfileRow& b) { return a.milliseconds() > b.milliseconds(); });
  all.scopes = values(scopes);
  std::sort(all.untold.begin(), all.untold.end());
  all.untold.erase(std::unique(all.untold.begin(), all.untold.end()), all.untold.end());
  return all;
}

std::string profile_text(const StepProfile& profile) {
  std::string text;
  append_table("op", profile.ops, profile.milliseconds, text);
  append_table("scope", profile.scopes, profile.milliseconds, text);
  append_table("thread", profile.threads, profile.milliseconds, text);
  if (!profile.untold.empty())
    text +=
        fmt::format("\nnot counted, since they do not tell what they compute: {}\n", fmt::join(profile.untold, ", "));
  return text;
}

Json profile_json(const StepProfile& profile) {
  return {{"milliseconds", profile.milliseconds},
          {"ops", rows_json(profile.ops)},
          {"scopes", rows_json(profile.scopes)},
          {"threads", rows_json(profile.threads)},
          {"untold", profile.untold}};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
