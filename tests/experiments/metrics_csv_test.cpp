#include "experiments/runs/metrics_csv.hpp"

#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <limits>
#include <stdexcept>

using namespace tapehead;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const RunLabels kRun{"copy", "memory-machine", "lstm", "ntm", "content+location", 7};
const std::string kHeader = std::string(kMetricsHeader) + '\n';
const std::string kLabels = "copy,memory-machine,lstm,ntm,content+location,7,";

/// A path in the temporary directory with nothing at it, before and after.
struct Path {
  Path() { fs::remove(path); }
  ~Path() { fs::remove(path); }

  std::string text() const { return read_whole(path, 1u << 30); }
  void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
  const fs::path path = fs::temp_directory_path() / ("tapehead-csv-test-" + std::to_string(getpid()) + ".csv");
};

std::string row(const std::string& sequences) { return kLabels + sequences + ",1.5,train,loss,0.25\n"; }

}  // namespace

TEST_CASE("csv: fields are quoted as RFC 4180 has it") {
  CHECK(csv_row({"a", "", "b c", "task.length=60;x"}) == "a,,b c,task.length=60;x");
  CHECK(csv_row({"a,b", "say \"no\"", "\""}) == R"("a,b","say ""no""","""")");
  CHECK_THROWS_AS(csv_row({"a\nb"}), std::invalid_argument);
  CHECK_THROWS_AS(csv_row({"a\r"}), std::invalid_argument);
}

