#include "tools/table/scene.hpp"

#include <algorithm>

#include "core/notation/answers.hpp"
#include "core/notation/outline.hpp"
#include "core/notation/tally_text.hpp"
#include "core/notation/transcript.hpp"
#include "core/view.hpp"
#include "scripting/diagnostic.hpp"
#include "tools/table/dead_words.hpp"
#include "tools/table/reasons.hpp"

namespace gofuda::tools {

namespace {

constexpr Owner kBoth[] = {Owner::black, Owner::white};
constexpr std::size_t kMostCards = 5;  // described on one screen
constexpr int kListed = 12;            // points named one by one

std::string name_of(const Scene& scene, CardId c) { return printable(scene.game.rules().cards[c].name); }

std::string names_of(const Scene& scene, const std::vector<CardId>& cards) {
  std::vector<std::string> names;
  std::size_t hidden = 0;
  for (CardId c : cards) c == kNoCard ? void(++hidden) : names.push_back(name_of(scene, c));
  if (hidden) names.push_back(std::to_string(hidden) + (hidden == 1 ? " hidden card" : " hidden cards"));
  return joined(names, ", ");
}

std::string note_text(const Scene& scene, const Note& n) {
  std::string out = "a note" + (n.card.id == kNoCard ? "" : " under " + name_of(scene, n.card.id));
  if (hidden(scene, n)) return out + " (hidden)";
  return out + (n.open ? ", open: " : ": ") + (n.label.empty() ? to_string(n.points) : printable(n.label));
}

// "deck 33, discards 2 (top: Keima)"; then a line for each other place where cards lie, and for each note.
std::vector<std::string> pile_lines(const Scene& scene, Owner owner) {
  std::vector<std::string> out;
  const Cards& cards = scene.position().cards;
  if (has_pile(scene, owner)) {
    out.push_back("deck " + std::to_string(cards.size(owner, Zone::deck)) + ", discards " +
                  std::to_string(cards.size(owner, Zone::discard)));
    if (auto pile = cards.in(owner, Zone::discard); !pile.empty())
      out.back() += " (top: " + name_of(scene, pile.back()) + ")";
  }
  if (const std::vector<CardId> top = known_top(scene, owner); !top.empty()) {
    std::vector<std::string> names;
    for (CardId c : top) names.push_back(c == kNoCard ? "?" : name_of(scene, c));
    out.push_back("deck, from the top: " + joined(names, ", "));
  }
  for (auto [zone, words] :
       {std::pair{Zone::hand, "in hand: "}, {Zone::aside, "laid aside: "}, {Zone::shown, "laid aside, open: "}})
    if (auto held = cards_of(scene, owner, zone); !held.empty()) out.push_back(words + names_of(scene, held));
  if (owner == Owner::common) return out;
  for (const Note& n : notes_of(scene, static_cast<Seat>(owner))) out.push_back(note_text(scene, n));
  for (const LastingEffect& e : effects_of(scene, static_cast<Seat>(owner))) {
    const std::string until = until_text(e, scene.position().turn);
    out.push_back("in force: " + name_of(scene, e.card.id) + (until.empty() ? "" : " (" + until + ")"));
  }
  return out;
}

// "D4 E5"; of most points of the board, those that are left out: "all points but D4 E5".
std::string set_words(const Scene& scene, const PointSet& points) {
  const PointSet others = scene.game.rules().grid.points() - points;
  if (points.count() <= kListed) return to_string(points);
  if (others.empty()) return "all points";
  return others.count() < points.count() ? "all points but " + to_string(others) : to_string(points);
}

// What else a side has: stones it took, stones it may still set, and what binds it.
std::vector<std::string> seat_facts(const Scene& scene, Seat seat) {
  const Position& p = scene.position();
  const auto i = static_cast<std::size_t>(index(seat));
  std::vector<std::string> out;
  if (p.prisoners[i] > 0) out.push_back("captured " + std::to_string(p.prisoners[i]));
  for (const std::string& fact : tally_facts(scene.game.rules().names, p, seat)) out.push_back(fact);
  if (int all = scene.game.rules().rules.stones; all > 0) {
    int left = std::max(0, all - p.set[i]);
    out.push_back(std::to_string(left) + (left == 1 ? " stone left" : " stones left"));
  }
  if (p.lost_turns[i] > 0)
    out.push_back("sits out " + std::to_string(p.lost_turns[i]) + (p.lost_turns[i] == 1 ? " turn" : " turns"));
  if (!p.restricted_to[i].empty() && !p.over())
    out.push_back("sets the next stone on " + set_words(scene, p.restricted_to[i]));
  for (const Ban& b : p.bans)
    if (b.seat == seat && !p.over())
      out.push_back("sets no stone on " + set_words(scene, b.points) + " until the end of its " +
                    (b.turns == 1 ? "turn" : std::to_string(b.turns) + " next turns"));
  return out;
}

// The cards that the question is about: the one in play, or those offered.
std::vector<CardId> cards_to_show(const Scene& scene) {
  std::vector<CardId> out;
  if (scene.at || (!scene.asks() && scene.game.state() != Status::fault)) return out;
  const Question& q = scene.game.question();
  if (scene.asks() && q.kind == QuestionKind::offer && !asked_in_secret(scene)) return q.cards;
  if (scene.asks() && q.card != kNoCard && !asked_in_secret(scene)) out.push_back(q.card);
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
    bool moves = !p.over() && !p.marking && p.to_move == seat;
    bool marks = p.marking && scene.asks() && scene.game.question().seat == seat;
    out.push_back(stone_mark(style, colour_of(seat)) + " " + painted(style, Paint::strong, seat_title(scene, seat)) +
                  (moves   ? painted(style, Paint::good, "  to move")
                   : marks ? painted(style, Paint::good, "  says which stones are dead")
                           : ""));
    for (const std::string& line : pile_lines(scene, owner_of(seat))) add(line, "  ");
    for (const std::string& fact : seat_facts(scene, seat)) add(fact, "  ");
  }
  if (has_pile(scene, Owner::common)) {
    out.emplace_back();
    out.push_back(painted(style, Paint::strong, "Common cards"));
    for (const std::string& line : pile_lines(scene, Owner::common)) add(line, "  ");
  }
  if (const auto marks = marks_lines(scene.game.rules().names, p); !marks.empty()) {
    out.emplace_back();
    for (const std::string& line : marks) add("marked " + line);
  }
  const std::vector<CardId> cards = cards_to_show(scene);
  if (cards.size() > kMostCards) {
    out.emplace_back();
    add("Type show and a card's name to see what it does.");
    return out;
  }
  for (CardId c : cards) {
    out.emplace_back();
    for (std::string& line : card_lines(style, scene, c, width)) out.push_back(std::move(line));
  }
  return out;
}

}  // namespace

