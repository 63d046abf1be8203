// A learned policy: what it learns shows in what it answers, is the same for any number of threads, and goes to a file
// and back; what is wrong with a file is named.
#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "core/drive.hpp"
#include "core/random_player.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/learn/self_play.hpp"
#include "tools/players/player.hpp"
#include "tools/players/weights_file.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

constexpr std::size_t kPositions = 24;

std::shared_ptr<const Variant> tiny() { return test::shipped("go", {{"board.size", "5x5"}, {"rules.komi", "0"}}); }

SelfPlay games(std::shared_ptr<const Variant> variant, std::uint64_t n, int threads = 1) {
  SelfPlay play;
  play.variant = std::move(variant);
  play.games = n;
  play.playouts = 48;
  play.threads = threads;
  return play;
}

std::shared_ptr<const Weights> learned(const SelfPlay& play) {
  Trainer trainer(*play.variant->ruleset);
  const Lived lived = learn_by_play(
      play, trainer, [] { return false; }, [](const Lived&) {});
  CHECK(lived.games == play.games);
  CHECK(lived.failed == 0);
  return trainer.copy();
}

// Answers at random, and looks whether a policy's score of each answer is its features' weights together.
class Adding : public RandomPlayer {
 public:
  Adding(std::shared_ptr<const Weights> weights, const Ruleset& rules)
      : RandomPlayer(7), weights_(std::move(weights)), policy_(weights_, rules) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (Policy::fits(q.kind)) compare(q, seen);
    return RandomPlayer::answer(q, seen, out);
  }
  int compared = 0;
  float furthest = 0;

 private:
  void compare(const Question& q, const Observation& seen) {
    AnswerBuilder builder(q);
    for (int chosen = 0; chosen < 2 && !builder.complete(); ++chosen) {
      std::vector<AnswerTree::Key> keys;
      builder.keys(seen, keys);
      policy_.look(q, seen, builder.chosen());
      for (AnswerTree::Key key : keys) {
        std::vector<Feature> features;
        policy_.features(key, features);
        float sum = 0;
        for (const Feature& f : features) sum += (*weights_)[f.index] * f.value;
        furthest = std::max(furthest, std::abs(sum - policy_.score(key)));
        ++compared;
      }
      if (keys.empty()) return;
      builder.add(keys.front());
    }
  }

  std::shared_ptr<const Weights> weights_;
  Policy policy_;
};

// Positions of a game as it was drawn, in each of which one stone takes a chain of White's; Black is to move.
struct Taking {
  Position position;
  Point takes;
};
std::vector<Taking> taking(const Ruleset& rules) {
  std::vector<Taking> out;
  Random random(5);
  while (out.size() < kPositions) {
    Position p = first_position(rules, {});
    Colour c = Colour::black;
    for (int n = 0; n < 10; ++n, c = opposite(c))
      if (const Point q =
              p.board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(p.board.empty_count()))));
          p.board.legal(q, c) && !p.board.is_eye(q, c))
        p.board.play(q, c);
    p.board.set_ko(kNoPoint);
    p.to_move = Seat::black;
    PointSet takes;
    p.board.for_each_chain([&](const PointSet& chain) {
      if (p.board.at(chain.first()) != Colour::white) return;
      if (const Point q = p.board.only_liberty(chain.first()); q != kNoPoint && p.board.legal(q, Colour::black))
        takes.insert(q);
    });
    if (takes.count() == 1) out.push_back({p, takes.first()});
  }
  return out;
}

// How likely the policy takes the chain, on the average: in times of what chance would do.
double takes_more_often(const Variant& variant, const std::shared_ptr<const Weights>& weights) {
  const Ruleset& rules = *variant.ruleset;
  Policy policy(weights, rules);
  double sum = 0;
  const PointSet nothing_chosen;
  for (const Taking& t : taking(rules)) {
    Question q;
    q.kind = QuestionKind::stone;
    q.colour = Colour::black;
    q.may_pass = true;
    q.from = t.position.board.points_of(Colour::empty);
    const Observation seen(rules, t.position, Seat::black);
    std::vector<AnswerTree::Key> keys;
    std::vector<float> shares;
    AnswerBuilder(q).keys(seen, keys);
    policy.look(q, seen, nothing_chosen);
    policy.shares(keys, shares);
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == t.takes) sum += static_cast<double>(shares[i]) * static_cast<double>(keys.size());
  }
  return sum / static_cast<double>(kPositions);
}

