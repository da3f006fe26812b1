#include "catalogue/rows/picture_task_rows.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/rows/task_sizes.hpp"
#include "tasks/data/archives/character_files.hpp"
#include "tasks/data/pictures/drawn_characters.hpp"
#include "tasks/data/pictures/drawn_pictures.hpp"
#include "tasks/data/stored/idx.hpp"
#include "tasks/data/stored/png_folder.hpp"
#include "tasks/pictures/mosaic.hpp"
#include "tasks/pictures/one_shot.hpp"
#include "tasks/pictures/pictures.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr long long kMostCanvas = 1024;

/// Which pictures; by default those that are `drawn`. Then the others.
std::vector<Option> with_pictures(const std::string& drawn, const std::vector<Option>& others) {
  std::vector<Option> all = {
      Option::choice("task.from", "auto", {"auto", "digits", "shapes", "fashion"},
                     fmt::format("which pictures: digits and shapes are drawn; fashion is Fashion-MNIST, of Debian's "
                                 "package {}; auto means files where there is a path, else {}",
                                 kFashionPackage, drawn)),
      Option::path("task.path",
                   "folder of MNIST's four IDX files (.gz too), or of a folder of PNG files for each class"),
      Option::flag("task.colours", false, "PNG files keep their colours; else they are made grey"),
      Option::real("task.validation-share", 0.1, 0.001, 0.5, "of files: share of the pictures kept for validation"),
      Option::real("task.test-share", 0.1, 0.001, 0.5,
                   "of files: share of the pictures kept for eval and test, where no test set was published")};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

Option canvas_option(long long value) {
  return Option::integer("task.canvas", value, 1, kMostCanvas, "pixels of the canvas' sides");
}

/// For what goes through time; an encoder of pictures takes them as they are.
Option patch_option() {
  return Option::integer("task.patch", 0, 0, kMostCanvas,
                         "a picture comes as a sequence of squares of so many pixels a side; 0: at once");
}

/// Where the settings' pictures are from, for errors.
std::string pictures_from(const Settings& s) {
  const std::string& path = s.text("task.path");
  return path.empty() ? "task.from " + s.text("task.from") : path;
}

PictureSet read_pictures(const Settings& s) {
  const std::string& path = s.text("task.path");
  if (s.text("task.from") == "fashion") return read_fashion(path);
  return has_idx_files(path) ? read_idx_folder(path) : read_png_folder(path, s.flag("task.colours"));
}

/// The settings' pictures. Throws InputError for a path and pictures that are drawn.
KnownPictures pictures(const Settings& s, const FigureSet& drawn) {
  const std::string &from = s.text("task.from"), &path = s.text("task.path");
  const bool draws = from == "digits" || from == "shapes";
  if (draws && !path.empty())
    throw InputError("task.from: got " + from + ", which are drawn, with task.path \"" + printable(path) +
                     "\"; one of the two without the other is needed");
  if (!path.empty() || from == "fashion")
    return std::make_shared<const StoredPictures>(
        read_pictures(s), Shares{s.real("task.validation-share"), s.real("task.test-share")}, pictures_from(s));
  const FigureSet& figures = from == "digits" ? drawn_digits() : from == "shapes" ? drawn_shapes() : drawn;
  return std::make_shared<const DrawnPictures>(figures);
}

PicturesSettings on_canvas(const Settings& s) {
  PicturesSettings settings{pictures_from(s)};
  settings.canvas = static_cast<uint32_t>(s.size("task.canvas"));
  return settings;
}

TaskRow pictures_row() {
  return {
      {"pictures",
       "say what a picture shows: drawn digits or shapes, Fashion-MNIST, one's own",
       "this project (docs/pictures.md)",
       with_pictures("digits",
                     {Option::integer("task.shift", 0, 0, kMostCanvas,
                                      "training pictures are moved by up to so many pixels, across and down"),
                      Option::flag("task.mirror", false, "every other training picture is mirrored, left and right"),
                      patch_option()}),
       {}},
      [](const Settings& s, const KnownCorpus& corpus) {
        PicturesSettings settings{pictures_from(s)};
        settings.shift = static_cast<uint32_t>(s.size("task.shift"));
        settings.mirror = s.flag("task.mirror");
        return std::make_unique<PicturesTask>(settings, pictures(s, drawn_digits()), corpus);
      }};
}

TaskRow fashion_row() {
  TaskRow row = pictures_row();
  row.info = {"fashion",
              "short for --task pictures --task.from fashion",
              "Xiao, Rasul & Vollgraf 2017",
              {},
              {{"task", "pictures"}, {"task.from", "fashion"}}};
  return row;
}

TaskRow translated_row() {
  return {{"translated",
           "say which item is somewhere on a larger canvas",
           "Mnih et al. 2014, section 4.1",
           with_pictures("digits", {canvas_option(60), patch_option()}),
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            return std::make_unique<PicturesTask>(on_canvas(s), pictures(s, drawn_digits()), corpus);
          }};
}

TaskRow cluttered_row() {
  return {
      {"cluttered",
       "say which item is somewhere on a larger canvas, among pieces of other items",
       "Mnih et al. 2014, section 4.1",
       with_pictures("digits",
                     {canvas_option(60), Option::integer("task.pieces", 4, 1, 1000, "pieces of other items"),
                      Option::integer("task.piece", 8, 1, kMostCanvas, "pixels of a piece's sides"), patch_option()}),
       {}},
      [](const Settings& s, const KnownCorpus& corpus) {
        PicturesSettings settings = on_canvas(s);
        settings.pieces = static_cast<uint32_t>(s.size("task.pieces"));
        settings.piece = static_cast<uint32_t>(s.size("task.piece"));
        return std::make_unique<PicturesTask>(settings, pictures(s, drawn_digits()), corpus);
      }};
}

TaskRow mosaic_row() {
  return {{"mosaic",
           "say how the items on a canvas stand to one another: a star left of a heart above a moon",
           "this project (docs/pictures.md)",
           with_sizes(with_pictures("shapes", {canvas_option(84)}),
                      {{"items", 2, 3, 1, static_cast<long long>(kMostItems), "items", "a canvas"}}),
           {}},
          [](const Settings& s, const KnownCorpus& corpus) {
            const MosaicSettings settings{pictures_from(s), static_cast<uint32_t>(s.size("task.canvas")),
                                          s.size("task.min-items"), s.size("task.max-items"), s.flag("task.colours")};
            return std::make_unique<MosaicTask>(settings, pictures(s, drawn_shapes()), corpus);
          }};
}

TaskRow one_shot_row() {
  return {
      {"one-shot",
       "tell classes of written characters apart of which each was named once, or a few times",
       "Santoro et al. 2016",
       {Option::path("task.path",
                     "characters as Omniglot has them: a folder, or a zip file, of ALPHABET/CHARACTER/*.png; else "
                     "they are drawn"),
        Option::integer("task.classes", 5, 2, 100, "classes of an episode"),
        Option::integer("task.instances", 10, 1, OneShotTask::kMostInstances, "pictures of each class"),
        Option::flag("task.moved", true, "pictures to train on are turned and moved a little"),
        Option::real("task.validation-share", 0.1, 0.001, 0.5, "of files: share of the classes kept for validation"),
        Option::real("task.test-share", 0.2, 0.001, 0.5,
                     "of files: share of the classes kept for eval, where no test set was published")},
       {}},
      [](const Settings& s, const KnownCorpus& corpus) {
        const std::string& path = s.text("task.path");
        std::shared_ptr<const CharacterSource> source = std::make_shared<const DrawnCharacters>();
        if (!path.empty())
          source = std::make_shared<const StoredCharacters>(
              read_characters(path), Shares{s.real("task.validation-share"), s.real("task.test-share")}, path);
        return std::make_unique<OneShotTask>(
            OneShotSettings{s.size("task.classes"), s.size("task.instances"), s.flag("task.moved")}, source,
            path.empty() ? "what is drawn" : path, corpus);
      }};
}

}  // namespace

std::vector<TaskRow> picture_task_rows() {
  return {pictures_row(), fashion_row(), translated_row(), cluttered_row(), mosaic_row(), one_shot_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
