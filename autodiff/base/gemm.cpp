#include "autodiff/base/gemm.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "autodiff/base/aligned.hpp"
#include "autodiff/base/lanes.hpp"
#include "autodiff/base/turned.hpp"

// A step of the engine consists of small products, a few columns wide. For those, Debian's OpenBLAS (0.3.21) has
// kernels only with AVX-512; it takes a processor newer than itself for a Prescott (a fifth to a tenth of the speed),
// its general path takes a lock, and it starts a thread a core before main(), which never returns where the system
// refuses them memory. The kernels below are at least as fast as its best up to the size of an LSTM of 512, and depend
// on the build alone. benchmarks/gemm_bench.cpp compares the two.

namespace tapehead {
namespace {

#if defined(__AVX512F__)
constexpr size_t kWidest = 16, kRegisters = 32;
#elif defined(__AVX__)
constexpr size_t kWidest = 8, kRegisters = 16;
#else
constexpr size_t kWidest = 4, kRegisters = 16;
#endif

template <size_t LANES>
struct Simd {
  typedef float Vector __attribute__((vector_size(LANES * sizeof(float))));
  typedef int Lanes __attribute__((vector_size(LANES * sizeof(float))));
};
template <size_t LANES>
using Vector = typename Simd<LANES>::Vector;

template <size_t LANES>
Vector<LANES> load(const float* from) {
  Vector<LANES> v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

/// The same, kept in a register of its own: otherwise the compiler loads what several products need again for each.
template <size_t LANES>
[[gnu::always_inline]] inline Vector<LANES> load_once(const float* from) {
  Vector<LANES> v = load<LANES>(from);
#ifdef __x86_64__
  if constexpr (LANES >= 4) asm("" : "+v"(v));
#endif
  return v;
}

template <class V>
void store(float* to, const V& v) {
  std::memcpy(to, &v, sizeof v);
}

/// C (+)= A·B or Aᵀ·B; element (p, j) of B is b[p * b_row + j * b_column]. A·B may be a sum over runs.
struct Product {
  size_t m, n, k;
  const float* a;
  size_t lda;
  const float* b;
  size_t b_row, b_column;
  bool add;
  float* c;
  size_t ldc;
  Runs runs = {1, 0, 0};
};

// ---- A·B: vectors run down the rows of C; a column of A is multiplied by one element of B at a time.

/// Calls each(column, row) for all vectors of a tile. Unrolled into calls, the sums stay in registers throughout a
/// tile; in loops they would be spilled to the stack and loaded again.
template <size_t ROWS, size_t COLUMNS, class Each>
[[gnu::always_inline]] inline void each_vector(Each each) {
#pragma GCC unroll 16
  for (size_t j = 0; j < COLUMNS; ++j)
#pragma GCC unroll 32
    for (size_t r = 0; r < ROWS; ++r) each(j, r);
}

/// From so many rows on each column of a matrix is on a page of its own.
constexpr size_t kTall = 1024, kLine = kCacheLine / sizeof(float);

/// Rows top..bottom (ROWS vectors) of COLUMNS columns of C. The last vector ends at `bottom` and may overlap the one
/// before it, so all of C is read before any of it is written.
template <size_t LANES, size_t ROWS, size_t COLUMNS>
void rows_tile(const Product& x, size_t top, size_t bottom, size_t left) {
  // Two pointers and constant distances: otherwise the compiler keeps an index for each row.
  const size_t last = bottom - LANES - top;
  const auto at = [=](auto* column, size_t r) { return r + 1 < ROWS ? column + r * LANES : column + last; };
  float* const c = x.c + left * x.ldc + top;
  if (x.ldc >= kTall)  // no prefetcher of the processor follows columns that are pages apart
    for (size_t j = 0; j < COLUMNS; ++j)
      for (size_t r = 0; r < ROWS * LANES; r += kLine) __builtin_prefetch(c + j * x.ldc + r, 1);
  Vector<LANES> sum[COLUMNS][ROWS], down[ROWS];
  each_vector<ROWS, COLUMNS>([&](size_t j, size_t r) { sum[j][r] = Vector<LANES>{}; });
  for (size_t run = 0; run < x.runs.count; ++run) {
    const float* a = x.a + run * x.runs.a_distance + top;
    const float* b = x.b + run * x.runs.b_distance + left * x.b_column;
    for (size_t p = 0; p < x.k; ++p, a += x.lda, b += x.b_row) {
      if constexpr (COLUMNS == 1) {
        each_vector<ROWS, 1>([&](size_t j, size_t r) { sum[j][r] += load<LANES>(at(a, r)) * b[0]; });
      } else {
        each_vector<ROWS, 1>([&](size_t, size_t r) { down[r] = load_once<LANES>(at(a, r)); });
        each_vector<ROWS, COLUMNS>([&](size_t j, size_t r) { sum[j][r] += down[r] * b[j * x.b_column]; });
      }
    }
  }
  if (x.add) each_vector<ROWS, COLUMNS>([&](size_t j, size_t r) { sum[j][r] += load<LANES>(at(c + j * x.ldc, r)); });
  each_vector<ROWS, COLUMNS>([&](size_t j, size_t r) { store(at(c + j * x.ldc, r), sum[j][r]); });
}

using Tile = void (*)(const Product&, size_t top, size_t bottom, size_t left);
constexpr size_t kMostRows = 6, kMostColumns = 12;
/// For a single column A is streamed from memory: the more of a column of A a tile takes, the longer each contiguous
/// read. (With 16 registers, 12 were slower.)
constexpr size_t kMostRowsAlone = kRegisters == 32 ? 28 : 6;
constexpr size_t kSums = kRegisters * 3 / 4;  ///< vectors that fit in registers beside the operands

/// For a C of that many vectors: the fewer rows it has, the more columns keep the adders busy.
constexpr size_t most_columns(size_t vectors) { return std::clamp(kSums / vectors, kMostColumns / 2, kMostColumns); }

/// Narrow vectors are only used for m < 2·LANES.
template <size_t LANES>
constexpr size_t most_rows(size_t columns) {
  if (LANES < kWidest) return 2;
  return columns == 1 ? kMostRowsAlone : std::min(kMostRows, kSums / columns);
}

/// rows_tiles<LANES>[columns - 1][rows - 1]: every tile size.
template <size_t LANES, size_t COLUMNS, size_t... R>
constexpr auto rows_tiles_of(std::index_sequence<R...>) {
  return std::array<Tile, kMostRowsAlone>{rows_tile<LANES, R + 1, COLUMNS>...};
}
template <size_t LANES, size_t... C>
constexpr auto rows_tiles_of_all(std::index_sequence<C...>) {
  return std::array{rows_tiles_of<LANES, C + 1>(std::make_index_sequence<most_rows<LANES>(C + 1)>{})...};
}
template <size_t LANES>
constexpr auto kRowsTiles = rows_tiles_of_all<LANES>(std::make_index_sequence<kMostColumns>{});

/// Rows of a tall A, copied one column after the other: where its columns are a power of two apart, they all compete
/// for the same few places of the caches.
class Panel final {
 public:
  /// It pays where it serves many tiles.
  static bool pays(const Product& x, size_t rows, size_t tiles) {
    constexpr size_t kMany = 4;
    return x.lda >= kTall && tiles >= kMany && rows * x.k <= kNumbers && x.runs.count == 1;
  }
  /// Rows top … bottom − 1 of the product, by a copy of A's that is valid until the thread's next.
  static Product of(const Product& x, size_t top, size_t bottom) {
    alignas(kCacheLine) thread_local std::array<float, kNumbers> copied;
    Product part = x;
    part.m = part.lda = bottom - top;
    for (size_t p = 0; p < x.k; ++p) std::copy_n(x.a + p * x.lda + top, part.m, copied.data() + p * part.m);
    part.a = copied.data();
    part.c += top;
    return part;
  }

 private:
  static constexpr size_t kNumbers = 16384;
};

/// Cuts C into tiles of nearly equal size, the larger ones last (so that the last has a vector to overlap). Columns are
/// the inner loop, so that A, mostly the weights, is fetched from memory once.
template <size_t LANES>
void rows_product(const Product& x) {
  if constexpr (LANES > 1)
    if (x.m < LANES) return rows_product<LANES / 2>(x);
  const size_t vectors = (x.m + LANES - 1) / LANES;
  const size_t across = (x.n + most_columns(vectors) - 1) / most_columns(vectors);
  const size_t most = most_rows<LANES>((x.n + across - 1) / across);
  const size_t along = (vectors + most - 1) / most;
  const bool copies = Panel::pays(x, most * LANES, across);
  for (size_t r = 0; r < along; ++r) {
    const size_t first = vectors * r / along, last = vectors * (r + 1) / along;
    const size_t top = first * LANES, bottom = std::min(x.m, last * LANES);
    const Product part = copies ? Panel::of(x, top, bottom) : x;
    for (size_t c = 0; c < across; ++c) {
      const size_t left = x.n * c / across, right = x.n * (c + 1) / across;
      kRowsTiles<LANES>[right - left - 1][last - first - 1](part, copies ? 0 : top, copies ? bottom - top : bottom,
                                                            left);
    }
  }
}

// ---- Aᵀ·B: vectors run along the columns of A and B, and each element of C is a sum over lanes.

/// As many lanes of v as I has numbers, beginning at FIRST.
template <size_t FIRST, class V, size_t... I>
[[gnu::always_inline]] inline auto lanes_of(const V& v, std::index_sequence<I...>) {
  return __builtin_shufflevector(v, v, (FIRST + I)...);
}

/// Calls each(j) with j a compile-time constant.
template <size_t... J, class Each>
[[gnu::always_inline]] inline void each_constant(std::index_sequence<J...>, Each each) {
  (each(std::integral_constant<size_t, J>{}), ...);
}

/// For a single column A, mostly the weights, comes from memory, and with AVX-512 one contiguous read is faster than
/// one for each lane. In short columns, and with narrower vectors, the sums would wait for each other.
constexpr size_t kLong = kRegisters == 32 ? 256 : ~size_t{0};

/// COLUMNS columns of C, LANES / COLUMNS rows from `top`, of which the first `done` are left unchanged.
template <size_t LANES, size_t COLUMNS>
void dots_tile(const Product& x, size_t top, size_t done, size_t left) {
  constexpr size_t kRows = LANES / COLUMNS;
  const float* a = x.a + top * x.lda;
  const float* b = x.b + left * x.b_column;
  // The first vectors take the remainder of k.
  const size_t first = (x.k - 1) % LANES + 1;
  typename Simd<LANES>::Lanes lane;
  for (size_t i = 0; i < LANES; ++i) lane[i] = static_cast<int>(i);
  const auto kept = lane < static_cast<int>(first);
  Vector<LANES> sum[LANES], along_b[COLUMNS];
  if (COLUMNS == 1 && x.k >= kLong) {
    for (size_t i = 0; i < LANES; ++i, a += x.lda) {
      Vector<LANES> along = kept ? load<LANES>(a) * load<LANES>(b) : Vector<LANES>{};
      Vector<LANES> other{};  // two sums, since one would wait for itself
      size_t p = first;
      for (; p + 2 * LANES <= x.k; p += 2 * LANES) {
        along += load<LANES>(a + p) * load<LANES>(b + p);
        other += load<LANES>(a + p + LANES) * load<LANES>(b + p + LANES);
      }
      if (p < x.k) along += load<LANES>(a + p) * load<LANES>(b + p);
      sum[i] = along + other;
    }
  } else {
    for (size_t j = 0; j < COLUMNS; ++j) along_b[j] = kept ? load<LANES>(b + j * x.b_column) : Vector<LANES>{};
    for (size_t i = 0; i < kRows; ++i) {
      const Vector<LANES> along_a = kept ? load<LANES>(a + i * x.lda) : Vector<LANES>{};
      for (size_t j = 0; j < COLUMNS; ++j) sum[j * kRows + i] = along_a * along_b[j];
    }
    for (size_t p = first; p < x.k; p += LANES) {
      for (size_t j = 0; j < COLUMNS; ++j) along_b[j] = load_once<LANES>(b + j * x.b_column + p);
      for (size_t i = 0; i < kRows; ++i) {
        const float* const from = a + i * x.lda + p;
        const Vector<LANES> along_a = COLUMNS > 1 ? load_once<LANES>(from) : load<LANES>(from);
        for (size_t j = 0; j < COLUMNS; ++j) sum[j * kRows + i] += along_a * along_b[j];
      }
    }
  }
  const Vector<LANES> total = each_added(sum);
  float* const c = x.c + left * x.ldc + top;
  if (done == 0) {
    each_constant(std::make_index_sequence<COLUMNS>{}, [&](auto j) {
      const auto rows = lanes_of<j * kRows>(total, std::make_index_sequence<kRows>{});
      float* const to = c + j * x.ldc;
      store(to, x.add ? rows + load<kRows>(to) : rows);
    });
  } else {
    for (size_t j = 0; j < COLUMNS; ++j)
      for (size_t i = done; i < kRows; ++i) c[j * x.ldc + i] = total[j * kRows + i] + (x.add ? c[j * x.ldc + i] : 0.0f);
  }
}

/// Takes COLUMNS columns at a time, from `left` on, as long as there are so many; returns where it stopped.
template <size_t LANES, size_t COLUMNS>
size_t dots_columns(const Product& x, size_t left) {
  if constexpr (COLUMNS <= LANES) {
    constexpr size_t kRows = LANES / COLUMNS;
    for (; left + COLUMNS <= x.n; left += COLUMNS)
      for (size_t top = 0; top < x.m; top += kRows) {
        const size_t from = std::min(top, x.m - kRows);
        dots_tile<LANES, COLUMNS>(x, from, top - from, left);
      }
  }
  return left;
}

/// Rows of C are taken in parts, for which as much of A as a second-level cache holds serves all columns. Which part an
/// element is in does not change how it is summed.
template <size_t LANES>
void dots_product(const Product& x) {
  if constexpr (LANES > 1)
    if (x.m < LANES || x.k < LANES) return dots_product<LANES / 2>(x);
  constexpr size_t kCached = 65536;  // numbers
  const size_t parts = std::max<size_t>(1, x.m / std::max(LANES, kCached / x.k));
  for (size_t i = 0; i < parts; ++i) {
    Product part = x;
    const size_t first = x.m * i / parts;
    part.m = x.m * (i + 1) / parts - first;
    part.a += first * x.lda;
    part.c += first;
    dots_columns<LANES, 1>(part, dots_columns<LANES, 2>(part, dots_columns<LANES, 4>(part, 0)));
  }
}

/// Sums of so many terms are products of a large vocabulary's outputs.
constexpr size_t kVeryLong = 4096;

/// Aᵀ·B of very long columns, which would be read again and again from a far cache: stretch by stretch, of which Aᵀ is
/// written out.
void long_dots_product(const Product& x) {
  constexpr size_t kStretch = 512, kBlock = 16;
  const size_t height = (x.m + kLine - 1) / kLine / 2 * 2 * kLine + kLine;  // an odd number of cache lines
  thread_local AlignedVector<float> turned;
  turned.resize(height * kStretch);
  for (size_t from = 0; from < x.k; from += kStretch) {
    Product part = x;
    part.k = std::min(kStretch, x.k - from);
    for (size_t p = 0; p < part.k; p += kBlock)
      for (size_t i = 0; i < x.m; ++i)
        for (size_t q = p; q < std::min(p + kBlock, part.k); ++q) turned[q * height + i] = x.a[i * x.lda + from + q];
    part.a = turned.data();
    part.lda = height;
    part.b = x.b + from;
    part.b_row = 1;
    part.add = x.add || from > 0;
    rows_product<kWidest>(part);
  }
}

/// Aᵀ·B with Aᵀ written out. dots_tile() adds up a register's lanes once for each sum, which short sums do not repay;
/// where they are in many columns, writing Aᵀ out does.
class TurnedProduct final {
 public:
  static bool pays(size_t m, size_t n, size_t k) {
    constexpr size_t kShort = 160, kMany = 16;
    return k > 0 && k <= std::min(n, kShort) && n >= kMany && m * k <= kNumbers;
  }
  /// For x of Aᵀ·B.
  static void of(Product x) {
    alignas(kCacheLine) thread_local std::array<float, kNumbers> turned;
    turn(x.k, x.m, x.a, x.lda, turned.data(), x.m);
    x.a = turned.data();
    x.lda = x.m;
    rows_product<kWidest>(x);
  }

 private:
  static constexpr size_t kNumbers = 16384;
};

Product rows_of(Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b, size_t ldb,
                bool add, float* c, size_t ldc) {
  const bool across = tb == Transpose::kYes;
  return {m, n, k, a, lda, b, across ? ldb : 1, across ? 1 : ldb, add, c, ldc};
}

/// Aᵀ·op(B), an element at a time: for what the kernels do not cover, AᵀBᵀ and doubles.
template <class T>
void plain_dots(Transpose tb, size_t m, size_t n, size_t k, const T* a, size_t lda, const T* b, size_t ldb, bool add,
                T* c, size_t ldc) {
  const auto element = [&](const T* down, size_t j) {
    if (tb == Transpose::kNo) return dot(down, b + j * ldb, k);
    T sum = 0;
    for (size_t p = 0; p < k; ++p) sum += down[p] * b[p * ldb + j];
    return sum;
  };
  for (size_t j = 0; j < n; ++j)
    for (size_t i = 0; i < m; ++i) c[j * ldc + i] = element(a + i * lda, j) + (add ? c[j * ldc + i] : T{0});
}

}  // namespace

void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b,
          size_t ldb, bool add, float* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  if (ta == Transpose::kNo) {
    rows_product<kWidest>(rows_of(tb, m, n, k, a, lda, b, ldb, add, c, ldc));
  } else if (tb == Transpose::kNo && k >= kVeryLong) {
    long_dots_product({m, n, k, a, lda, b, 1, ldb, add, c, ldc});
  } else if (tb == Transpose::kNo && k > 0) {
    dots_product<kWidest>({m, n, k, a, lda, b, 1, ldb, add, c, ldc});
  } else {
    plain_dots(tb, m, n, k, a, lda, b, ldb, add, c, ldc);
  }
}

void gemm_for_gradients(size_t m, size_t n, size_t k, const float* a, size_t lda, const float* b, size_t ldb, bool add,
                        float* c, size_t ldc) {
  if (TurnedProduct::pays(m, n, k))
    TurnedProduct::of({m, n, k, a, lda, b, 1, ldb, add, c, ldc});
  else
    gemm(Transpose::kYes, Transpose::kNo, m, n, k, a, lda, b, ldb, add, c, ldc);
}

void gemm_for_gradients(size_t m, size_t n, size_t k, const double* a, size_t lda, const double* b, size_t ldb,
                        bool add, double* c, size_t ldc) {
  gemm(Transpose::kYes, Transpose::kNo, m, n, k, a, lda, b, ldb, add, c, ldc);
}

// Doubles, which only gradient checks and golden tests use, have no kernels: these loops are fast enough.
void gemm(Transpose ta, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda, const double* b,
          size_t ldb, bool add, double* c, size_t ldc) {
  if (ta == Transpose::kNo)
    gemm_in_runs({1, 0, 0}, tb, m, n, k, a, lda, b, ldb, add, c, ldc);
  else
    plain_dots(tb, m, n, k, a, lda, b, ldb, add, c, ldc);
}

void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const float* a, size_t lda,
                  const float* b, size_t ldb, bool add, float* c, size_t ldc) {
  if (m == 0 || n == 0) return;
  Product product = rows_of(tb, m, n, k, a, lda, b, ldb, add, c, ldc);
  product.runs = runs;
  rows_product<kWidest>(product);
}

// By definition, a column of A at a time.
void gemm_in_runs(const Runs& runs, Transpose tb, size_t m, size_t n, size_t k, const double* a, size_t lda,
                  const double* b, size_t ldb, bool add, double* c, size_t ldc) {
  for (size_t j = 0; j < n; ++j, c += ldc) {
    if (!add) std::fill_n(c, m, 0.0);
    for (size_t run = 0; run < runs.count; ++run)
      for (size_t p = 0; p < k; ++p) {
        const double* const down = a + run * runs.a_distance + p * lda;
        const double factor = b[run * runs.b_distance + (tb == Transpose::kYes ? p * ldb + j : j * ldb + p)];
        for (size_t i = 0; i < m; ++i) c[i] += down[i] * factor;
      }
  }
}

}  // namespace tapehead
