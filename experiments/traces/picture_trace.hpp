#pragma once
// What a trace says of an episode about a picture, so that it can be drawn without anything else.

#include <string>
#include <vector>

#include "experiments/traces/hdf5_file.hpp"
#include "tasks/batch/batch.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// Whether what a batch's episodes read is a picture.
bool reads_picture(const Batch& batch);

/// The picture of a batch's first episode, "picture": height×width×channels.
Hdf5Array picture_array(const Batch& batch);

/// What each asked step of a batch's first episode tells of: left, top, right and lower edge in pixels; zeros: nothing
/// that has a place. Empty where nobody knows.
std::vector<Real> gold_boxes(const Batch& batch);

/// Of a batch of one episode in which classes are asked for: "target", the right ones' names, "said", the likeliest by
/// `probabilities`, outputs×steps. `names`: of the classes; one that has none is its number.
std::vector<Hdf5Texts> class_texts(const std::vector<std::string>& names, const Batch& batch,
                                   const Real* probabilities);

}  // namespace tapehead::inline TAPEHEAD_REAL
