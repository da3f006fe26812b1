#include "autodiff/files/safetensors.hpp"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <limits>

#include "autodiff/base/error.hpp"
#include "autodiff/base/random.hpp"
#include "autodiff/files/files.hpp"
#include "tests/support/error_of.hpp"

using namespace tapehead;
using Catch::Contains;

namespace {

SafetensorsFile example() {
  const std::vector<float> weights{1, 2, 3, 4, 5, 6};  // columns (1 2) (3 4) (5 6)
  const std::vector<double> means{0.1, -0.0, std::numeric_limits<double>::infinity()};
  const std::vector<int64_t> counters{-7};
  const std::vector<uint64_t> large{~0ull};
  return {{{"config", "seed = 1\n"}, {"note", "ö \"quoted\""}},
          {matrix_tensor<float>("parameter/w", 2, 3, weights), vector_tensor<double>("progress/means", means),
           vector_tensor<int64_t>("progress/batch", counters), vector_tensor<uint64_t>("progress/large", large),
           vector_tensor<float>("empty", {})}};
}

/// A file with this header (padded or not as given) and this many zero bytes of data.
std::string file_of(const std::string& header, size_t data_bytes) {
  const uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes + header + std::string(data_bytes, '\0');
}

std::string entry(const std::string& shape, const std::string& offsets, const std::string& dtype = "F32") {
  return fmt::format(R"({{"dtype":"{}","shape":{},"data_offsets":{}}})", dtype, shape, offsets);
}

/// The header of tensors "a", "b", ... with these entries.
std::string header_of(const std::vector<std::string>& entries) {
  std::string header = "{";
  for (size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) header += ',';
    header.append("\"").append(1, static_cast<char>('a' + i)).append("\":").append(entries[i]);
  }
  return header + '}';
}

/// The refusal of such a file.
std::string bytes_refusal(const std::string& bytes) {
  return testing::error_of([&] { from_bytes(bytes, "x.safetensors"); });
}

std::string header_refusal(const std::string& header, size_t data_bytes) {
  return bytes_refusal(file_of(header, data_bytes));
}

}  // namespace

TEST_CASE("safetensors: what is written reads back, 8-byte numbers first") {
  const SafetensorsFile file = example();
  const SafetensorsFile back = from_bytes(to_bytes(file), "x");
  CHECK(back.metadata == file.metadata);
  REQUIRE(back.tensors.size() == file.tensors.size());
  const std::vector<std::string> order{"progress/means", "progress/batch", "progress/large", "parameter/w", "empty"};
  for (size_t i = 0; i < order.size(); ++i) {
    CHECK(back.tensors[i].name == order[i]);
    CHECK(back.tensors[i] == *find_tensor(file.tensors, order[i]));
  }
}

TEST_CASE("safetensors: the bytes are those of the format") {
  const SafetensorsFile file{{{"k", "v"}}, {vector_tensor<float>("a", std::vector<float>{1.0f})}};
  std::string header = R"({"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  std::string expected = file_of(header, 4);
  expected.replace(expected.size() - 4, 4, std::string("\0\0\x80\x3f", 4));  // 1.0f
  CHECK(to_bytes(file) == expected);
  CHECK(to_bytes(file) == to_bytes(from_bytes(expected, "x")));
}

TEST_CASE("safetensors: a matrix lies row by row in the file and column by column with us") {
  const SafetensorsFile file = example();
  const NamedTensor& w = *find_tensor(file.tensors, "parameter/w");
  CHECK(w.shape == std::vector<uint64_t>{2, 3});
  float rows[6];
  std::memcpy(rows, w.data.data(), sizeof rows);
  CHECK(std::vector<float>(rows, rows + 6) == std::vector<float>{1, 3, 5, 2, 4, 6});
  std::vector<float> columns(6);
  read_matrix<float>(file.tensors, "parameter/w", 2, 3, columns, "x");
  CHECK(columns == std::vector<float>{1, 2, 3, 4, 5, 6});
  std::vector<int64_t> counter(1);
  read_vector<int64_t>(file.tensors, "progress/batch", counter, "x");
  CHECK(counter[0] == -7);
}

TEST_CASE("safetensors: a tensor other than asked for is an error that says both") {
  const SafetensorsFile file = example();
  std::vector<float> six(6), three(3);
  CHECK_THROWS_WITH(read_vector<float>(file.tensors, "average", six, "c.safetensors"),
                    "c.safetensors: has no tensor \"average\"; F32 [6] is needed");
  CHECK_THROWS_WITH(read_matrix<float>(file.tensors, "parameter/w", 3, 2, six, "c.safetensors"),
                    "c.safetensors: tensor \"parameter/w\" is F32 [2, 3]; F32 [3, 2] is needed");
  CHECK_THROWS_WITH(read_vector<float>(file.tensors, "progress/means", three, "c.safetensors"),
                    "c.safetensors: tensor \"progress/means\" is F64 [3]; F32 [3] is needed");
  CHECK_THROWS_AS(read_matrix<float>(file.tensors, "parameter/w", 2, 2, six, "c"), ShapeError);
  CHECK_THROWS_AS(matrix_tensor<float>("w", 4, 2, six), ShapeError);
  CHECK_THROWS_AS(matrix_tensor<float>("w", 1ull << 63, 2, {}), ShapeError);
}

