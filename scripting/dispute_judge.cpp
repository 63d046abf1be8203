#include <algorithm>

#include "core/notation/board_text.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/tokens.hpp"
#include "core/score.hpp"
#include "core/stage.hpp"
#include "scripting/board_reader.hpp"
#include "scripting/dispute.hpp"
#include "scripting/expectation.hpp"
#include "scripting/explanation.hpp"
#include "scripting/scripts.hpp"
#include "scripting/setting_places.hpp"

namespace gofuda {

namespace {

// The stones that the dispute begins with; nothing where it names none, or after a diagnostic.
std::optional<std::vector<Stone>> first_stones(const Dispute& d, const Ruleset& rules, Diagnostics& out) {
  if (d.board) return read_stones(*d.file, *d.board, rules.grid, out);
  if (!d.record) return std::nullopt;
  const SgfSize size = d.record->size;
  if (size.columns != rules.grid.width() || size.rows != rules.grid.height()) {
    const std::string text = to_string(size);
    yaml_error(*d.file, *d.from, "board-size",
               "the record's board is " + text + ", and the game's is " + size_text(rules.grid) +
                   "; set: { board.size: " + text + " } may make them the same",
               out);
    return std::nullopt;
  }
  for (const Stone& s : d.record->stones)
    if (!rules.grid.exists(s.point)) {
      yaml_error(*d.file, *d.from, "point", "the record has a stone on " + point_name(s.point) + ", no point here",
                 out);
      return std::nullopt;
    }
  return d.record->stones;
}

// On points that hold no stone.
void read_walls(const Dispute& d, const Ruleset& rules, Stage& stage, Diagnostics& out) {
  if (!d.walls) return;
  const auto walls = read_points(*d.file, *d.walls, rules.grid, out);
  if (!walls) return;
  stage.walls = *walls;
  for (const Stone& s : stage.stones ? *stage.stones : rules.setup)
    if (walls->contains(s.point)) {
      yaml_error(*d.file, *d.walls, "point", "a stone and a wall stand on " + point_name(s.point), out);
      stage.walls.erase(s.point);
    }
}

// Could the side to move retake a ko there: stands a single stone beside it that has no other liberty?
bool could_retake(const Ruleset& rules, const Position& p, Point ko) {
  if (rules.rules.captures == CaptureOrder::none) return false;
  const PointSet theirs = rules.grid.neighbours(ko) & p.board.points_of(colour_of(other(p.to_move)));
  bool found = false;
  theirs.for_each([&](Point q) { found |= p.board.chain(q).count() == 1 && p.board.only_liberty(q) != kNoPoint; });
  return found;
}

// Nothing after a diagnostic.
std::optional<Setup> read_start(const Dispute& d, const Ruleset& rules, Diagnostics& out) {
  const std::size_t before = out.errors();
  Stage stage;
  stage.key = d.key;
  stage.shuffled = d.shuffled;
  if (d.has_to_move) stage.to_move = d.to_move;
  for (const Dispute::PileNames& pile : d.piles) {
    Stage::Pile& to = stage.piles.emplace_back(Stage::Pile{pile.owner, pile.zone, {}});
    for (auto it = pile.cards.rbegin(); it != pile.cards.rend(); ++it) to.cards.push_back(rules.find_card(*it));
  }
  for (const Dispute::EffectName& e : d.effects) {
    Stage::Lasts& to = stage.effects.emplace_back(Stage::Lasts{e.seat, rules.find_card(e.card), {}});
    to.until = {e.turns, e.their_turns, e.until_turn, {}};
    if (e.until_captured)
      to.until.stones = read_points(*d.file, *e.until_captured, rules.grid, out).value_or(PointSet{});
  }
  if (d.board || d.record) {
    stage.stones = first_stones(d, rules, out);
    if (!stage.stones) return std::nullopt;
  }
  read_walls(d, rules, stage, out);
  if (const auto lines = read_tally(*d.file, d.tally, rules, out); !lines.empty())
    stage.tally = tally_at_start(rules, lines);
  if (d.record && d.record->to_move && !stage.to_move) stage.to_move = *d.record->to_move;
  if (d.record) stage.ko = d.record->ko;
  if (d.ko) stage.ko = rules.grid.parse(*d.ko);
  Setup setup = set_up(rules, stage);
  const Board& board = setup.position->board;
  if (d.board || d.record || d.walls)
    check_liberties(*d.file, d.walls ? *d.walls : d.board ? *d.board : *d.from, rules.rules, board, out);
  if (d.ko && (stage.ko == kNoPoint || board.at(stage.ko) != Colour::empty))
    yaml_error(*d.file, *d.file->root.find("ko"), "point", "'" + *d.ko + "' is no empty point of this board", out);
  else if (d.ko && !could_retake(rules, *setup.position, stage.ko))
    yaml_error(*d.file, *d.file->root.find("ko"), "ko",
               "there is no ko at " + *d.ko + ": beside it stands no single " +
                   std::string(seat_name(other(setup.position->to_move))) + " stone in atari that " +
                   std::string(seat_name(setup.position->to_move)) + ", who is to move, could take back",
               out);
  for (const LastingEffect& e : setup.position->lasting)
    if (const PointSet bare = e.stones - board.stones(); !bare.empty())
      yaml_error(*d.file, *d.effects[e.number].node, "point", "there is no stone on " + to_string(bare), out);
  if (out.errors() != before) return std::nullopt;
  return setup;
}

SettingPlaces places_in(const Dispute& d) {
  SettingPlaces places(d.file->name);
  const auto look = [&](const YamlNode* set) {
    if (!set) return;
    for (const auto& [key, value] : set->fields) places.add(key.text, value.text, key.line, key.column);
  };
  look(d.file->root.find("set"));
  if (const YamlNode* other = d.file->root.find("otherwise"))
    for (const YamlNode& item : other->items) look(item.find("set"));
  return places;
}

}  // namespace

std::unique_ptr<Scripts> KeptScripts::take(const std::shared_ptr<const Variant>& variant) {
  const auto it = std::find_if(kept_.begin(), kept_.end(), [&](const auto& k) { return k.first == variant; });
  if (it == kept_.end()) return make_scripts(variant);
  auto scripts = std::move(it->second);
  kept_.erase(it);
  return scripts;
}

void KeptScripts::give(const std::shared_ptr<const Variant>& variant, std::unique_ptr<Scripts> scripts) {
  if (auto* lua = dynamic_cast<LuaScripts*>(scripts.get())) lua->collect_remarks(nullptr), lua->clear_output();
  if (kept_.size() >= kMost) kept_.erase(kept_.begin());
  kept_.emplace_back(variant, std::move(scripts));
}

std::optional<OpenGame> open_dispute(Library& library, const Dispute& d, const Settings& settings, Diagnostics& out,
                                     KeptScripts* kept) {
  const YamlNode* named = d.file->root.find("variant");
  Library::Mention from{d.file->name, named ? named->line : 1, named ? named->column : 1};
  for (const Dispute::PileNames& pile : d.piles)
    for (const std::string& card : pile.cards)
      if (!library.script(FileKind::card, card, {d.file->name, pile.node->line, pile.node->column}, out))
        return std::nullopt;
  Diagnostics wrong;
  auto variant = library.variant(d.variant, settings, d.turned_up, from, wrong);
  if (wrong.size() > 0) places_in(d).tell(wrong, out);
  if (!variant) return std::nullopt;
  auto setup = read_start(d, *variant->ruleset, out);
  if (!setup) return std::nullopt;
  OpenGame open;
  open.variant = variant;
  open.scripts = kept ? kept->take(variant) : make_scripts(variant);
  open.game = std::make_unique<Game>(variant->ruleset, std::move(*setup));
  return open;
}

void error_at_word(const Dispute& dispute, const Token* word, std::string code, std::string message, Diagnostics& out) {
  out.error(word ? word->file : dispute.file->name, word ? word->line : 0, word ? word->column : 0, std::move(code),
            std::move(message));
}

bool DisputeResult::mistaken() const { return first_error(errors) != nullptr; }

bool DisputeResult::passed() const {
  return !mistaken() && std::all_of(cases.begin(), cases.end(), [](const CaseResult& c) { return c.passed; });
}

namespace {

bool in_last_line(const Token* t, const std::vector<Token>& all) {
  return t && t->line == all.back().line && t->column == all.back().column;
}

// Was the last line read? An answer before it in its turn may be the one that is refused.
bool reaches_last_line(const TokenFeed& feed, const std::vector<Token>& all) {
  return in_last_line(feed.token(), all) || (feed.reached() > 0 && in_last_line(&all[feed.reached() - 1], all));
}

// Of a saved game, which expects nothing: does a script fail before the next question? Told if so, at the last line of
// what is played.
bool fails_next(const Game& game, Scripts& scripts, const YamlFile& file, const std::vector<Token>& tokens,
                Diagnostics& failures) {
  constexpr int kMostTurns = 1000;  // that ask nothing
  const YamlNode* play = file.root.find("play");
  if (game.over() || game.state() == Status::asks || !play) return false;
  Game next = game;
  if (next.advance(scripts, {}, kMostTurns) != Status::fault) return false;
  failures.add(to_diagnostic(next.fault()));
  const bool none = tokens.empty();
  failures.error(file.name, none ? play->line : tokens.back().line, none ? play->column : tokens.back().column, "fault",
                 "that script failed in turn " + std::to_string(next.position().turn) + ", before anything is asked");
  return true;
}

CaseResult judge_case(Library& library, const Dispute& d, const DisputeCase& c, bool explain, KeptScripts* kept,
                      Diagnostics& out) {
  CaseResult result;
  result.name = c.name;
  auto open = open_dispute(library, d, c.settings, out, kept);
  if (!open && !out.has_errors())  // a broken file is told of once, with the first that needs it
    out.error(d.file->name, 1, 1, "broken", "a file that the dispute needs is broken");
  if (!open) return result;
  const std::size_t mistakes = out.errors();
  Diagnostics failures;
  Game& game = *open->game;
  std::vector<Remark> remarks;
  if (auto* lua = dynamic_cast<LuaScripts*>(open->scripts.get()); lua && c.expect && c.expect->find("unplayable"))
    lua->collect_remarks(&remarks);
  TokenFeed feed(game, *open->scripts, *c.tokens);
  TokenFeed::Fed outcome = feed.play();
  std::optional<Game> waiting;  // offers are still open here: what may be played next is asked of this
  if (outcome == TokenFeed::Fed::played) {
    waiting = game;
    outcome = feed.finish();
  }
  const Token* t = feed.token();
  auto at = [&](std::string code, std::string message, Diagnostics& to) {
    to.error(t ? t->file : d.file->name, t ? t->line : 1, t ? t->column : 1, std::move(code), std::move(message));
  };
  const YamlNode* illegal = c.expect ? c.expect->find("illegal") : nullptr;
  bool may_refuse = illegal != nullptr;
  const bool ended = illegal && illegal->text == reason_code(Reason::game_over) && game.over();
  bool not_asked = outcome == TokenFeed::Fed::wrong && illegal && (illegal->text == kNotAsked || ended) &&
                   !feed.misread() && in_last_line(t, *c.tokens);
  if (outcome == TokenFeed::Fed::wrong && !not_asked) at("notation", feed.problem(), feed.misspelt() ? out : failures);
  if (outcome == TokenFeed::Fed::fault) {
    Diagnostic f = to_diagnostic(game.fault());
    if (f.file.empty()) f.file = d.file->name;
    failures.add(f);
    if (t) at("fault", "that script failed in the play '" + as_written(*t) + "'", failures);
  }
  if (outcome == TokenFeed::Fed::refused) {
    result.verdict = feed.verdict();
    if (!may_refuse)
      at("failed", "the play is refused: " + to_string(feed.verdict()), failures);
    else if (!reaches_last_line(feed, *c.tokens))
      at("failed", "this is refused, and not the last play, which 'illegal' is about: " + to_string(feed.verdict()),
         failures);
  }
  if (c.expect && outcome != TokenFeed::Fed::fault) {
    const bool as_meant =
        outcome == TokenFeed::Fed::played || not_asked || (outcome == TokenFeed::Fed::refused && may_refuse);
    if (auto* lua = dynamic_cast<LuaScripts*>(open->scripts.get())) lua->collect_remarks(nullptr);
    Judged seen{*open->variant, *open->scripts, game,      waiting ? *waiting : game,
                feed,           result.verdict, not_asked, remarks};
    Diagnostics found;
    check_expectation(*d.file, *c.expect, seen, found);
    for (const Diagnostic& one : found.list())  // what is a mistake is one wherever the plays have led
      if (one.code != "failed" || as_meant) (one.code == "failed" ? failures : out).add(one);
  }
  const bool failed =
      outcome == TokenFeed::Fed::fault || (outcome == TokenFeed::Fed::played && !c.expect &&
                                           fails_next(game, *open->scripts, *d.file, *c.tokens, failures));
  failures.sort();
  result.failures = failures.list();
  result.passed = failures.size() == 0 && out.errors() == mistakes;
  if (explain) {
    result.explanation = explain_steps(*open, feed);
    if (not_asked) result.explanation.push_back("not asked: " + feed.problem());
    for (std::string& line : explain_options(library, d, c)) result.explanation.push_back(std::move(line));
  }
  result.board =
      board_text(game.rules().grid, game.position().board, result.verdict ? result.verdict->points : PointSet{});
  if (kept && !failed) kept->give(open->variant, std::move(open->scripts));
  return result;
}

}  // namespace

DisputeResult judge_dispute(Library& library, const Dispute& dispute, bool explain, KeptScripts* kept) {
  DisputeResult r;
  Diagnostics out;
  for (const DisputeCase& c : dispute.cases) r.cases.push_back(judge_case(library, dispute, c, explain, kept, out));
  out.sort();
  r.errors = out.list();
  return r;
}

}  // namespace gofuda
