#include "tasks/data/babi/files.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/babi_folder.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;
using namespace tapehead::testing;

namespace {

std::string folder_error(const std::string& directory, int id) {
  return error_of([&] { find_babi_files(directory, id); });
}

}  // namespace

TEST_CASE("babi files: the published names, those of en-valid, and one that is incomplete") {
  const BabiFolder folder;
  for (const char* name : {"qa1_single-supporting-fact_train.txt", "qa1_single-supporting-fact_test.txt",
                           "qa10_indefinite-knowledge_train.txt", "qa2_train.txt", "qa2_valid.txt", "qa2_test.txt",
                           "qa3_three-supporting-facts_train.PARTIAL.txt", "README.txt", "qa4_train", "qa4_train.txt~",
                           "xqa4_train.txt", "qa4train.txt", "qa04_train.txt", "qa4_train.text", "qa41_train.txt"})
    folder.write(name, "");
  const auto at = [&](const char* name) { return folder.text() + "/" + name; };
  const BabiFiles one = find_babi_files(folder.text(), 1), two = find_babi_files(folder.text(), 2),
                  three = find_babi_files(folder.text(), 3), ten = find_babi_files(folder.text() + "/", 10);
  CHECK(one.train == at("qa1_single-supporting-fact_train.txt"));
  CHECK(one.valid == "");
  CHECK(one.test == at("qa1_single-supporting-fact_test.txt"));
  CHECK(two.train == at("qa2_train.txt"));
  CHECK(two.valid == at("qa2_valid.txt"));
  CHECK(two.test == at("qa2_test.txt"));
  CHECK(three.train == at("qa3_three-supporting-facts_train.PARTIAL.txt"));
  CHECK(three.test == "");
  CHECK(ten.train == at("qa10_indefinite-knowledge_train.txt"));
  CHECK(folder_error(folder.text(), 4) ==
        folder.text() +
            ": got no qa4_*_train.txt or qa4_train.txt; task.ids may be of 1,2,3,10, whose files are there");
  CHECK(babi_file_names(7, "test") == "qa7_*_test.txt or qa7_test.txt");
}

TEST_CASE("babi files: two that may be the same one are refused by name") {
  const BabiFolder folder;
  folder.write("qa3_train.txt", "");
  folder.write("qa3_x_train.PARTIAL.txt", "");
  folder.write("qa3_test.txt", "");
  CHECK(folder_error(folder.text(), 3) == folder.text() +
                                              ": got qa3_train.txt and qa3_x_train.PARTIAL.txt as train files "
                                              "of task 3; only one of them is needed");
  std::filesystem::remove(folder.path() / "qa3_train.txt");
  CHECK(folder_error(folder.text(), 3) == "");
  folder.write("qa3_y_test.txt", "");
  CHECK(folder_error(folder.text(), 3).find("qa3_test.txt and qa3_y_test.txt as test files") != std::string::npos);
}

TEST_CASE("babi files: a directory above is led down, and others are refused") {
  const BabiFolder folder;
  const std::string sought = ": got no qa1_*_train.txt or qa1_train.txt";
  CHECK(folder_error(folder.text(), 1) ==
        folder.text() + sought + " and no other bAbI file; a directory that has them is needed");
  folder.write("shuffled/readme.txt", "");
  folder.write("qa1_test.txt", "");
  CHECK(folder_error(folder.text(), 1) ==
        folder.text() + sought +
            " and no other bAbI file, but files such as \"qa1_test.txt\"; a directory "
            "that has them is needed");
  folder.write("hn/qa1_x_train.txt", "");
  folder.write("en/qa5_train.txt", "");
  CHECK(folder_error(folder.text(), 1) == folder.text() + sought +
                                              ", but directories that have such files (en, hn); one of them, such as " +
                                              folder.text() + "/en, is needed");
  const auto file = folder.write("file", "");
  CHECK(folder_error(file.string(), 1) == file.string() + ": is no folder; a directory of bAbI files is needed");
  CHECK(folder_error(folder.text() + "/none", 1) ==
        folder.text() + "/none: cannot be read (No such file or directory); a directory of bAbI files is needed");
}
