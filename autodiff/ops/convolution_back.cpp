#include "autodiff/ops/convolution_back.hpp"

#include "autodiff/base/gemm.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

size_t ConvolutionBack::places(size_t phase) const {
  return phase < shape_.kernel ? (shape_.kernel - phase - 1) / shape_.stride + 1 : 0;
}

ConvolutionBack::ConvolutionBack(Tape& tape, const ConvolutionShape& shape, size_t out)
    : tape_(tape),
      shape_(shape),
      out_(out),
      cells_(tape, shape.high(), shape.across(), out_, places(0) - 1,
             std::max(beyond(shape.height, shape.high()), beyond(shape.width, shape.across()))),
      turned_(tape.borrow(turned_size())),
      line_(tape.borrow(line_size())) {}

ConvolutionBack::~ConvolutionBack() {
  tape_.give_back(line_, line_size());
  tape_.give_back(turned_, turned_size());
}

void ConvolutionBack::turn(Window<const Real> w) const {
  // For each line of a step: the windows' places, line by line, the last place (which the first cell has) first:
  // stride·channels × (places·out), with zeros where a pixel of the step has fewer places than the first.
  Real* to = turned_;
  for (size_t y = 0; y < shape_.stride; ++y)
    for (size_t i = places(y); i-- > 0;)
      for (size_t j = places(0); j-- > 0;)
        for (size_t o = 0; o < out_; ++o)
          for (size_t x = 0; x < shape_.stride; ++x) {
            const size_t across = x + j * shape_.stride, place = (y + i * shape_.stride) * shape_.kernel + across;
            for (size_t c = 0; c < shape_.channels; ++c)
              *to++ = across < shape_.kernel ? w.column(0, place * shape_.channels + c)[o] : 0;
          }
}

void ConvolutionBack::to_picture(Real* picture, size_t leading, bool add) const {
  const size_t channels = shape_.channels, rows = step_channels(), depth = places(0) * out_;
  const size_t count = leading == channels ? shape_.width * channels : channels;
  for (size_t y = 0; y < shape_.height; ++y) {
    const size_t step = (y + shape_.padding) / shape_.stride, phase = (y + shape_.padding) % shape_.stride;
    size_t before = 0;
    for (size_t p = 0; p < phase; ++p) before += places(p);
    gemm_in_runs({places(phase), depth * rows, cells_.pitch()}, Transpose::kNo, rows, steps(shape_.width), depth,
                 turned_ + before * depth * rows, rows, cells_.at(step + places(0) - places(phase), 0), out_, false,
                 line_, rows);
    const Real* from = line_ + shape_.padding * channels;
    for (size_t x = 0; x * count < shape_.width * channels; ++x, from += count) {
      Real* const __restrict to = picture + (y * shape_.width + x) * leading;
      for (size_t i = 0; i < count; ++i) to[i] = from[i] + (add ? to[i] : 0);
    }
  }
}

}  // namespace tapehead::inline TAPEHEAD_REAL
