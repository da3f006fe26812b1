// Every reader, given every other reader's files: it refuses them and says what it was given.

#include "autodiff/files/file_kind.hpp"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <functional>
#include <set>

#include "autodiff/base/error.hpp"
#include "autodiff/files/safetensors.hpp"
#include "catalogue/catalogue.hpp"
#include "tasks/data/archives/character_files.hpp"
#include "tasks/data/babi/files.hpp"
#include "tasks/data/babi/format.hpp"
#include "tasks/data/formats/png.hpp"
#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/sequences/pairs_file.hpp"
#include "tasks/data/sequences/pronouncing_dictionary.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tasks/data/stored/idx.hpp"
#include "tasks/data/stored/png_folder.hpp"
#include "tasks/data/text/text_file.hpp"
#include "tasks/files/sequences_csv.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"
#include "tests/support/tiny_run.hpp"

using namespace tapehead;

namespace {

struct Given {
  const char* name;  ///< of the file
  FileKind kind;
  std::string bytes;
};

std::string utf16_of(const std::string& text) {
  std::string bytes = "\xFF\xFE";
  for (const char c : text) bytes.append({c, '\0'});
  return bytes;
}

/// The beginning of each published file, and files that people have instead.
std::vector<Given> all_given() {
  const std::string pairs = "Go.\tVa !\nHi.\tSalut !\nRun!\tCours !\n";
  return {
      {"qa1_single-supporting-fact_train.txt", FileKind::kBabi,
       "1 Mary moved to the bathroom.\n2 John went to the hallway.\n3 Where is Mary? \tbathroom\t1\n"},
      {"tasks_train_simple.txt", FileKind::kScan, "IN: jump twice OUT: I_JUMP I_JUMP\nIN: walk OUT: I_WALK\n"},
      {"pairs.tsv", FileKind::kUnknown, pairs},
      {"cmudict-0.7b", FileKind::kUnknown, ";;; # CMUdict\nAARON  EH1 R AH0 N\nAARONS  EH1 R AH0 N Z\n"},
      {"cmudict-0.4.out", FileKind::kFestival, "MNCL\n(\"aaron\" nil (((eh) 1) ((r ax n) 0)))\n"},
      {"map.tsv", FileKind::kUnknown, "Victoria\tVictoria line N\tEuston\nEuston\tVictoria line N\tKing's Cross\n"},
      {"sequences.csv", FileKind::kSequences, "episode,in.1,out.1\na,1,0\nb,0,1\nc,1,1\n"},
      {"tinyshakespeare.txt", FileKind::kUnknown,
       "First Citizen:\nBefore we proceed any further, hear me speak.\n\nAll:\nSpeak, speak.\n"},
      {"images_background.zip", FileKind::kZip, std::string("PK\x03\x04\x14\0\0\0\x08\0 and more", 20)},
      {"train-images-idx3-ubyte.gz", FileKind::kGzip, gzip_bytes(idx_bytes({2, 2, 2}, "abcdefgh"))},
      {"train-labels-idx1-ubyte", FileKind::kIdx, idx_bytes({2}, std::string("\0\1", 2))},
      {"0001.png", FileKind::kPng, png_bytes({0, 255}, 1, 2)},
      {"model.safetensors", FileKind::kSafetensors,
       to_bytes({{}, {vector_tensor<float>("a", std::vector<float>{1, 2})}})},
      {"episode.h5", FileKind::kHdf5, std::string("\x89HDF\r\n\x1A\n\0\0\0\0", 12)},
      {"notepad.tsv", FileKind::kUtf16, utf16_of(pairs)},
      {"words.tsv", FileKind::kUnknown, "jb\tJB\nbhh\tBHH\n"},
      {"phrases.tsv", FileKind::kUnknown, "go now\tva maintenant\nrun\tcours donc\n"},
      {"history.json", FileKind::kJson, "{\n  \"loss\": [1, 2]\n}\n"},
      {"rows.json", FileKind::kJson, "[{\"a\": 1}]\n"},
      {"weights.npy", FileKind::kNumpy, std::string("\x93NUMPY\1\0v\0{'descr': '<f4', 'shape': (2,)}\n", 40)},
      {"photo.jpg", FileKind::kJpeg, std::string("\xFF\xD8\xFF\xE0\0\x10JFIF", 10)},
      {"paper.pdf", FileKind::kPdf, "%PDF-1.5\n%\xD0\xD4\n"},
      {"page.html", FileKind::kHtml, "<!DOCTYPE html>\t<title>Pairs</title>\n"},
      {"zeros.txt", FileKind::kUnknown, std::string(600, '\0')},
  };
}

struct Reader {
  const char* name;
  bool quotes;                  ///< a text of no kind is told by what stands in it
  std::set<std::string> takes;  ///< its own files
  std::function<void(const std::string& path)> read;
};

std::vector<Reader> all_readers() {
  const auto task = [](const char* name) {
    return [name](const std::string& path) {
      make_task(testing::tiny_configuration(fmt::format("task = {}\ntask.path = {}\ntask.length = 5\n", name, path))
                    .settings);
    };
  };
  return {
      {"bAbI", true, {"qa1_single-supporting-fact_train.txt"}, [](const auto& path) { read_babi(path); }},
      {"SCAN",
       true,
       {"tasks_train_simple.txt"},
       [](const auto& path) { parse_scan(path, read_text_of(FileKind::kScan, path, "a file of SCAN commands")); }},
      {"pairs",
       true,
       {"pairs.tsv", "words.tsv", "phrases.tsv"},
       [](const auto& path) {
         read_pairs(path, {Units::kCharacters, Units::kCharacters, 99});
       }},
      {"dictionary",
       true,
       {"cmudict-0.7b", "cmudict-0.4.out"},
       [](const auto& path) { read_pronunciations(path, {}); }},
      {"graph", true, {"map.tsv"}, [](const auto& path) { read_graph(path); }},
      {"sequences", false, {"sequences.csv"}, [](const auto& path) { read_sequences(path); }},
      {"IDX",
       false,
       {"train-labels-idx1-ubyte"},
       [](const auto& path) { parse_idx(path, read_text_file(path, "an IDX file"), 1); }},
      {"PNG", false, {"0001.png"}, [](const auto& path) { read_png(path, false); }},
      {"characters", false, {}, [](const auto& path) { read_characters(path); }},
      {"safetensors", false, {"model.safetensors"}, [](const auto& path) { read_safetensors(path); }},
      // Any text is a text to go on with.
      {"text",
       false,
       {"qa1_single-supporting-fact_train.txt", "tasks_train_simple.txt", "pairs.tsv", "cmudict-0.7b",
        "cmudict-0.4.out", "map.tsv", "sequences.csv", "tinyshakespeare.txt", "words.tsv", "phrases.tsv",
        "history.json", "rows.json", "page.html"},
       task("text")},
  };
}

}  // namespace

