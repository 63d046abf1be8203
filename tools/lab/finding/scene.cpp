#include "tools/lab/finding/scene.hpp"

#include <algorithm>

#include "core/notation/answers.hpp"
#include "core/notation/board_text.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::lab {

namespace {

constexpr Owner kOwnersInOrder[] = {Owner::black, Owner::white, Owner::common};

struct PlayLine {
  std::string who, text;
};

// A line for each turn, and for each change of side within it.
std::vector<PlayLine> lines_of(const Scene& scene) {
  std::vector<PlayLine> out;
  for (const std::vector<Word>& turn : scene.turns) {
    bool fresh = true;
    for (const Word& w : turn) {
      if (fresh || out.back().who != w.who)
        out.push_back({w.who, w.text});
      else
        out.back().text += " " + w.text;
      fresh = false;
    }
  }
  return out;
}

bool read_tokens(const Scene& scene, std::vector<Token>& out) {
  int line = 0;
  std::string problem;
  for (const PlayLine& l : lines_of(scene))
    if (!tokenize(l.who, l.text, "", ++line, 1, out, problem)) return false;
  return true;
}

// What is asked next, turns gone by in which nobody is asked.
Game further(Game game, Scripts& scripts) {
  while (game.state() == Status::done && !game.over()) game.advance(scripts, {}, 1);
  return game;
}

std::string asked_by(const Game& game) {
  if (game.state() != Status::asks) return "";
  return std::string(seat_name(game.question().seat)) + ": " + std::string(question_kind_name(game.question().kind));
}

std::string winner_of(const Position& p) {
  return p.ending == Ending::win ? std::string(seat_name(static_cast<Seat>(p.winner))) : "none";
}

std::string list_of(const PointSet& points) {
  std::string out;
  points.for_each([&](Point p) { out += (out.empty() ? "" : ", ") + point_name(p); });
  return "[" + out + "]";
}

bool unreadable(const TokenFeed& feed) { return feed.misread() || feed.misspelt(); }

// Of a pile, what can be expected: its cards, or how many they are.
std::string pile_text(const Ruleset& rules, const Cards& cards, Owner owner, Zone zone) {
  const auto pile = cards.in(owner, zone);
  if (zone == Zone::deck) return std::to_string(pile.size());
  std::string out;
  for (std::size_t i = pile.size(); i-- > 0;) out += (out.empty() ? "" : ", ") + rules.cards[pile[i]].id;
  return "[" + out + "]";
}

std::string_view expect_key(Zone zone) { return zone == Zone::discard ? "discards" : zone_name(zone); }

bool same_pile(const Cards& a, const Cards& b, Owner owner, Zone zone) {
  const auto x = a.in(owner, zone), y = b.in(owner, zone);
  return zone == Zone::deck ? x.size() == y.size() : std::ranges::equal(x, y);
}

std::string last_card(const Scene& scene) {
  for (std::size_t t = scene.turns.size(); t-- > 0;)
    for (std::size_t w = scene.turns[t].size(); w-- > 0;) {
      const std::string& text = scene.turns[t][w].text;
      if (text[0] != '(' && text != "pass" && text != "decline" && parse_point(text) == kNoPoint) return text;
    }
  return "";
}

}  // namespace

std::vector<Word> words_of(const Ruleset& rules, const Log& log) {
  std::vector<Word> out;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const std::string text = item_text(rules, log[i], log.numbers(log[i]));
    if (text.empty()) continue;
    out.push_back({log[i].who == 2 ? "chance" : std::string(seat_name(static_cast<Seat>(log[i].who))), text});
  }
  return out;
}