TEST_CASE("csv: rows appear in blocks below one header, with the shortest numbers") {
  const Path file;
  {
    MetricsCsv metrics(file.path, kRun);
    CHECK(file.text() == kHeader);
    metrics.add(1000, 12.34567, "validation", "bits", 0.1f);
    metrics.add(1000, 12.34567, "validation", "bits", 0.1);
    CHECK(file.text() == kHeader);
    metrics.flush();
  }
  {
    MetricsCsv metrics(file.path, kRun);
    metrics.add(18446744073709551615u, 3600, "train", "loss", 2);
    for (const double none : {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
      metrics.add(0, 0, "train", "loss", none);  // no measurement: no row
    metrics.add(0, 0, "train", "learning_rate", 1e-5);
    metrics.flush();
    metrics.sync();
    metrics.flush();
  }
  CHECK(file.text() == kHeader + kLabels + "1000,12.346,validation,bits,0.10000000149011612\n" + kLabels +
                           "1000,12.346,validation,bits,0.1\n" + kLabels + "18446744073709551615,3600,train,loss,2\n" +
                           kLabels + "0,0,train,learning_rate,1e-05\n");
}

TEST_CASE("csv: a table of evaluations takes an older one's place when it is whole") {
  const Path file;
  file.write("an older table\n");
  EvalCsv eval(file.path, kRun, 5000);
  eval.add("task.length=60;memory.slots=256", 100, "wrong_bits", 2.5);
  eval.flush();
  CHECK(file.text() == "an older table\n");
  eval.finish();
  CHECK(file.text() ==
        std::string(kEvalHeader) + '\n' + kLabels + "5000,task.length=60;memory.slots=256,100,wrong_bits,2.5\n");
}

TEST_CASE("csv: a table of evaluations that is not finished leaves what there was, and nothing beside it") {
  const Path file;
  EvalCsv(file.path, kRun, 1).flush();
  CHECK_FALSE(fs::exists(file.path));
  file.write("an older table\n");
  EvalCsv(file.path, kRun, 1).add("task.length=60", 100, "bits", 2.5);
  CHECK(file.text() == "an older table\n");
  CHECK_FALSE(fs::exists(file.path.string() + ".tmp"));
}

TEST_CASE("csv: an empty path has no table of evaluations") {
  EvalCsv eval("", kRun, 1);
  eval.add("task.length=60", 100, "bits", 2.5);
  CHECK_NOTHROW(eval.flush());
  CHECK_NOTHROW(eval.finish());
}

TEST_CASE("csv: - is standard output") {
  const Path file;
  std::fflush(stdout);
  const int kept = dup(STDOUT_FILENO);
  REQUIRE(std::freopen(file.path.c_str(), "w", stdout));
  EvalCsv("-", kRun, 1).flush();
  dup2(kept, STDOUT_FILENO);
  close(kept);
  CHECK(file.text() == std::string(kEvalHeader) + '\n');
  CHECK_FALSE(fs::exists("-"));
}

TEST_CASE("csv: a table with other columns is not added to") {
  const Path file;
  const std::string header(kMetricsHeader);
  for (const std::string& foreign : {std::string("a,b\n1,2\n"), std::string("task"), header, header + "2\n"}) {
    file.write(foreign);
    CHECK_THROWS_WITH(MetricsCsv(file.path, kRun), Contains("its first line is \"") && Contains("task,model,"));
    CHECK(file.text() == foreign);
  }
}

TEST_CASE("csv: a full disk is an error, and leaves whole rows") {
  CHECK_THROWS_WITH(MetricsCsv("/dev/full", kRun), Contains("No space left on device"));
  CHECK_THROWS_WITH(EvalCsv("/dev/full", kRun, 1), Contains("free some space there"));
  CHECK_THROWS_WITH(EvalCsv(fs::temp_directory_path(), kRun, 1), Contains("give a file, not a directory"));

  const Path file;
  MetricsCsv metrics(file.path, kRun);
  metrics.add(1, 1, "train", "loss", 1);
  metrics.flush();
  const std::string before = file.text();
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit unlimited{};
  getrlimit(RLIMIT_FSIZE, &unlimited);
  const rlimit limit{before.size() + 20, unlimited.rlim_max};  // the next row fits in part
  setrlimit(RLIMIT_FSIZE, &limit);
  metrics.add(2, 1, "train", "loss", 1);
  CHECK_THROWS_AS(metrics.flush(), FileError);
  setrlimit(RLIMIT_FSIZE, &unlimited);
  std::signal(SIGXFSZ, SIG_DFL);
  CHECK(file.text() == before);
}

TEST_CASE("csv: resuming drops later rows and a torn line, wherever it was torn") {
  const Path file;
  const std::string kept = kHeader + row("0") + row("1000");
  const std::string quoted = "copy,\"a,\"\"b\"\"\",lstm,ntm,none,7,900,1,train,loss,1\n";
  file.write(kept + row("2000") + quoted + row("10000"));
  trim_after(file.path, 1999);
  CHECK(file.text() == kept + quoted);
  trim_after(file.path, 1999);
  CHECK(file.text() == kept + quoted);

  const std::string last = row("1000");
  for (size_t length = 0; length < last.size(); ++length) {
    file.write(kept + last.substr(0, length));
    trim_after(file.path, 1000);
    REQUIRE(file.text() == kept);
  }
  for (size_t length = 0; length <= kHeader.size(); ++length) {
    file.write(kHeader.substr(0, length));
    trim_after(file.path, 1000);
    REQUIRE(file.text() == kHeader);
  }
}

TEST_CASE("csv: trimming makes no file and spoils none") {
  const Path file;
  trim_after(file.path, 0);
  CHECK_FALSE(fs::exists(file.path));
  const std::string good = kHeader + row("1");
  for (const std::string& foreign :
       {std::string("hello"), std::string("a,b\n1,2\n"), good + "1,2\n", good + "\n", good + ',' + row("1"),
        good + row("-1"), good + row("1.0"), good + row("99999999999999999999"), good + row(""), good + row("\"1"),
        good + row(std::string(1, '\0'))}) {
    file.write(foreign);
    CHECK_THROWS_AS(trim_after(file.path, 1000), InputError);
    CHECK(file.text() == foreign);
  }
  file.write(good + "1,2\n");
  CHECK_THROWS_WITH(
      trim_after(file.path, 1000),
      file.path.string() + ":3: is not a row of 11 fields with a whole number of sequences; mend or remove the file");
}
