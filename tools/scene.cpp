#include "tools/scene.hpp"

#include <algorithm>

#include "core/score.hpp"
#include "core/view.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/expectation.hpp"
#include "scripting/transcript.hpp"

namespace gofuda::tools {

namespace {

constexpr Owner kBoth[] = {Owner::black, Owner::white};

std::vector<CardId> cards_of(const Scene& scene, Owner owner, Zone zone) {
  auto cards = scene.position().cards.in(owner, zone);
  if (!scene.viewer || sees(*scene.viewer, owner, zone)) return {cards.begin(), cards.end()};
  return std::vector<CardId>(cards.size(), kNoCard);
}

std::string name_of(const Scene& scene, CardId c) { return printable(scene.game.rules().cards[c].name); }

std::string names_of(const Scene& scene, const std::vector<CardId>& cards) {
  std::vector<std::string> names;
  std::size_t hidden = 0;
  for (CardId c : cards) c == kNoCard ? void(++hidden) : names.push_back(name_of(scene, c));
  if (hidden) names.push_back(std::to_string(hidden) + (hidden == 1 ? " hidden card" : " hidden cards"));
  return joined(names, ", ");
}

bool has_piles(const Scene& scene, Owner owner) {
  if (!scene.game.rules().decks[static_cast<int>(owner)].empty()) return true;
  for (int z = 0; z < kZones; ++z)
    if (scene.position().cards.size(owner, static_cast<Zone>(z)) > 0) return true;
  return false;
}

// "deck 33, discards 2 (top: Keima)"; then a line for each other place where cards lie.
std::vector<std::string> pile_lines(const Scene& scene, Owner owner) {
  std::vector<std::string> out;
  if (!has_piles(scene, owner)) return out;
  const Cards& cards = scene.position().cards;
  std::string first = "deck " + std::to_string(cards.size(owner, Zone::deck)) + ", discards " +
                      std::to_string(cards.size(owner, Zone::discard));
  if (auto pile = cards.in(owner, Zone::discard); !pile.empty()) first += " (top: " + name_of(scene, pile.back()) + ")";
  out.push_back(first);
  for (auto [zone, words] :
       {std::pair{Zone::hand, "in hand: "}, {Zone::aside, "laid aside: "}, {Zone::shown, "laid aside, open: "}})
    if (auto held = cards_of(scene, owner, zone); !held.empty()) out.push_back(words + names_of(scene, held));
  return out;
}

// The cards that the question is about: the one in play, or those offered.
std::vector<CardId> cards_to_show(const Scene& scene) {
  std::vector<CardId> out;
  if (scene.at || (!scene.asks() && scene.game.state() != Step::fault)) return out;
  const Question& q = scene.game.question();
  if (scene.asks() && q.kind == Ask::offer && (!scene.viewer || *scene.viewer == q.seat)) return q.cards;
  if (scene.asks() && q.card != kNoCard) out.push_back(q.card);
  for (Owner o : kBoth)
    for (CardId c : scene.position().cards.in(o, Zone::play))
      if (std::find(out.begin(), out.end(), c) == out.end()) out.push_back(c);
  return out;
}

std::vector<std::string> card_lines(const Style& style, const Scene& scene, CardId id, int width) {
  const CardInfo& card = scene.game.rules().cards[id];
  std::vector<std::string> out{painted(style, Paint::heading, printable(card.name)) +
                               painted(style, Paint::faint, "  " + card.id)};
  for (std::string& line : wrapped(card.text, width)) out.push_back(std::move(line));
  if (card.shape.empty()) return out;
  out.emplace_back();
  for (std::string& line : diagram_lines(style, card.shape, width)) out.push_back(std::move(line));
  return out;
}

std::string seat_title(const Scene& scene, Seat seat) {
  std::string out = seat == Seat::black ? "Black" : "White";
  const std::string& who = scene.players[static_cast<std::size_t>(index(seat))];
  if (!who.empty()) out += " (" + who + ")";
  return out;
}

std::vector<std::string> panel(const Style& style, const Scene& scene, int width) {
  const Position& p = scene.position();
  std::vector<std::string> out{painted(style, Paint::strong, printable(scene.variant.title)),
                               painted(style, Paint::faint, "turn " + std::to_string(p.turn))};
  auto add = [&](const std::string& text, const std::string& indent = "") {
    for (std::string& line : wrapped(text, width, indent)) out.push_back(std::move(line));
  };
  for (Seat seat : {Seat::black, Seat::white}) {
    out.emplace_back();
    bool moves = !p.over() && p.to_move == seat;
    out.push_back(stone_mark(style, colour_of(seat)) + " " + painted(style, Paint::strong, seat_title(scene, seat)) +
                  (moves ? painted(style, Paint::good, "  to move") : ""));
    for (const std::string& line : pile_lines(scene, owner_of(seat))) add(line, "  ");
    if (int n = p.taken[static_cast<std::size_t>(index(seat))]; n > 0) add("captured " + std::to_string(n), "  ");
    if (int n = p.lost_turns[static_cast<std::size_t>(index(seat))]; n > 0)
      add("sits out " + std::to_string(n) + (n == 1 ? " turn" : " turns"), "  ");
  }
  if (has_piles(scene, Owner::common)) {
    out.emplace_back();
    out.push_back(painted(style, Paint::strong, "Common cards"));
    for (const std::string& line : pile_lines(scene, Owner::common)) add(line, "  ");
  }
  for (CardId c : cards_to_show(scene)) {
    out.emplace_back();
    for (std::string& line : card_lines(style, scene, c, width)) out.push_back(std::move(line));
  }
  return out;
}

}  // namespace

PointSet last_points(const Position& p) {
  PointSet out;
  for (std::size_t i = p.moves.size(); i-- > 0;) {
    const Move& m = p.moves[i];
    if (m.count == 0 || m.has(Move::kCancelled)) continue;
    for (const PointEffect& e : p.effects_of(m)) out.insert(e.point);
    return out;
  }
  return out;
}

std::string move_line(const Scene& scene, std::size_t i) {
  const Position& p = scene.position();
  const Move& m = p.moves[i];
  bool hidden = scene.viewer && m.card != kNoCard && view_of(p, *scene.viewer).moves[i].card == kNoCard;
  if (hidden) return std::string(seat_name(m.seat)) + ": lays a card aside, hidden";
  return printable(move_text(scene.game.rules(), p, m));
}

std::string asked_text(const Scene& scene) {
  if (!scene.asks()) return "";
  const Question& q = scene.game.question();
  return std::string(seat_name(q.seat)) + ": " + printable(question_text(scene.game.rules(), q));
}

std::vector<std::string> screen(const Style& style, const Scene& scene) {
  const Position& p = scene.position();
  std::vector<std::string> board = board_lines(style, scene.game.rules().grid, p.board, last_points(p));
  int used = display_width(board.front()) + 3, rest = style.width - 1 - used;
  if (rest >= 32) return beside(board, panel(style, scene, std::min(rest, 60)), 3);
  for (std::string& line : panel(style, scene, std::min(style.width - 1, 78))) board.push_back(std::move(line));
  return board;
}

std::vector<std::string> plain_lines(const Scene& scene) {
  const Position& p = scene.position();
  Style style;
  std::vector<std::string> out = board_lines(style, scene.game.rules().grid, p.board, last_points(p));
  std::string status = "turn " + std::to_string(p.turn);
  if (!p.over()) status += ", " + std::string(seat_name(p.to_move)) + " to move";
  for (Seat seat : {Seat::black, Seat::white})
    if (int n = p.taken[static_cast<std::size_t>(index(seat))]; n > 0)
      status += ", " + std::string(seat_name(seat)) + " captured " + std::to_string(n);
  out.push_back(status);
  for (Owner o : {Owner::black, Owner::white, Owner::common})
    if (auto lines = pile_lines(scene, o); !lines.empty())
      out.push_back(std::string(owner_name(o)) + ": " + joined(lines, "; "));
  for (CardId c : cards_to_show(scene)) {
    const CardInfo& card = scene.game.rules().cards[c];
    out.push_back("card " + card.id + ": " + printable(card.text.substr(0, card.text.find_last_not_of(" \n") + 1)));
  }
  if (scene.asks()) out.push_back("asked: " + asked_text(scene));
  return out;
}

// --- the end

std::string result_summary(const Ruleset& rules, const Position& p, const PointSet& dead) {
  if (p.ending == Ending::draw) return "Draw";
  if (p.ending == Ending::win) return p.winner == 0 ? "B+Win" : "W+Win";
  return result_text(count(p.board, rules.grid, dead, rules.rules, p.taken).margin2());
}

std::vector<std::string> result_lines(const Ruleset& rules, const Position& p, const PointSet& dead) {
  if (p.ending == Ending::draw) return {"The game is a draw."};
  if (p.ending == Ending::win) return {std::string(p.winner == 0 ? "Black" : "White") + " has won."};
  Score s = count(p.board, rules.grid, dead, rules.rules, p.taken);
  std::vector<std::string> out;
  if (!dead.empty()) out.push_back("dead: " + to_string(dead));
  for (Seat seat : {Seat::black, Seat::white}) {
    auto i = static_cast<std::size_t>(index(seat));
    std::string parts = std::to_string(s.territory[i] + s.under_dead[i]) + " territory, ";
    if (s.method == Scoring::area)
      parts = std::to_string(s.stones[i]) + " stones, " + parts;
    else
      parts += std::to_string(s.prisoners[i]) + " prisoners, ";
    if (seat == Seat::white && s.komi2 != 0) parts += find_rule_field("komi")->get(rules.rules) + " komi, ";
    parts.resize(parts.size() - 2);
    std::string total = std::to_string(s.points(seat));
    if (seat == Seat::white && s.komi2 != 0) {
      int twice = 2 * s.points(seat) + s.komi2;
      total = std::string(twice < 0 ? "-" : "") + std::to_string(std::abs(twice) / 2) + (twice % 2 ? ".5" : "");
    }
    out.push_back(std::string(seat == Seat::black ? "Black " : "White ") + total + "  (" + parts + ")");
  }
  out.push_back("Result: " + result_text(s.margin2()));
  return out;
}

nlohmann::json result_json(const Ruleset& rules, const Position& p, const PointSet& dead) {
  static constexpr const char* kEndings[] = {"none", "passes", "win", "draw"};
  nlohmann::json j{{"ending", kEndings[static_cast<int>(p.ending)]}, {"text", result_summary(rules, p, dead)}};
  if (p.ending == Ending::win) j["winner"] = seat_name(static_cast<Seat>(p.winner));
  if (p.ending != Ending::passes) return j;
  Score s = count(p.board, rules.grid, dead, rules.rules, p.taken);
  for (Seat seat : {Seat::black, Seat::white}) {
    auto i = static_cast<std::size_t>(index(seat));
    j[seat_name(seat)] = {{"points", s.points(seat)},
                          {"stones", s.stones[i]},
                          {"territory", s.territory[i] + s.under_dead[i]},
                          {"prisoners", s.prisoners[i]}};
  }
  j["komi"] = s.komi2 / 2.0;
  j["neutral"] = s.neutral;
  return j;
}

// --- JSON

namespace {

nlohmann::json points_json(const PointSet& set) {
  nlohmann::json j = nlohmann::json::array();
  set.for_each([&](Point p) { j.push_back(point_name(p)); });
  return j;
}

nlohmann::json owner_json(const Scene& scene, Owner owner) {
  nlohmann::json j{{"deck", scene.position().cards.size(owner, Zone::deck)}};
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown, Zone::discard, Zone::play}) {
    nlohmann::json list = nlohmann::json::array();
    for (CardId c : cards_of(scene, owner, z))
      list.push_back(c == kNoCard ? nlohmann::json() : nlohmann::json(scene.game.rules().cards[c].id));
    j[zone_name(z)] = list;
  }
  return j;
}

