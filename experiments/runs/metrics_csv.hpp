#pragma once
// The two tables of a run: metrics.csv, which training adds to, and eval.csv. Tidy: one measurement a row; RFC 4180,
// lines ended by \n, numbers in the shortest form that reads back the same.

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "autodiff/files/files.hpp"

namespace tapehead {

inline constexpr std::string_view kMetricsHeader =
    "task,model,controller,memory,addressing,seed,sequences,seconds,split,metric,value";
inline constexpr std::string_view kEvalHeader =
    "task,model,controller,memory,addressing,seed,sequences,setting,episodes,metric,value";

/// The first columns of every row in a run's tables; a part that does not apply is "none".
struct RunLabels {
  std::string task, model, controller, memory, addressing;
  uint64_t seed = 0;
};

/// `fields` as one line without its end; a field with a comma or a quote is quoted. Throws std::invalid_argument for a
/// line break, which no option's value and no name can hold.
std::string csv_row(std::initializer_list<std::string_view> fields);

/// Collects lines and writes them in one block, so that readers see whole rows.
class CsvFile final {
 public:
  enum class Start {
    kGoOn,   ///< rows go below those of an existing file, which must have this header
    kAfresh  ///< an existing file is emptied
  };

  /// Opens or makes the file and writes the header where it is empty; "-" is standard output.
  /// Throws FileError, and InputError for a file with another header.
  CsvFile(std::filesystem::path path, std::string_view header, Start start);

  void add(const std::string& line);

  /// Writes the collected lines. Throws FileError, after which the file ends as it did before.
  void flush();

  /// Syncs what was written to the disk; call it before writing a checkpoint that relies on it. Throws FileError.
  void sync();

 private:
  std::filesystem::path path_;
  Descriptor file_;
  std::string block_;
};

/// metrics.csv; continues an existing file.
class MetricsCsv final {
 public:
  /// Throws as CsvFile.
  MetricsCsv(const std::filesystem::path& path, const RunLabels& labels);

  /// One measurement after `sequences` training sequences and `seconds` of training; kept until flush(). What is not
  /// finite is no measurement and gets no row.
  void add(uint64_t sequences, double seconds, std::string_view split, std::string_view metric, double value);
  void flush() { file_.flush(); }
  void sync() { file_.sync(); }

 private:
  CsvFile file_;
  std::string labels_;
};

/// A new table each time, which replaces an old file once it is complete. Standard output ("-") and anything that is no
/// regular file, such as a pipe, get rows as they come; an empty path gets none.
class NewTable final {
 public:
  /// Throws FileError, as do all functions here.
  NewTable(const std::filesystem::path& path, std::string_view header);

  void add(const std::string& row);

  /// Makes the rows so far readable where rows are written as they come.
  void flush();

  /// Marks the table complete. Without this call a file keeps its old contents.
  void finish();

 private:
  std::optional<CsvFile> stream_;  ///< at most one of the two
  std::optional<Replacement> file_;
};

/// eval.csv.
class EvalCsv final {
 public:
  /// `sequences`: training sequences of the evaluated checkpoint. Throws FileError, as do all functions here.
  EvalCsv(const std::filesystem::path& path, const RunLabels& labels, uint64_t sequences);

  /// One measurement over `episodes` episodes of a `setting` such as "task.length=60".
  void add(std::string_view setting, uint64_t episodes, std::string_view metric, double value);

  void flush() { table_.flush(); }
  void finish() { table_.finish(); }

 private:
  NewTable table_;
  std::string labels_;
};

/// Removes from a metrics.csv the rows after `sequences` and a torn last line, as a resumed run needs it. A missing
/// file stays missing. Throws InputError, and leaves the file alone, if its header or a row is not ours.
void trim_after(const std::filesystem::path& path, uint64_t sequences);

}  // namespace tapehead
