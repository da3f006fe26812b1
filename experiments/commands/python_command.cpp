#include "experiments/commands/python_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "autodiff/base/error.hpp"
#include "experiments/files/share_folder.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/runs/run_directory.hpp"

namespace tapehead {
namespace {

/// The task of a run's directory; empty for anything else.
std::string task_of_run(const std::string& argument) {
  std::error_code failed;
  const auto config = RunDirectory(argument).config();
  if (argument.empty() || !std::filesystem::is_regular_file(config, failed)) return {};
  try {
    const Layer layer = file_layer(config);
    const auto task = layer.entries.find("task");
    return task == layer.entries.end() ? std::string() : task->second.value;
  } catch (const InputError&) {  // the command says what is wrong with it
    return {};
  }
}

bool names_python_task(const std::vector<std::string>& arguments) {
  constexpr std::string_view kTask = "--task";
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (i > 0 && arguments[i - 1] == kTask && is_python_task(word)) return true;
    if (word.starts_with(std::string(kTask) + "=") && is_python_task(word.substr(kTask.size() + 1))) return true;
    if (!word.starts_with("--") && is_python_task(task_of_run(word))) return true;
  }
  return false;
}

}  // namespace

void leave_to_python(const std::vector<std::string>& arguments) {
  if (has_share_folder() || !names_python_task(arguments)) return;  // within Python, or nothing for it
  // The package with its engine: beside a program that was just built, or installed with it.
  const std::filesystem::path program = own_program();
  std::string path = (program.parent_path() / "python").string() + ":" + share_folder("python", "python").string();
  if (const char* before = std::getenv("PYTHONPATH")) path += std::string(":") + before;
  setenv("PYTHONPATH", path.c_str(), 1);
  setenv("TAPEHEAD_STARTED_BY", program.c_str(), 1);                        // python/tapehead/runs/places.py takes it
  std::vector<std::string> words = {"/usr/bin/python3", "-m", "tapehead"};  // as the scripts
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  throw InputError(fmt::format("task: is one in Python, and {} cannot be started ({}); it is needed for it", words[0],
                               std::strerror(errno)));
}

}  // namespace tapehead
