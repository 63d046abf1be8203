#include "tools/table/scene_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/answers.hpp"
#include "core/notation/transcript.hpp"
#include "core/question_kinds.hpp"
#include "core/result.hpp"
#include "tools/print/page_parts.hpp"
#include "tools/table/dead_words.hpp"
#include "tools/table/reasons.hpp"

namespace gofuda::tools {

namespace {

nlohmann::json owner_json(const Scene& scene, Owner owner) {
  nlohmann::json j{{"deck", scene.position().cards.size(owner, Zone::deck)}};
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown, Zone::discard, Zone::play}) {
    nlohmann::json list = nlohmann::json::array();
    for (CardId c : cards_of(scene, owner, z))
      list.push_back(c == kNoCard ? nlohmann::json() : nlohmann::json(scene.game.rules().cards[c].id));
    j[zone_name(z)] = list;
  }
  if (std::vector<CardId> deck = known_top(scene, owner); !deck.empty()) {
    j["deck_top"] = nlohmann::json::array();
    for (CardId c : deck)
      j["deck_top"].push_back(c == kNoCard ? nlohmann::json() : nlohmann::json(scene.game.rules().cards[c].id));
  }
  return j;
}

// What ends it, in the words of `effects` of a dispute.
nlohmann::json lasts_json(const LastingEffect& e, int turn) {
  nlohmann::json j = nlohmann::json::object();
  if (e.counts)
    j[e.counted == e.seat ? "turns" : "their_turns"] = turns_left(e, turn);
  else if (e.last_turn > 0)
    j["until_turn"] = e.last_turn - turn + 1;
  if (!e.stones.empty()) j["until_captured"] = to_string(e.stones);
  return j;
}

nlohmann::json side_json(const Scene& scene, Seat seat) {
  const Position& p = scene.position();
  const auto i = static_cast<std::size_t>(index(seat));
  nlohmann::json j = owner_json(scene, owner_of(seat));
  j["captured"] = p.prisoners[i];
  j["lost_turns"] = p.lost_turns[i];
  const TallyNames& names = scene.game.rules().names;
  for (std::size_t t = 0; t < names.tokens.size(); ++t)
    j["tokens"][names.tokens[t].name] = p.tokens(static_cast<int>(t), seat);
  if (p.points2[i] != 0) j["scored"] = p.points2[i] / 2.0;
  if (int all = scene.game.rules().rules.stones; all > 0) j["stones_left"] = std::max(0, all - p.set[i]);
  if (!p.restricted_to[i].empty()) j["next_stone_on"] = points_json(p.restricted_to[i]);
  if (const PointSet points = p.forbidden(seat); !points.empty()) j["no_stone_on"] = points_json(points);
  j["notes"] = nlohmann::json::array();
  for (const Note& n : notes_of(scene, seat)) {
    nlohmann::json one{{"card", nullptr}, {"open", n.open}, {"hidden", hidden(scene, n)}};
    if (n.card.id != kNoCard) one["card"] = scene.game.rules().cards[n.card.id].id;
    if (!hidden(scene, n) && n.label.empty()) one["points"] = points_json(n.points);
    if (!hidden(scene, n) && !n.label.empty()) one["label"] = n.label;
    j["notes"].push_back(one);
  }
  const int turn = scene.position().turn;
  for (const LastingEffect& e : effects_of(scene, seat))
    j["effects"].push_back({{"card", scene.game.rules().cards[e.card.id].id},
                            {"until", until_text(e, turn)},
                            {"lasts", lasts_json(e, turn)}});
  if (!scene.players[i].empty()) j["player"] = scene.players[i];
  return j;
}

nlohmann::json dead_json(const Scene& scene) {
  nlohmann::json j;
  if (answers_claim(scene.game)) j["claim"] = points_json(scene.position().dead);
  Marking m = proposal(scene.game.rules(), scene.game.position().board);
  j["proposal"] = {{"dead", points_json(m.dead)}, {"sure", m.sure}};
  return j;
}