TEST_CASE("kinds: each file is told by its first bytes") {
  for (const Given& given : all_given()) {
    INFO(given.name);
    CHECK(kind_of(given.bytes) == given.kind);
    CHECK(kind_of(given.bytes + std::string(5000, 'x')) == given.kind);
  }
  CHECK(kind_of("") == FileKind::kUnknown);
  CHECK(kind_of("\xEF\xBB\xBF"
                "IN: run OUT: I_RUN\r\n") == FileKind::kScan);
  CHECK(kind_of(" \n<HTML lang=\"en\">") == FileKind::kHtml);
  CHECK(kind_of("\xEF\xBB\xBF{}") == FileKind::kJson);
  for (const char* const own : {"{a}\tb\n", "{\"a\tb\n", "[Enter Hamlet]\n", "[1] a note\n", "<s> a </s>\n",
                                "1 Peter 1.\tA letter.\n2 Peter 1.\tAnother.\n", "1 is a number.\nand so is 2.\n",
                                "(\"Hello\") he said.\tBonjour.\n", "IN: a\tOUT: b\n", "PK\tpk\n"})
    CHECK(kind_of(own) == FileKind::kUnknown);
}

TEST_CASE("readers: each refuses the files of the others, and says what it was given") {
  const TestFolder folder;
  for (const Reader& reader : all_readers())
    for (const Given& given : all_given()) {
      INFO(reader.name << " given " << given.name);
      const std::string path = folder.write(given.name, given.bytes).string();
      const std::string said = testing::error_of([&] { reader.read(path); });
      if (std::string(reader.name) == "characters" && given.kind == FileKind::kZip)
        continue;  // a damaged one of its own
      if (reader.takes.contains(given.name)) {
        CHECK(said == "");
        continue;
      }
      // IDX files may be packed with gzip; this one has pictures where labels are needed.
      const bool looks_inside = std::string(reader.name) == "IDX" && given.kind == FileKind::kGzip;
      const std::string told = looks_inside ? "3 dimensions" : std::string(name_of(given.kind));
      CHECK(said.starts_with(path + ":"));
      CHECK(said.find("; ") != said.npos);
      CHECK(said.find(told) != said.npos);
      if (given.kind == FileKind::kUnknown && reader.quotes) CHECK(said.find("got ") != said.npos);
    }
}

TEST_CASE("readers: a folder with the files of another is refused, and says what lies there") {
  for (const Given& given : all_given()) {
    if (given.kind == FileKind::kPng || given.kind == FileKind::kZip) continue;  // whose folders hold such files
    INFO(given.name);
    const TestFolder folder;
    folder.write(given.name, given.bytes);
    const std::string told =
        given.kind == FileKind::kUnknown ? given.name : fmt::format("{}\" ({})", given.name, name_of(given.kind));
    const auto says = [&](const std::string& said) {
      CHECK(said.starts_with(folder.text() + ":"));
      CHECK(said.find(told) != said.npos);
    };
    says(testing::error_of([&] { read_png_folder(folder.text(), false); }));
    says(testing::error_of([&] { read_characters(folder.text()); }));
    if (given.kind != FileKind::kBabi) says(testing::error_of([&] { find_babi_files(folder.text(), 1); }));
    says(testing::error_of([&] { read_scan(folder.text(), scan_splits()[1]); }));
  }
}

TEST_CASE("readers of folders: a file in place of one is told by its kind") {
  const TestFolder folder;
  for (const Given& given : all_given()) {
    INFO(given.name);
    const std::string path = folder.write(given.name, given.bytes).string();
    const std::string told = given.kind == FileKind::kUnknown ? "no folder" : std::string(name_of(given.kind));
    for (const std::string& said : {testing::error_of([&] { find_babi_files(path, 1); }),
                                    testing::error_of([&] { read_scan(path, scan_splits()[1]); }),
                                    testing::error_of([&] { read_png_folder(path, false); })})
      CHECK(said.starts_with(fmt::format("{}: is {}; a ", path, told)));
    if (given.kind != FileKind::kZip)
      CHECK(testing::error_of([&] { read_characters(path); }).starts_with(fmt::format("{}: is {}; ", path, told)));
  }
}