// The same numbers, each at the place of another one.
std::shared_ptr<const Weights> shuffled(const Weights& weights, const Ruleset& rules, std::uint64_t seed) {
  std::vector<Features::Index> places;
  std::vector<float> numbers;
  weights.for_each([&](Features::Index i, float w) { places.push_back(i), numbers.push_back(w); });
  Random random(seed);
  shuffle(numbers, random);
  auto out = std::make_shared<Weights>(rules);
  for (std::size_t i = 0; i < places.size(); ++i) out->put(places[i], numbers[i]);
  out->spread();
  return out;
}

std::string complaint(const std::string& text, const Variant& variant) {
  Diagnostics out;
  CHECK_FALSE(parse_weights("w.yaml", text, variant, out));
  return test::joined(out);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("learning: a policy takes chains in atari more often than chance, and shuffled weights do not", "[minutes]") {
  const auto variant = tiny();
  const auto weights = learned(games(variant, 300));
  constexpr double kMark = 2.5;
  const double good = takes_more_often(*variant, weights);
  INFO(good);
  CHECK(good > kMark);
  int as_good = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    as_good += takes_more_often(*variant, shuffled(*weights, *variant->ruleset, seed)) > kMark;
  CHECK(as_good <= 1);
  CHECK(std::abs(takes_more_often(*variant, std::make_shared<Weights>(*variant->ruleset)) - 1) < 1e-3);
}

TEST_CASE("learning: what is learned from a number of games hangs on the seed, not on the threads", "[minutes]") {
  const auto variant = tiny();
  const auto text = [&](std::uint64_t seed, int threads) {
    SelfPlay play = games(variant, 12, threads);
    play.seed = seed;
    return weights_text(*learned(play), *variant, {});
  };
  const std::string one = text(1, 1);
  CHECK(one == text(1, 3));
  CHECK(one != text(2, 1));
}

TEST_CASE("learning: the score of an answer is the weights of its features together") {
  for (const char* name : {"dango-1996", "card-go", "gomoku-skills", "v-card-go"}) {
    INFO(name);
    const auto variant = test::shipped(name);
    const Ruleset& rules = *variant->ruleset;
    auto weights = std::make_shared<Weights>(rules);
    Random random(11);
    for (Features::Index i = 0; i < weights->features.size(); ++i)
      if (i >= Features::kSquares || weights->features.square(i) == i)
        weights->put(i, static_cast<float>(random.below(2000)) / 1000 - 1);
    weights->spread();
    Adding black(weights, rules), white(weights, rules);
    const auto scripts = make_scripts(variant);
    Setup setup;
    setup.key = {9, 1};
    Game game(variant->ruleset, setup);
    DriveLimits limits;
    limits.last_turn = 60;
    drive(game, *scripts, {&black, &white}, limits);
    CHECK(black.compared + white.compared > 1000);
    CHECK(std::max(black.furthest, white.furthest) < 1e-4f);
  }
}

TEST_CASE("learning: weights go to a file and back", "[minutes]") {
  for (const char* name : {"dango-1996", "card-go", "gomoku-skills"}) {
    INFO(name);
    const auto variant = test::shipped(name);
    Weights weights(*variant->ruleset);
    Random random(3);
    for (int n = 0; n < 400; ++n) {
      const auto i = static_cast<Features::Index>(random.below(weights.features.size()));
      weights.put(i < Features::kSquares ? weights.features.square(i) : i, 0.25f * static_cast<float>(1 + n % 8));
    }
    for (const char* label : {"draw", "a b: c", "#x"}) weights.put(*weights.features.learn_label(kNoCard, label), 0.5f);
    const std::string text = weights_text(weights, *variant, {3, 4, 5});
    Diagnostics out;
    const auto again = parse_weights("w.yaml", text, *variant, out);
    INFO(test::joined(out));
    REQUIRE(again);
    CHECK(weights_text(*again, *variant, {3, 4, 5}) == text);
    CHECK((*again)[*again->features.label(kNoCard, "a b: c")] == 0.5f);
  }
}

TEST_CASE("learning: a game that was broken off is none that has ended", "[minutes]") {
  SelfPlay play = games(tiny(), 8);
  play.playouts = 800;
  int asked = 0;
  Trainer trainer(*play.variant->ruleset);
  const Lived lived = learn_by_play(
      play, trainer, [&] { return ++asked > 20; }, [](const Lived&) {});
  CHECK(lived.games == 0);
  CHECK(lived.failed == 0);
  CHECK(trainer.learned() > 0);  // what was seen of it is not lost
}

TEST_CASE("learning: a damaged file, or one of other rules, is named", "[minutes]") {
  const auto variant = tiny();
  Weights weights(*variant->ruleset);
  weights.put(weights.features.trait(Act::stone, kNoCard, Trait::takes, 2), 0.5f);
  const std::string text = weights_text(weights, *variant, {});
  const std::string line = "stone takes 2: 0.5000";
  CHECK(complaint(text, *test::shipped("go", {{"board.size", "5x5"}})).find("w.yaml:3:8: error[other-rules]") == 0);
  CHECK(complaint(text, *test::shipped("qango-6")).find("error[other-rules]") != std::string::npos);
  CHECK(complaint(replaced(text, "variant: go\n", "variant: qango-6\n"), *variant)
            .find("w.yaml:2:10: error[other-rules]") == 0);
  CHECK(complaint(replaced(text, "variant: go\n", ""), *variant).find("'variant'") != std::string::npos);
  struct Row {
    const char *with, *says;
  };
  for (const Row& row : {Row{"stone takes 2: .nan", "w.yaml:6:18: error[wrong-type]"},
                         {"stone takes 2: nan", "w.yaml:6:18: error[wrong-type]"},
                         {"stone takes 2: inf", "w.yaml:6:18: error[out-of-range]"},
                         {"stone takes 2: 1e30", "w.yaml:6:18: error[out-of-range]"},
                         {"stone takes 2: 1e999", "w.yaml:6:18: error[out-of-range]"},
                         {"stone takes 2: -20.5", "w.yaml:6:18: error[out-of-range]"},
                         {"stone takes 2: [1]", "error[wrong-type]"},
                         {"stone takes 2:", "error[wrong-type]"},
                         {"stone takes 5: 1", "w.yaml:6:3: error[unknown-weight]"},
                         {"stone takes 0: 1", "error[unknown-weight]"},
                         {"stone/keima takes 1: 1", "error[unknown-weight]"},
                         {"square fffff1: 1", "error[unknown-weight]"},
                         {"offer none 9: 1", "error[unknown-weight]"},
                         {"nonsense: 1", "error[unknown-weight]"}}) {
    INFO(row.with);
    CHECK(complaint(replaced(text, line, row.with), *variant).find(row.says) != std::string::npos);
  }
  const std::string learned_from = "learned: { games: 0, answers: 0, seed: 0, playouts: 0 }";
  CHECK(complaint(replaced(text, learned_from, "learned: { games: -3, answers: 0, seed: 0 }"), *variant)
            .find("w.yaml:4:19: error[wrong-type]") == 0);
  CHECK(complaint(replaced(text, learned_from, "learned: { games: [1] }"), *variant) != "");
  CHECK(complaint(replaced(text, learned_from, "learned: { plays: 1 }"), *variant).find("unknown-field") !=
        std::string::npos);
  CHECK(complaint(replaced(text, learned_from, "learned: much"), *variant).find("w.yaml:4:10: error[wrong-type]") == 0);
  CHECK(complaint(replaced(text, "gofuda-weights: 1", "gofuda-weights: 2"), *variant) != "");
  CHECK(complaint(replaced(text, "weights:\n", "weights: 3\n#"), *variant) != "");
  CHECK(complaint("", *variant) != "");
  CHECK(complaint(text.substr(0, 40), *variant) != "");
}

TEST_CASE("learning: a file that was cut off at the end of a line is known for it", "[minutes]") {
  const auto variant = tiny();
  Weights weights(*variant->ruleset);
  for (const int value : {1, 2, 3}) weights.put(weights.features.trait(Act::stone, kNoCard, Trait::takes, value), 0.5f);
  const std::string text = weights_text(weights, *variant, {});
  const auto sound = [&](const std::string& file) {
    Diagnostics out;
    return parse_weights("w.yaml", file, *variant, out) != nullptr;
  };
  CHECK(sound(text));
  int cuts = 0;
  for (std::size_t end = text.find('\n'); end + 1 < text.size(); end = text.find('\n', end + 1), ++cuts) {
    INFO(text.substr(0, end + 1));
    CHECK(complaint(text.substr(0, end + 1), *variant) != "");
  }
  CHECK(cuts == 8);
  CHECK(complaint(text.substr(0, text.rfind("count")), *variant).find("error[cut]") != std::string::npos);
  const std::string fewer = replaced(text, "  stone takes 3: 0.5000\n", "");
  CHECK(complaint(fewer, *variant).find("there are 2 weights, not '3'") != std::string::npos);
  CHECK(sound(replaced(fewer, "count: 3", "count: 2")));
}

TEST_CASE("learning: players take weights, and say what is wrong with them", "[minutes]") {
  const auto variant = tiny();
  Diagnostics out;
  CHECK_FALSE(make_player("mcts:weights=/there/is/none", *variant, out));
  CHECK(out.has_errors());
  Diagnostics empty;
  CHECK_FALSE(make_player("greedy:weights=", *variant, empty));
  CHECK(test::joined(empty).find("is a file") != std::string::npos);
}

namespace {

// Ten answers that nothing else is known of, as a policy weighs them. Each look is worth what `reward` says of its key.
struct Weighed {
  AnswerTree tree{{300, 0.12f}};
  AnswerTree::Index at = 0;
  Weighed(bool words, std::span<const float> shares) {
    tree.clear();
    std::vector<AnswerTree::Candidate> candidates;
    for (AnswerTree::Key key = 0; key < 10; ++key) candidates.push_back({key, {4, 2}});
    AnswerTree::Block like{};
    like.points = !words;
    like.words = words;
    at = tree.add_block(AnswerTree::kRoot, like, candidates);
    tree.weigh(at, shares);
  }
  AnswerTree::Node& next() {
    return tree.node(tree.choose(at, 10, [](AnswerTree::Key) { return true; }));
  }
  void look(int times, const std::function<float(AnswerTree::Key)>& reward) {
    for (int n = 0; n < times; ++n) {
      AnswerTree::Node& child = next();
      ++child.visits;
      ++tree.block(at).visits;
      child.reward += reward(child.key);
    }
  }
};

}  // namespace

TEST_CASE("learning: a search looks first at what a policy finds likely, and finds out what is better") {
  for (const AnswerTree::Key likely : {2u, 7u}) {
    std::vector<float> shares(10, 0.01f);
    shares[likely] = 0.9f;
    shares[4] = 0.02f;
    Weighed weighed(false, shares);
    CHECK(weighed.next().key == likely);
    weighed.look(2000, [&](AnswerTree::Key key) { return key == 4 ? 1.0f : key == likely ? 0.0f : 0.5f; });
    CHECK(weighed.tree.node(weighed.tree.ranked(weighed.at).front()).key == 4);
  }
}

TEST_CASE("learning: a search looks at all cards and labels, and of points at those that a policy finds likely") {
  std::vector<float> shares(10, 0.1f);
  shares[9] = 0.01f;
  for (const bool words : {false, true}) {
    Weighed weighed(words, shares);
    weighed.look(2000, [](AnswerTree::Key) { return 0.5f; });
    CHECK((weighed.tree.ranked(weighed.at).size() == 10) == words);
  }
}

TEST_CASE("players: from a win by threats, a search wins against the exact one", "[minutes]") {
  const auto variant = test::shipped("qango-6", {{"first", "black"}});
  auto scripts = make_scripts(variant);
  int won = 0;
  for (std::uint64_t g = 0; g < 10; ++g) {
    Diagnostics out;
    auto black = make_player("mcts:playouts=2000", *variant, out),
         white = make_player("exact:nodes=3000", *variant, out);
    REQUIRE((black && white));
    Setup setup;
    setup.key = {7, g};
    black->begin(setup.key, Seat::black);
    white->begin(setup.key, Seat::white);
    Game game(variant->ruleset, setup);
    drive(game, *scripts, {black.get(), white.get()});
    REQUIRE(game.over());
    won += game.turn_start().ending == Ending::win && game.turn_start().winner == 0;
  }
  CHECK(won >= 9);
}
