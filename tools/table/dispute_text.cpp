#include "tools/table/dispute_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/answers.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/transcript.hpp"
#include "core/question_kinds.hpp"
#include "scripting/scripts.hpp"
#include "tools/print/result.hpp"
#include "tools/table/history.hpp"
#include "tools/table/readings.hpp"
#include "tools/table/request.hpp"
#include "tools/table/room_inside.hpp"

namespace gofuda::tools {

std::string flow(const char* key, const nlohmann::json& j) { return std::string(key) + ": " + json_text(j) + "\n"; }

namespace {

// What a dispute can say of a position.
bool same_place(const Ruleset& rules, const Position& a, const Position& b) {
  auto same_cards = [&](Owner o, Zone z) {
    auto x = a.cards.in(o, z), y = b.cards.in(o, z);
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z)
      if (!same_cards(static_cast<Owner>(o), static_cast<Zone>(z))) return false;
  auto same_notes = [](const Note& x, const Note& y) {
    return x.seat == y.seat && x.card.id == y.card.id && x.open == y.open && x.points == y.points && x.label == y.label;
  };
  return a.board.points_of(Colour::black) == b.board.points_of(Colour::black) &&
         a.board.points_of(Colour::white) == b.board.points_of(Colour::white) && a.ko().point == b.ko().point &&
         a.to_move == b.to_move && a.passes == b.passes && a.lost_turns == b.lost_turns &&
         a.restricted_to == b.restricted_to && a.must_set == b.must_set && a.bans == b.bans &&
         a.finish() == b.finish() && (rules.rules.scoring == Scoring::area || a.prisoners == b.prisoners) &&
         (rules.rules.stones == 0 || a.set == b.set) &&
         std::equal(a.notes.begin(), a.notes.end(), b.notes.begin(), b.notes.end(), same_notes) &&
         effects_text(rules, a) == effects_text(rules, b);
}

std::string line_text(const std::string& who, const std::string& text) { return "  - " + who + ": " + text + "\n"; }

// The position at `place`, and what was played since.
std::string dispute_text(const Variant& variant, const Game& game, Scripts& scripts, const Settings& settings,
                         const std::string& title, const TurnPlace& place) {
  if (place.items == 0) return saved_game(variant.id, game, settings, title);
  Setup setup;
  setup.key = game.setup().key;
  setup.position = cut_game(game, scripts, place.items).turn_start();
  std::string out = saved_game(variant.id, Game(variant.ruleset, std::move(setup)), settings, title);
  const Log& log = game.log();
  for (const TranscriptLine& line : transcript(game, [&](std::size_t i) -> std::string {
         return i < place.items ? "" : item_text(game.rules(), log[i], log.numbers(log[i]));
       }))
    out += line_text(line.who, line.text);
  return out;
}

nlohmann::json expected_of(const Game& game) {
  nlohmann::json board = nlohmann::json::object();
  for (Colour c : {Colour::black, Colour::white})
    board[std::string(colour_name(c))] =
        game.position().board.stone_count(c) > 0 ? to_string(game.position().board.points_of(c)) : "";
  nlohmann::json out{{"board", board}};
  if (const PointSet walls = walls_of(game.rules().grid, game.position().board); !walls.empty())
    out["walls"] = to_string(walls);
  return out;
}

// As a dispute does at its end: what is offered in a turn that has begun, and not taken, is declined. Was there such an
// offer?
bool decline_offers(Game& game, Scripts& scripts) {
  bool any = false;
  const auto is_offered = [&] {
    return game.state() == Status::asks && game.question().kind == QuestionKind::offer && game.question().may_pass &&
           game.log().size() > game.turn_mark();
  };
  Answer none;
  for (none.make_card(0); is_offered() && game.answer(scripts, none, {}, false); none.make_card(0)) any = true;
  return any;
}

// Does the text lead to where the game stands?
bool leads_to(const Disputed& d, const std::string& text) {
  if (is_superko(d.game.rules().rules.ko)) return false;  // the boards so far count
  Diagnostics out;
  auto library = open_library(d.options, out);
  auto dispute = library ? parse_dispute("the dispute", text, out) : std::nullopt;
  if (!dispute) return false;
  const Played p = play_text(*library, *dispute, d.settings, out);
  if (!p.open || p.how != TokenFeed::Fed::played) return false;
  Game& there = *p.open->game;
  Session::settle(there, *p.open->scripts);
  return same_place(d.game.rules(), there.position(), d.game.position());
}

// One more answer of the seat that is asked, which may be a refused one; what is to be expected then.
std::string disputed_play(const Disputed& d, Scripts& scripts, nlohmann::json* expect) {
  if (d.game.state() != Status::asks) throw Refusal{"not-allowed", "nothing is asked now"};
  const Question& q = d.game.question();
  Game after = d.game;
  const Verdict v = after.answer(scripts, answer_of(d.game, *d.play), {}, false);
  if (expect && v) *expect = expected_of(after);
  if (expect && !v) *expect = {{"illegal", reason_code(v.reason)}};
  if (expect && !v && !v.points.empty()) (*expect)["at"] = to_string(v.points);
  const bool bare = !d.play->empty() && (*d.play)[0] != '(';
  return line_text(std::string(seat_name(q.seat)),
                   json_text_of(in_brackets(form_of(q.kind)) && bare ? "(" + *d.play + ")" : *d.play));
}

}  // namespace

nlohmann::json Disputed::found() const {
  const auto scripts = make_scripts(variant);
  Game after = game;
  const bool declined = !play && expect.empty() && decline_offers(after, *scripts);
  nlohmann::json wanted = expect.empty() ? expected_of(after) : nlohmann::json::parse(expect);
  std::string ending, note;
  if (play) ending = disputed_play(*this, *scripts, expect.empty() ? &wanted : nullptr);
  ending += flow("expect", wanted);
  if (!readings.empty()) ending += "otherwise: " + readings + "\n";
  TurnPlace place = turn_place(game, from);
  auto text_at = [&](const TurnPlace& p) { return dispute_text(*variant, game, *scripts, settings, title, p); };
  std::string text = text_at(place);
  if (place.items > 0 && !leads_to(*this, text)) {
    note =
        "the position alone would not say all that counts (the boards so far, what is owed or written down), so the "
        "dispute plays the game from its start";
    place = {};
    text = text_at(place);
  } else if (place.moves != from) {
    note = "a dispute begins between two turns: the position is that after move " + std::to_string(place.moves);
  }
  if (declined)
    note += (note.empty() ? "" : "; ") +
            std::string("an offer is open, which a dispute takes for declined: expected is what is so then");
  text += ending;
  if (text.find("\nplay:\nexpect:") != std::string::npos) text.replace(text.find("\nplay:\n") + 6, 0, " []");
  Diagnostics out;
  if (!parse_dispute("the dispute", text, out)) throw rules_refusal(out);
  nlohmann::json j{{"text", text}, {"from", place.moves}};
  if (!note.empty()) j["note"] = note;
  return j;
}

}  // namespace gofuda::tools
