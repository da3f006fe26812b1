#include "tasks/data/babi/text.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tasks/data/babi/ids.hpp"

using namespace tapehead;

TEST_CASE("babi text: IDs begin again with each story, and the blank before the tab is there where files have it") {
  const std::vector<Story> stories = {{{"Mary went to the office.", "", {}},
                                       {"John went to the garden.", "", {}},
                                       {"Where is Mary?", "office", {1}},
                                       {"What is John carrying?", "milk,apple", {2, 1}}},
                                      {{"The office is north of the garden.", "", {}}, {"Why?", "no", {}}}};
  const auto expected = [](const std::string& gap) {
    return "1 Mary went to the office.\n2 John went to the garden.\n3 Where is Mary?" + gap +
           "office\t1\n4 What is John carrying?" + gap +
           "milk,apple\t2 1\n1 The office is north of the garden.\n2 Why?" + gap + "no\n";
  };
  for (const int id : {1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}) CHECK(babi_text(id, stories) == expected(" \t"));
  for (const int id : {4, 15, 16, 17, 18, 19, 20}) CHECK(babi_text(id, stories) == expected("\t"));
  CHECK(babi_text(1, {}).empty());
}

TEST_CASE("babi ids: as they are typed") {
  const auto ids = [](std::string_view text) { return parse_babi_ids(text, "task.ids"); };
  const std::vector<int> all = ids("all");
  REQUIRE(all.size() == 20);
  for (int i = 0; i < 20; ++i) CHECK(all[static_cast<size_t>(i)] == i + 1);
  CHECK(ids("1..20") == all);
  CHECK(ids("7") == std::vector<int>{7});
  CHECK(ids("20,1,3") == std::vector<int>{1, 3, 20});
  CHECK(ids("12,1..3,5..5") == std::vector<int>{1, 2, 3, 5, 12});
  for (const char* wrong :
       {"",        ",",   "1,",  ",1", "0",  "21",   "0..3", "18..21", "3..1", "1..", "..3",       "1...3",
        "1..2..3", "All", "one", " 1", "1 ", "1, 2", "1.5",  "-1",     "+1",   "0x1", "4294967297"}) {
    INFO(wrong);
    CHECK_THROWS_WITH(ids(wrong), "task.ids: got \"" + std::string(wrong) +
                                      "\"; ids from 1 to 20 such as 1..20, all or 1,3,7 are needed");
    CHECK_THROWS_AS(ids(wrong), InputError);
  }
  CHECK_THROWS_WITH(ids("1..3,2"), "task.ids: got 2 twice; each id once is needed");
  CHECK_THROWS_WITH(ids("9\n"), Catch::Contains("got \"9?\""));
  CHECK_THROWS_WITH(ids(std::string(100, '1')), Catch::Contains(std::string(40, '1') + "...\""));
}
