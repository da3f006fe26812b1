#include "experiments/runs/metrics_csv.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

// GCC 12 takes the cutting of long file names in csv.h, which is meant, for a mistake.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstringop-truncation"
#include <libfccp/csv.h>
#pragma GCC diagnostic pop

#include "autodiff/base/error.hpp"
#include "autodiff/base/number_text.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"

namespace tapehead {
namespace {

constexpr size_t kFields = 11;
constexpr size_t kSequences = 6;
constexpr uint64_t kMostBytes = 1ull << 30;
constexpr const char* kOutput = "-";  // in place of a path

using CsvFields = std::array<std::string, kFields>;
using RowReader = io::CSVReader<kFields, io::trim_chars<>, io::double_quote_escape<',', '"'>>;

std::string csv_field(std::string_view field) {
  if (field.find_first_of("\r\n") != field.npos)
    throw std::invalid_argument(fmt::format("csv: a field holds a line break: \"{}\"", printable(field)));
  if (field.find_first_of(",\"") == field.npos) return std::string(field);
  std::string text = "\"";
  for (const char c : field) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

template <class Fields>
std::string joined(const Fields& fields) {
  std::string line;
  for (const auto& field : fields) {
    if (&field != &*std::begin(fields)) line += ',';
    line += csv_field(field);
  }
  return line;
}

std::string label_columns(const RunLabels& run) {
  return csv_row({run.task, run.model, run.controller, run.memory, run.addressing, std::to_string(run.seed)}) + ',';
}

[[noreturn]] void refuse_header(const std::filesystem::path& path, std::string_view got, std::string_view header) {
  throw InputError(
      fmt::format("{}: its first line is \"{}\"; the columns {} are needed", path.string(), printable(got), header));
}

bool is_file(const Descriptor& file, const std::filesystem::path& path, off_t& size) {
  struct stat status {};
  if (fstat(file.number(), &status) != 0) throw FileError(path, "cannot be used", errno);
  size = status.st_size;
  return S_ISREG(status.st_mode);
}

/// Throws unless the file begins with the header, byte by byte.
void check_header(const std::filesystem::path& path, std::string_view header) {
  std::string line(header.size() + 1, '\0');
  const Descriptor file = open_file(path, O_RDONLY, "cannot be read");
  const ssize_t got = pread(file.number(), line.data(), line.size(), 0);
  if (got < 0) throw FileError(path, "cannot be read", errno);
  line.resize(static_cast<size_t>(got));
  if (line != std::string(header) + '\n') refuse_header(path, line.substr(0, line.find('\n')), header);
}

/// The reader counts lines from below the header.
[[noreturn]] void refuse_row(const std::filesystem::path& path, const RowReader& reader) {
  throw InputError(
      fmt::format("{}:{}: is not a row of {} fields with a whole number of sequences; mend or remove the "
                  "file",
                  path.string(), reader.get_file_line() + 1, kFields));
}

}  // namespace

std::string csv_row(std::initializer_list<std::string_view> fields) { return joined(fields); }

CsvFile::CsvFile(std::filesystem::path path, std::string_view header, Start start) : path_(std::move(path)) {
  const int emptied = start == Start::kAfresh ? O_TRUNC : 0;
  if (path_ != kOutput) file_ = open_file(path_, O_WRONLY | O_CREAT | O_APPEND | emptied, "cannot be opened");
  off_t size = 0;
  if (path_ != kOutput && start == Start::kGoOn && is_file(file_, path_, size) && size > 0) {
    check_header(path_, header);
  } else {
    add(std::string(header));
    flush();
  }
}

void CsvFile::add(const std::string& line) { block_ += line + '\n'; }

void CsvFile::flush() {
  if (path_ == kOutput) {
    fmt::print("{}", std::exchange(block_, {}));
    std::fflush(stdout);
    return;
  }
  off_t size = 0;
  const bool regular = is_file(file_, path_, size);
  try {
    write_all(file_, block_, path_);
  } catch (const FileError&) {
    // A full disk may have kept half a row. The pending error says more than an error of this call could.
    if (regular) std::ignore = ftruncate(file_.number(), size);
    throw;
  }
  block_.clear();
}

void CsvFile::sync() {
  const bool synced = fsync(file_.number()) == 0 || errno == EINVAL;  // EINVAL: a device, which has nothing to sync
  if (!synced) throw FileError(path_, "cannot be synced", errno);
}

MetricsCsv::MetricsCsv(const std::filesystem::path& path, const RunLabels& labels)
    : file_(path, kMetricsHeader, CsvFile::Start::kGoOn), labels_(label_columns(labels)) {}

void MetricsCsv::add(uint64_t sequences, double seconds, std::string_view split, std::string_view metric,
                     double value) {
  if (!std::isfinite(value)) return;
  const double rounded = std::round(seconds * 1000) / 1000;  // a clock's further digits are noise
  file_.add(labels_ + csv_row({std::to_string(sequences), shortest(rounded), split, metric, shortest(value)}));
}

NewTable::NewTable(const std::filesystem::path& path, std::string_view header) {
  if (path.empty()) return;
  std::error_code unreadable;  // which the opening will tell better
  const auto type = std::filesystem::status(path, unreadable).type();
  const bool is_file = type == std::filesystem::file_type::regular || type == std::filesystem::file_type::not_found;
  if (path == kOutput || !is_file) {
    stream_.emplace(path, header, CsvFile::Start::kAfresh);
  } else {
    file_.emplace(path);
    file_->write(std::string(header) + '\n');
  }
}

void NewTable::add(const std::string& row) {
  if (stream_) stream_->add(row);
  if (file_) file_->write(row + '\n');
}

void NewTable::flush() {
  if (stream_) stream_->flush();
}

void NewTable::finish() {
  flush();
  if (file_) file_->commit();
}

EvalCsv::EvalCsv(const std::filesystem::path& path, const RunLabels& labels, uint64_t sequences)
    : table_(path, kEvalHeader), labels_(label_columns(labels) + std::to_string(sequences) + ',') {}

void EvalCsv::add(std::string_view setting, uint64_t episodes, std::string_view metric, double value) {
  table_.add(labels_ + csv_row({setting, std::to_string(episodes), metric, shortest(value)}));
}

void trim_after(const std::filesystem::path& path, uint64_t sequences) {
  std::error_code unreadable;  // which read_whole will tell better
  if (std::filesystem::status(path, unreadable).type() == std::filesystem::file_type::not_found) return;
  const std::string bytes = read_whole(path, kMostBytes);
  const std::string header = std::string(kMetricsHeader) + '\n';
  const std::string_view first = std::string_view(bytes).substr(0, header.size());
  if (!header.starts_with(first)) refuse_header(path, first.substr(0, first.find('\n')), kMetricsHeader);

  std::string kept = header;
  if (first == header) {
    const char* end = bytes.data() + bytes.rfind('\n') + 1;  // what follows is torn: no field holds a line break
    RowReader reader(path.string(), bytes.data() + header.size(), end);
    CsvFields row;
    try {
      while (std::apply([&](auto&... field) { return reader.read_row(field...); }, row)) {
        const auto after = read_count(row[kSequences]);
        if (!after) refuse_row(path, reader);
        if (*after <= sequences) kept += joined(row) + '\n';
      }
    } catch (const io::error::base&) {
      refuse_row(path, reader);
    } catch (const std::invalid_argument&) {
      refuse_row(path, reader);
    }
  }
  if (kept != bytes) write_atomically(path, kept);
}

}  // namespace tapehead
