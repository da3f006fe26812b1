#include "tests/support/fuzz_harnesses.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/file_kind.hpp"
#include "autodiff/files/json.hpp"
#include "autodiff/files/safetensors.hpp"
#include "catalogue/options/option.hpp"
#include "experiments/options/configuration.hpp"
#include "experiments/runs/metrics_csv.hpp"
#include "experiments/runs/run_curve.hpp"
#include "experiments/runs/run_json.hpp"
#include "experiments/runs/run_notes.hpp"
#include "tasks/data/archives/character_files.hpp"
#include "tasks/data/babi/format.hpp"
#include "tasks/data/babi/ids.hpp"
#include "tasks/data/formats/gzip.hpp"
#include "tasks/data/formats/png.hpp"
#include "tasks/data/graphs/graph_file.hpp"
#include "tasks/data/sequences/pairs_file.hpp"
#include "tasks/data/sequences/pronouncing_dictionary.hpp"
#include "tasks/data/sequences/scan.hpp"
#include "tasks/data/stored/idx.hpp"
#include "tasks/files/episode_lines.hpp"
#include "tasks/files/sequences_csv.hpp"
#include "tests/support/folder.hpp"

namespace tapehead {
namespace {

const std::string kName = "outside";  // what the bytes are called in errors

void demand(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "harness: %s\n", what.c_str());
  std::abort();
}

/// Calls read(); a refusal must be one line that begins with `where` and says what would be right.
template <class Read>
void read_or_refuse(const std::string& where, Read read) {
  const auto check = [&](const std::string& what) {
    demand(what.starts_with(where), "a refusal does not begin with where: " + what);
    demand(what.find("; ") != what.npos, "a refusal does not say what is needed: " + what);
    demand(std::none_of(what.begin(), what.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }),
           "a refusal is not one line: " + what);
  };
  try {
    read();
  } catch (const InputError& error) {
    check(error.what());
  } catch (const DivergedError& error) {
    check(error.what());
  }
}

/// Writes the bytes to a file of that name, for readers that take a path.
std::string file_of(std::string_view bytes, const std::string& name) {
  static const TestFolder folder;
  return folder.write(name, std::string(bytes)).string();
}

void run_json(std::string_view bytes) {
  const Json json = Json::parse(bytes);
  if (json.is_object()) demand(Json::parse(json.line()).line() == json.line(), "JSON does not read back");
  (void)json.count("sequences");
}

void run_result(std::string_view bytes) {
  const std::string file = file_of(bytes, "result.json");
  read_or_refuse(file, [&] { demand(read_result(file).count("sequences").has_value(), "a result without sequences"); });
}

void run_manifest(std::string_view bytes) {
  const std::string file = file_of(bytes, "manifest.json");
  read_or_refuse(file, [&] { (void)read_manifest(file); });
}

void run_notes(std::string_view bytes) {
  const std::filesystem::path file = file_of(bytes, "notes.json");
  read_or_refuse(file.string(), [&] { (void)read_notes(file.parent_path()); });
}

void run_metrics(std::string_view bytes) {
  const std::string file = file_of(bytes, "metrics.csv");
  read_or_refuse(file, [&] {
    for (const CurvePoint& point : read_curve(file, "validation", "bits"))
      demand(std::isfinite(point.value) && point.sequences >= 0 && point.sequences <= 0x1p53, "no point of a curve");
  });
  read_or_refuse(file, [&] { trim_after(file, 400); });
}

void run_config(std::string_view bytes) {
  read_or_refuse(kName,
                 [&] { demand(ini_layer(kName, std::string(bytes)).name == kName, "a layer without its name"); });
}

void run_options(std::string_view bytes) {
  const std::string text(bytes);
  for (const Option& option :
       {Option::integer("n", 1, -5, 9, ""), Option::real("x", 1, 0, 2, ""), Option::span("s", "1", 0, 1e9, ""),
        Option::odd("o", 1, 1, 9, ""), Option::list("p", PartKind::kMemory, "none", {"attention"}, ""),
        Option::text("t", "", "")}) {
    read_or_refuse("", [&] {
      const std::string normal = normal_value(option, text);
      demand(normal_value(option, normal) == normal, "a normal value is not normal");
    });
    read_or_refuse("", [&] { demand(!expand_grid(option, text).empty(), "a grid without a point"); });
  }
  read_or_refuse("", [&] { (void)parse_seeds(text); });
  read_or_refuse("", [&] { (void)parse_babi_ids(text, kName); });
  if (const auto number = read_number<double>(text)) demand(std::isfinite(*number), "a number that is not finite");
  if (const auto count = read_count(text)) demand(*count <= kGreatestCount, "a count beyond the greatest");
}

