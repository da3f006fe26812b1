#pragma once
// The catalogue of all parts by name. `tapehead list`, --help, unknown-name errors, the gradient check and the
// conformance suites all read it: the row is the test.

#include <functional>
#include <memory>
#include <vector>

#include "attention/normalisers/normaliser.hpp"
#include "attention/scores/similarity.hpp"
#include "autodiff/optimisers/optimizer.hpp"
#include "autodiff/tape/scope.hpp"
#include "catalogue/options/option.hpp"
#include "catalogue/options/settings.hpp"
#include "controllers/controller.hpp"
#include "memory/memory.hpp"
#include "memory/ntm/addressing.hpp"
#include "models/encoders/encoder.hpp"
#include "models/looks/attention.hpp"
#include "models/model.hpp"
#include "tasks/curricula/curriculum.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A part's row: what it is called and takes, and how it is made.
template <class Make>
struct Row {
  PartInfo info;
  std::function<Make> make;
};

using TaskRow = Row<std::unique_ptr<Task>(const Settings&, const KnownCorpus&)>;
using ModelRow = Row<std::unique_ptr<Model>(const Settings&, const Spec&, const Scope&)>;
using EncoderRow = Row<std::unique_ptr<Encoder>(const Settings&, const Scope&, Layout x)>;
/// A controller's tells its sizes without making it, too.
struct ControllerRow {
  PartInfo info;
  std::function<std::unique_ptr<Controller>(const Settings&, const Scope&, size_t x_size, size_t read_size)> make;
  std::function<ControllerSizes(const Settings&)> sizes;
};
using AttentionRow = Row<std::unique_ptr<Attention>(const Settings&, const Scope&, AttentionSizes)>;
using MemoryRow = Row<std::unique_ptr<Memory>(const Settings&, const Scope&)>;
using AddressingRow = Row<std::unique_ptr<Addressing>(const Settings&, AddressingSettings, const Scope&)>;
using SimilarityRow = Row<std::unique_ptr<Similarity>(const Settings&, SimilarityWidths, const Scope&)>;
using FocusRow = Row<std::unique_ptr<Normaliser>(const Settings&)>;
using OptimizerRow = Row<std::unique_ptr<Optimizer>(const Settings&, size_t parameters)>;
using CurriculumRow = Row<std::unique_ptr<Curriculum>(const Settings&)>;

const std::vector<TaskRow>& task_rows();
const std::vector<ModelRow>& model_rows();
const std::vector<EncoderRow>& encoder_rows();
const std::vector<ControllerRow>& controller_rows();
const std::vector<AttentionRow>& decoder_attention_rows();
const std::vector<MemoryRow>& memory_rows();
const std::vector<AddressingRow>& addressing_rows();
const std::vector<SimilarityRow>& similarity_rows();
const std::vector<FocusRow>& focus_rows();
const std::vector<OptimizerRow>& optimizer_rows();
const std::vector<CurriculumRow>& curriculum_rows();

/// The rows' descriptions, of one kind, in their order.
std::vector<const PartInfo*> part_infos(PartKind kind);

/// The parts that the settings name. Throw InputError for settings that do not go together. A task of words numbers
/// them as in the corpus of a trained model, where there is one; what the settings' model, if there is one, cannot read
/// as it stands comes in a form that it can: stories word by word, source and answer as one stream.
std::unique_ptr<Task> make_task(const Settings& settings, const KnownCorpus& corpus = nullptr);
/// Throws also for a model that reads stories and a task that tells none, for one that listens and a task without a
/// source and an answer, or the other way round, and for one that says a class and a task that does not ask for
/// classes.
std::unique_ptr<Model> make_model(const Settings& settings, const Spec& spec, const Scope& scope);
/// For a flat vector of so many parameters.
std::unique_ptr<Optimizer> make_optimizer(const Settings& settings, size_t parameters);
std::unique_ptr<Curriculum> make_curriculum(const Settings& settings);

/// Whether the settings' model reads stories as such.
bool reads_stories(const Settings& settings);
/// Whether it reads what it is asked as a stream of its own (an encoder does), apart from what it says.
bool listens(const Settings& settings);
/// Whether it says one class of all that it reads.
bool answers_once(const Settings& settings);
/// Whether it, or its encoder, reads a picture at once.
bool reads_pictures(const Settings& settings);
/// Whether it sees a picture at each step.
bool sees_pictures(const Settings& settings);
/// Whether it has a vector for each token that a step may be.
bool embeds_tokens(const Settings& settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
