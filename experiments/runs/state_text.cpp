#include "experiments/runs/state_text.hpp"

#include <fmt/format.h>

namespace tapehead {

std::string state_text(const StateSize& size) {
  std::string text = fmt::format("{} numbers", size.numbers);
  if (size.each_step > 0) text += fmt::format(" and {} more with each step", size.each_step);
  if (size.each_said > 0) text += fmt::format(" and {} more with each token said", size.each_said);
  if (size.untouched > 0) text += fmt::format(", of which a step touches {}", size.touched(0));
  return text;
}

void tell_state(const StateSize& size, Json& json) {
  json.set("state", static_cast<uint64_t>(size.numbers));
  json.set("state_each_step", static_cast<uint64_t>(size.each_step));
  json.set("state_each_said", static_cast<uint64_t>(size.each_said));
  json.set("state_touched", static_cast<uint64_t>(size.touched(0)));
}

}  // namespace tapehead