std::vector<CardId> cards_of(const Scene& scene, Owner owner, Zone zone) {
  const Position& p = scene.position();
  auto cards = p.cards.in(owner, zone);
  if (scene.sees(owner, zone)) return {cards.begin(), cards.end()};
  if (p.known.empty()) return std::vector<CardId>(cards.size(), kNoCard);
  const Position seen = scene.seen();
  cards = seen.cards.in(owner, zone);
  return {cards.begin(), cards.end()};
}

std::vector<CardId> known_top(const Scene& scene, Owner owner) {
  if (scene.knows_all() || scene.position().known.empty()) return {};
  std::vector<CardId> cards = cards_of(scene, owner, Zone::deck);
  std::reverse(cards.begin(), cards.end());
  while (!cards.empty() && cards.back() == kNoCard) cards.pop_back();
  return cards;
}

std::vector<Note> notes_of(const Scene& scene, Seat seat) {
  std::vector<Note> out = scene.knows_all() ? scene.position().notes : scene.seen().notes;
  std::erase_if(out, [&](const Note& n) { return n.seat != seat; });
  return out;
}

std::vector<LastingEffect> effects_of(const Scene& scene, Seat seat) {
  if (scene.position().lasting.empty()) return {};
  std::vector<LastingEffect> out = scene.knows_all() ? scene.position().lasting : scene.seen().lasting;
  std::erase_if(out, [&](const LastingEffect& e) { return e.seat != seat; });
  return out;
}

bool has_pile(const Scene& scene, Owner owner) {
  const Cards& cards = scene.position().cards;
  return !scene.game.rules().decks[static_cast<std::size_t>(owner)].empty() ||
         cards.size(owner, Zone::deck) + cards.size(owner, Zone::discard) > 0;
}

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

Position Scene::seen() const {
  Position out = position();
  for (Seat s : {Seat::black, Seat::white})
    if (!knows(s)) out.hide_from(other(s));
  return out;
}

std::string move_line(const Scene& scene, const Position& seen, std::size_t i) {
  const Position& p = scene.position();
  const Move& m = p.moves[i];
  if (m.card != kNoCard && seen.moves[i].card == kNoCard)
    return std::string(seat_name(m.seat)) + ": lays a card aside, hidden";
  std::string out = printable(move_text(scene.game.rules(), p, m));
  const bool skipped = m.has(Move::kSkip) && m.card == kNoCard;
  if ((!m.has(Move::kUnplayable) && !skipped) || !scene.reasons) return out;
  const std::string why = clause(scene.reasons->of_move(scene.game, i, scene.knows(m.seat)));
  return why.empty() ? out : out + " (" + printable(why) + ")";
}

