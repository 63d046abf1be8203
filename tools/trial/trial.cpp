#include "tools/trial/trial.hpp"

#include <algorithm>
#include <chrono>

#include "core/game.hpp"
#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"
#include "core/random_player.hpp"
#include "tools/players/lone_card.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

// After so many turns of a random game, or as many as it takes.
Position random_position(const Variant& variant, Scripts& scripts, ChanceKey key, int turns, std::uint64_t most_steps) {
  Setup setup;
  setup.key = key;
  Game game(variant.ruleset, setup);
  RandomPlayer black(key.seed, 2 * key.game), white(key.seed, 2 * key.game + 1);
  Position last = game.turn_start();
  const std::uint64_t before = scripts.steps();
  game.advance(scripts, {&black, &white, nullptr}, turns, [&](const Game& g) {
    if (!g.over()) last = g.turn_start();
    return scripts.steps() - before < most_steps;
  });
  return last;
}

std::string answers_text(const Ruleset& rules, const Log& log) {
  std::string out;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log[i].kind != LogItem::answer) continue;
    out += (out.empty() ? "" : " ") + item_text(rules, log[i], log.numbers(log[i]));
  }
  return out;
}

class Trier {
 public:
  explicit Trier(const TrialOrder& order)
      : order_(order), rules_(*order.variant->ruleset), scripts_(order.variant), alone_(scripts_, order.card) {
    rules_.plain = false;  // the turn is the card's, even where no script runs the game's own
  }

  // False when it has cost enough.
  bool play(int number) {
    const ChanceKey key{order_.seed, static_cast<std::uint64_t>(number)};
    Random random(order_.seed, key.game, 1u << 20);
    const auto area = static_cast<std::uint32_t>(order_.variant->ruleset->grid.area());
    const auto turns = static_cast<int>(random.below(area * 3 / 4 + 1));
    const std::uint64_t left =
        order_.steps_of_games == 0 ? ~std::uint64_t{0} : order_.steps_of_games - trial_.steps_of_games;
    const std::uint64_t before = scripts_.steps();
    Position p = random_position(*order_.variant, scripts_, key, left > 0 ? turns : 0, left);
    const std::uint64_t spent = std::min(scripts_.steps() - before, left);
    trial_.early += spent == left;
    trial_.steps_of_games += spent;
    const Seat seat = number % 2 == 0 ? Seat::black : Seat::white;
    p.to_move = seat;
    p.lost_turns = {};
    p.cards.put(owner_of(seat), Zone::hand, order_.card);
    scripts_.clear_output();
    carry_out(p, key);
    trial_.slow = order_.most_steps > 0 && spent_ > order_.most_steps;
    return !trial_.slow;
  }
  CardTrial take() {
    std::sort(trial_.microseconds.begin(), trial_.microseconds.end());
    std::sort(trial_.steps.begin(), trial_.steps.end());
    return std::move(trial_);
  }

