#include "catalogue/catalogue.hpp"

#include "autodiff/base/error.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

template <class Rows>
std::vector<const PartInfo*> infos(const Rows& rows) {
  std::vector<const PartInfo*> all;
  for (const auto& row : rows) all.push_back(&row.info);
  return all;
}

}  // namespace

std::vector<const PartInfo*> part_infos(PartKind kind) {
  switch (kind) {
    case PartKind::kTask: {
      auto all = infos(task_rows());
      for (const TaskRow* row : added_tasks()) all.push_back(&row->info);
      return all;
    }
    case PartKind::kModel: return infos(model_rows());
    case PartKind::kEncoder: return infos(encoder_rows());
    case PartKind::kController: return infos(controller_rows());
    case PartKind::kDecoderAttention: return infos(decoder_attention_rows());
    case PartKind::kMemory: return infos(memory_rows());
    case PartKind::kAddressing: return infos(addressing_rows());
    case PartKind::kSimilarity: return infos(similarity_rows());
    case PartKind::kNormaliser: return infos(normaliser_rows());
    case PartKind::kOptimizer: return infos(optimizer_rows());
    case PartKind::kCurriculum: return infos(curriculum_rows());
  }
  return {};
}

}  // namespace tapehead::inline TAPEHEAD_REAL
