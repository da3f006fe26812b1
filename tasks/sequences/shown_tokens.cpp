#include "tasks/sequences/shown_tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "tasks/data/problems/problem.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

std::string shown_tokens(const Task& task, const Batch& batch, size_t episode, const Real* answers) {
  using Cells = std::vector<std::string>;
  Cells inputs, targets, said;
  for (size_t t = 0; t < batch.steps(); ++t) {
    const uint32_t shown = batch.inputs[0].token(episode, t), asked = batch.target.token(episode, t);
    const bool scored = *batch.scored(episode, t) != 0;
    const std::string name = shown == kNoToken ? std::string(kSilentStep) : task.token_name(shown);
    inputs.push_back(name == kSilentStep ? "·" : name);
    targets.push_back(asked == kNoToken ? "-" : task.class_name(asked));
    if (!answers) continue;
    const Real* const classes = answers + t * batch.outputs();
    const auto best = std::max_element(classes, classes + batch.outputs()) - classes;
    said.push_back(scored ? task.class_name(static_cast<uint32_t>(best)) : "-");
  }
  const auto row = [&](const char* title, const Cells& cells) {
    std::string line = fmt::format("{:8}", title);
    for (size_t t = 0; t < cells.size(); ++t) {
      const size_t width = std::max(inputs[t] == "·" ? 1 : inputs[t].size(), targets[t].size());
      line += fmt::format(" {:>{}}", cells[t], width);
    }
    return line + '\n';
  };
  return row("inputs", inputs) + row("targets", targets) + (answers ? row("answers", said) : "");
}

}  // namespace tapehead::inline TAPEHEAD_REAL
