// Requests about games as texts: set up, saved, loaded, as a dispute, read in other ways, as a link.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/transcript.hpp"
#include "core/question_kinds.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/history.hpp"
#include "tools/table/readings.hpp"
#include "tools/table/record.hpp"
#include "tools/table/room_inside.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

namespace {

std::string quoted(const std::string& s) { return json_text(printable(s)); }

// As `key: {"black": ["leap", "hop"]}`, which is YAML, too.
std::string flow(const char* key, const nlohmann::json& j) { return std::string(key) + ": " + json_text(j) + "\n"; }

nlohmann::json pile_names(const Ruleset& rules, std::span<const CardId> cards) {
  nlohmann::json out = nlohmann::json::array();
  for (std::size_t i = cards.size(); i-- > 0;) out.push_back(rules.cards[cards[i]].id);
  return out;
}

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

}  // namespace

// --- set up

nlohmann::json Room::Inside::setup(const Who&, const Fields& f) {
  need_game();
  const Position& p = game().position();
  const Ruleset& rules = game().rules();
  Settings settings = session.settings();
  for (const auto& [key, value] : f.settings("set")) put_setting(settings, key, value);
  std::string text = saved_game_head(session.variant().id, game().setup().key, settings, "a position set up");
  const std::string mover =
      f.has("to_move") ? f.one_of("to_move", {"black", "white"}) : std::string(seat_name(p.to_move));
  text += "to_move: " + mover + "\n";
  nlohmann::json board = nlohmann::json::object();
  for (Colour c : {Colour::black, Colour::white}) {
    const std::string name(colour_name(c));
    std::string points;
    for (const std::string& w : f.has(name.c_str()) ? f.texts(name.c_str()) : std::vector<std::string>{})
      points += (points.empty() ? "" : " ") + w;
    if (!f.has(name.c_str())) points = p.board.stone_count(c) > 0 ? to_string(p.board.points_of(c)) : "";
    if (!points.empty()) board[name] = points;
  }
  if (!board.empty()) text += flow("board", board);
  for (auto [zone, key] : {std::pair{Zone::deck, "decks"},
                           {Zone::hand, "hands"},
                           {Zone::aside, "aside"},
                           {Zone::shown, "shown"},
                           {Zone::discard, "discards"}}) {
    nlohmann::json piles = nlohmann::json::object();
    for (Owner o : {Owner::black, Owner::white, Owner::common})
      if (p.cards.size(o, zone) > 0) piles[std::string(owner_name(o))] = pile_names(rules, p.cards.in(o, zone));
    if (zone != Zone::aside && zone != Zone::shown)
      for (const auto& [owner, cards] : f.lists(key)) piles[owner] = cards;
    if (!piles.empty()) text += flow(key, piles);
  }
  text += effects_text(rules, p);
  Diagnostics out;
  std::string misfit;
  if (!session.load_text("the position", text + "play: []\n", {}, out, misfit)) throw rules_refusal(out);
  new_course();
  return {{"seq", seq}};
}

// --- saved and loaded

namespace {

// What chance has drawn stands in the plays.
std::string without_seed(std::string text) {
  const std::size_t at = text.find("\nseed: ");
  if (at != std::string::npos) text.erase(at + 1, text.find('\n', at + 1) - at);
  return text;
}

}  // namespace

nlohmann::json Room::Inside::save(const Who& who, const Fields& f) {
  need_game();
  const bool all = who.role == Role::owner || who.role == Role::arbiter || game().over();
  const bool open = !all && !hides_something(game());
  std::string text = all    ? session.saved()
                     : open ? without_seed(session.saved())
                            : record_text(scene_for(who), session.settings());
  nlohmann::json j{{"kind", all || open ? "game" : "record"}};
  if (f.has("file")) {
    if (who.role != Role::owner) throw Refusal{"not-allowed", "only the owner writes files"};
    j["file"] = f.text("file");
    j["etag"] = project.write(f.text("file"), text, std::nullopt, true);
  }
  j["text"] = std::move(text);
  return j;
}

nlohmann::json Room::Inside::load(const Who& who, const Fields& f) {
  if (f.has("text") == f.has("file")) throw bad_request("'load' wants either 'text' or 'file'");
  const std::string name = f.has("file") ? f.text("file") : "the text";
  const std::string text = f.has("file") ? project.read(name).text : f.text("text");
  return later(who, "load", [this, given = options.options, name, text, was = saves] {
    Diagnostics out;
    auto loaded = Session::read_game(given, name, text, {}, out);
    if (!loaded) throw rules_refusal(out);
    return [this, was, loaded = std::make_shared<Session::Loaded>(std::move(*loaded))] {
      if (saves != was) throw Refusal{"stale", "rule files were saved meanwhile; load it again"};
      const std::string misfit = loaded->misfit;
      session.take(std::move(*loaded));
      new_course();
      nlohmann::json j{{"seq", seq}};
      if (!misfit.empty()) j["misfit"] = misfit;
      return j;
    };
  });
}

