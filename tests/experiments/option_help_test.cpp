#include "experiments/commands/manual/option_help.hpp"

#include <catch2/catch.hpp>

#include "tests/support/small_catalogue.hpp"

using namespace tapehead;
using namespace tapehead::testing;

TEST_CASE("help shows what is declared, aligned and grouped by part") {
  CHECK(command_help("Command", {{"out", true, "where to"}, {"json", false, "as JSON"}}) ==
        "Command\n  --out   VALUE  where to\n  --json         as JSON\n");
  CHECK(part_help(PartKind::kMemory, kMemories[1], kAll) ==
        "memory ntm: \n"
        "  --memory.slots  an integer from 1 to 1048576  slots [128]\n"
        "  --addressing    the addressing's name         scheme: content, content+location [content+location]\n"
        "  --memory.clear  true or false (on or off)     clear [false]\n");
  CHECK(part_help(PartKind::kModel, kModels[1], kAll) ==
        "model lstm: without a memory\n  stands for --model memory-machine --controller lstm --memory none\n");
  CHECK(part_help(PartKind::kTask, kTasks[0], kAll)
            .starts_with(
                "task copy: repeat what was shown (Graves et al. 2014, 4.1)\n"
                "  --task.length      an integer                 both (for task.min-length and task.max-length)\n"));

  const std::string words =
      "word word word word word word word word word word word word word word word word word word word word word";
  const auto wrapped = option_help("Long",
                                   {Option::text("an.option-whose-name-is-longer-than-a-cell-is-wide", "", words),
                                    Option::text("a", "b c", "short")},
                                   kAll);
  CHECK(wrapped.find("\n       text  word") != std::string::npos);  // under the name that was too long
  CHECK(wrapped.find("\n  --a  text  short [b c]\n") != std::string::npos);
  for (size_t begin = 0; begin < wrapped.size();) {
    const size_t end = wrapped.find('\n', begin);
    CHECK(end - begin <= 120);
    begin = end + 1;
  }

  const std::string full = full_help(kAll);
  for (const auto kind : kPartKinds)
    for (const PartInfo* row : rows(kind))
      CHECK(full.find("\n" + std::string(kind_name(kind)) + " " + row->name + ":") != full.npos);
}