 private:
  void carry_out(const Position& before, ChanceKey key) {
    RandomPlayer black(key.seed, key.game), white(~key.seed, key.game);
    Run run(rules_, alone_, key);
    Position after = before;
    Log log;
    remarks_.clear();
    scripts_.collect_remarks(&remarks_);
    const std::uint64_t steps = scripts_.steps();
    const auto start = std::chrono::steady_clock::now();
    const Status s = run.turn(after, log, 0, {&black, &white, nullptr});
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    scripts_.collect_remarks(nullptr);
    spent_ += scripts_.steps() - steps;
    ++trial_.positions;
    if (s == Status::fault) return fault(run.fault());
    if (s != Status::done) return refused(to_string(run.verdict()));
    if (is_unplayable(before, after)) return refused(reason());
    ++trial_.played;
    trial_.without_change += after.board.hash() == before.board.hash();
    trial_.microseconds.push_back(time.count());
    trial_.steps.push_back(scripts_.steps() - steps);
    for (std::size_t i = 0; i < log.size(); ++i)
      if (log[i].by_player()) ++trial_.asked[std::string(question_kind_name(log[i].key.kind))];
    if (static_cast<int>(trial_.examples.size()) < order_.examples)
      trial_.examples.push_back({before, after, answers_text(rules_, log)});
  }
  // The first move of the card itself tells; others that it has caused may have come before.
  bool is_unplayable(const Position& before, const Position& after) const {
    for (std::size_t i = before.moves.size(); i < after.moves.size(); ++i)
      if (after.moves[i].card == order_.card) return after.moves[i].has(Move::kUnplayable);
    return false;
  }
  std::string reason() const {
    const Remark* why = obstacle(remarks_, order_.card);
    return why ? without_points(*why) : "unplayable";
  }
  void refused(const std::string& why) { ++trial_.unplayable[why]; }
  void fault(const Fault& f) {
    ++trial_.faults;
    if (!trial_.fault) trial_.fault = to_diagnostic(f);
  }

  const TrialOrder& order_;
  Ruleset rules_;
  LuaScripts scripts_;
  LoneCard alone_;
  std::vector<Remark> remarks_;
  std::uint64_t spent_ = 0;  // steps of the card's plays
  CardTrial trial_;
};

}  // namespace

CardTrial try_card(const TrialOrder& order, const std::function<bool()>& stop) {
  Trier trier(order);
  for (int n = 0; n < order.positions && !(stop && stop());)
    if (!trier.play(n++)) break;
  return trier.take();
}

namespace {

bool has_in_a_deck(const Ruleset& rules, CardId card) {
  return std::any_of(rules.decks.begin(), rules.decks.end(),
                     [&](const auto& deck) { return std::find(deck.begin(), deck.end(), card) != deck.end(); });
}

// What is wrong with those that are left out goes to `wrong`.
std::vector<std::shared_ptr<const Variant>> games_of(Library& library, Diagnostics& wrong) {
  std::vector<std::shared_ptr<const Variant>> out;
  for (const std::string& name : library.names(FileKind::variant))
    if (auto variant = library.variant(name, {}, {}, wrong)) out.push_back(std::move(variant));
  return out;
}

// For a card that no deck has: a game with cards whose turn can play it, one of its own folder first, with the card
// among its cards.
std::shared_ptr<const Variant> game_beside(Library& library, const std::vector<std::shared_ptr<const Variant>>& games,
                                           const std::string& card) {
  const auto folder_of = [&](FileKind kind, const std::string& name, const char* below) {
    const std::string path = library.path(kind, name).value_or("");
    return path.substr(0, path.rfind(below));
  };
  const std::string folder = folder_of(FileKind::card, card, "/cards/");
  for (const bool beside : {true, false})
    for (const auto& v : games) {
      if (v->deck_id.empty() || (folder_of(FileKind::variant, v->id, "/variants/") == folder) != beside) continue;
      Diagnostics ignored;
      if (auto with = library.variant(v->id, {}, {card}, {}, ignored)) return with;
    }
  return nullptr;
}

}  // namespace

bool is_installed(const Library& library, const std::string& card) {
  return library.path(FileKind::card, card).value_or("").starts_with(Library::installed_folder() + "/");
}

std::shared_ptr<const Variant> game_with(Library& library, const std::string& card, const Settings& settings) {
  for (const std::string& name : library.names(FileKind::variant)) {
    Diagnostics ignored;
    auto variant = library.variant(name, settings, {}, ignored);
    if (variant && has_in_a_deck(*variant->ruleset, variant->ruleset->find_card(card))) return variant;
  }
  return nullptr;
}

