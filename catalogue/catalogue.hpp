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
#include "models/looks/decoder_attention.hpp"
#include "models/model.hpp"
#include "tasks/curricula/curriculum.hpp"
#include "tasks/episode/task.hpp"

namespace tapehead::inline TAPEHEAD_REAL {

/// A part's row: its name and options, and its factory.
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
using DecoderAttentionRow =
    Row<std::unique_ptr<DecoderAttention>(const Settings&, const Scope&, DecoderAttentionSizes)>;
using MemoryRow = Row<std::unique_ptr<Memory>(const Settings&, const Scope&)>;
using AddressingRow = Row<std::unique_ptr<Addressing>(const Settings&, AddressingSettings, const Scope&)>;
using SimilarityRow = Row<std::unique_ptr<Similarity>(const Settings&, SimilarityWidths, const Scope&)>;
using NormaliserRow = Row<std::unique_ptr<Normaliser>(const Settings&)>;
using OptimizerRow = Row<std::unique_ptr<Optimizer>(const Settings&, size_t parameters)>;
using CurriculumRow = Row<std::unique_ptr<Curriculum>(const Settings&)>;

const std::vector<TaskRow>& task_rows();
const std::vector<ModelRow>& model_rows();
const std::vector<EncoderRow>& encoder_rows();
const std::vector<ControllerRow>& controller_rows();
const std::vector<DecoderAttentionRow>& decoder_attention_rows();
const std::vector<MemoryRow>& memory_rows();
const std::vector<AddressingRow>& addressing_rows();
const std::vector<SimilarityRow>& similarity_rows();
const std::vector<NormaliserRow>& normaliser_rows();
const std::vector<OptimizerRow>& optimizer_rows();
const std::vector<CurriculumRow>& curriculum_rows();

/// The rows' descriptions, of one kind, in order.
std::vector<const PartInfo*> part_infos(PartKind kind);

/// Adds a task of the program around this one: options, lists and make_task() know it from now on. A name that was
/// added before has the new row in all that is resolved or made later. Throws std::invalid_argument for a name of the
/// catalogue's own. Thread-safe.
void add_task(TaskRow row);
/// The tasks that were added.
std::vector<const TaskRow*> added_tasks();

/// Makes the parts that the settings name. Throw InputError for settings that do not go together. A task of words
/// numbers them by a trained model's corpus, where there is one. A task that the settings' model cannot read directly
/// is adapted to it: stories become sequences of words, source and answer one stream.
std::unique_ptr<Task> make_task(const Settings& settings, const KnownCorpus& corpus = nullptr);
/// Also throws for a model that reads stories with a task without them, for a model that listens with a task without
/// source and answer, or the reverse, and for a classifier with a task that does not ask for classes.
std::unique_ptr<Model> make_model(const Settings& settings, const Spec& spec, const Scope& scope);
/// For a flat vector of that many parameters.
std::unique_ptr<Optimizer> make_optimizer(const Settings& settings, size_t parameters);
std::unique_ptr<Curriculum> make_curriculum(const Settings& settings);

/// Whether the settings' model reads stories directly.
bool reads_stories(const Settings& settings);
/// Whether it reads source and answer as two streams (an encoder does).
bool listens(const Settings& settings);
/// Whether it classifies its whole input.
bool answers_once(const Settings& settings);
/// Whether it, or its encoder, reads a picture at once.
bool reads_pictures(const Settings& settings);
/// Whether it reads a picture at each step.
bool sees_pictures(const Settings& settings);
/// Whether its memory is told the input's length before the input.
bool is_told_length(const Settings& settings);
/// Whether it embeds a step's tokens.
bool embeds_tokens(const Settings& settings);

}  // namespace tapehead::inline TAPEHEAD_REAL