TEST_CASE("safetensors: the writer refuses what could not be read") {
  const auto one = vector_tensor<float>("a", std::vector<float>{1});
  NamedTensor wrong = one;
  wrong.shape = {2};
  CHECK_THROWS_AS(to_bytes({{}, {one, one}}), ShapeError);
  CHECK_THROWS_AS(to_bytes({{}, {wrong}}), ShapeError);
  wrong = one;
  wrong.dtype = "BF16";
  CHECK_THROWS_AS(to_bytes({{}, {wrong}}), ShapeError);
  wrong = one;
  wrong.name = "__metadata__";
  CHECK_THROWS_AS(to_bytes({{}, {wrong}}), ShapeError);
  CHECK_THROWS_AS(to_bytes({{{"path", "caf\xe9"}}, {one}}), InputError);
  CHECK_THROWS_AS(to_bytes({{{"long", std::string(17u << 20, 'x')}}, {one}}), InputError);
}

TEST_CASE("safetensors: headers that lie are refused") {
  const std::string whole = header_of({entry("[2]", "[0,8]")});
  REQUIRE(header_refusal(whole, 8) == "");
  REQUIRE(header_refusal(whole + "   ", 8) == "");
  REQUIRE(header_refusal("{}", 0) == "");
  REQUIRE(header_refusal(header_of({entry("[]", "[0,4]")}), 4) == "");

  CHECK(bytes_refusal("") ==
        "x.safetensors: holds 0 bytes, not even a header's length; a whole safetensors file is needed");
  CHECK_THAT(bytes_refusal(std::string(8, '\xff')), Contains("of at most"));
  CHECK_THAT(bytes_refusal(std::string("\x10\0\0\0\0\0\0\0{}", 10)), Contains("has 16 bytes, but 2 follow"));
  CHECK_THAT(bytes_refusal(std::string(8, '\0')), Contains("does not start with {"));
  CHECK_THAT(header_refusal(" {}", 0), Contains("does not start with {"));
  CHECK_THAT(header_refusal("[]", 0), Contains("does not start with {"));
  CHECK_THAT(header_refusal("{", 0), Contains("not JSON"));
  CHECK_THAT(header_refusal("{}{}", 0), Contains("not JSON"));
  CHECK_THAT(header_refusal("{\"\xff\":1}", 0), Contains("not JSON"));
  CHECK_THAT(header_refusal("{\"a\":1e999}", 0), Contains("not JSON"));
  CHECK_THAT(header_refusal("{\"a\":" + std::string(1u << 20, '['), 0), Contains("lists within lists"));
  CHECK_THAT(header_refusal(header_of({entry("[[8]]", "[0,8]")}), 8), Contains("lists within lists"));
  CHECK_THAT(header_refusal("{\"a\":{\"b\":{}}}", 0), Contains("objects within objects"));
  CHECK_THAT(header_refusal("{\"a\":" + entry("[1]", "[0,4]") + ",\"a\":" + entry("[1]", "[4,8]") + "}", 8),
             Contains("says \"a\" twice"));
  CHECK_THAT(header_refusal(R"({"a":{"dtype":"F32","shape":[1],"shape":[1],"data_offsets":[0,4]}})", 4),
             Contains("says \"shape\" twice"));
  CHECK_THAT(header_refusal("{\"__metadata__\":1}", 0), Contains("metadata that are no object"));
  CHECK_THAT(header_refusal("{\"__metadata__\":{\"k\":1}}", 0), Contains("metadata \"k\" that are no text"));

  CHECK_THAT(header_refusal("{\"a\":1}", 0), Contains("not just dtype, shape and data_offsets"));
  CHECK_THAT(header_refusal(R"({"a":{"dtype":"F32","shape":[1],"offsets":[0,4]}})", 4), Contains("not just"));
  CHECK(header_refusal(header_of({entry("[2]", "[0,8]", "I32")}), 8) ==
        "x.safetensors: tensor \"a\" has dtype I32; F32, F64, I64 or U64, or F16 or BF16, which become F32, is needed");
  CHECK_THAT(header_refusal(header_of({entry("[2]", "[0,8]", "F16")}), 8), Contains("has 8 bytes, its shape 4"));
  for (const char* shape : {"2", "[2.0]", "[-2]", "[-0]", "[\"2\"]", "[null]", "[99999999999999999999]"})
    CHECK_THAT(header_refusal(header_of({entry(shape, "[0,8]")}), 8), Contains("shape that is no list of whole"));
  for (const char* offsets : {"[0]", "[0,8,8]", "[8,0]", "[0,12]", "[0,18446744073709551615]"})
    CHECK_THAT(header_refusal(header_of({entry("[2]", offsets)}), 8), Contains("no range of the 8 bytes"));
  CHECK_THAT(header_refusal(header_of({entry("[3]", "[0,8]")}), 8), Contains("has 8 bytes, its shape 12"));
  CHECK_THAT(header_refusal(header_of({entry("[4611686018427387906]", "[0,8]")}), 8), Contains("beyond 64 bits"));
  CHECK_THAT(header_refusal(header_of({entry("[4294967296,4294967296,0]", "[0,0]")}), 0), Contains("beyond 64 bits"));

  CHECK_THAT(header_refusal(header_of({entry("[2]", "[0,8]"), entry("[1]", "[4,8]")}), 8),
             Contains("tensor \"b\" overlaps another"));
  CHECK_THAT(header_refusal(header_of({entry("[1]", "[0,4]"), entry("[1]", "[8,12]")}), 12),
             Contains("tensor \"b\" has a hole before it"));
  CHECK_THAT(header_refusal(whole, 9), Contains("holds 9 bytes of data, its tensors 8"));
  CHECK_THAT(header_refusal("{\"a\\nb\":1}", 0), !Contains("\n"));
}