nlohmann::json question_json(const Scene& scene) {
  const Question& q = scene.game.question();
  const Ruleset& rules = scene.game.rules();
  nlohmann::json j{{"seat", seat_name(q.seat)}, {"kind", question_kind_name(q.kind)}, {"text", question_words(scene)}};
  if (asked_in_secret(scene)) return j;
  if (q.card != kNoCard) j["card"] = rules.cards[q.card].id;
  if (q.secret) j["secret"] = true;
  if (q.kind == QuestionKind::points) j["least"] = q.least, j["most"] = q.most;
  if (q.kind == QuestionKind::points || (q.kind == QuestionKind::stone && q.restricted))
    j["from"] = points_json(q.from);
  if (q.kind == QuestionKind::stone && !q.closed.empty()) j["closed"] = points_json(q.closed);
  if (q.kind == QuestionKind::stone || q.kind == QuestionKind::offer) j["may_pass"] = q.may_pass;
  if (q.kind == QuestionKind::choice) j["labels"] = q.labels;
  if (q.kind == QuestionKind::offer)
    for (CardId c : q.cards) j["cards"].push_back(rules.cards[c].id);
  if (q.kind == QuestionKind::dead) j.update(dead_json(scene));
  return j;
}

// --- the page

// As it is asked of the viewer: with all that one needs to answer by clicks.
nlohmann::json asks_json(const Scene& scene) {
  nlohmann::json j = question_json(scene);
  const Question& q = scene.game.question();
  j["hints"] = asked_hints(scene);
  if (asked_in_secret(scene)) return j;
  j["ordered"] = q.ordered;
  j["may_pass"] = q.may_pass;
  j["least"] = q.least;
  j["most"] = q.most;
  if (q.colour != Colour::empty) j["colour"] = colour_name(q.colour);
  if (form_of(q.kind) == AnswerForm::points || form_of(q.kind) == AnswerForm::stone) j["from"] = points_json(q.from);
  if (!q.purpose.empty()) j["purpose"] = q.purpose;
  if (q.kind != QuestionKind::offer) return j;
  if (scene.reasons)
    for (const auto& [card, why] : scene.reasons->not_offered(scene.game))
      j["not_offered"][scene.game.rules().cards[card].id] =
          why.empty() ? "the turn does not offer it now" : printable(clause(why));
  for (std::size_t i = 0; i < q.cards.size(); ++i)  // twins are told apart by their answers
    j["answers"].push_back(offered_text(scene.game.rules(), q.offered(i + 1)));
  return j;
}

void add_points(nlohmann::json& to, const char* key, const char* colour, const PointSet& points) {
  if (!points.empty()) to[key][colour] = points_json(points);
}

void add_told(const ToldMove& told, nlohmann::json& j) {
  j["text"] = told.text;
  if (!told.before.empty()) j["before"] = told.before;
  if (told.depth > 0) j["depth"] = told.depth;
  if (!told.after.empty()) j["after"] = told.after;
}

nlohmann::json move_json(const Scene& scene, const Position& seen, const ToldMove& told, std::size_t i) {
  const Position& p = scene.position();
  const Move& m = p.moves[i];
  nlohmann::json j{{"move", i + 1}, {"turn", m.turn}, {"seat", seat_name(m.seat)}, {"card", nullptr}};
  add_told(told, j);
  if (seen.moves[i].card != kNoCard) j["card"] = scene.game.rules().cards[m.card].id;
  add_points(j, "set", "black", p.points_of(m, Effect::placed_black));
  add_points(j, "set", "white", p.points_of(m, Effect::placed_white));
  add_points(j, "turned", "black", p.points_of(m, Effect::recoloured_black));
  add_points(j, "turned", "white", p.points_of(m, Effect::recoloured_white));
  auto either = [&](Effect black, Effect white) { return p.points_of(m, black) | p.points_of(m, white); };
  if (PointSet s = either(Effect::captured_black, Effect::captured_white); !s.empty()) j["taken"] = points_json(s);
  if (PointSet s = either(Effect::removed_black, Effect::removed_white); !s.empty()) j["removed"] = points_json(s);
  if (PointSet s = p.points_of(m, Effect::walled); !s.empty()) j["walled"] = points_json(s);
  if (PointSet s = p.points_of(m, Effect::unwalled); !s.empty()) j["unwalled"] = points_json(s);
  if (m.has(Move::kPass)) j["pass"] = true;
  if (m.has(Move::kCancelled)) j["undone"] = true;
  return j;
}

nlohmann::json chosen_options(const Variant& variant, const std::string& script) {
  nlohmann::json j = nlohmann::json::object();
  if (auto it = variant.options.find(script); it != variant.options.end())
    for (const auto& [name, chosen] : it->second) j[name] = chosen.value;
  return j;
}

