#include "autodiff/tape/profile.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>

#include "autodiff/tape/bare_name.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

Profile::Profile() {
  scopes_.push_back({});
  outside_ = scope_in(0, "training");
  books_ = entry_of(outside_, this, "profile");
}

uint64_t Profile::now() {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
          .count());
}

void Profile::begin_step(uint64_t now) {
  events_.clear();
  pending_.clear();
  waiting_.clear();
  last_ = now;
}

void Profile::mark(const char* what) {
  const uint64_t time = now();
  ++close(entry_of(outside_, what, what), Phase::kOutside, time).calls;
  booked(time);
}

void Profile::recorded(uint32_t node, const char* signature, const char* part, Moved operands, bool ruled) {
  const uint64_t time = now();
  const uint32_t entry = entry_of(scope_of(part), signature, bare_name(signature));
  Total& total = close(entry, Phase::kForward, time);
  ++total.calls;
  total.work += work_.forward;
  total.bytes += sizeof(Real) * (work_.moved.forward < 0 ? operands.forward : work_.moved.forward);
  if (!told_) ++entries_[entry].untold;
  if (ruled) {
    if (entry_of_.size() <= node) {
      entry_of_.resize(node + 1, kNone);
      back_of_.resize(node + 1);
      back_bytes_of_.resize(node + 1);
    }
    entry_of_[node] = entry;
    back_of_[node] = work_.back;
    back_bytes_of_[node] = sizeof(Real) * (work_.moved.back < 0 ? operands.back : work_.moved.back);
  }
  work_ = {};
  told_ = false;
  current_ = entry;
  booked(time);
}

void Profile::end_rule(uint32_t node) {
  const uint64_t time = now();
  Total& total = close(entry_of_[node], Phase::kBack, time);
  ++total.calls;
  total.work += back_of_[node];
  total.bytes += back_bytes_of_[node];
  booked(time);
}

void Profile::claim_items(size_t waiting, Phase phase) {
  for (Waiting& body : waiting_)
    if (body.entry == kNone) body = {current_, phase};
  waiting_.resize(waiting, {current_, phase});
}

void Profile::begin_items(size_t waiting) {
  waiting_.resize(waiting, {kNone, Phase::kForward});
  const uint64_t time = now();
  pending_.push_back({events_.size(), last_, time});
  if (keeps_events_) events_.push_back({kNone, Phase::kForward, last_, time});
  last_ = time;
}

void Profile::end_item(size_t body) {
  const uint64_t time = now();
  const auto [entry, phase] = waiting_[body];
  if (entry == kNone) {  // of the op that goes on
    pending_.push_back({events_.size(), last_, time});
    if (keeps_events_) events_.push_back({kNone, Phase::kForward, last_, time});
  } else {
    add(entry, phase, last_, time);
  }
  booked(time);
}

void Profile::end_items() { waiting_.clear(); }

void Profile::queued(size_t parameter) {
  if (queue_of_.size() <= parameter) queue_of_.resize(parameter + 1, kNone);
  queue_of_[parameter] = current_;
}

void Profile::emptied(size_t parameter) {
  if (parameter >= queue_of_.size() || queue_of_[parameter] == kNone) return;
  const uint64_t time = now();
  close(queue_of_[parameter], Phase::kBack, time);
  queue_of_[parameter] = kNone;
  booked(time);
}

void Profile::enter(const char* part) {
  entered_.emplace_back(part);
  part_ = nullptr;
}

void Profile::leave() {
  entered_.pop_back();
  part_ = nullptr;
}

uint32_t Profile::scope_of(const char* part) {
  if (part == part_) return scope_;
  part_ = part;
  scope_ = scope_in(0, *part ? part : "model");
  for (const std::string& inner : entered_)  // a part that at() and Within name alike is one
    if (scopes_[scope_].name != inner) scope_ = scope_in(scope_, inner);
  return scope_;
}

uint32_t Profile::scope_in(uint32_t outer, std::string_view name) {
  for (const uint32_t inner : scopes_[outer].inner)
    if (scopes_[inner].name == name) return inner;
  const auto made = static_cast<uint32_t>(scopes_.size());
  const std::string before = scopes_[outer].path.empty() ? "" : scopes_[outer].path + "/";
  scopes_.push_back({std::string(name), before + std::string(name), {}, {}});
  scopes_[outer].inner.push_back(made);
  return made;
}

uint32_t Profile::entry_of(uint32_t scope, const void* key, std::string_view op) {
  auto& known = scopes_[scope].entries;
  for (const auto& [other, entry] : known)
    if (other == key) return entry;
  const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.op == op && entry.scope == scopes_[scope].path;  // overloads
  });
  const auto found = static_cast<uint32_t>(same - entries_.begin());
  if (same == entries_.end()) entries_.push_back({std::string(op), scopes_[scope].path, {}, 0});
  known.emplace_back(key, found);
  return found;
}

Profile::Total& Profile::close(uint32_t entry, Phase phase, uint64_t time) {
  for (const Pending& one : pending_) {
    total(entry, phase).nanoseconds += one.end - one.begin;
    if (!keeps_events_) continue;
    events_[one.event].entry = entry;
    events_[one.event].phase = phase;
  }
  pending_.clear();
  add(entry, phase, last_, time);
  return total(entry, phase);
}

void Profile::add(uint32_t entry, Phase phase, uint64_t begin, uint64_t end) {
  total(entry, phase).nanoseconds += end - begin;
  if (keeps_events_) events_.push_back({entry, phase, begin, end});
}

void Profile::booked(uint64_t from) {
  last_ = now();
  total(books_, Phase::kOutside).nanoseconds += last_ - from;
}

}  // namespace tapehead::inline TAPEHEAD_REAL
