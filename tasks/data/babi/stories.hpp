#pragma once
// A whole story of each of the twenty bAbI tasks: statements and all questions.

#include "autodiff/base/random.hpp"
#include "tasks/data/text/story.hpp"

namespace tapehead::babi {

Story single_supporting_fact(Stream& draw);
Story two_supporting_facts(Stream& draw);
Story three_supporting_facts(Stream& draw);
Story two_argument_relations(Stream& draw);
Story three_argument_relations(Stream& draw);
Story yes_no_questions(Stream& draw);
Story counting(Stream& draw);
Story lists_and_sets(Stream& draw);
Story simple_negation(Stream& draw);
Story indefinite_knowledge(Stream& draw);
Story basic_coreference(Stream& draw);
Story conjunction(Stream& draw);
Story compound_coreference(Stream& draw);
Story time_reasoning(Stream& draw);
Story basic_deduction(Stream& draw);
Story basic_induction(Stream& draw);
Story positional_reasoning(Stream& draw);
Story size_reasoning(Stream& draw);
Story path_finding(Stream& draw);
Story agents_motivations(Stream& draw);

}  // namespace tapehead::babi
