#include "tasks/data/stored/idx.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;

namespace {

const std::string kImages = idx_bytes({2, 3, 2}, "abcdefghijkl");

std::string refused(const std::string& bytes, size_t dimensions = 3) {
  return testing::error_of([&] { parse_idx("a.idx", bytes, dimensions); });
}

/// MNIST's four files: three pictures of 2×1 pixels to train on, two to test.
struct Folder {
  TestFolder folder;
  Folder() {
    write("train-images-idx3-ubyte", {3, 2, 1}, "aabbcc");
    write("train-labels-idx1-ubyte", {3}, std::string("\1\0\2", 3));
    folder.write("t10k-images-idx3-ubyte.gz", gzip_bytes(idx_bytes({2, 2, 1}, "ddee")));
    write("t10k-labels-idx1-ubyte", {2}, std::string("\0\1", 2));
  }
  void write(const std::string& name, const std::vector<uint32_t>& sizes, const std::string& numbers) const {
    folder.write(name, idx_bytes(sizes, numbers));
  }
  std::string refused() const {
    return testing::error_of([&] { read_idx_folder(folder.text()); });
  }
};

}  // namespace

TEST_CASE("idx: sizes and bytes, packed by gzip or not") {
  for (const std::string& bytes : {kImages, gzip_bytes(kImages)}) {
    const IdxArray array = parse_idx("a.idx", bytes, 3);
    CHECK(array.sizes == std::vector<uint32_t>{2, 3, 2});
    CHECK(array.bytes == "abcdefghijkl");
  }
  CHECK(parse_idx("a.idx", idx_bytes({300}, std::string(300, 'x')), 1).sizes == std::vector<uint32_t>{300});
}

TEST_CASE("idx: what is wrong with a file is told") {
  const std::string begins = "a.idx: does not begin as an IDX file does; one of unsigned bytes is needed";
  for (const char* const text : {"", "abc", "GIF89a"}) CHECK(refused(text) == begins);
  CHECK(refused("PK\3\4abcdef") == "a.idx: is a zip file; an IDX file of unsigned bytes is needed");
  std::string floats = kImages;
  floats[2] = '\x0d';
  CHECK(refused(floats) == "a.idx: got numbers of type 0x0d; unsigned bytes (0x08) are needed");
  CHECK(refused(idx_bytes({3}, "abc")) == "a.idx: got 1 dimension; 3 are needed (pictures, lines, columns)");
  CHECK(refused(kImages, 1) == "a.idx: got 3 dimensions; 1 are needed (labels)");
  CHECK(refused(kImages.substr(0, 9)) == "a.idx: got 9 bytes, which end in its sizes; a whole file is needed");
  CHECK(refused(kImages.substr(0, 20)) == "a.idx: got 4 bytes of numbers; 2×3×2, as its sizes say, are needed");
  CHECK(refused(kImages + "m") == "a.idx: got 13 bytes of numbers; 2×3×2, as its sizes say, are needed");
  const uint32_t most = 0xffffffff;  // 2⁹⁶ bytes, of which 64 bits see little
  CHECK(refused(idx_bytes({most, most, most}, "a")).ends_with(", as its sizes say, are needed"));
  CHECK(refused(idx_bytes({1u << 31, 1u << 31, 4}, "")).ends_with(", as its sizes say, are needed"));
  const std::string whole = "; a whole gzip file of at most 1 GiB is needed", packed = gzip_bytes(kImages);
  CHECK(refused(packed.substr(0, 20)) == "a.idx: cannot be unpacked (it is cut off)" + whole);
  CHECK(refused(packed + "a") == "a.idx: cannot be unpacked (there are bytes behind its end)" + whole);
  std::string damaged = packed;
  damaged[damaged.size() - 7] ^= 1;  // of the sum of what was packed
  CHECK(refused(damaged) == "a.idx: cannot be unpacked (incorrect data check)" + whole);
}

TEST_CASE("idx: a damaged file is read or refused") {
  const auto read = [](const std::string& text) {
    const IdxArray array = parse_idx("a.idx", text, 3);
    REQUIRE(array.sizes.size() == 3);
    REQUIRE(size_t{array.sizes[0]} * array.sizes[1] * array.sizes[2] == array.bytes.size());
  };
  testing::check_damaged(kImages, std::string("\0\1\2\3\x08", 5), "a.idx: ", read);
}

