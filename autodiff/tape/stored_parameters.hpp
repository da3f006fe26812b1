#pragma once
// Saves and loads a model's parameters: the part of a checkpoint that is the model itself (docs/checkpoint-format.md).

#include <filesystem>
#include <span>
#include <string>

#include "autodiff/files/safetensors.hpp"
#include "autodiff/tape/parameters.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

// Prefixes of a checkpoint's tensors: parameter/NAME, and average/NAME for the moving average of a parameter.
inline const std::string kParameters = "parameter/", kAverage = "average/";

/// Writes all that the store holds, constants and running means too, as `parameter/NAME`. Afterwards the path holds the
/// whole file, or what it held before. Throws FileError.
void save_parameters(const std::filesystem::path& path, const ParameterStore& store);

/// Fills the store of a model made with the same settings, from a file of save_parameters() or a checkpoint of
/// `tapehead train`, of which it takes the averaged values where there are any. Throws InputError, led by the path, for
/// anything else, DivergedError for values that are not finite; the store is then unchanged.
void load_parameters(const std::filesystem::path& path, ParameterStore& store);

/// load_parameters() for a file already read. Its errors are led by `where`.
void read_parameters(const SafetensorsFile& file, ParameterStore& store, const std::string& where);

/// Adds a vector laid out like the store's values, as one tensor for each learned parameter, PREFIX + NAME.
void add_tensors(SafetensorsFile& file, const std::string& prefix, const ParameterStore& store,
                 std::span<const Real> values);
/// Adds what is not learned, as `parameter/NAME`.
void add_constants(SafetensorsFile& file, const ParameterStore& store);

/// The inverses of both. They throw InputError, led by `where`, for a tensor that is missing or has another shape or
/// type.
void read_tensors(const SafetensorsFile& file, const std::string& prefix, const ParameterStore& store,
                  std::span<Real> values, const std::string& where);
void read_constants(const SafetensorsFile& file, ParameterStore& store, const std::string& where);

/// Throws DivergedError for the first value of the store that is not finite: `WHERE: tensor "parameter/NAME" has nan
/// (row 3, column 0); …`. Learned parameters were read from PREFIX + NAME.
void check_finite(const ParameterStore& store, const std::string& prefix, const std::string& where);
/// The same of a vector laid out like the store's values; without `negative`, InputError for a value below 0.
void check_values(const ParameterStore& store, std::span<const Real> values, bool negative, const std::string& prefix,
                  const std::string& where);

}  // namespace tapehead::inline TAPEHEAD_REAL
