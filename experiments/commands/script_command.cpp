#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "autodiff/base/error.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/files/share_folder.hpp"

namespace tapehead {

int script_command(const CommandLine&, const std::vector<std::string>& arguments) {
  const std::string& name = arguments.at(0);
  const auto script = share_folder("scripts", "scripts") / (name + ".py");
  if (std::error_code failed; !std::filesystem::exists(script, failed))
    throw InputError(fmt::format("{}: {} is missing; the Debian package tapehead, or cmake --install, brings it", name,
                                 script.string()));
  std::vector<std::string> words = arguments;
  words[0] = script.string();
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  setenv("TAPEHEAD_STARTED_BY", own_program().c_str(), 1);  // python/tapehead/runs/places.py takes it
  execv(script.c_str(), pointers.data());
  throw InputError(
      fmt::format("{}: {} cannot be started ({}); /usr/bin/python3 is needed, of the Debian package python3", name,
                  script.string(), std::strerror(errno)));
}

}  // namespace tapehead