// The seed deals the piles anew, so that they need not be written out.
nlohmann::json Room::Inside::link(const Who& who, const Fields&) {
  need_game();
  const bool all = who.role == Role::owner || who.role == Role::arbiter || game().over();
  if (!all && hides_something(game()))
    throw Refusal{"secret", "a link holds the whole game, and not all of it is known to this seat yet"};
  const std::string saved = session.saved();
  const Setup& setup = game().setup();
  const bool dealt = !setup.position && std::none_of(setup.decks.begin(), setup.decks.end(),
                                                     [](const auto& deck) { return deck.has_value(); });
  if (!all) return {{"text", without_seed(saved)}};
  if (!dealt || game().rules().cards.empty()) return {{"text", saved}};
  std::string text = saved_game_head(session.variant().id, setup.key, session.settings(), session.variant().title);
  text += "decks: shuffled\n";
  return {{"text", text + saved.substr(saved.find("\nplay:") + 1)}};
}

// --- disputes

namespace {

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
  return {{"board", board}};
}

}  // namespace

nlohmann::json Room::Inside::dispute(const Who& who, const Fields& f) {
  need_game();
  const std::string title = f.has("title") ? f.text("title") : session.variant().title;
  const auto of = static_cast<std::int64_t>(game().position().moves.size());
  const auto from = static_cast<std::size_t>(f.integer_or("from", 0, of, of));
  nlohmann::json expect = f.has("expect") ? f.object("expect") : expected_of(game());
  std::string lines, note;
  if (f.has("play")) lines = disputed_play(f.text("play"), f.has("expect") ? nullptr : &expect);
  std::string ending = lines + flow("expect", expect);
  if (f.has("readings")) ending += flow("otherwise", f.array("readings"));
  TurnPlace place = turn_place(game(), from);
  auto text_at = [&](const TurnPlace& p) {
    return dispute_text(session.variant(), game(), trial().scripts(), session.settings(), title, p);
  };
  std::string text = text_at(place);
  if (place.items > 0 && !opens_here(text)) {
    note =
        "the position alone would not say all that counts (the boards so far, what is owed or written down), so the "
        "dispute plays the game from its start";
    place = {};
    text = text_at(place);
  } else if (place.moves != from) {
    note = "a dispute begins between two turns: the position is that after move " + std::to_string(place.moves);
  }
  text += ending;
  if (text.find("\nplay:\nexpect:") != std::string::npos) text.replace(text.find("\nplay:\n") + 6, 0, " []");
  Diagnostics out;
  if (!parse_dispute("the dispute", text, out)) throw rules_refusal(out);
  nlohmann::json j{{"text", text}, {"from", place.moves}};
  if (!note.empty()) j["note"] = note;
  if (f.has("file")) {
    if (who.role != Role::owner) throw Refusal{"not-allowed", "only the owner writes files"};
    j["file"] = f.text("file");
    j["etag"] = project.write(f.text("file"), text, std::nullopt, true);
  }
  return j;
}

// One more answer of the seat that is asked, which may be a refused one; what is to be expected then.
std::string Room::Inside::disputed_play(const std::string& answer_text, nlohmann::json* expect) {
  if (game().state() != Status::asks) throw Refusal{"not-allowed", "nothing is asked now"};
  const Question& q = game().question();
  const Answer a = read_answer(answer_text);
  std::optional<Game> after;
  const Verdict v = trial().answer(game(), a, after);
  if (expect && v) *expect = expected_of(*after);
  if (expect && !v) *expect = {{"illegal", reason_code(v.reason)}};
  if (expect && !v && !v.points.empty()) (*expect)["at"] = to_string(v.points);
  const bool bare = !answer_text.empty() && answer_text[0] != '(';
  return line_text(std::string(seat_name(q.seat)),
                   quoted(in_brackets(form_of(q.kind)) && bare ? "(" + answer_text + ")" : answer_text));
}

// Does the text lead to where the game stands?
bool Room::Inside::opens_here(const std::string& text) {
  Diagnostics out;
  auto library = open_library(options.options, out);
  auto dispute = library ? parse_dispute("the dispute", text, out) : std::nullopt;
  if (!dispute) return false;
  const Played p = play_text(*library, *dispute, session.settings(), out);
  if (!p.open || p.how != TokenFeed::Fed::played) return false;
  if (game().rules().rules.ko >= KoRule::positional) return false;  // the boards so far count
  Game& there = *p.open->game;
  if (there.state() == Status::done && !there.over()) there.advance(*p.open->scripts);
  return same_place(game().rules(), there.position(), game().position());
}

nlohmann::json Room::Inside::readings(const Who& who, const Fields& f) {
  return later(who, "readings", [given = options.options, text = f.text("text"), wanted = f.texts("options")] {
    return [found = readings_of_dispute(given, text, wanted)] { return found; };
  });
}

}  // namespace gofuda::tools