CardId card_in_play(const Scene& scene) {
  if (scene.asks() && !asked_in_secret(scene) && scene.game.question().card != kNoCard)
    return scene.game.question().card;
  for (Owner o : {Owner::black, Owner::white})
    if (auto pile = scene.position().cards.in(o, Zone::play); !pile.empty()) return pile.back();
  return kNoCard;
}

// The marks that cards have put on points.
void add_named_marks(const Scene& scene, nlohmann::json& j) {
  const TallyNames& names = scene.game.rules().names;
  for (std::size_t i = 0; i < names.marks.size(); ++i)
    if (const PointSet area = scene.position().marked(static_cast<int>(i)); !area.empty())
      j["named"][names.marks[i]] = points_json(area);
}

nlohmann::json marks_json(const Scene& scene) {
  const Position& p = scene.position();
  const bool marking = scene.asks() && scene.game.question().kind == QuestionKind::dead;
  nlohmann::json j{{"last", points_json(last_points(p))},
                   {"won", points_json(p.over() ? p.winning : PointSet{})},
                   {"dead", points_json(p.over()  ? p.dead
                                        : marking ? marked_points(scene)
                                                  : PointSet{})},
                   {"closed", points_json(closed_points(scene))}};
  add_named_marks(scene, j);
  return j;
}

nlohmann::json result_of_page(const Ruleset& rules, const Position& p) {
  nlohmann::json j = result_json(rules, p);
  j["short"] = j["text"];
  j["text"] = result_lines(rules, p);
  return j;
}

}  // namespace

nlohmann::json board_json(const Grid& grid, const Board& board) {
  nlohmann::json j{{"columns", grid.width()},
                   {"rows", grid.height()},
                   {"black", points_json(board.points_of(Colour::black))},
                   {"white", points_json(board.points_of(Colour::white))}};
  if (grid.area() != grid.width() * grid.height()) j["points"] = points_json(grid.points());
  if (const PointSet walls = walls_of(grid, board); !walls.empty()) j["walls"] = points_json(walls);
  for (const Region& r : grid.regions()) j["regions"][r.name] = points_json(r.points);
  put_topology(j, grid.topology());
  return j;
}

nlohmann::json state_json(const Scene& scene, std::size_t first_move) {
  const Position& p = scene.position();
  nlohmann::json j{{"variant", scene.variant.id},
                   {"turn", p.turn},
                   {"over", p.over()},
                   {"board", board_json(scene.game.rules().grid, p.board)}};
  if (shows_seed(scene)) j["seed"] = scene.game.setup().key.seed;
  if (!p.over()) j["to_move"] = seat_name(p.to_move);
  if (p.marking) j["marking"] = true;
  if (!p.Tally::marks.empty()) add_named_marks(scene, j["marks"]);
  for (Seat seat : {Seat::black, Seat::white}) j[seat_name(seat)] = side_json(scene, seat);
  if (has_pile(scene, Owner::common)) j["common"] = owner_json(scene, Owner::common);
  j["moves"] = nlohmann::json::array();
  std::size_t move = first_move;
  for (const ToldMove& told : told_moves(scene, scene.seen(), first_move)) {
    j["moves"].push_back({{"turn", p.moves[move++].turn}});
    add_told(told, j["moves"].back());
  }
  if (scene.asks()) {
    j["asks"] = question_json(scene);
    if (auto hints = asked_hints(scene); !hints.empty()) j["asks"]["hints"] = hints;
  }
  if (p.over()) j["result"] = result_json(scene.game.rules(), p);
  return j;
}

std::string goal_text(const Variant& variant) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < variant.wins.size(); ++i)
    if (const WinCondition& w = variant.ruleset->wins.conditions()[i]; w.scripted || !w.patterns.empty())
      names.push_back(variant.wins[i]->name);
  if (names.empty() && variant.ruleset->counting)
    return variant.ruleset->counting->instead() ? "The side with more points wins."
                                                : "The side with more points wins, those on the board included.";
  if (names.empty())
    return variant.ruleset->rules.scoring == Scoring::area ? "The larger area wins." : "The larger territory wins.";
  return listed(names, "or") + " wins.";
}