namespace {

constexpr std::uint64_t kStepsOfPlays = 150'000'000;  // of one card

void tell_what_is_wrong(const CardTrial& t, const Script& script, const std::string& card, const std::string& where,
                        Diagnostics& out) {
  if (t.slow)
    out.warning(script.file, std::max(1, FieldLines(script.source).of("play")), 1, "slow",
                "it takes long to find out whether it can be played: more than " + std::to_string(kStepsOfPlays) +
                    " steps for " + std::to_string(t.positions) + " of the " + where +
                    "; say cannot(...) before anything is asked, or have less asked");
  if (t.fault) {
    Diagnostic d = *t.fault;
    if (d.file.empty()) d.file = script.file;
    const bool others = d.file != script.file;  // an effect on the table, or a card that was drawn
    d.message += "; so it is in " + std::to_string(t.faults) + " of " + std::to_string(t.positions) + " " + where +
                 (others ? ", where " + card + " was tried" : "");
    const auto same = [&](const Diagnostic& known) {
      return known.file == d.file && known.line == d.line && known.code == d.code;
    };
    if (!others || std::none_of(out.list().begin(), out.list().end(), same)) out.add(d);
  }
  if (t.played > 0 || t.faults > 0 || t.slow || t.unplayable.empty() || 2 * t.early > t.positions) return;
  const auto most = std::max_element(t.unplayable.begin(), t.unplayable.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  out.warning(script.file, 1, 0, "never-playable",
              "it could not be played in any of " + std::to_string(t.positions) + " " + where +
                  ", mostly because: " + clause(most->first) + "; 'gofuda try " + card + "' tells more");
}

}  // namespace

void check_cards(Library& library, const std::vector<std::string>& cards, int positions, Diagnostics& out) {
  const std::uint64_t most_of_card = 1'000'000 * static_cast<std::uint64_t>(positions);
  const std::uint64_t most_of_game = std::max<std::uint64_t>(300'000'000, most_of_card);
  std::map<std::string, std::uint64_t> spent;  // by game
  Diagnostics wrong;
  const std::vector<std::shared_ptr<const Variant>> games = games_of(library, wrong);
  std::map<std::string, std::vector<std::string>> early;  // by game: cards that were tried on early positions
  for (const std::string& card : cards) {
    Diagnostics ignored;
    const auto script = library.script(FileKind::card, card, {}, ignored);
    if (!script || (!script->has("play") && !script->shape)) continue;
    const auto game = std::find_if(games.begin(), games.end(), [&](const auto& v) {
      return has_in_a_deck(*v->ruleset, v->ruleset->find_card(card));
    });
    const std::size_t before = out.size();
    if (game == games.end())  // its game may be left out because of it
      for (const Diagnostic& d : wrong.list())
        if (d.file == script->file) out.add(d);
    if (out.size() != before) continue;
    const std::shared_ptr<const Variant> variant = game != games.end() ? *game : game_beside(library, games, card);
    if (!variant) continue;
    std::uint64_t& of_game = spent[variant->id];
    TrialOrder order{.variant = variant, .card = variant->ruleset->find_card(card), .positions = positions};
    order.most_steps = kStepsOfPlays;
    order.steps_of_games =
        std::max<std::uint64_t>(1, std::min(most_of_game - std::min(of_game, most_of_game), most_of_card));
    const CardTrial t = try_card(order);
    of_game += t.steps_of_games;
    if (t.early > 0) early[variant->id].push_back(card);
    // What is shipped without a deck is there to be put into decks by whoever wants it.
    if (game == games.end() && is_installed(library, card) && !t.fault && !t.slow) continue;
    tell_what_is_wrong(t, *script, card,
                       "random positions of " + variant->id +
                           (game == games.end() ? ", on which it was tried, for no deck has it" : ""),
                       out);
  }
  for (const auto& [id, names] : early)
    out.warning(Library::display(library.path(FileKind::variant, id).value_or(id)), 1, 0, "slow",
                "its random games take too long to try cards late in them, so these were tried on early positions: " +
                    joined(names, ", ") + "; 'gofuda try' tells of each what it costs");
}

}  // namespace gofuda::tools