Stage stage_of(const Ruleset& rules, const Position& p) {
  Stage out;
  std::vector<Stone>& stones = out.stones.emplace();
  for (const Colour c : {Colour::black, Colour::white})
    p.board.points_of(c).for_each([&](Point q) { stones.push_back({q, c}); });
  out.walls = walls_of(rules.grid, p.board);
  out.tally = p;
  out.tally->changes.clear();
  out.to_move = p.to_move;
  if (p.ko_by != p.to_move) out.ko = p.board.ko();
  for (int o = 0; o < kOwners; ++o)
    for (const Zone z : {Zone::deck, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
      if (const auto pile = p.cards.in(static_cast<Owner>(o), z); !pile.empty())
        out.piles.push_back({static_cast<Owner>(o), z, {pile.begin(), pile.end()}});
  for (const LastingEffect& e : p.lasting) out.effects.push_back({e.seat, e.card.id, until_of(e, p.turn)});
  return out;
}

SceneSize size_of(const Scene& scene) {
  SceneSize out;
  out.stones = scene.stage.stones ? scene.stage.stones->size() : 0;
  for (const Stage::Pile& pile : scene.stage.piles) out.cards += pile.cards.size();
  for (const auto& turn : scene.turns) out.words += turn.size();
  return out;
}

Bench::Bench(const Reading& reading) : reading_(reading), scripts_(make_scripts(reading.variant)) {}

std::optional<Seen> Bench::judge(const Scene& scene) {
  std::vector<Token> tokens;
  if (!read_tokens(scene, tokens)) return std::nullopt;
  Game game(reading_.variant->ruleset, set_up(rules(), scene.stage));
  const Board& board = game.turn_start().board;
  if (rules().rules.captures != CaptureOrder::none)
    for (const Colour c : {Colour::black, Colour::white})
      if (!board.without_liberties(c).empty()) return std::nullopt;
  TokenFeed feed(game, *scripts_, tokens);
  TokenFeed::Fed fed = feed.play();
  Game waiting = game;
  if (fed == TokenFeed::Fed::played) fed = feed.finish();
  Seen out;
  if (fed == TokenFeed::Fed::fault) return out;
  if (fed == TokenFeed::Fed::wrong) {
    const Token* t = feed.token();
    if (!t || t->line != tokens.back().line || unreadable(feed)) return std::nullopt;
    out.came = Seen::Came::not_asked;
  } else {
    out.came = fed == TokenFeed::Fed::refused ? Seen::Came::refused : Seen::Came::played;
  }
  if (out.came == Seen::Came::refused) out.verdict = feed.verdict();
  const Position& p = feed.turn_begun() ? game.position() : game.turn_start();
  for (const Colour c : {Colour::empty, Colour::black, Colour::white})
    out.points[static_cast<std::size_t>(index(c))] = p.board.points_of(c);
  out.prisoners = p.prisoners;
  out.cards = p.cards;
  out.to_move = p.to_move;
  if (out.came != Seen::Came::played) return out;
  const Game next = further(std::move(waiting), *scripts_);
  if (next.state() == Status::fault) return Seen{};
  out.over = p.over() || next.over();
  out.winner = winner_of(p);
  if (p.over()) out.result = result_of(rules(), p);
  out.asks = asked_by(next);
  return out;
}

namespace {

std::optional<Difference> played_difference(const Seen& a, const Seen& b) {
  if (a.points != b.points || a.prisoners != b.prisoners) return Difference{Parting::board, "", ""};
  for (int z = 0; z < kZones; ++z)
    for (const Owner o : kOwnersInOrder)
      if (const auto zone = static_cast<Zone>(z); zone != Zone::play && !same_pile(a.cards, b.cards, o, zone))
        return Difference{Parting::cards, std::string(owner_name(o)) + " " + std::string(zone_name(zone)), ""};
  if (a.over != b.over || a.result != b.result || a.winner != b.winner) return Difference{Parting::result, "", ""};
  if (a.to_move != b.to_move) return Difference{Parting::turn, "", ""};
  if (a.asks != b.asks) return Difference{Parting::asked, "next", ""};
  return std::nullopt;
}

std::optional<Difference> bare_difference(const Seen& a, const Seen& b) {
  using Came = Seen::Came;
  if (a.came == Came::failed || b.came == Came::failed)
    return a.came == b.came ? std::nullopt : std::optional(Difference{Parting::failed, "", ""});
  if (a.came == Came::played && b.came == Came::played) return played_difference(a, b);
  if (a.came == Came::not_asked && b.came == Came::not_asked) return std::nullopt;
  if (a.came == Came::not_asked) return Difference{Parting::asked, "by b alone", ""};
  if (b.came == Came::not_asked) return Difference{Parting::asked, "by a alone", ""};
  if (a.came == b.came) return std::nullopt;  // both refuse it
  const bool by_a = a.came == Came::refused;
  return Difference{by_a ? Parting::refused_a : Parting::refused_b,
                    std::string(reason_code((by_a ? a : b).verdict.reason)), ""};
}

}  // namespace

std::optional<Difference> difference(const Scene& scene, const Seen& a, const Seen& b) {
  auto out = bare_difference(a, b);
  if (out) out->card = last_card(scene);
  return out;
}

// --- as a file

namespace {

// What is expected under the reading of `seen`; of a played scene as far as it is not so under the other.
std::string expected(const Ruleset& rules, const Seen& seen, const Seen& unlike) {
  using Came = Seen::Came;
  if (seen.came == Came::not_asked) return "{ illegal: not-asked }";
  if (seen.came == Came::refused) {
    std::string out = "{ illegal: " + std::string(reason_code(seen.verdict.reason));
    if (!seen.verdict.points.empty()) out += ", at: " + list_of(seen.verdict.points);
    return out + " }";
  }
  std::string inside;
  const auto add = [&](const std::string& text) { inside += (inside.empty() ? "" : ", ") + text; };
  const bool both = unlike.came == Came::played;
  for (const Colour c : {Colour::black, Colour::white, Colour::empty}) {
    const auto k = static_cast<std::size_t>(index(c));
    if (const PointSet more = seen.points[k] - unlike.points[k]; !more.empty())
      add(std::string(colour_name(c)) + ": " + list_of(more));
  }
  if (both && seen.prisoners != unlike.prisoners)
    add("captured: { black: " + std::to_string(seen.prisoners[static_cast<std::size_t>(index(Seat::white))]) +
        ", white: " + std::to_string(seen.prisoners[static_cast<std::size_t>(index(Seat::black))]) + " }");
  for (int z = 0; both && z < kZones; ++z) {
    const auto zone = static_cast<Zone>(z);
    std::string piles;
    for (const Owner o : kOwnersInOrder)
      if (zone != Zone::play && !same_pile(seen.cards, unlike.cards, o, zone))
        piles +=
            (piles.empty() ? "" : ", ") + std::string(owner_name(o)) + ": " + pile_text(rules, seen.cards, o, zone);
    if (!piles.empty()) add(std::string(expect_key(zone)) + ": { " + piles + " }");
  }
  if (seen.over != unlike.over || !both) add(std::string("over: ") + (seen.over ? "true" : "false"));
  if (seen.over && seen.result != unlike.result && !seen.result.empty()) add("result: " + seen.result);
  if (both && seen.winner != unlike.winner) add("winner: " + seen.winner);
  if (!seen.over && (!both || seen.to_move != unlike.to_move)) add("to_move: " + std::string(seat_name(seen.to_move)));
  if (!seen.asks.empty() && seen.asks != unlike.asks) add("asks: { " + seen.asks + " }");
  return "{ " + inside + " }";
}

std::string in_yaml_quotes(const std::string& s) {
  std::string out;
  for (const char c : s) out += c == '\'' ? "''" : std::string(1, c);
  return "'" + out + "'";
}

std::string settings_map(const Settings& settings) {
  std::string out;
  for (const auto& [k, v] : settings) out += (out.empty() ? "" : ", ") + k + ": " + in_yaml_quotes(v);
  return "{ " + out + " }";
}

}  // namespace

std::string dispute_text(const Scene& scene, const Reading& reading, const Wording& words, const Seen& seen,
                         const Seen& unlike, const Settings& other) {
  const Ruleset& rules = *reading.variant->ruleset;
  const Game start(reading.variant->ruleset, set_up(rules, scene.stage));
  std::string out = saved_game(reading.variant->id, start, reading.settings, words.title);
  if (start.turn_start().board.stones().empty() && !rules.setup.empty()) {
    const std::size_t play = out.rfind("play:\n");
    out.insert(play, "board: { black: [] }\n");
  }
  for (const PlayLine& line : lines_of(scene)) out += "  - " + line.who + ": " + line.text + "\n";
  std::string head;
  for (const auto& [key, text] :
       {std::pair{"ruling", &words.ruling}, {"reason", &words.reason}, {"source", &words.source}})
    if (!text->empty()) head += std::string(key) + ": " + in_yaml_quotes(*text) + "\n";
  out.insert(out.find('\n') + 1, head);
  out += "expect: " + expected(rules, seen, unlike) + "\n";
  if (!other.empty())
    out += "otherwise:\n  - set: " + settings_map(other) + "\n    expect: " + expected(rules, unlike, seen) + "\n";
  return out;
}

}  // namespace gofuda::lab
