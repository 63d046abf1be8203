#include "tools/players/player.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "tools/players/exact.hpp"
#include "tools/players/greedy.hpp"
#include "tools/players/gtp_player.hpp"
#include "tools/players/pattern_search.hpp"
#include "tools/players/policy_player.hpp"
#include "tools/players/stone_search.hpp"
#include "tools/players/weights_file.hpp"

namespace gofuda::tools {

namespace {

constexpr const char* kKnowsText =
    "what it is let into that its seat may not know, added up: the decks 1, the other hand 2, cards aside 4, notes 8";

// Looks ahead with secrets that are dealt as they are.
class LetIn : public Player {
 public:
  LetIn(std::unique_ptr<Player> inner, unsigned secrets) : inner_(std::move(inner)), secrets_(secrets) {}
  void begin(const ChanceKey& key, Seat seat) override { inner_->begin(key, seat); }
  void go_on(const ChanceKey& key, Seat seat) override { inner_->go_on(key, seat); }
  bool at_once() const override { return inner_->at_once(); }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (seen.simulator()) seen.simulator()->let_into(secrets_);
    return inner_->answer(q, seen, out);
  }
  bool tries_again() const override { return inner_->tries_again(); }
  Next after(Attempt& attempt) override { return inner_->after(attempt); }
  bool just_draws_again(int number) const override { return inner_->just_draws_again(number); }
  std::string name() const override { return inner_->name(); }

 private:
  std::unique_ptr<Player> inner_;
  unsigned secrets_;
};

constexpr PlayerOption kWeights{"weights", "what gofuda learn has learned of the game", 0, 0, 0, true};

// Nothing where none are wanted, or after a diagnostic.
std::shared_ptr<const Weights> weights_of(const PlayerOrder& order) {
  const auto file = order.values.files.find("weights");
  return file == order.values.files.end() ? nullptr : read_weights(file->second, order.variant, order.out);
}
bool wants_weights(const PlayerOrder& order) { return order.values.files.contains("weights"); }

constexpr PlayerOption kSearchOptions[] = {
    {"playouts", "games played out for each answer", 1, 100'000'000, 1000},
    {"ms", "time for each answer in milliseconds, instead of a number of games", 1, 3'600'000, 0},
    {"ahead", "turns after the tree's end that are played by all the rules, before stones alone tell the rest", 0, 5000,
     0},
    {"answers", "stones of each random game that answer the one before, in games of stones and cards", 0, 1000, 0},
    {"knows", kKnowsText, 0, 15, 0},
    kWeights,
};
std::unique_ptr<Player> make_mcts(const PlayerOrder& order) {
  TreeSearchSettings settings{order.values.numbers.at("playouts"), order.values.numbers.at("ms"),
                              static_cast<int>(order.values.numbers.at("ahead"))};
  settings.answers = static_cast<int>(order.values.numbers.at("answers"));
  const Ruleset& rules = *order.variant.ruleset;
  if (wants_weights(order)) {
    if (!(settings.weights = weights_of(order))) return nullptr;
    return make_tree_search(order.spec, settings, rules);
  }
  if (stone_search_fits(rules)) return make_stone_search(order.spec, settings);
  if (pattern_search_fits(rules)) return make_pattern_search(order.spec, settings, rules);
  return make_tree_search(order.spec, settings, rules);
}

constexpr PlayerOption kGreedyOptions[] = {
    {"tries", "answers tried at most", 1, 1'000'000, 200},
    {"knows", kKnowsText, 0, 15, 0},
    kWeights,
};
std::unique_ptr<Player> make_any_greedy(const PlayerOrder& order) {
  if (!wants_weights(order)) return make_greedy(order.spec, static_cast<int>(order.values.numbers.at("tries")));
  auto weights = weights_of(order);
  return weights ? make_policy_player(order.spec, std::move(weights), *order.variant.ruleset) : nullptr;
}

constexpr PlayerKind kKinds[] = {
    {"random",
     "any legal answer, each as likely as the others",
     {},
     [](const PlayerOrder&) -> std::unique_ptr<Player> { return std::make_unique<RandomPlayer>(0); }},
    {"greedy", "the answer after which captures, liberties, area and open patterns look best", kGreedyOptions,
     make_any_greedy},
    {"mcts", "Monte-Carlo tree search over what the seat may know", kSearchOptions, make_mcts},
    {"exact", "best play in small games of plain stones, as far as it can be proved", kExactOptions, make_exact},
    {"gnugo", "GNU Go, for games of plain stones with captures", kGnuGoOptions, make_gnugo, true},
};

const PlayerKind* kind_of(std::string_view spec) {
  const std::string_view name = spec.substr(0, spec.find(':'));
  const auto* kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& k) { return k.name == name; });
  return kind == std::end(kKinds) ? nullptr : kind;
}

std::string_view options_in(std::string_view spec) {
  const std::size_t colon = spec.find(':');
  return colon == std::string_view::npos ? "" : spec.substr(colon + 1);
}

