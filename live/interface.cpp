// The functions that a page calls. Texts are UTF-8 with a final zero, in memory from tapehead_room(). Answers are JSON,
// valid until the next call; an error is {"error": …}. Changes are lines "NAME<TAB>SHOWN<TAB>ROW<TAB>COLUMN<TAB>VALUE",
// options lines "NAME = VALUE".

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <new>
#include <stdexcept>

#include "autodiff/base/error.hpp"
#include "live/machine.hpp"

namespace tapehead {
namespace {

std::map<int, Machine> machines;
int opened = 0;
std::string told;

template <class Body>
const char* telling(Body body) {
  try {
    told = body().line();
  } catch (const std::bad_alloc&) {
    told = Json{{"error", "memory: got more than a page has (1 GiB); a smaller memory or episode is needed"}}.line();
  } catch (const std::exception& error) {
    told = Json{{"error", error.what()}}.line();
  }
  return told.c_str();
}

Machine& machine(int number) {
  const auto found = machines.find(number);
  if (found == machines.end()) throw std::out_of_range("machine: got one that is closed; an open one is needed");
  return found->second;
}

/// Calls each(line) for every line of a text that is not empty.
template <class Each>
void each_line(std::string_view text, Each each) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.empty()) each(line);
  }
}

Typed typed(const char* text) {
  Typed options;
  each_line(text, [&](std::string_view line) {
    const size_t equals = line.find(" = ");
    if (equals != line.npos) options[std::string(line.substr(0, equals))] = std::string(line.substr(equals + 3));
  });
  return options;
}

std::vector<Change> changes(const char* text) {
  std::vector<Change> all;
  each_line(text, [&](std::string_view line) {
    std::vector<std::string> fields;
    for (size_t from = 0; from <= line.size();) {
      const size_t end = std::min(line.find('\t', from), line.size());
      fields.emplace_back(line.substr(from, end - from));
      from = end + 1;
    }
    if (fields.size() != 5) throw std::invalid_argument("change: got no five fields; those of one are needed");
    const auto whole = [&](size_t i) { return static_cast<size_t>(std::strtoul(fields[i].c_str(), nullptr, 10)); };
    char* end = nullptr;
    const float value = std::strtof(fields[4].c_str(), &end);
    if (fields[4].empty() || *end != '\0' || !std::isfinite(value))
      throw InputError(fmt::format("change: got \"{}\" for {}; a finite number is needed", fields[4], fields[0]));
    all.push_back({fields[0], whole(1), whole(2), whole(3), value});
  });
  return all;
}

}  // namespace
}  // namespace tapehead

using namespace tapehead;

extern "C" {

[[clang::export_name("tapehead_room")]] void* tapehead_room(size_t bytes) { return std::malloc(bytes); }
[[clang::export_name("tapehead_give_back")]] void tapehead_give_back(void* room) { std::free(room); }

/// {"machine": its number, …Machine::about()}
[[clang::export_name("tapehead_open")]] const char* tapehead_open(const char* checkpoint, size_t bytes,
                                                                  const char* options) {
  return telling([&] {
    const auto [at, is_new] = machines.try_emplace(opened + 1, std::string_view(checkpoint, bytes), typed(options));
    ++opened;
    Json about = at->second.about();
    about.set("machine", static_cast<size_t>(opened));
    return about;
  });
}
[[clang::export_name("tapehead_close")]] void tapehead_close(int number) { machines.erase(number); }

[[clang::export_name("tapehead_draw")]] const char* tapehead_draw(int number, const char* options, double seed,
                                                                  double episode, const uint8_t* bits, size_t count) {
  return telling([&] {
    return machine(number).draw(typed(options), static_cast<uint64_t>(seed), static_cast<uint64_t>(episode),
                                {bits, bits + count});
  });
}
[[clang::export_name("tapehead_tell")]] const char* tapehead_tell(int number, const char* statements,
                                                                  const char* question, const char* answer) {
  return telling([&] { return machine(number).tell(statements, question, answer); });
}
[[clang::export_name("tapehead_ask")]] const char* tapehead_ask(int number, const char* line) {
  return telling([&] { return machine(number).ask(line); });
}
[[clang::export_name("tapehead_put")]] const char* tapehead_put(int number, const float* numbers, size_t count) {
  return telling([&] { return machine(number).put({numbers, numbers + count}); });
}
[[clang::export_name("tapehead_begin")]] const char* tapehead_begin(int number, const char* changed) {
  return telling([&] { return machine(number).begin(changes(changed)); });
}
[[clang::export_name("tapehead_step")]] const char* tapehead_step(int number, const char* changed) {
  return telling([&] { return machine(number).step(changes(changed)); });
}
[[clang::export_name("tapehead_say")]] const char* tapehead_say(int number, unsigned previous, const char* changed) {
  return telling([&] { return machine(number).say(previous, changes(changed)); });
}
[[clang::export_name("tapehead_run")]] const char* tapehead_run(int number, const char* changed) {
  return telling([&] { return machine(number).run(changes(changed)); });
}

/// The numbers that the last answer refers to.
[[clang::export_name("tapehead_numbers")]] const float* tapehead_numbers(int number) {
  return machine(number).numbers().data();
}
[[clang::export_name("tapehead_numbers_count")]] size_t tapehead_numbers_count(int number) {
  return machine(number).numbers().size();
}
}
