#include "catalogue/rows/picture_task_rows.hpp"

#include <fmt/format.h>

#include "autodiff/base/error.hpp"
#include "catalogue/options/bound.hpp"
#include "tasks/data/archives/character_files.hpp"
#include "tasks/data/pictures/drawn_characters.hpp"
#include "tasks/data/pictures/drawn_pictures.hpp"
#include "tasks/data/stored/idx.hpp"
#include "tasks/data/stored/png_folder.hpp"
#include "tasks/pictures/mosaic.hpp"
#include "tasks/pictures/one_shot.hpp"
#include "tasks/pictures/patch_sequences.hpp"
#include "tasks/pictures/pictures.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

constexpr long long kMostCanvas = 1024;

/// The source of pictures.
struct PictureSource {
  std::string from = "auto", path;
  bool colours = false;
  Shares shares = {0.1, 0.1};

  /// Its name, for errors.
  std::string name() const { return path.empty() ? "task.from " + from : path; }
};

/// The default is `drawn`.
Bound<PictureSource> source_options(const std::string& drawn) {
  return Bound<PictureSource>{}
      .word("task.from", &PictureSource::from, {"auto", "digits", "shapes", "fashion"},
            fmt::format("which pictures: digits and shapes are drawn; fashion is Fashion-MNIST, of Debian's "
                        "package {}; auto means files where there is a path, else {}",
                        kFashionPackage, drawn))
      .path("task.path", &PictureSource::path,
            "folder of MNIST's four IDX files (.gz too), or of a folder of PNG files for each class")
      .flag("task.colours", &PictureSource::colours, "PNG files keep their colours; else they are made grey")
      .real("task.validation-share", inside(&PictureSource::shares, &Shares::validation), 0.001, 0.5,
            "of files: share of the pictures kept for validation")
      .real("task.test-share", inside(&PictureSource::shares, &Shares::test), 0.001, 0.5,
            "of files: share of the pictures kept for eval and test, where no test set was published");
}

/// The options of the source, and task.canvas.
template <class OnCanvas>
Bound<OnCanvas> canvas_options(const OnCanvas& initial, const std::string& drawn) {
  return Bound<OnCanvas>(initial)
      .with(&OnCanvas::source, source_options(drawn))
      .integer("task.canvas", &OnCanvas::canvas, 1, kMostCanvas, "pixels of the canvas' sides");
}

PictureSet read_pictures(const PictureSource& source) {
  if (source.from == "fashion") return read_fashion(source.path);
  return has_idx_files(source.path) ? read_idx_folder(source.path) : read_png_folder(source.path, source.colours);
}

/// The pictures of a source. Throws InputError for a path with drawn pictures.
KnownPictures pictures(const PictureSource& source, const FigureSet& drawn) {
  const bool draws = source.from == "digits" || source.from == "shapes";
  if (draws && !source.path.empty())
    throw InputError("task.from: got " + source.from + ", which are drawn, with task.path \"" + printable(source.path) +
                     "\"; one of the two without the other is needed");
  if (!source.path.empty() || source.from == "fashion")
    return std::make_shared<const StoredPictures>(read_pictures(source), source.shares, source.name());
  if (source.from == "digits") return std::make_shared<const DrawnPictures>(drawn_digits());
  if (source.from == "shapes") return std::make_shared<const DrawnPictures>(drawn_shapes());
  return std::make_shared<const DrawnPictures>(drawn);
}

struct PicturesOptions : PicturesSettings {
  PictureSource source;
  uint32_t patch = 0;
};

std::unique_ptr<Task> make_pictures(PicturesOptions asked, const KnownCorpus& corpus) {
  asked.from = asked.source.name();
  std::unique_ptr<Task> task = std::make_unique<PicturesTask>(asked, pictures(asked.source, drawn_digits()), corpus);
  if (asked.patch == 0) return task;
  return std::make_unique<PatchSequences>(std::move(task), asked.patch);
}

/// The row of a task with one picture at a time.
TaskRow picture_row(const char* name, const char* summary, const char* reference, Bound<PicturesOptions> options) {
  // For models that go through time; encoders of pictures take them whole.
  options.integer("task.patch", &PicturesOptions::patch, 0, kMostCanvas,
                  "a picture comes as a sequence of squares of so many pixels a side; 0: at once");
  return {{name, summary, reference, options.options(), {}},
          [options](const Settings& s, const KnownCorpus& corpus) { return make_pictures(options.read(s), corpus); }};
}

