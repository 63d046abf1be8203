// Requests about games as texts: set up, saved, loaded, as a dispute, read in other ways, as a link.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/tally_text.hpp"
#include "core/result.hpp"
#include "tools/print/output_file.hpp"
#include "tools/table/dispute_text.hpp"
#include "tools/table/history.hpp"
#include "tools/table/readings.hpp"
#include "tools/table/record.hpp"
#include "tools/table/room_inside.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

namespace {

nlohmann::json pile_names(const Ruleset& rules, std::span<const CardId> cards) {
  nlohmann::json out = nlohmann::json::array();
  for (std::size_t i = cards.size(); i-- > 0;) out.push_back(rules.cards[cards[i]].id);
  return out;
}

}  // namespace

// --- set up

nlohmann::json Room::Inside::setup(const Who& who, const Fields& f) {
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
  text += start_text(rules, p.board, p);
  for (auto [zone, key] : {std::pair{Zone::deck, "decks"},
                           {Zone::hand, "hands"},
                           {Zone::aside, "aside"},
                           {Zone::shown, "shown"},
                           {Zone::discard, "discards"}}) {
    nlohmann::json piles = nlohmann::json::object();
    for (Owner o : {Owner::black, Owner::white, Owner::common})
      if (p.cards.size(o, zone) > 0) piles[std::string(owner_name(o))] = pile_names(rules, p.cards.in(o, zone));
    for (const auto& [owner, cards] : f.lists(key)) piles[owner] = cards;
    if (!piles.empty()) text += flow(key, piles);
  }
  text += f.has("effects") ? flow("effects", f.array("effects")) : effects_text(rules, p);
  return take_later(who, "setup", [given = options.options, text = text + "play: []\n"](Diagnostics& out) {
    return Session::read_game(given, "the position", text, {}, out);
  });
}

// --- saved and loaded

namespace {

// What chance has drawn stands in the plays.
std::string without_seed(std::string text) {
  const std::size_t at = text.find("\nseed: ");
  if (at != std::string::npos) text.erase(at + 1, text.find('\n', at + 1) - at);
  return text;
}

// Where a game is written: where `etag` is left out, over any saved game that is there, and no dispute with more.
struct GameFile {
  explicit GameFile(const Fields& f) : path(f.text("file")), replace(!f.has("etag") && !f.is_null("etag")) {
    if (f.has("etag")) etag = f.text("etag");
    if (Project::kind_of(path) != "dispute")
      throw Refusal{"not-allowed",
                    "a game is written to a file of its own, such as disputes/game.yaml, and over no rules"};
  }
  // The text of a reply, which is then told of it.
  void write(const ProjectFiles& project, nlohmann::json& reply) const {
    if (replace) refuse_other(project);
    reply["file"] = path;
    reply["etag"] = project.write(path, reply["text"], etag, replace);
  }

  void refuse_other(const ProjectFiles& project) const {
    ProjectFiles::Content there;
    try {
      there = project.read(path);
    } catch (const Refusal& r) {
      if (r.code == "not-found") return;
      throw;
    }
    if (!there.text.empty() && !is_saved_game(there.text))
      throw Refusal{"conflict", "there is such a file already, and it is no saved game", {}, "", {}, there.etag};
  }

  std::string path;
  std::optional<std::string> etag;
  bool replace;
};

}  // namespace

nlohmann::json Room::Inside::save(const Who& who, const Fields& f) {
  need_game();
  const bool all = who.role == Role::owner || who.role == Role::arbiter || game().over();
  const bool open = !all && !hides_something(game());
  std::string text = all    ? session.saved()
                     : open ? without_seed(session.saved())
                            : record_text(scene_for(who), session.settings());
  nlohmann::json j{{"kind", all || open ? "game" : "record"}, {"text", std::move(text)}};
  if (f.has("file")) {
    if (who.role != Role::owner) throw Refusal{"not-allowed", "only the owner writes files"};
    GameFile(f).write(*project, j);
  }
  return j;
}

nlohmann::json Room::Inside::load(const Who& who, const Fields& f) {
  if (f.has("text") == f.has("file")) throw bad_request("'load' wants either 'text' or 'file'");
  const std::string name = f.has("file") ? f.text("file") : "the text";
  const std::string text = f.has("file") ? project->read(name).text : f.text("text");
  return take_later(
      who, "load", [given = options.options, name, text, files = f.has("file") ? project : nullptr](Diagnostics& out) {
        return Session::read_game(given, name, text, {}, out, files ? files_beside(*files, name) : DisputeFiles{});
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

nlohmann::json Room::Inside::dispute(const Who& who, const Fields& f) {
  need_game();
  const auto of = static_cast<std::int64_t>(game().position().moves.size());
  Disputed d{options.options,
             session.shared_variant(),
             session.settings(),
             game(),
             f.text_or("title", session.variant().title),
             static_cast<std::size_t>(f.integer_or("from", 0, of, of))};
  if (f.has("play")) d.play = f.text("play");
  if (f.has("expect")) d.expect = json_text(f.object("expect"));
  if (f.has("readings")) d.readings = json_text(f.array("readings"));
  if (!f.has("file")) return later(who, "dispute", [d] { return [j = d.found()] { return j; }; });
  if (who.role != Role::owner) throw Refusal{"not-allowed", "only the owner writes files"};
  return later(who, "dispute", [this, d, to = GameFile(f)] {
    return [this, j = d.found(), to]() mutable {
      to.write(*project, j);
      return j;
    };
  });
}

nlohmann::json Room::Inside::readings(const Who& who, const Fields& f) {
  return later(who, "readings", [given = options.options, text = f.text("text"), wanted = f.texts("options")] {
    return [found = readings_of_dispute(given, text, wanted)] { return found; };
  });
}

}  // namespace gofuda::tools
