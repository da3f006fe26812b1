#pragma once
// The elementary ops. Each is one function: its value, and beside it its gradient rule. An input may be a window (rows,
// columns, reshape); the result is new. Written as for one episode: the ops carry the batch axis along, and an operand
// of one row, column or item is repeated along that axis where the text says "broadcasts".

#include <span>

#include "autodiff/tape/tape.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// Elementwise, one input; any shape.
Var negate(Var x);
Var scale(Var x, Real factor);  ///< factor·x
Var shift(Var x, Real term);    ///< x + term
Var sigmoid(Var x);             ///< 1 / (1 + exp(−x))
Var tanh(Var x);
Var softplus(Var x);  ///< max(x, 0) + log1p(exp(−|x|)): no overflow
Var relu(Var x);
Var gelu(Var x);  ///< about x·Φ(x): ½x·(1 + tanh(√(2/π)·(x + 0.044715x³))) (Hendrycks & Gimpel 2016)
Var exp(Var x);
Var log(Var x);  ///< x > 0
Var square(Var x);
Var inverse_sqrt(Var x);  ///< 1 / √x, x > 0

// Elementwise, two inputs; broadcasts.
Var add(Var a, Var b);
Var subtract(Var a, Var b);
Var multiply(Var a, Var b);
Var divide(Var a, Var b);
Var mix(Var gate, Var a, Var b);  ///< gate·a + (1 − gate)·b; a and b of one shape, the gate broadcasts

// Along columns.
Var softmax(Var x);                      ///< of each column: exp(x − max) / Σ; sums to 1
Var scaled_softmax(Var x, Var factors);  ///< softmax(factors·x), one factor for each column: 1×cols
Var sum_rows(Var x);                     ///< rows×cols → 1×cols
Var sum_columns(Var x);                  ///< rows×cols → rows×1
Var sum(Var x);                          ///< rows×cols → 1×1
Var circular_convolution(Var w, Var kernel);
///< Circular convolution: N×H by S×H, S odd: y(n,h) = Σⱼ kernel(j,h)·w(n − (⌊S/2⌋ − j), h), indices modulo N. Kernel
///< row 0 moves ahead by ⌊S/2⌋; the middle row does not move (Graves et al. 2014, eq. 8).

// Products of each item; an input with one item is repeated.
Var matmul(Var a, Var b);             ///< n×k by k×m → n×m
Var matmul_transposed(Var a, Var b);  ///< aᵀ·b: k×n by k×m → n×m
Var outer_products(Var a, Var b);     ///< a·bᵀ: n×k by m×k → n×m, the sum of k outer products; equal items

// Shapes. The first three are windows and record nothing.
Var rows(Var x, size_t first, size_t count);
Var columns(Var x, size_t first, size_t count);
Var reshape(Var x, size_t rows, size_t cols);   ///< column by column; x must be contiguous
Var stack(std::span<const Var> parts);          ///< one below the other: equal cols; broadcasts over items
Var beside(std::span<const Var> parts);         ///< side by side: equal rows; broadcasts over items
Var repeat(Var x, size_t batch);                ///< one item → `batch` items
Var regroup(Var x, size_t cols, size_t batch);  ///< all columns of all items, in order, over `batch` items

// Values that are deliberately not their own derivative; a gradient check freezes them (autodiff/tape/frozen.hpp).
Var stop_gradient(Var x);                    ///< the value without a gradient
Var straight_through(Var chosen, Var soft);  ///< chosen's value; the gradient goes to soft (Bengio et al. 2013)

/// Σ over outputs of the cross-entropy between target and sigmoid(logits), in nats; mask is 1 where an output is
/// scored, else 0. rows×cols → 1×1. Computed from the logits, in max-shifted log space.
Var sigmoid_cross_entropy(Var logits, Var target, Var mask);

/// Σ over columns of the cross-entropy between target and softmax(logits), in nats. A column of the target is one-hot
/// or a distribution over the classes, with a mask as above; or it is a token, with a mask of one row, and kNoToken
/// costs nothing. rows×cols → 1×1. Computed from the logits, in max-shifted log space.
Var softmax_cross_entropy(Var logits, Var target, Var mask);

/// Throws ShapeError: `name: got 3x4 and 5x1; …`
[[noreturn]] void shapes_do_not_fit(const char* op, std::initializer_list<Var> got, const char* right);

}  // namespace tapehead::inline TAPEHEAD_REAL