namespace {

// Cards that are being played in this turn, around the one that asks.
std::vector<std::string> begun_cards(const Scene& scene) {
  std::vector<std::string> out;
  if (!scene.asks()) return out;
  for (const Unfinished& u : unfinished_cards(scene.game)) {
    const auto played = scene.position().cards.in(owner_of(u.seat), Zone::play);
    const bool lies_there = std::find(played.begin(), played.end(), u.card) != played.end();
    if (u.shown && lies_there && u.card != scene.game.question().card)
      out.push_back(std::string(seat_name(u.seat)) + " plays " + name_of(scene, u.card));
  }
  return out;
}

}  // namespace

std::vector<ToldMove> told_moves(const Scene& scene, const Position& seen, std::size_t first) {
  const Position& p = scene.position();
  const Ruleset& rules = scene.game.rules();
  const Outline outline(p);
  const std::vector<std::string> begun = begun_cards(scene);
  std::vector<ToldMove> out;
  const auto texts = [&](const std::vector<CardEvent>& events, std::vector<std::string>& to) {
    for (const CardEvent& e : events) to.push_back(printable(event_text(rules, p, e)));
  };
  for (std::size_t i = first; i < p.moves.size(); ++i) {
    ToldMove& m = out.emplace_back();
    const bool inside = !begun.empty() && p.moves[i].turn == p.turn;
    if (inside && (i == 0 || p.moves[i - 1].turn != p.turn)) m.before = begun;
    texts(outline.begun(i), m.before);
    m.depth = outline.depth(i) + (inside ? static_cast<int>(begun.size()) : 0);
    m.text = move_line(scene, seen, i);
    texts(outline.over(i + 1), m.after);
  }
  return out;
}

std::vector<std::string> course_lines(const Scene& scene, std::size_t first) {
  std::vector<std::string> out;
  const auto indent = [](std::size_t n) { return std::string(2 * n, ' '); };
  for (const ToldMove& m : told_moves(scene, scene.seen(), first)) {
    const auto depth = static_cast<std::size_t>(m.depth);
    for (std::size_t k = 0; k < m.before.size(); ++k)
      out.push_back(indent(depth - std::min(depth, m.before.size() - k)) + m.before[k]);
    out.push_back(indent(depth) + m.text);
    for (const std::string& text : m.after) out.push_back(indent(depth) + text);
  }
  return out;
}

namespace {

// Of a question for points, those that may be chosen, where they are not simply the empty ones.
PointSet candidates(const Scene& scene) {
  if (!scene.asks() || asked_in_secret(scene)) return {};
  const Question& q = scene.game.question();
  const bool some = q.kind == QuestionKind::points || (q.kind == QuestionKind::stone && q.restricted);
  const bool all = q.from == scene.position().board.points_of(Colour::empty) - q.closed;
  return some && !all ? q.from : PointSet{};
}

// The few empty points that may not be chosen, where all others may; nothing otherwise.
PointSet exceptions(const Scene& scene, const PointSet& chosen) {
  const PointSet empty = scene.position().board.points_of(Colour::empty), others = empty - chosen;
  return empty.contains_all(chosen) && others.count() <= std::min(kListed, chosen.count() / 2) ? others : PointSet{};
}

}  // namespace

PointSet marked_points(const Scene& scene) {
  const Position& p = scene.position();
  if (p.over() && !p.winning.empty()) return p.winning;
  if (p.over() && !p.dead.empty()) return p.dead;
  if (scene.asks() && scene.game.question().kind == QuestionKind::dead)
    return answers_claim(scene.game) ? p.dead : proposal(scene.game.rules(), scene.game.position().board).dead;
  const PointSet chosen = candidates(scene);
  return chosen.empty() || !exceptions(scene, chosen).empty() ? last_points(p) : chosen;
}

PointSet closed_points(const Scene& scene) {
  bool stone = scene.asks() && scene.game.question().kind == QuestionKind::stone;
  return stone ? scene.game.question().closed : PointSet{};
}

bool asked_in_secret(const Scene& scene) {
  if (!scene.asks() || scene.knows(scene.game.question().seat)) return false;
  return scene.game.question().secret || scene.game.question().kind == QuestionKind::offer;
}

bool has_secrets(const Scene& scene) {
  const Position& p = scene.position();
  for (Owner o : kBoth)
    if (p.cards.size(o, Zone::hand) + p.cards.size(o, Zone::aside) > 0) return true;
  bool secret = scene.asks() && scene.game.question().secret;
  return secret || !p.known.empty() ||
         std::any_of(p.notes.begin(), p.notes.end(), [](const Note& n) { return !n.open; });
}

namespace {

std::vector<std::string> board_of(const Style& style, const Scene& scene) {
  return board_lines(style, scene.game.rules().grid, scene.position().board, marked_points(scene),
                     closed_points(scene));
}

}  // namespace

