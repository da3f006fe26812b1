#include "tasks/data/archives/character_files.hpp"

#include <zip.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "autodiff/base/error.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;

namespace {

/// A picture as Omniglot has them: a black bar on white, at a place that its number says.
std::string bar(size_t number) {
  std::vector<uint8_t> pixels(105 * 105, 255);
  for (size_t y = 20; y < 85; ++y)
    for (size_t x = 5 + number % 90; x < 10 + number % 90; ++x) pixels[y * 105 + x] = 0;
  return png_bytes(pixels, 105, 105);
}

std::string file_name(size_t alphabet, size_t character, size_t instance) {
  return "Alphabet_" + std::to_string(alphabet) + "/character0" + std::to_string(character) + "/0" +
         std::to_string(instance) + ".png";
}

void write_zip(const std::string& path, const std::map<std::string, std::string>& files) {
  int code = 0;
  zip_t* const zip = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code);
  REQUIRE(zip);
  for (const auto& [name, bytes] : files)
    REQUIRE(zip_file_add(zip, name.c_str(), zip_source_buffer(zip, bytes.data(), bytes.size(), 0), 0) >= 0);
  REQUIRE(zip_close(zip) == 0);
}

std::string characters_error(const std::string& path) {
  return testing::error_of([&] { read_characters(path); });
}

}  // namespace

TEST_CASE("stored characters: made smaller, turned and moved; dark on bright and bright on dark are one") {
  CharacterSet set;
  std::vector<uint8_t> dark(80 * 80, 255), bright(80 * 80, 0);
  for (size_t y = 0; y < 40; ++y)
    for (size_t x = 0; x < 20; ++x) dark[y * 80 + x] = 0, bright[y * 80 + x] = 255;  // upper left
  for (const char* name : {"A/1", "A/2", "A/3", "A/4", "A/5", "A/6", "A/7", "A/8", "A/9", "B/1"}) {
    set.add(name, false, "x.png", png_bytes(dark, 80, 80));
    set.add(name, false, "x.png", png_bytes(bright, 80, 80));
  }
  const StoredCharacters source(set, {0.3, 0.3}, "mine");
  CHECK(source.instances() == 2);
  CHECK(source.count(Part::kTrain) + source.count(Part::kValidation) + source.count(Part::kTest) == 10);
  std::vector<uint8_t> one(400), other(400), turned(400), moved(400);
  source.draw(Part::kTrain, 0, 0, {}, one);
  source.draw(Part::kTrain, 0, 1, {}, other);
  source.draw(Part::kTrain, 0, 0, {1}, turned);
  source.draw(Part::kTrain, 0, 0, {0, 0, 0.5, 0}, moved);
  CHECK(one == other);
  for (size_t y = 0; y < 20; ++y)
    for (size_t x = 0; x < 20; ++x) {
      CHECK(one[y * 20 + x] == (x < 5 && y < 10 ? 255 : 0));
      CHECK(turned[y * 20 + x] == (x >= 10 && y < 5 ? 255 : 0));  // by 90° to the right
      CHECK(moved[y * 20 + x] == (x >= 10 && x < 15 && y < 10 ? 255 : 0));
    }
}

TEST_CASE("characters: a folder, its zip file and a folder of that are the same; images_evaluation is for testing") {
  const TestFolder folder;
  std::map<std::string, std::string> files;
  for (size_t alphabet = 0; alphabet < 3; ++alphabet)
    for (size_t character = 1; character < 5; ++character)
      for (size_t instance = 1; instance < 3; ++instance)
        files[(alphabet < 2 ? "images_background/" : "images_evaluation/") + file_name(alphabet, character, instance)] =
            bar(40 * alphabet + 9 * character + instance);
  for (const auto& [name, bytes] : files) folder.write("plain/" + name, bytes);
  folder.write("plain/images_background/.hidden.png", "no picture");
  folder.write("plain/readme.txt", "no picture");
  std::filesystem::create_directory(folder.path() / "zipped");
  const std::string zip = (folder.path() / "zipped" / "all.zip").string();
  files["__MACOSX/._01.png"] = "no picture";
  write_zip(zip, files);
  const CharacterSet plain = read_characters((folder.path() / "plain").string());
  REQUIRE(plain.classes.size() == 12);
  for (const std::string& path : {zip, (folder.path() / "zipped").string()}) {
    const CharacterSet same = read_characters(path);
    REQUIRE(same.classes.size() == 12);
    for (size_t i = 0; i < 12; ++i) {
      CHECK(same.classes[i].name == plain.classes[i].name);
      CHECK(same.classes[i].published_test == (plain.classes[i].name.starts_with("Alphabet_2")));
      CHECK(same.classes[i].pixels == plain.classes[i].pixels);
      CHECK(same.classes[i].count() == 2);
    }
  }
  const StoredCharacters source(plain, {0.3, 0.2}, "mine");
  CHECK(source.count(Part::kTest) == 4);
}

TEST_CASE("characters: a link to a folder is followed, and one that leads round in a circle once") {
  namespace fs = std::filesystem;
  const TestFolder folder;
  for (size_t alphabet = 0; alphabet < 2; ++alphabet)
    for (size_t instance = 1; instance < 3; ++instance)
      folder.write((alphabet == 0 ? "background/" : "elsewhere/") + file_name(alphabet, 1, instance),
                   bar(40 * alphabet + instance));
  const fs::path all = folder.path() / "all";
  fs::create_directory(all);
  fs::create_directory_symlink("../background", all / "images_background");
  fs::create_directory_symlink("../elsewhere", all / "images_evaluation");
  fs::create_directory_symlink("../all", folder.path() / "elsewhere" / "back");
  fs::create_directory_symlink("nowhere", all / "broken");
  const CharacterSet set = read_characters(all.string());
  REQUIRE(set.classes.size() == 2);
  CHECK_FALSE(set.classes[0].published_test);
  CHECK(set.classes[1].published_test);
  for (const auto& one : set.classes) CHECK(one.count() == 2);
}