TaskRow pictures_row() {
  using Options = PicturesOptions;
  return picture_row(
      "pictures", "say what a picture shows: drawn digits or shapes, Fashion-MNIST, one's own",
      "this project (docs/pictures.md)",
      Bound<Options>{}
          .with(&Options::source, source_options("digits"))
          .integer("task.shift", &Options::shift, 0, kMostCanvas,
                   "training pictures are moved by up to so many pixels, across and down")
          .flag("task.mirror", &Options::mirror, "every other training picture is mirrored, left and right"));
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

PicturesOptions on_canvas(uint32_t pixels, uint32_t pieces = 0) {
  PicturesOptions initial;
  initial.canvas = pixels;
  initial.pieces = pieces;
  return initial;
}

TaskRow translated_row() {
  return picture_row("translated", "say which item is somewhere on a larger canvas", "Mnih et al. 2014, section 4.1",
                     canvas_options(on_canvas(60), "digits"));
}

TaskRow cluttered_row() {
  using Options = PicturesOptions;
  return picture_row("cluttered", "say which item is somewhere on a larger canvas, among pieces of other items",
                     "Mnih et al. 2014, section 4.1",
                     canvas_options(on_canvas(60, 4), "digits")
                         .integer("task.pieces", &Options::pieces, 1, 1000, "pieces of other items")
                         .integer("task.piece", &Options::piece, 1, kMostCanvas, "pixels of a piece's sides"));
}

struct MosaicOptions : MosaicSettings {
  PictureSource source;
};

std::unique_ptr<Task> make_mosaic(MosaicOptions asked, const KnownCorpus& corpus) {
  asked.from = asked.source.name();
  asked.colours = asked.source.colours;
  return std::make_unique<MosaicTask>(asked, pictures(asked.source, drawn_shapes()), corpus);
}

TaskRow mosaic_row() {
  using Options = MosaicOptions;
  const auto options = canvas_options(Options{}, "shapes")
                           .limits("task.items", &Options::min_items, &Options::max_items, 1,
                                   static_cast<long long>(kMostItems), "items", "a canvas");
  return {{"mosaic",
           "say how the items on a canvas stand to one another: a star left of a heart above a moon",
           "this project (docs/pictures.md)",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) { return make_mosaic(options.read(s), corpus); }};
}

struct OneShotOptions : OneShotSettings {
  std::string path;
  Shares shares = {0.1, 0.2};
};

std::unique_ptr<Task> make_one_shot(const OneShotOptions& shot, const KnownCorpus& corpus) {
  std::shared_ptr<const CharacterSource> source = std::make_shared<const DrawnCharacters>();
  if (!shot.path.empty())
    source = std::make_shared<const StoredCharacters>(read_characters(shot.path), shot.shares, shot.path);
  return std::make_unique<OneShotTask>(shot, source, shot.path.empty() ? "what is drawn" : shot.path, corpus);
}

TaskRow one_shot_row() {
  using Options = OneShotOptions;
  const auto options =
      Bound<Options>{}
          .path("task.path", &Options::path,
                "characters as Omniglot has them: a folder, or a zip file, of ALPHABET/CHARACTER/*.png; else "
                "they are drawn")
          .integer("task.classes", &Options::classes, 2, 100, "classes of an episode")
          .integer("task.instances", &Options::instances, 1, OneShotTask::kMostInstances, "pictures of each class")
          .flag("task.moved", &Options::moved, "pictures to train on are turned and moved a little")
          .real("task.validation-share", inside(&Options::shares, &Shares::validation), 0.001, 0.5,
                "of files: share of the classes kept for validation")
          .real("task.test-share", inside(&Options::shares, &Shares::test), 0.001, 0.5,
                "of files: share of the classes kept for eval, where no test set was published");
  return {{"one-shot",
           "tell classes of written characters apart of which each was named once, or a few times",
           "Santoro et al. 2016",
           options.options(),
           {}},
          [options](const Settings& s, const KnownCorpus& corpus) { return make_one_shot(options.read(s), corpus); }};
}

}  // namespace

std::vector<TaskRow> picture_task_rows() {
  return {pictures_row(), fashion_row(), translated_row(), cluttered_row(), mosaic_row(), one_shot_row()};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
