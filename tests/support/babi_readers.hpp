#pragma once
// The readers of the single tasks.

#include <memory>

#include "tests/support/babi_reader.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace testing {

std::unique_ptr<StoryReader> world_reader(int id);        ///< 1, 2, 3, 5, 6, 7, 8
std::unique_ptr<StoryReader> report_reader(int id);       ///< 9, 10
std::unique_ptr<StoryReader> coreference_reader(int id);  ///< 11, 12, 13
std::unique_ptr<StoryReader> time_reader();               ///< 14
std::unique_ptr<StoryReader> map_reader(int id);          ///< 4, 19
std::unique_ptr<StoryReader> deduction_reader();          ///< 15
std::unique_ptr<StoryReader> induction_reader();          ///< 16
std::unique_ptr<StoryReader> shape_reader();              ///< 17
std::unique_ptr<StoryReader> size_reader();               ///< 18
std::unique_ptr<StoryReader> motive_reader();             ///< 20

}  // namespace testing
}  // namespace tapehead::inline TAPEHEAD_REAL
