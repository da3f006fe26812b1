#include "experiments/command_line/own_options.hpp"

#include <algorithm>
#include <thread>

#include "autodiff/base/error.hpp"
#include "catalogue/options/option.hpp"

namespace tapehead {
namespace {

constexpr long long kMostAsked = 1000000000;
constexpr long long kMostThreads = 1024;  // the system would refuse more, halfway

size_t integer_option(const CommandLine& line, const std::string& name, long long least, long long most,
                      size_t otherwise) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stoull(normal_value(Option::integer("--" + name, least, least, most, ""), found->second));
}

}  // namespace

const std::string& required(const CommandLine& line, const std::string& option) {
  const auto found = line.own.find(option);
  if (found == line.own.end()) throw InputError("--" + option + ": got nothing; it is needed here");
  return found->second;
}

size_t count_option(const CommandLine& line, const std::string& name, size_t otherwise) {
  return integer_option(line, name, 1, kMostAsked, otherwise);
}

size_t threads_option(const CommandLine& line) {
  return integer_option(line, "threads", 1, kMostThreads, std::max(1u, std::thread::hardware_concurrency()));
}

void refuse_two_outputs(const CommandLine& line) {
  if (line.has("json") && line.has("csv") && line.own.at("csv") == "-")
    throw InputError("--csv: got -, and --json; one of the two has standard output");
}

size_t index_option(const CommandLine& line, const std::string& name) {
  return integer_option(line, name, 0, kMostAsked, 0);
}

double real_option(const CommandLine& line, const std::string& name, double low, double high, double otherwise) {
  const auto found = line.own.find(name);
  if (found == line.own.end()) return otherwise;
  return std::stod(normal_value(Option::real("--" + name, otherwise, low, high, ""), found->second));
}

}  // namespace tapehead