nlohmann::json question_json(const Scene& scene) {
  const Question& q = scene.game.question();
  const Ruleset& rules = scene.game.rules();
  nlohmann::json j{{"seat", seat_name(q.seat)}, {"kind", ask_name(q.kind)}, {"text", question_text(rules, q)}};
  if (q.card != kNoCard) j["card"] = rules.cards[q.card].id;
  if (q.kind == Ask::points) j["least"] = q.least, j["most"] = q.most;
  if (q.kind == Ask::points) j["from"] = points_json(q.from);
  if (q.kind == Ask::choice) j["labels"] = q.labels;
  if (q.kind == Ask::offer)
    for (CardId c : q.cards) j["cards"].push_back(rules.cards[c].id);
  return j;
}

}  // namespace

nlohmann::json state_json(const Scene& scene, std::size_t first_move) {
  const Position& p = scene.position();
  const Grid& grid = scene.game.rules().grid;
  nlohmann::json j{
      {"variant", scene.variant.id}, {"seed", scene.game.setup().key.seed}, {"turn", p.turn}, {"over", p.over()}};
  if (!p.over()) j["to_move"] = seat_name(p.to_move);
  j["board"] = {{"columns", grid.width()},
                {"rows", grid.height()},
                {"black", points_json(p.board.points_of(Colour::black))},
                {"white", points_json(p.board.points_of(Colour::white))}};
  for (Owner o : {Owner::black, Owner::white, Owner::common}) {
    if (o == Owner::common && !has_piles(scene, o)) continue;
    j[owner_name(o)] = owner_json(scene, o);
    if (o == Owner::common) continue;
    auto i = static_cast<std::size_t>(o);
    j[owner_name(o)]["captured"] = p.taken[i];
    j[owner_name(o)]["lost_turns"] = p.lost_turns[i];
    if (!scene.players[i].empty()) j[owner_name(o)]["player"] = scene.players[i];
  }
  j["moves"] = nlohmann::json::array();
  for (std::size_t i = first_move; i < p.moves.size(); ++i)
    j["moves"].push_back({{"turn", p.moves[i].turn}, {"text", move_line(scene, i)}});
  if (scene.asks()) j["asks"] = question_json(scene);
  if (p.over()) j["result"] = result_json(scene.game.rules(), p, {});
  return j;
}

std::string json_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace gofuda::tools
