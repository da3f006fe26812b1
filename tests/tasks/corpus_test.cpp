#include "tasks/data/text/corpus.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "autodiff/base/error.hpp"
#include "tasks/data/babi/files.hpp"
#include "tasks/data/babi/format.hpp"
#include "tests/support/babi_folder.hpp"

using namespace tapehead;
using namespace tapehead::testing;

using Words = std::vector<std::string>;

TEST_CASE("corpus: a line's words are in lower case, without the mark at its end") {
  CHECK(words_of("Mary went back to the kitchen.") == Words{"mary", "went", "back", "to", "the", "kitchen"});
  CHECK(words_of("Where is Mary?") == Words{"where", "is", "mary"});
  CHECK(words_of("Where is Mary ?") == Words{"where", "is", "mary"});
  CHECK(words_of("  Mary   left .  ") == Words{"mary", "left"});
  CHECK(words_of("मरियम रसोई में गई।") == Words{"मरियम", "रसोई", "में", "गई"});
  CHECK(words_of("मरियम कहाँ है ?") == Words{"मरियम", "कहाँ", "है"});
  CHECK(words_of("No mark, no end") == Words{"no", "mark,", "no", "end"});
  CHECK(words_of("Mr. Z. is in.") == Words{"mr.", "z.", "is", "in"});
  CHECK(words_of("Ärger ÄÖ Z[") == Words{"Ärger", "ÄÖ", "z["});
  CHECK(words_of("") == Words{});
  CHECK(words_of(" ? ") == Words{});
  CHECK(without_end(" a b. ") == "a b");
  CHECK(without_end("..") == ".");
}

TEST_CASE("corpus: an answer's words are those between the commas") {
  CHECK(answer_words("Milk,football") == Words{"milk", "football"});
  CHECK(answer_words("n,w") == Words{"n", "w"});
  CHECK(answer_class("Milk, football") == "milk,football");
  CHECK(answer_class("milk,football") == answer_class("milk football"));
  CHECK(answer_class("yes") == "yes");
  CHECK(answer_words("Nothing") == Words{"nothing"});
  CHECK(answer_words("the red square, maybe") == Words{"the", "red", "square", "maybe"});
}

TEST_CASE("corpus: words are sorted by their bytes and found again") {
  WordCollector collector;
  collector.add({{{"Mary got the Milk there.", "", {}}, {"What is mary carrying?", "milk,Football", {1}}}}, "a");
  CHECK(collector.longest() == 5);
  collector.add({{{"Élan!", "", {}}, {"Who ?", "b", {}}}}, "b");
  CHECK(collector.longest() == 5);
  const Corpus corpus{collector.sorted()};
  CHECK(corpus.words == Words{"b", "carrying", "football", "got", "is", "mary", "milk", "milk,football", "the", "there",
                              "what", "who", "Élan!"});
  for (size_t i = 0; i < corpus.words.size(); ++i) CHECK(corpus.find(corpus.words[i]) == i);
  for (const char* word : {"", "a", "Mary", "football,milk", "mil", "milk,", "zebra", "\xFF"})
    CHECK(corpus.find(word) == kUnknownWord);
  CHECK(Corpus{}.find("a") == kUnknownWord);
}

TEST_CASE("corpus: no more words than numbers") {
  const auto with = [](size_t words) {
    Story story;
    for (size_t i = 0; i + 1 < words; ++i) story.push_back({"w" + std::to_string(i), "", {}});
    story.push_back({"w0?", "answer", {}});
    return std::vector<Story>{story};
  };
  WordCollector enough;
  enough.add(with(kMostWords), "DIR");
  CHECK(enough.sorted().size() == kMostWords);
  WordCollector too_many;
  CHECK_THROWS_AS(too_many.add(with(kMostWords + 1), "DIR"), InputError);
  CHECK_THROWS_WITH(WordCollector().add(with(kMostWords + 1), "DIR"),
                    "DIR: got more than 65000 different words; fewer are needed");
  static_assert(kMostWords < kUnknownWord);
}

TEST_CASE("corpus: the twenty real tasks have 156 words", "[published]") {
  const auto folder = published_babi("en-10k");
  WordCollector collector;
  for (int id = 1; id <= 20; ++id) collector.add(read_babi(find_babi_files(folder.string(), id).train), "");
  const Words all = collector.sorted();
  CHECK(std::count_if(all.begin(), all.end(), [](const auto& word) { return word.find(',') == word.npos; }) == 156);
  for (const auto& word : all)
    for (const auto& part : answer_words(word)) CHECK(std::binary_search(all.begin(), all.end(), part));
  CHECK(std::binary_search(all.begin(), all.end(), "football,milk"));
  CHECK(std::binary_search(all.begin(), all.end(), "n,w"));
}
