#include "tasks/data/stored/png_folder.hpp"

#include <catch2/catch.hpp>

#include "autodiff/base/error.hpp"
#include "tasks/data/formats/png.hpp"
#include "tests/support/damaged.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/folder.hpp"
#include "tests/support/picture_files.hpp"

using namespace tapehead;

namespace {

const std::string kNoFolders =
    "; a folder of MNIST's four IDX files (train-images-idx3-ubyte …), or of a folder of PNG files for each class, is "
    "needed";

std::string png_error(const TestFolder& folder) {
  return testing::error_of([&] { read_png_folder(folder.text(), false); });
}

/// Grey pictures of 1×2 pixels.
std::string png(uint8_t left, uint8_t right) { return png_bytes({left, right}, 1, 2); }

}  // namespace

TEST_CASE("png: grey as it is; colours kept, or made grey by their luminance") {
  const PngPicture grey = parse_png("a.png", png_bytes({0, 7, 128, 200, 255, 3}, 2, 3), false);
  CHECK(grey.size == PictureSize{2, 3, 1});
  CHECK(grey.pixels == std::vector<uint8_t>{0, 7, 128, 200, 255, 3});
  const std::vector<uint8_t> colours{255, 0, 0, 0, 255, 0, 0, 0, 255, 80, 80, 80};
  const PngPicture kept = parse_png("a.png", png_bytes(colours, 1, 4, 3), true),
                   made_grey = parse_png("a.png", png_bytes(colours, 1, 4, 3), false);
  CHECK(kept.size == PictureSize{1, 4, 3});
  CHECK(kept.pixels == colours);
  CHECK(made_grey.pixels.size() == 4);
  CHECK(made_grey.pixels[1] > made_grey.pixels[0]);  // green is brighter than red, and red than blue
  CHECK(made_grey.pixels[0] > made_grey.pixels[2]);
  CHECK(made_grey.pixels[3] == 80);
}

TEST_CASE("png: what is no PNG file, or damaged, is refused with its name") {
  for (const std::string& bytes : {std::string(), std::string("GIF89a"), png(1, 2).substr(0, 40)})
    CHECK_THROWS_WITH(parse_png("a.png", bytes, false),
                      Catch::StartsWith("a.png: cannot be read (") && Catch::EndsWith("); a whole PNG file is needed"));
  std::string wide = png(1, 2);
  wide[16] = '\x10';  // its width is beyond what is taken, and its sum is wrong
  CHECK_THROWS_AS(parse_png("a.png", wide, false), InputError);
  CHECK_THROWS_WITH(parse_png("a.png", png_bytes(std::vector<uint8_t>(4097), 1, 4097), false),
                    "a.png: got 1×4097 pixels; at most 4096×4096 are needed");
}

TEST_CASE("png: a damaged file is read or refused") {
  std::vector<uint8_t> pixels;
  for (int i = 0; i < 64; ++i) pixels.push_back(static_cast<uint8_t>(i * 37));
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  const std::string whole = png_bytes(pixels, 8, 8);
  size_t refusals = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::string bytes = testing::damaged(whole, "IDAT", random);
    try {
      const PngPicture picture = parse_png("a.png", bytes, false);
      REQUIRE(picture.pixels.size() == picture.size.bytes());
    } catch (const InputError& error) {
      ++refusals;
      REQUIRE(std::string(error.what()).starts_with("a.png: "));
    }
  }
  CHECK(refusals > 500);
}

TEST_CASE("png folder: a class for each folder, all in the order of their names") {
  const TestFolder folder;
  folder.write("dog/2.png", png(4, 5));
  folder.write("dog/1.PNG", png(2, 3));
  folder.write("cat/a.png", png(0, 1));
  folder.write("cat/readme.txt", "no picture");
  folder.write(".hidden/a.txt", "");
  const PictureSet set = read_png_folder(folder.text(), false);
  CHECK(set.names == std::vector<std::string>{"cat", "dog"});
  CHECK(set.size == PictureSize{1, 2, 1});
  CHECK(set.labels == std::vector<uint32_t>{0, 1, 1});
  CHECK(set.pixels == std::vector<uint8_t>{0, 1, 2, 3, 4, 5});
  CHECK(set.published == 0);
  CHECK(read_png_folder(folder.text(), true).size.channels == 3);
}