TEST_CASE("characters: a file that is there twice counts once") {
  const TestFolder folder;
  std::map<std::string, std::string> files;
  for (size_t character = 1; character < 3; ++character)
    for (size_t instance = 1; instance < 4; ++instance)
      files[file_name(0, character, instance)] = bar(9 * character + instance);
  for (const auto& [name, bytes] : files) folder.write("images_background/" + name, bytes);
  write_zip((folder.path() / "images_background.zip").string(), files);
  folder.write("images_background_small1/" + file_name(0, 1, 1), files[file_name(0, 1, 1)]);
  folder.write("images_background_small1/" + file_name(0, 1, 4), bar(80));  // and one that no other has
  const CharacterSet set = read_characters(folder.text());
  REQUIRE(set.classes.size() == 2);
  CHECK(set.classes[0].count() == 4);
  CHECK(set.classes[1].count() == 3);
  folder.write("alike/" + file_name(0, 1, 1), bar(1));
  folder.write("alike/" + file_name(0, 1, 2), bar(1));
  CHECK_THAT(characters_error(folder.text() + "/alike"),
             Catch::Contains(": got one picture of Alphabet_0/character01; "));
}

TEST_CASE(
    "characters: a folder is what it is called, however its path is written; a zip file is as a folder of its name") {
  const TestFolder folder;
  std::map<std::string, std::string> files;
  for (size_t instance = 1; instance < 3; ++instance) {
    folder.write("images_evaluation/" + file_name(0, 1, instance), bar(instance));
    files["0" + std::to_string(instance) + ".png"] = bar(instance);
  }
  const std::string path = folder.text() + "/images_evaluation";
  for (const char* end : {"", "/", "//", "/.", "/./", "/Alphabet_0/.."}) {
    INFO(end);
    const CharacterSet set = read_characters(path + end);
    REQUIRE(set.classes.size() == 1);
    CHECK(set.classes[0].name == "Alphabet_0/character01");
    CHECK(set.classes[0].published_test);
  }
  const std::string zip = folder.text() + "/beta.zip";
  write_zip(zip, files);
  const CharacterSet set = read_characters(zip);
  REQUIRE(set.classes.size() == 1);
  CHECK(set.classes[0].name == "beta");
  write_zip(zip, {*files.begin()});
  CHECK_THAT(characters_error(zip),
             Catch::EndsWith(": got one picture of beta; at least two of each character are needed"));
}

TEST_CASE("characters: what is damaged or missing is refused with its name") {
  const TestFolder folder;
  CHECK_THAT(characters_error(folder.text()),
             Catch::EndsWith(": has no PNG files; folders ALPHABET/CHARACTER of PNG files, or zip "
                             "files of them, are needed"));
  CHECK_THAT(characters_error(folder.text() + "/none"), Catch::Contains("is no folder; "));
  const std::string first = folder.write(file_name(0, 1, 1), bar(1)).string();
  CHECK_THAT(characters_error(folder.text()),
             Catch::EndsWith(": got one picture of Alphabet_0/character01; at least two of each "
                             "character are needed"));
  folder.write(file_name(0, 1, 2), bar(2).substr(0, 60));
  CHECK_THAT(characters_error(folder.text()),
             Catch::Contains("02.png: cannot be read (") && Catch::EndsWith("; a whole PNG file is needed"));
  const std::string damaged_zip = folder.write("all.zip", "PK\x03\x04 and nothing more").string();
  CHECK_THAT(characters_error(damaged_zip),
             Catch::StartsWith(damaged_zip + ": cannot be read (") && Catch::EndsWith("); a whole zip file is needed"));
}

TEST_CASE("characters: parts of one set are no alphabets") {
  const TestFolder folder;
  for (const char* part : {"train", "val"})
    for (size_t i = 0; i < 4; ++i)
      folder.write(std::string("parts/") + part + "/c" + std::to_string(i % 2) + "/" + std::to_string(i) + ".png",
                   bar(i));
  const std::string parts = (folder.path() / "parts").string();
  CHECK_THAT(characters_error(parts), Catch::StartsWith(parts + ": got the parts train and val of one set; folders "));
  CHECK(read_characters(parts + "/train").classes.size() == 2);
}

TEST_CASE("characters: damaged zip files are read, or refused in one line") {
  const TestFolder folder;
  const std::string path = (folder.path() / "a.zip").string();
  write_zip(path, {{file_name(0, 1, 1), bar(1)},
                   {file_name(0, 1, 2), bar(2)},
                   {file_name(0, 2, 1), bar(3)},
                   {file_name(0, 2, 2), bar(4)}});
  std::ifstream file(path, std::ios::binary);
  const std::string valid{std::istreambuf_iterator<char>(file), {}};
  Stream random(1, Split::kTrain, Purpose::kTest, 1);
  size_t bad = 0;
  for (size_t round = 0; round < 200; ++round) {
    folder.write("a.zip", testing::damaged(valid, std::string("PK\x01\x02\x00", 5), random));
    const std::string what = characters_error(path);
    bad += !what.empty();
    if (what.empty()) continue;
    REQUIRE(what.starts_with(path));
    REQUIRE(what.find("; ") != what.npos);
    REQUIRE(std::none_of(what.begin(), what.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }));
  }
  CHECK(bad > 100);
}