TEST_CASE("idx: a damaged gzip file is read or refused") {
  const std::string packed = gzip_bytes(kImages);
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  size_t refusals = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::string text = testing::damaged(packed, "\x1f\x8b", random);
    const std::string told = refused(text);
    if (told.empty()) CHECK(parse_idx("a.idx", text, 3).bytes.size() == 12);  // bytes of the header that do not matter
    refusals += !told.empty();
  }
  CHECK(refusals > 500);
}

TEST_CASE("idx: the four files of a set, the test set as it was published") {
  const Folder files;
  CHECK(has_idx_files(files.folder.text()));
  const PictureSet set = read_idx_folder(files.folder.text());
  CHECK(set.size == PictureSize{2, 1, 1});
  CHECK(set.labels == std::vector<uint32_t>{1, 0, 2, 0, 1});
  CHECK(set.names == std::vector<std::string>{"0", "1", "2"});
  CHECK(set.published == 2);
  CHECK(std::string(set.pixels.begin(), set.pixels.end()) == "aabbccddee");
  CHECK(read_idx_folder(files.folder.text(), {"x", "y", "z"}).names[1] == "y");
}

TEST_CASE("idx: classes are the labels that are trained on, each with a picture") {
  Folder files;
  const auto in = [&](const char* name) { return (files.folder.path() / name).string(); };
  const std::string trained = in("train-labels-idx1-ubyte"), tested = in("t10k-labels-idx1-ubyte");
  files.write("train-labels-idx1-ubyte", {3}, "\7\3\7");
  files.write("t10k-labels-idx1-ubyte", {2}, "\3\7");
  const PictureSet set = read_idx_folder(files.folder.text());
  CHECK(set.names == std::vector<std::string>{"3", "7"});
  CHECK(set.labels == std::vector<uint32_t>{1, 0, 1, 0, 1});
  files.write("t10k-labels-idx1-ubyte", {2}, "\3\4");
  CHECK(files.refused() ==
        tested + ": got the label 4, which is not trained on; one that has pictures to train on is needed");
  files.write("train-labels-idx1-ubyte", {3}, "\7\7\7");
  CHECK(files.refused() == trained + ": got one class, 7; pictures of at least two are needed");
  files.write("train-labels-idx1-ubyte", {3}, std::string("\0\2\2", 3));
  CHECK(testing::error_of([&] {
          read_idx_folder(files.folder.text(), {"x", "y", "z"});
        }) == trained + ": has no label 1 (y); at least one picture of each class is needed");
}

TEST_CASE("idx: files that do not go together are refused by their names") {
  const auto path = [](const Folder& files, const char* name) { return (files.folder.path() / name).string(); };
  Folder files;
  const std::string labels = path(files, "train-labels-idx1-ubyte"), images = path(files, "train-images-idx3-ubyte");
  CHECK(testing::error_of([&] {
          read_idx_folder(files.folder.text(), {"x", "y"});
        }) == labels + ": got the label 2; one below 2 is needed");
  files.write("train-labels-idx1-ubyte", {2}, "\1\1");
  CHECK(files.refused() == labels + ": got 2 labels; 3, as many as there are pictures in " + images + ", are needed");
  std::filesystem::remove(labels);
  CHECK(files.refused() == labels +
                               ": is not there, nor packed with .gz; all four files of pictures and labels in IDX "
                               "format are needed");
  files.write("train-images-idx3-ubyte", {0, 2, 1}, "");
  files.write("train-labels-idx1-ubyte", {0}, "");
  CHECK(files.refused() == images + ": got 0 pictures of 2×1 pixels; at least one, of at most 4096×4096, is needed");
  files.write("train-images-idx3-ubyte", {1, 1, 2}, "ab");
  files.write("train-labels-idx1-ubyte", {1}, "\1");
  CHECK(files.refused() == path(files, "t10k-images-idx3-ubyte.gz") +
                               ": got pictures of 2×1 pixels; 1×2, as those to train on, are needed");
  CHECK_FALSE(has_idx_files(TestFolder().text()));
}
