#pragma once
// Data of an episode about a picture, complete enough to draw a trace.

#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whether a batch's episodes read a picture.
bool reads_picture(const Batch& batch);

/// The picture of a batch's first episode, "picture": height×width×channels.
Hdf5Array picture_array(const Batch& batch);

/// The box that each asked step of a batch's first episode is about: left, top, right and lower edge in pixels; zeros
/// where it is about no place. Empty where the boxes are unknown.
std::vector<Real> gold_boxes(const Batch& batch);

/// For a batch of one episode that asks for classes: "target", the names of the right ones, "said", the likeliest by
/// `probabilities`, outputs×steps. `names`: of the classes; one without a name has its number.
std::vector<Hdf5Texts> class_texts(const std::vector<std::string>& names, const Batch& batch,
                                   const Real* probabilities);

}  // namespace tapehead::inline TAPEHEAD_REAL