TEST_CASE("png folder: train and test apart, as they were published") {
  const TestFolder folder;
  folder.write("train/cat/a.png", png(0, 1));
  folder.write("train/dog/a.png", png(2, 3));
  folder.write("test/dog/a.png", png(4, 5));
  const PictureSet set = read_png_folder(folder.text(), false);
  CHECK(set.names == std::vector<std::string>{"cat", "dog"});
  CHECK(set.labels == std::vector<uint32_t>{0, 1, 1});
  CHECK(set.published == 1);
  folder.write("test/cow/a.png", png(4, 5));
  CHECK(png_error(folder) == folder.text() +
                                 "/test/cow: got a class that is not trained on; one that has pictures to train on is "
                                 "needed");
}

TEST_CASE("png folder: another layout is named") {
  const std::string layouts =
      "FOLDER/CLASS/*.png, or FOLDER/train/CLASS/*.png beside FOLDER/test/CLASS/*.png, is needed";
  const TestFolder folder;
  for (const char* const of_class : {"cat", "dog"}) {
    folder.write(std::string("train/") + of_class + "/a.png", png(0, 1));
    folder.write(std::string("val/") + of_class + "/a.png", png(2, 3));
  }
  CHECK(png_error(folder) == folder.text() + "/train: has no PNG file, but folders such as \"cat\"; " + layouts);
  folder.write("test/cat/a.png", png(0, 1));
  CHECK(png_error(folder) ==
        folder.text() +
            "/val: lies beside train and test; these two alone are needed, for what validates is a "
            "share of train (task.validation-share)");
  std::filesystem::remove_all(folder.path() / "val");
  folder.write("__MACOSX/train/cat/._a.png", "what macOS keeps");
  folder.write("train/__MACOSX/._a.png", "what macOS keeps");
  CHECK(read_png_folder(folder.text(), false).names == std::vector<std::string>{"cat", "dog"});
}

TEST_CASE("png folder: what is wrong is told with its place") {
  const TestFolder folder;
  CHECK(png_error(folder) == folder.text() + ": got no folders" + kNoFolders);
  folder.write("cat/a.png", png(0, 1));
  CHECK(png_error(folder) == folder.text() + ": got one folder" + kNoFolders);
  folder.write("dog/a.txt", "");
  CHECK(png_error(folder) == folder.text() + "/dog: has no PNG file; at least one picture of each class is needed");
  folder.write("dog/a.png", png_bytes({1, 2, 3}, 1, 3));
  CHECK(png_error(folder) ==
        folder.text() + "/dog/a.png: got 1×3 pixels; 1×2, as " + folder.text() + "/cat/a.png has, are needed");
  folder.write("dog/a.png", png(0, 1).substr(0, 50));
  CHECK(png_error(folder).starts_with(folder.text() + "/dog/a.png: cannot be read ("));
  folder.write(" /a.png", png(0, 1));
  CHECK(png_error(folder) ==
        folder.text() + ": got a class called \" \"; at most 40 bytes of UTF-8 that show are needed");
  std::filesystem::remove_all(folder.path() / " ");
  folder.write("\xff/a.png", png(0, 1));
  CHECK(png_error(folder).ends_with("; at most 40 bytes of UTF-8 that show are needed"));
  CHECK_THROWS_WITH(read_png_folder("/no/such/folder", false),
                    "/no/such/folder: cannot be read (No such file or directory)" + kNoFolders);
  const TestFolder parted;  // which is no folder of IDX files
  parted.write("train/cat/a.png", png(0, 1));
  parted.write("test/cat/a.png", png(0, 1));
  CHECK(png_error(parted) ==
        parted.text() + "/train: got one folder; folders of PNG files, one for each class, are needed");
}
