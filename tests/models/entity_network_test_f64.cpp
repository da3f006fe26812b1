// The recurrent entity network against its equations in plain loops (Henaff et al. 2017, section 2).

#include "models/readers/entity_network.hpp"

#include "autodiff/base/error.hpp"
#include "autodiff/ops/watch.hpp"
#include "catalogue/catalogue.hpp"
#include "catalogue/check/model_check.hpp"
#include "catalogue/check/small_stories.hpp"
#include "tests/support/context.hpp"
#include "tests/support/told_stories.hpp"

namespace tapehead::inline TAPEHEAD_REAL {
namespace {

using testing::dot_of;
using testing::List;
using testing::product;
using testing::softmax_of;
using testing::sum_of;
using testing::Table;
using testing::table;
using testing::told_stories;

EntityNetworkSettings small_entities() {
  EntityNetworkSettings settings;
  settings.words = told_stories().corpus->words.size();
  settings.places = told_stories().corpus->sentence;
  settings.width = 5;
  settings.slots = 3;
  return settings;
}

struct MadeEntities {
  ParameterStore store{4};
  EntityNetwork network;
  explicit MadeEntities(const EntityNetworkSettings& settings) : network(store, settings) {
    testing::move_parameters(store, Real(0.5));
  }
};

List encoded_sentence(const Table& words, const Table& mask, Sentence sentence) {
  List sum(words.rows, 0);
  for (size_t i = 0; i < sentence.size(); ++i)
    for (size_t r = 0; r < words.rows && sentence[i] < words.cols; ++r)
      sum[r] += words(r, sentence[i]) * mask(r, std::min(i, mask.cols - 1));
  return sum;
}

List prelu(List x, const Table& slopes) {
  for (size_t r = 0; r < x.size(); ++r) x[r] = x[r] > 0 ? x[r] : slopes(r, 0) * x[r];
  return x;
}

/// The slots after each statement, and before the first.
std::vector<std::vector<List>> read_through(const ParameterStore& store, const EntityNetworkSettings& settings,
                                            const StoryView& story) {
  const Table words = table(store, "entity/embedding"), mask = table(store, "entity/sentence-mask");
  const size_t tied = settings.key_words.size();
  std::vector<List> keys(settings.slots, List(settings.width));
  for (size_t j = 0; j < settings.slots; ++j)
    for (size_t r = 0; r < settings.width; ++r)
      keys[j][r] = j < tied ? words(r, settings.key_words[j]) : table(store, "entity/keys")(r, j - tied);
  std::vector<std::vector<List>> states = {keys};
  for (const Sentence& statement : story.statements) {
    const List s = encoded_sentence(words, mask, statement);
    auto h = states.back();
    for (size_t j = 0; j < settings.slots; ++j) {
      const double gate = 1 / (1 + std::exp(-dot_of(s, h[j]) - dot_of(s, keys[j])));
      const List candidate = prelu(sum_of(product(table(store, "entity/from-state"), h[j]),
                                          sum_of(product(table(store, "entity/from-keys"), keys[j]),
                                                 product(table(store, "entity/from-sentences"), s))),
                                   table(store, "entity/slopes"));
      for (size_t r = 0; r < settings.width; ++r) h[j][r] += gate * candidate[r];
      const double length = settings.normalize ? std::sqrt(dot_of(h[j], h[j])) : 1;
      for (double& x : h[j]) x /= length;
    }
    states.push_back(h);
  }
  return states;
}

List answer_of(const ParameterStore& store, const std::vector<List>& slots, const Question& question) {
  const List q =
      encoded_sentence(table(store, "entity/embedding"), table(store, "entity/question-mask"), question.words);
  List scores;
  for (const List& h : slots) scores.push_back(dot_of(q, h));
  const List weights = softmax_of(scores);
  List u(q.size(), 0);
  for (size_t j = 0; j < slots.size(); ++j)
    for (size_t r = 0; r < q.size(); ++r) u[r] += weights[j] * slots[j][r];
  return product(table(store, "entity/output"),
                 prelu(sum_of(q, product(table(store, "entity/hop"), u)), table(store, "entity/slopes")));
}

void check_entities(const EntityNetworkSettings& settings) {
  const MadeEntities made(settings);
  const Batch batch = told_stories().batch({0, 1, 2}, 4);
  const auto got = testing::answers_to(made.network, made.store, batch);
  for (size_t b = 0; b < batch.episodes; ++b) {
    const auto states = read_through(made.store, settings, batch.stories()[b]);
    REQUIRE(got[b].size() == batch.stories()[b].questions.size());
    for (size_t q = 0; q < got[b].size(); ++q) {
      INFO("story " << b << ", question " << q);
      const Question& question = batch.stories()[b].questions[q];
      const List right = answer_of(made.store, states[question.known], question);
      for (size_t w = 0; w < right.size(); ++w) CHECK(got[b][q][w] == Approx(right[w]).epsilon(1e-6));
    }
  }
}

/// Keeps the values shown.
class SeenEntities final : public Watcher {
 public:
  void see(const std::string& name, Var value, const View&) override {
    if (name == "entity/gates") gates.push_back(testing::numbers(value));
    if (name == "entity/state") states.push_back(testing::numbers(value));
    if (name == "entity/attention") attention.push_back(testing::numbers(value));
  }
  std::vector<std::vector<Real>> gates, states, attention;
};

Settings small_settings() {
  for (const ModelCase& one : small_models())
    if (one.name == "entity-network") return one.settings;
  FAIL("no row");
  return {};
}

}  // namespace

TEST_CASE("the entity network's answers are what plain loops over its equations give") {
  check_entities(small_entities());
  EntityNetworkSettings settings = small_entities();
  settings.normalize = false;
  check_entities(settings);
}

TEST_CASE("keys are the vectors of the words that they are tied to, and others are free") {
  EntityNetworkSettings settings = small_entities();
  settings.key_words = {3, 0};
  check_entities(settings);
  settings.key_words = {3, 0, 8};
  check_entities(settings);
  CHECK(MadeEntities(settings).store.entries().size() + 1 == MadeEntities(small_entities()).store.entries().size());
}

TEST_CASE("gates lie in [0, 1], slots on the unit sphere, attention on the simplex; one a statement, one a question") {
  const MadeEntities made(small_entities());
  SeenEntities seen;
  const Batch batch = told_stories().batch({0}, 3);
  testing::answers_to(made.network, made.store, batch, &seen);
  REQUIRE(seen.gates.size() == 5);
  REQUIRE(seen.states.size() == 5);
  REQUIRE(seen.attention.size() == 3);
  const auto states = read_through(made.store, small_entities(), batch.stories()[0]);
  for (size_t t = 0; t < 5; ++t) {
    REQUIRE(seen.gates[t].size() == 3);
    for (const Real g : seen.gates[t]) CHECK((g >= 0 && g <= 1));
    for (size_t j = 0; j < 3; ++j) {
      double square = 0;
      for (size_t r = 0; r < 5; ++r) {
        square += std::pow(seen.states[t][j * 5 + r], 2);
        CHECK(seen.states[t][j * 5 + r] == Approx(states[t + 1][j][r]).epsilon(1e-6));
      }
      CHECK(square == Approx(1).epsilon(1e-6));
    }
  }
  for (const auto& weights : seen.attention) {
    double total = 0;
    for (const Real w : weights) total += w;
    CHECK(total == Approx(1));
  }
}

TEST_CASE("slots in another order answer alike") {
  const MadeEntities made(small_entities());
  MadeEntities turned(small_entities());
  const Table keys = table(made.store, "entity/keys");
  Real* to = nullptr;
  for (const ParameterStore::Entry& entry : turned.store.entries())
    if (entry.name == "entity/keys") to = turned.store.data(entry);
  for (size_t j = 0; j < 3; ++j)
    for (size_t r = 0; r < 5; ++r) to[(j + 1) % 3 * 5 + r] = keys.data[j * 5 + r];
  const Batch batch = told_stories().batch({0, 1, 2}, 3);
  SeenEntities seen, seen_turned;
  const auto a = testing::answers_to(made.network, made.store, batch, &seen);
  const auto b = testing::answers_to(turned.network, turned.store, batch, &seen_turned);
  for (size_t t = 0; t < seen.states.size(); ++t)
    for (size_t e = 0; e < seen.states[t].size() / 15; ++e)
      for (size_t j = 0; j < 3; ++j)
        for (size_t r = 0; r < 5; ++r)
          CHECK(seen_turned.states[t][e * 15 + (j + 1) % 3 * 5 + r] == Approx(seen.states[t][e * 15 + j * 5 + r]));
  for (size_t e = 0; e < a.size(); ++e)
    for (size_t q = 0; q < a[e].size(); ++q)
      for (size_t w = 0; w < a[e][q].size(); ++w) CHECK(b[e][q][w] == Approx(a[e][q][w]));
}

TEST_CASE("a story is answered alike whatever stories stand beside it, and in whatever order") {
  const MadeEntities made(small_entities());
  std::vector<std::vector<std::vector<Real>>> alone;
  for (size_t story = 0; story < 3; ++story)
    alone.push_back(testing::answers_to(made.network, made.store, told_stories().batch({story}, 3))[0]);
  // Of 5, 1 and 2 sentences: {1, 0, 2} is the one whose order by length is not its own inverse.
  for (const std::vector<size_t>& order :
       std::vector<std::vector<size_t>>{{0, 1, 2}, {1, 2, 0}, {1, 0, 2}, {2, 0, 2, 1}}) {
    const auto got = testing::answers_to(made.network, made.store, told_stories().batch(order, 5));
    for (size_t b = 0; b < order.size(); ++b)
      for (size_t q = 0; q < alone[order[b]].size(); ++q)
        for (size_t w = 0; w < alone[order[b]][q].size(); ++w)
          CHECK(got[b][q][w] == Approx(alone[order[b]][q][w]).epsilon(1e-9));
  }
}

TEST_CASE("the mask starts as the settings say, and the slopes at one") {
  const auto mean_and_spread = [](MaskStart start) {
    EntityNetworkSettings settings = small_entities();
    settings.mask = start;
    settings.width = 500;
    ParameterStore store(4);
    const EntityNetwork network(store, settings);
    for (size_t r = 0; r < settings.width; ++r) CHECK(table(store, "entity/slopes")(r, 0) == 1);
    double sum = 0, square = 0;
    for (const char* name : {"entity/sentence-mask", "entity/question-mask"})
      for (size_t i = 0; i < 2000; ++i) {
        const double x = table(store, name).data[i];
        sum += x;
        square += x * x;
      }
    return std::pair(sum / 4000, std::sqrt(square / 4000 - std::pow(sum / 4000, 2)));
  };
  const auto ones = mean_and_spread(MaskStart::kOnes), near = mean_and_spread(MaskStart::kNearOnes),
             random = mean_and_spread(MaskStart::kRandom);
  CHECK(ones == std::pair(1.0, 0.0));
  CHECK(near.first == Approx(1).margin(0.01));
  CHECK(near.second == Approx(0.1).margin(0.01));
  CHECK(random.first == Approx(0).margin(0.01));
  CHECK(random.second == Approx(0.1).margin(0.01));
}

TEST_CASE("key words are checked, and are the vocabulary's first where none are named") {
  Settings settings = small_settings();
  settings.set("model.keys", "tied");
  const auto made_with = [&](const std::string& words) {
    settings.set("model.key-words", words);
    ParameterStore store(1);
    make_model(settings, small_story_spec(), store);
    return store.entries().size();
  };
  const size_t all_tied = made_with("");
  CHECK(made_with("b,a,i") == all_tied);
  CHECK(made_with("I") == all_tied + 1);  // two keys are left free
  CHECK_THROWS_WITH(made_with("a,zebra"), Catch::StartsWith("model.key-words: \"zebra\" is not known"));
  CHECK_THROWS_WITH(made_with("a,b,c,d"), "model.key-words: got 4 words; no more than model.slots, 3, have a slot");
  CHECK_THROWS_WITH(made_with("a,b,a"), Catch::StartsWith("model.key-words: got a twice"));
}

TEST_CASE("where nothing is asked, the entity network answers nothing") {
  Batch silent = told_stories().batch({1}, 1);
  silent.inputs[0].stories[0].questions = {};
  const MadeEntities made(small_entities());
  Tape tape;
  tape.begin(made.store, nullptr);
  CHECK(made.network.run({tape, 1, testing::noise()}, silent, 0).steps.empty());
}

}  // namespace tapehead::inline TAPEHEAD_REAL