void run_safetensors(std::string_view bytes) {
  read_or_refuse(kName, [&] {
    const SafetensorsFile file = from_bytes(bytes, kName);
    demand(from_bytes(to_bytes(file), kName).tensors.size() == file.tensors.size(), "safetensors do not read back");
  });
}

void run_babi(std::string_view bytes) {
  read_or_refuse(kName, [&] { demand(!parse_babi(bytes, kName).empty(), "stories without one"); });
}

void run_pairs(std::string_view bytes) {
  for (const Units units : {Units::kCharacters, Units::kWords})
    read_or_refuse(kName, [&] { demand(!parse_pairs(kName, bytes, {units, units, 40}).empty(), "no pair"); });
}

void run_scan(std::string_view bytes) {
  read_or_refuse(kName, [&] {
    const std::vector<Pair> pairs = parse_scan(kName, bytes);
    demand(parse_scan(kName, scan_text(pairs)).size() == pairs.size(), "commands do not read back");
  });
}

void run_dictionary(std::string_view bytes) {
  for (const bool stress : {false, true})
    read_or_refuse(kName, [&] { demand(!parse_pronunciations(kName, bytes, {stress, 50}).empty(), "no entry"); });
}

void run_graph(std::string_view bytes) {
  read_or_refuse(kName, [&] {
    const NamedGraph named = parse_graph(kName, bytes);
    demand(named.graph.node_labels.size() == named.nodes.size(), "a node without a label");
  });
}

void run_idx(std::string_view bytes) {
  for (const size_t dimensions : {1, 3})
    read_or_refuse(kName, [&] {
      const IdxArray array = parse_idx(kName, std::string(bytes), dimensions);
      size_t product = 1;
      for (const uint32_t size : array.sizes) product *= size;
      demand(array.bytes.size() == product, "an array that its sizes do not fit");
    });
}

void run_gzip(std::string_view bytes) {
  read_or_refuse(kName, [&] { (void)unpacked(kName, bytes); });
}

void run_png(std::string_view bytes) {
  for (const bool colours : {false, true})
    read_or_refuse(kName, [&] {
      const PngPicture picture = parse_png(kName, bytes, colours);
      demand(picture.pixels.size() == picture.size.bytes(), "a picture that its size does not fit");
    });
}

void run_zip(std::string_view bytes) {
  const std::string file = file_of(bytes, "outside.zip");
  read_or_refuse(file, [&] { demand(!read_characters(file).classes.empty(), "no class"); });
}

void run_sequences(std::string_view bytes) {
  read_or_refuse(kName, [&] {
    const Sequences read = parse_sequences(kName, std::string(bytes));
    demand(read.inputs.size() == read.features * read.begins.back(), "inputs that are not whole");
    demand(std::all_of(read.inputs.begin(), read.inputs.end(), [](Real x) { return std::isfinite(x); }),
           "an input that is not finite");
  });
}

void run_lines(std::string_view bytes) {
  read_or_refuse(kName, [&] {
    const TokenSequences read = parse_token_lines(kName, bytes);
    demand(read.shown.size() == read.begins.back() && read.asked.size() == read.shown.size(),
           "steps that are not whole");
    for (const uint32_t token : read.shown) demand(token == kNoToken || token < read.tokens.size(), "no such token");
    for (const uint32_t one : read.asked) demand(one == kNoToken || one < read.classes.size(), "no such class");
  });
  read_or_refuse(kName, [&] {
    const Sequences read = parse_bit_lines(kName, bytes);
    demand(read.inputs.size() == read.features * read.begins.back(), "inputs that are not whole");
    demand(read.mask.size() == read.outputs * read.begins.back(), "targets that are not whole");
  });
}

void run_kind(std::string_view bytes) {
  const FileKind kind = kind_of(bytes);
  demand((kind == FileKind::kUnknown) == name_of(kind).empty(), "a kind without a name");
}

}  // namespace

std::span<const Harness> harnesses() {
  static constexpr Harness kAll[] = {{"json", run_json},         {"result", run_result},
                                     {"manifest", run_manifest}, {"notes", run_notes},
                                     {"metrics", run_metrics},   {"config", run_config},
                                     {"options", run_options},   {"safetensors", run_safetensors},
                                     {"babi", run_babi},         {"pairs", run_pairs},
                                     {"scan", run_scan},         {"dictionary", run_dictionary},
                                     {"graph", run_graph},       {"idx", run_idx},
                                     {"gzip", run_gzip},         {"png", run_png},
                                     {"zip", run_zip},           {"sequences", run_sequences},
                                     {"kind", run_kind},         {"lines", run_lines}};
  return kAll;
}

}  // namespace tapehead
