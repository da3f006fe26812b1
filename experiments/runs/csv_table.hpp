#pragma once
// Reads the tables that runs and trained models consist of: text by the CSV parser, numbers by read_number().

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>

// GCC 12 warns about csv.h cutting long file names, which is intended.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "autodiff/files/files.hpp"

namespace tapehead {

/// A table, and the columns that are read of it.
template <size_t kColumns>
struct TableFile {
  std::filesystem::path path;
  std::array<const char*, kColumns> columns;
  const char* needed;                       ///< ends its errors: "a run's metrics.csv is needed"
  uint64_t most_bytes = uint64_t{1} << 32;  ///< a larger file is refused
};

/// A row's cells of these columns, numbered in the order of TableFile::columns.
template <size_t kColumns>
class TableRow final {
 public:
  TableRow(const TableFile<kColumns>& file, const std::array<std::string, kColumns>& cells, size_t line)
      : file_(file), cells_(cells), line_(line) {}

  const std::string& text(size_t column) const { return cells_[column]; }
  /// Throws InputError for what is no finite number, or not within these bounds.
  double number(size_t column, double least, double most = std::numeric_limits<double>::infinity()) const {
    const auto number = read_number<double>(cells_[column]);
    if (!number) refuse(column, "a finite number is needed");
    if (*number < least) refuse(column, fmt::format("a number of at least {} is needed", least));
    if (*number > most) refuse(column, fmt::format("a number of at most {} is needed", most));
    return *number;
  }
  /// Throws InputError for what is no whole number from 0 to kGreatestCount.
  uint64_t count(size_t column) const {
    const auto count = read_count(cells_[column]);
    if (!count) refuse(column, fmt::format("a whole number from 0 to {} is needed", kGreatestCount));
    return *count;
  }

 private:
  [[noreturn]] void refuse(size_t column, const std::string& needed) const {
    throw InputError(fmt::format("{}:{}: {} is \"{}\"; {}", file_.path.string(), line_, file_.columns[column],
                                 printable(cells_[column]), needed));
  }

  const TableFile<kColumns>& file_;
  const std::array<std::string, kColumns>& cells_;
  size_t line_;
};

/// Calls each(TableRow) for every row. A last line without an end is still being written, or torn: it is left out, and
/// the result is true. Throws InputError for anything that is no such table, a file without any line apart.
template <size_t kColumns, class Each>
bool each_row(const TableFile<kColumns>& file, Each each) {
  const std::string name = file.path.string();
  std::string text = read_whole(file.path, file.most_bytes);
  const bool is_torn = !text.empty() && text.back() != '\n';
  text.resize(text.rfind('\n') + 1);  // npos + 1 is 0
  if (text.empty()) return is_torn;
  if (text.find('\0') != text.npos)  // the parser would take the rest of the line for no part of it
    throw InputError(fmt::format("{}: holds a zero byte; {}", name, file.needed));
  io::CSVReader<kColumns, io::trim_chars<' '>, io::double_quote_escape<',', '"'>> rows(name, text.data(),
                                                                                       text.data() + text.size());
  try {
    std::apply([&](auto... column) { rows.read_header(io::ignore_extra_column, column...); }, file.columns);
    std::array<std::string, kColumns> cells;
    while (std::apply([&](auto&... cell) { return rows.read_row(cell...); }, cells))
      each(TableRow<kColumns>(file, cells, rows.get_file_line()));
  } catch (const io::error::missing_column_in_header& error) {
    throw InputError(fmt::format("{}:1: has no column \"{}\"; {}", name, error.column_name, file.needed));
  } catch (const io::error::base&) {
    throw InputError(
        fmt::format("{}:{}: is no row of the header's columns; {}", name, rows.get_file_line(), file.needed));
  }
  return is_torn;
}

}  // namespace tapehead
