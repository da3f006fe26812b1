#include "catalogue/options/bound.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include "autodiff/base/error.hpp"

using namespace tapehead;

namespace {

enum class Colour { kRed, kGreen };

struct Frame {
  uint32_t border = 2;
  bool round = false;
};

struct Shared {
  size_t width = 21;
};

struct Picture : Shared {
  float share = 0.1f;
  double rate = 1e-3;
  Colour colour = Colour::kGreen;
  uint64_t warm_up = 10;
  size_t least = 1, most = 5;
  std::string path, name = "none", kind = "soft";
  Frame frame;
};

Bound<Picture> picture_options() {
  return Bound<Picture>{}
      .with(Bound<Shared>{}.odd("width", &Shared::width, 1, 99, "numbers").checked_at("3"))
      .real("share", &Picture::share, 0, 1, "of all")
      .real("rate", &Picture::rate, 0, 10, "of learning")
      .choice("colour", &Picture::colour, {{"red", Colour::kRed}, {"green", Colour::kGreen}}, "of the sky")
      .span("warm-up", &Picture::warm_up, 0, 1000, "sequences")
      .only_with("colour", {"red"})
      .limits("a.length", &Picture::least, &Picture::most, 1, 9, "steps", "a sequence")
      .path("path", &Picture::path, "a file")
      .text("name", &Picture::name, "a name")
      .part("focus", &Picture::kind, PartKind::kNormaliser, "how it looks")
      .part("memory", PartKind::kMemory, "ntm", "what remembers")
      .with(&Picture::frame, Bound<Frame>{}.flag("round", &Frame::round, "no corners"))
      .integer("border", inside(&Picture::frame, &Frame::border), 0, 7, "pixels")
      .declare({Option::integer("other", 1, 0, 3, "another's")});
}

const Option& option(const Bound<Picture>& options, const std::string& name) {
  for (const Option& one : options.options())
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

/// The defaults, some changed, checked like those of a configuration.
Settings settings(const std::vector<std::pair<std::string, std::string>>& changes = {}) {
  static const Bound<Picture> options = picture_options();
  Settings all;
  for (const Option& one : options.options())
    if (one.type != Option::Type::kLimits) all.set(one.name, normal_value(one, one.value));
  for (const auto& [name, value] : changes) all.set(name, normal_value(option(options, name), value));
  return all;
}

}  // namespace

TEST_CASE("bound options are declared in their order, with what the fields hold at first as defaults") {
  const Bound<Picture> options = picture_options();
  std::string all;
  for (const Option& one : options.options()) all += one.name + "=" + one.value + " ";
  CHECK(all ==
        "width=21 share=0.1 rate=0.001 colour=green warm-up=10 a.min-length=1 a.max-length=5 a.length= path= name=none "
        "focus=soft memory=ntm round=false border=2 other=1 ");
  CHECK(option(options, "width").type == Option::Type::kOdd);
  CHECK(option(options, "width").small == "3");
  CHECK(option(options, "border").low == 0);
  CHECK(option(options, "border").high == 7);
  CHECK(option(options, "border").help == "pixels");
  CHECK(option(options, "colour").choices == std::vector<std::string>{"red", "green"});
  CHECK(option(options, "warm-up").goes_with == "colour");
  CHECK(option(options, "warm-up").values == std::vector<std::string>{"red"});
  CHECK(option(options, "a.min-length").help == "least steps of a sequence");
  CHECK(option(options, "a.length").both == std::vector<std::string>{"a.min-length", "a.max-length"});
  CHECK(option(options, "a.length").help == "steps of every sequence");
  CHECK(option(options, "path").is_path);
  CHECK(option(options, "focus").part == PartKind::kNormaliser);
}

TEST_CASE("other defaults come from another struct") {
  Picture initial;
  initial.colour = Colour::kRed;
  const auto options = Bound<Picture>(initial).choice("colour", &Picture::colour,
                                                      {{"red", Colour::kRed}, {"green", Colour::kGreen}}, "of the sky");
  CHECK(options.options().front().value == "red");
}

TEST_CASE("what settings say reaches the fields, of bases and inner structs too") {
  const Picture picture = picture_options().read(settings({{"width", "7"},
                                                           {"share", "0.3"},
                                                           {"rate", "2"},
                                                           {"colour", "red"},
                                                           {"warm-up", "1.5epochs"},
                                                           {"a.min-length", "3"},
                                                           {"path", "here"},
                                                           {"focus", "hard"},
                                                           {"round", "on"},
                                                           {"border", "5"}}),
                                                 100);
  CHECK(picture.width == 7);
  CHECK(picture.share == 0.3f);
  CHECK(picture.rate == 2);
  CHECK(picture.colour == Colour::kRed);
  CHECK(picture.warm_up == 150);
  CHECK(picture.least == 3);
  CHECK(picture.most == 5);
  CHECK(picture.path == "here");
  CHECK(picture.name == "none");
  CHECK(picture.kind == "hard");
  CHECK(picture.frame.round);
  CHECK(picture.frame.border == 5);
}

TEST_CASE("bounds hold for what is typed") {
  CHECK_THROWS_AS(settings({{"border", "8"}}), InputError);
  CHECK_THROWS_AS(settings({{"width", "4"}}), InputError);
  CHECK_THROWS_AS(settings({{"share", "1.5"}}), InputError);
  CHECK_THROWS_AS(settings({{"colour", "blue"}}), InputError);
  CHECK_THROWS_AS(settings({{"a.max-length", "10"}}), InputError);
  CHECK_THROWS_AS(picture_options().read(settings({{"warm-up", "2epochs"}})), InputError);
}

TEST_CASE("a name that no part declares, a word that means nothing, and a default without a word") {
  CHECK_THROWS_AS(picture_options().read(Settings()), std::out_of_range);
  Settings wrong = settings();
  wrong.set("colour", "blue");
  CHECK_THROWS_AS(picture_options().read(wrong), std::invalid_argument);
  CHECK_THROWS_AS(Bound<Picture>{}.choice("colour", &Picture::colour, {{"red", Colour::kRed}}, ""), std::logic_error);
}

TEST_CASE("fields whose options nothing declares stay as they are where they may") {
  Settings some;
  some.set("border", "6");
  Picture picture;
  picture.width = 99;
  picture_options().fill_declared(some, picture);
  CHECK(picture.frame.border == 6);
  CHECK(picture.width == 99);
  CHECK(picture.colour == Colour::kGreen);
}