nlohmann::json page_json(const Scene& scene, const Settings& settings) {
  const Ruleset& rules = scene.game.rules();
  const Position& p = scene.position();
  nlohmann::json j{{"turn", p.turn}, {"over", p.over()}, {"marking", p.marking}};
  j["game"] = {{"variant", scene.variant.id}, {"title", scene.variant.title}, {"goal", goal_text(scene.variant)}};
  j["game"]["set"] = nlohmann::json::object();
  for (const auto& [key, value] : settings) j["game"]["set"][key] = value;
  if (shows_seed(scene)) j["game"]["seed"] = scene.game.setup().key.seed;
  if (!p.over()) j["to_move"] = seat_name(p.to_move);
  j["board"] = board_json(rules.grid, p.board);
  j["marks"] = marks_json(scene);
  if (p.board.ko() != kNoPoint) j["marks"]["ko"] = {point_name(p.board.ko())};
  for (Seat seat : {Seat::black, Seat::white}) j[seat_name(seat)] = side_json(scene, seat);
  if (has_pile(scene, Owner::common)) j["common"] = owner_json(scene, Owner::common);
  if (CardId c = card_in_play(scene); c != kNoCard)
    j["card"] = {{"id", rules.cards[c].id}, {"options", chosen_options(scene.variant, rules.cards[c].id)}};
  const Position seen = scene.seen();
  j["moves"] = nlohmann::json::array();
  const std::vector<ToldMove> told = told_moves(scene, seen, 0);
  for (std::size_t i = 0; i < told.size(); ++i) j["moves"].push_back(move_json(scene, seen, told[i], i));
  if (scene.asks()) j["asks"] = asks_json(scene);
  if (p.over()) j["result"] = result_of_page(rules, p);
  if (!rules.wins.empty()) return j;
  const Score s = score_of(rules, p);
  for (const Seat seat : {Seat::black, Seat::white})
    j["score"][seat_name(seat)] = static_cast<double>(s.total(seat)) / kWholePoint;
  return j;
}

// --- the gallery

nlohmann::json orientation_json(const Orientation& o) {
  nlohmann::json j{{"width", o.width}, {"height", o.height}, {"stones", nlohmann::json::array()}};
  for (const ShapeStone& s : o.stones) j["stones"].push_back({{"x", s.x}, {"y", s.y}, {"theirs", s.theirs}});
  if (o.across) j["across"] = true;
  return j;
}

nlohmann::json cards_json(const Variant& variant) {
  nlohmann::json out = nlohmann::json::array();
  const Ruleset& rules = *variant.ruleset;
  for (std::size_t c = 0; c < variant.cards.size(); ++c) {
    const Script& s = *variant.cards[c];
    nlohmann::json j{{"id", s.id},         {"name", s.name},     {"text", s.text},       {"kind", s.kind},
                     {"traits", s.traits}, {"source", s.credit}, {"functions", s.hooks}, {"file", s.file}};
    j["options"] = nlohmann::json::array();
    const nlohmann::json chosen = chosen_options(variant, s.id);
    for (const ScriptOption& o : s.options) {
      j["options"].push_back(option_json(o));
      if (chosen.contains(o.name)) j["options"].back()["value"] = chosen[o.name];
    }
    if (s.shape) j["diagram"] = orientation_json({{}, {}, {}, s.shape->width(), s.shape->height(), s.shape->stones()});
    j["orientations"] = nlohmann::json::array();
    for (const Orientation& o : rules.cards[c].shape)
      if (!o.across) j["orientations"].push_back(orientation_json(o));
    for (Owner o : {Owner::black, Owner::white, Owner::common}) {
      const auto& deck = rules.decks[static_cast<std::size_t>(o)];
      if (auto n = std::count(deck.begin(), deck.end(), c); n > 0) j["deck"][std::string(owner_name(o))] = n;
    }
    out.push_back(std::move(j));
  }
  return out;
}

// What is not seen is counted from the decks that the rules name, which everybody knows, not from the piles.
nlohmann::json cards_json(const Scene& scene) {
  nlohmann::json out = cards_json(scene.variant);
  for (std::size_t c = 0; c < out.size(); ++c) {
    std::int64_t all = 0, seen = 0;
    for (int o = 0; o < kOwners; ++o) {
      const auto& deck = scene.game.rules().decks[static_cast<std::size_t>(o)];
      all += std::count(deck.begin(), deck.end(), c);
      for (int z = 0; z < kZones; ++z) {
        if (static_cast<Zone>(z) == Zone::deck) continue;
        const auto cards = cards_of(scene, static_cast<Owner>(o), static_cast<Zone>(z));
        seen += std::count(cards.begin(), cards.end(), c);
      }
    }
    out[c]["seen"] = seen;
    out[c]["unseen"] = std::max<std::int64_t>(0, all - seen);
  }
  return out;
}

}  // namespace gofuda::tools