TEST_CASE("safetensors: halves become floats, to the last bit") {
  const auto read = [](const std::string& dtype, const std::vector<uint16_t>& halves) {
    const size_t bytes = 2 * halves.size();
    std::string file =
        file_of(header_of({entry(fmt::format("[{}]", halves.size()), fmt::format("[0,{}]", bytes), dtype)}), bytes);
    std::memcpy(&file[file.size() - bytes], halves.data(), bytes);
    const SafetensorsFile got = from_bytes(file, "x");
    CHECK(got.tensors[0].dtype == "F32");
    std::vector<float> floats(halves.size());
    read_vector<float>(got.tensors, "a", floats, "x");
    return floats;
  };
  const std::vector<float> f16 =
      read("F16", {0x3C00, 0xC000, 0x0001, 0x03FF, 0x0400, 0x7BFF, 0x8000, 0x3555, 0x7C00, 0xFC00});
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK(f16 ==
        std::vector<float>{1, -2, 0x1p-24f, 0x3FFp-24f, 0x1p-14f, 65504, -0.0f, 0x1.554p-2f, infinity, -infinity});
  CHECK(std::signbit(f16[6]));
  CHECK(std::isnan(read("F16", {0x7E00})[0]));
  CHECK(read("BF16", {0x3F80, 0xC049, 0x0001}) == std::vector<float>{1, -3.140625f, 0x1p-133f});
  CHECK(std::isnan(read("BF16", {0x7FC0})[0]));
}

TEST_CASE("safetensors: a damaged file is read or refused, and nothing else") {
  const std::string whole = to_bytes(example());
  uint64_t header_length = 0;
  std::memcpy(&header_length, whole.data(), 8);
  Stream random(1, Split::kTrain, Purpose::kTest, 0);
  const auto below = [&](size_t n) { return static_cast<size_t>(random.integer(0, static_cast<int64_t>(n) - 1)); };
  const std::string telling = "{}[]\",:0123456789-.eE \\u__F64I32\n\xff";
  int read = 0, refused = 0;
  constexpr int kTrials = 20'000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::string bytes = whole;
    for (size_t change = 0, changes = 1 + below(3); change < changes; ++change) {
      const size_t place = below(2) ? below(8 + header_length) : below(bytes.size());  // the header matters most
      switch (below(6)) {
        case 0: bytes[place % bytes.size()] = static_cast<char>(below(256)); break;
        case 1: bytes[place % bytes.size()] = telling[below(telling.size())]; break;
        case 2: bytes.resize(1 + below(bytes.size())); break;
        case 3: bytes.append(1 + below(20), ' '); break;
        case 4: bytes.erase(place % bytes.size(), 1 + below(4)); break;
        default: bytes.insert(place % bytes.size(), 1, telling[below(telling.size())]); break;
      }
      if (bytes.empty()) bytes.resize(1);
    }
    try {
      const SafetensorsFile file = from_bytes(bytes, "x");
      ++read;
      uint64_t data = 0;
      for (const NamedTensor& tensor : file.tensors) {
        data += tensor.data.size();
        REQUIRE(byte_count(tensor.dtype, tensor.shape) == tensor.data.size());
      }
      REQUIRE(data < bytes.size());
    } catch (const InputError& error) {
      ++refused;
      REQUIRE(std::string(error.what()).find('\n') == std::string::npos);
    }
  }
  CHECK(read + refused == kTrials);
  CHECK(read > kTrials / 100);  // changed values are not noticed, and need not be
  CHECK(refused > kTrials / 2);
}

TEST_CASE("safetensors: through a file") {
  const auto path = std::filesystem::temp_directory_path() / "tapehead-safetensors-test.safetensors";
  write_safetensors(path, example());
  CHECK(to_bytes(read_safetensors(path)) == to_bytes(example()));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(read_safetensors(path), FileError);
}