namespace {

std::string candidates_words(const Scene& scene) {
  const PointSet chosen = candidates(scene);
  if (chosen.empty()) return "";
  if (const PointSet others = exceptions(scene, chosen); !others.empty()) return ", not on " + to_string(others);
  if (chosen.count() <= kListed) return ", on " + to_string(chosen);
  return ", on one of the " + std::to_string(chosen.count()) + " marked points";
}

}  // namespace

std::string question_words(const Scene& scene) {
  const Question& q = scene.game.question();
  if (asked_in_secret(scene) && q.kind == QuestionKind::offer)
    return q.may_pass ? "one of its cards, or none" : "one of its cards";
  if (asked_in_secret(scene)) return "something that only this side sees";
  if (q.kind == QuestionKind::dead) return dead_question(scene.game);
  std::string text = printable(question_text(scene.game.rules(), q));
  text += candidates_words(scene);
  if (!closed_points(scene).empty())
    text += std::string(", not on ") + closed_sign(scene.game.rules().grid) +
            ": the opening rule closes these points to this stone";
  if (q.secret) text += ", unseen by the other side";
  return text;
}

std::string asked_text(const Scene& scene) {
  if (!scene.asks()) return "";
  return std::string(seat_name(scene.game.question().seat)) + ": " + question_words(scene);
}

namespace {

// Why this stone is not as free as others of the game.
std::vector<std::string> stone_hints(const Scene& scene, const Question& q) {
  const bool no_pass = !q.may_pass && scene.game.rules().rules.passes_to_end > 0;
  if (q.restricted)
    return {std::string("A card leaves only these points to this stone") + (no_pass ? ", and no pass." : ".")};
  if (no_pass) return {"A card in force keeps this side from passing."};
  return {};
}

// The cards that this turn does not offer, and why.
std::vector<std::string> offer_hints(const Scene& scene) {
  if (!scene.reasons || asked_in_secret(scene)) return {};
  std::string left_out;
  std::vector<std::string> out;
  for (const auto& [card, why] : scene.reasons->not_offered(scene.game)) {
    if (why.empty())
      left_out += (left_out.empty() ? "" : ", ") + name_of(scene, card);
    else
      out.push_back("Not offered: " + name_of(scene, card) + " (" + printable(clause(why)) + ").");
  }
  if (!left_out.empty()) out.push_back("Not offered by the turn now: " + left_out + ".");
  return out;
}

}  // namespace

std::vector<std::string> asked_hints(const Scene& scene) {
  if (!scene.asks()) return {};
  const Question& q = scene.game.question();
  if (q.kind == QuestionKind::dead) return dead_hints(scene.game);
  std::vector<std::string> out;
  if (q.kind == QuestionKind::stone) out = stone_hints(scene, q);
  if (q.kind == QuestionKind::offer) out = offer_hints(scene);
  if (scene.reasons && scene.knows(q.seat))  // it may tell of the hand
    for (const std::string& why : scene.reasons->of_phase(scene.game)) out.push_back("The turn: " + clause(why) + ".");
  return out;
}

std::vector<std::string> screen(const Style& style, const Scene& scene) {
  std::vector<std::string> board = board_of(style, scene);
  int used = display_width(board.front()) + 3, rest = style.width - 1 - used;
  if (rest >= 32) return beside(board, panel(style, scene, std::min(rest, 60)), 3);
  for (std::string& line : panel(style, scene, std::min(style.width - 1, 78))) board.push_back(std::move(line));
  return board;
}

std::vector<std::string> plain_lines(const Scene& scene) {
  const Position& p = scene.position();
  std::vector<std::string> out = board_of(Style{}, scene);
  std::string status = "turn " + std::to_string(p.turn);
  if (p.marking)
    status += ", the dead stones are named";
  else if (!p.over())
    status += ", " + std::string(seat_name(p.to_move)) + " to move";
  for (Seat seat : {Seat::black, Seat::white})
    for (const std::string& fact : seat_facts(scene, seat)) status += ", " + std::string(seat_name(seat)) + " " + fact;
  out.push_back(status);
  for (const std::string& line : marks_lines(scene.game.rules().names, p)) out.push_back("marked " + line);
  for (Owner o : {Owner::black, Owner::white, Owner::common})
    if (auto lines = pile_lines(scene, o); !lines.empty())
      out.push_back(std::string(owner_name(o)) + ": " + joined(lines, "; "));
  for (CardId c : cards_to_show(scene)) {
    const CardInfo& card = scene.game.rules().cards[c];
    out.push_back("card " + card.id + ": " + printable(card.text.substr(0, card.text.find_last_not_of(" \n") + 1)));
  }
  if (scene.asks()) out.push_back("asked: " + asked_text(scene));
  for (std::string& hint : asked_hints(scene)) out.push_back(std::move(hint));
  return out;
}

}  // namespace gofuda::tools
