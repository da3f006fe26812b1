#include "tasks/data/babi/generator.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "tasks/data/babi/ids.hpp"
#include "tasks/data/babi/stories.hpp"

namespace tapehead {
namespace {

struct Row {
  std::string_view name;
  Story (*tell)(Stream& draw);
};

constexpr std::array<Row, kBabiTasks> kRows{{{"single-supporting-fact", babi::single_supporting_fact},
                                             {"two-supporting-facts", babi::two_supporting_facts},
                                             {"three-supporting-facts", babi::three_supporting_facts},
                                             {"two-arg-relations", babi::two_argument_relations},
                                             {"three-arg-relations", babi::three_argument_relations},
                                             {"yes-no-questions", babi::yes_no_questions},
                                             {"counting", babi::counting},
                                             {"lists-sets", babi::lists_and_sets},
                                             {"simple-negation", babi::simple_negation},
                                             {"indefinite-knowledge", babi::indefinite_knowledge},
                                             {"basic-coreference", babi::basic_coreference},
                                             {"conjunction", babi::conjunction},
                                             {"compound-coreference", babi::compound_coreference},
                                             {"time-reasoning", babi::time_reasoning},
                                             {"basic-deduction", babi::basic_deduction},
                                             {"basic-induction", babi::basic_induction},
                                             {"positional-reasoning", babi::positional_reasoning},
                                             {"size-reasoning", babi::size_reasoning},
                                             {"path-finding", babi::path_finding},
                                             {"agents-motivations", babi::agents_motivations}}};

const Row& row(int id) {
  if (id < 1 || id > kBabiTasks) throw std::invalid_argument("bAbI tasks are 1 to 20, not " + std::to_string(id));
  return kRows[static_cast<size_t>(id - 1)];
}

/// Cuts the story off after `questions` questions; returns how many are still missing.
size_t cut_off(Story& story, size_t questions) {
  size_t asked = 0;
  for (size_t i = 0; i < story.size(); ++i)
    if (story[i].is_question() && ++asked == questions) story.resize(i + 1);
  return asked;
}

}  // namespace

std::vector<Story> generate_babi(int id, size_t questions, Stream& draw) {
  const Row& task = row(id);
  std::vector<Story> stories;
  for (size_t asked = 0; asked < questions;) {
    stories.push_back(task.tell(draw));
    asked += cut_off(stories.back(), questions - asked);
  }
  return stories;
}

std::string_view babi_task_name(int id) { return row(id).name; }

}  // namespace tapehead