// "playouts=2000,ms=50" by the kind's table.
bool read_options(const PlayerKind& kind, std::string_view text, PlayerValues& values, Diagnostics& out) {
  std::vector<std::string> names;
  for (const PlayerOption& o : kind.options) names.emplace_back(o.name), values.numbers[o.name] = o.fallback;
  std::set<std::string> said;
  auto wrong = [&](std::string message) { return out.error("", 0, 0, "player", std::move(message)), false; };
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::size_t equals = part.find('=');
    const std::string name(part.substr(0, equals));
    auto option =
        std::find_if(kind.options.begin(), kind.options.end(), [&](const PlayerOption& o) { return o.name == name; });
    if (option == kind.options.end())
      return wrong("the player '" + std::string(kind.name) + "' has no option '" + name + "'" +
                   did_you_mean(name, names));
    if (!said.insert(name).second)
      return wrong("'" + name + "' of the player '" + std::string(kind.name) + "' is said twice; leave one out");
    const std::string_view given = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    if (option->file) {
      if (given.empty()) return wrong("'" + name + "' of the player '" + std::string(kind.name) + "' is a file");
      values.files[option->name] = given;
      continue;
    }
    std::int64_t value = 0;
    auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    if (given.empty() || error != std::errc() || end != given.data() + given.size() || value < option->least ||
        value > option->most)
      return wrong("'" + name + "' of the player '" + std::string(kind.name) + "' is a number from " +
                   std::to_string(option->least) + " to " + std::to_string(option->most) + ", not '" +
                   std::string(given) + "'");
    values.numbers[option->name] = value;
  }
  return true;
}

unsigned secrets_of(const PlayerValues& values) {
  const auto knows = values.numbers.find("knows");
  return knows == values.numbers.end() ? 0 : static_cast<unsigned>(knows->second);
}

}  // namespace

std::span<const PlayerKind> player_kinds() { return kKinds; }

std::string player_help() {
  std::string out = "Programs:\n";
  for (const PlayerKind& k : kKinds) {
    out += "  " + std::string(k.name) + ": " + std::string(k.text) + "\n";
    for (const PlayerOption& o : k.options)
      out += "    " + std::string(k.name) + ":" + std::string(o.name) + (o.file ? "=FILE  " : "=N  ") +
             std::string(o.text) + "\n";
  }
  return out;
}

std::unique_ptr<Player> make_player(const std::string& spec, const Variant& variant, Diagnostics& out) {
  const PlayerKind* kind = kind_of(spec);
  if (!kind) {
    const std::string name = spec.substr(0, spec.find(':'));
    std::vector<std::string> names;
    for (const PlayerKind& k : kKinds) names.emplace_back(k.name);
    out.error("", 0, 0, "player", "there is no player '" + name + "'" + did_you_mean(name, names));
    return nullptr;
  }
  PlayerValues values;
  if (!read_options(*kind, options_in(spec), values, out)) return nullptr;
  auto made = kind->make({spec, values, variant, out});
  const unsigned secrets = secrets_of(values);
  return made && secrets != 0 ? std::make_unique<LetIn>(std::move(made), secrets) : std::move(made);
}

bool sees_secrets(const std::string& spec) {
  const PlayerKind* kind = kind_of(spec);
  PlayerValues values;
  Diagnostics ignored;
  return kind && read_options(*kind, options_in(spec), values, ignored) && secrets_of(values) != 0;
}

std::vector<std::string> player_files(const std::string& spec) {
  const PlayerKind* kind = kind_of(spec);
  PlayerValues values;
  Diagnostics ignored;
  std::vector<std::string> out;
  if (kind && read_options(*kind, options_in(spec), values, ignored))
    for (const auto& [option, file] : values.files) out.push_back(file);
  return out;
}

std::string without_files(const std::string& spec) {
  const PlayerKind* kind = kind_of(spec);
  std::string out = spec.substr(0, spec.find(':'));
  char before = ':';
  for (std::string_view left = options_in(spec); !left.empty();) {
    const std::string_view part = left.substr(0, left.find(','));
    left.remove_prefix(std::min(left.size(), part.size() + 1));
    const auto is_named = [&](const PlayerOption& o) { return o.file && part.starts_with(std::string(o.name) + "="); };
    const bool file = kind && std::any_of(kind->options.begin(), kind->options.end(), is_named) && part.back() != '=';
    if (!file) (out += std::exchange(before, ',')) += part;
  }
  return out;
}

bool needs_other_program(const std::string& spec) {
  const PlayerKind* kind = kind_of(spec);
  const auto is_named = [&](const PlayerOption& o) {
    return o.file && spec.find(std::string(o.name) + "=") != std::string::npos;
  };
  return kind && (kind->other_program || std::any_of(kind->options.begin(), kind->options.end(), is_named));
}

std::string why_not_isolated(const std::string& spec) {
  if (!needs_other_program(spec)) return "";
  return "the player " + in_quotes(spec) + " starts another program or reads a file, which --isolate keeps it from";
}

bool has_played_on(const Position& p) {
  for (std::size_t i = 2; i < p.moves.size(); ++i)
    if (p.moves[i - 1].has(Move::kPass) && p.moves[i - 2].has(Move::kPass)) return true;
  return p.passes == 0 && !p.moves.empty() && p.moves.back().has(Move::kPass);
}

}  // namespace gofuda::tools
