#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <vector>

#include "core/drive.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/transcript.hpp"
#include "core/random_player.hpp"
#include "scripting/dispute.hpp"
#include "tools/players/player.hpp"

namespace gofuda::fuzz {

namespace fs = std::filesystem;

namespace {

std::uint64_t hash_of(const Game& game) { return game.position().hash(); }

bool answer(Game& game, Scripts& scripts, RandomPlayer& player) {
  constexpr int kTries = 6;
  const Question q = game.question();
  const std::uint64_t before = hash_of(game);
  Answer a;
  for (int i = 0; i < kTries; ++i) {
    if (!player.answer(q, Observation(game.rules(), game.position(), q.seat), a)) return false;
    if (game.answer(scripts, a)) return true;
    if (game.state() == Status::fault) return false;
    require(hash_of(game) == before, "a refused answer changes nothing");
  }
  return false;
}

void to_a_question(Game& game, Scripts& scripts) {  // as a saved game goes
  if (game.state() == Status::done && !game.over()) game.advance(scripts);
}

void play_at_once(Game& game, Scripts& scripts, const Course& course) {
  constexpr DrawingPlayer::Patience kHasty{12, 400};
  RandomPlayer black(course.seed, 0, false, kHasty), white(course.seed + 1, 0, false, kHasty);
  game.advance(scripts, {&black, &white, nullptr}, course.turns);
  to_a_question(game, scripts);
}

void answer_all(Game& game, Scripts& scripts, const Course& course) {
  constexpr int kMostAnswers = 40;
  RandomPlayer player(course.seed);
  game.advance(scripts);
  for (int i = 0; i < kMostAnswers && game.state() == Status::asks && game.turn_start().turn <= course.turns; ++i) {
    const Game before = game;
    if (!answer(game, scripts, player)) return;
    if (i % 8 != 3) continue;
    Game back = game;
    require(back.undo(scripts), "an answer can be taken back");
    require(hash_of(back) == hash_of(before) && back.log().size() == before.log().size(),
            "a game is as it was when an answer is taken back");
  }
}

void drive_ahead(Game& game, Scripts& scripts, const Variant& variant, const Course& course) {
  Diagnostics out;
  auto black = tools::make_player("greedy:tries=4", variant, out),
       white = tools::make_player("mcts:playouts=3", variant, out);
  if (!black || !white) return require_shown(out);
  if (course.seed % 2) std::swap(black, white);
  black->begin({course.seed, 1}, Seat::black);
  white->begin({course.seed, 1}, Seat::white);
  DriveLimits limits;
  limits.last_turn = game.turn_start().turn + course.turns - 1;
  limits.refusals = 12;
  constexpr std::uint64_t kMostSteps = 20'000'000;  // effects may come before any turn that is counted
  const std::uint64_t begun = scripts.steps();
  limits.interrupt = [&] { return scripts.steps() - begun > kMostSteps; };
  drive(game, scripts, {black.get(), white.get()}, limits);
  to_a_question(game, scripts);
}

// False when the board does not allow it.
bool apply(Board& board, const PointEffect& e) {
  const Colour c = index_colour(e.effect);
  const auto from_to = [&](Colour from, Colour to) {
    const bool allowed = board.at(e.point) == from;
    if (allowed) board.set(e.point, to);
    return allowed;
  };
  if (e.effect == placed(c)) return from_to(Colour::empty, c);
  if (e.effect == recoloured(c)) return from_to(opposite(c), c);
  if (!is_of_wall(e.effect)) return from_to(c, Colour::empty);
  const bool allowed = (board.at(e.point) == Colour::empty) == (e.effect == Effect::walled);
  if (allowed && e.effect == Effect::walled) board.set_wall(e.point);
  if (allowed && e.effect == Effect::unwalled) board.lift_wall(e.point);
  return allowed;
}

}  // namespace

void require(bool holds, const char* what, const std::string& more) {
  if (holds) return;
  std::fprintf(stderr, "it does not hold that %s\n%s\n", what, more.c_str());
  std::abort();
}

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "gofuda-fuzz-XXXXXX").string();
  require(::mkdtemp(name.data()) != nullptr, "there is a folder for files");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, std::string_view text) const {
  fs::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << text;
  return path(name);
}

void Folder::remove(const std::string& name) const { fs::remove(path_ / name); }

Library library_with(const Folder& folder) {
  Diagnostics out;
  Library library({folder.path(), GOFUDA_SOURCE_RULES_DIR}, out);
  for (FileKind kind : {FileKind::card, FileKind::turn, FileKind::win})
    for (const std::string& name : library.names(kind))
      if (library.path(kind, name)->starts_with(GOFUDA_SOURCE_RULES_DIR)) library.script(kind, name, {}, out);
  for (const std::string& name : library.names(FileKind::deck))
    if (library.path(FileKind::deck, name)->starts_with(GOFUDA_SOURCE_RULES_DIR)) library.deck(name, {}, out);
  require(!out.has_errors(), "the project's own rules are well", to_json(out.list()));
  return library;
}

const Library& shipped() {
  static const Folder none;
  static const Library library = library_with(none);
  return library;
}

void require_shown(const Diagnostics& said) {
  for (const Diagnostic& d : said.list()) {
    const std::string text = to_text(d);
    require(printable(text) == text, "a message can be shown", text);
    require(!d.code.empty() && !d.message.empty(), "a message says something", text);
  }
  to_json(said.list());
}

bool play(Game& game, Scripts& scripts, const Course& course) try {
  if (course.at_once)
    play_at_once(game, scripts, course);
  else
    answer_all(game, scripts, course);
  return true;
} catch (const ShortScripts::Enough&) { return false; }

bool look_ahead(Game& game, Scripts& scripts, const Variant& variant, const Course& course) try {
  Game again = game;
  drive_ahead(game, scripts, variant, course);
  drive_ahead(again, scripts, variant, course);
  require(hash_of(again) == hash_of(game), "programs play the same again");
  return true;
} catch (const ShortScripts::Enough&) { return false; }

std::string misrecorded(const Board& first, const Position& p) {
  Board board = first;
  const std::vector<DatedEffect> changes = p.in_order(0);
  std::map<std::uint32_t, std::pair<std::size_t, std::uint64_t>> begun;  // at which change, on which board
  std::map<std::uint32_t, std::size_t> undone;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const DatedEffect& c = changes[i];
    begun.try_emplace(c.move, i, board.hash());
    if (!apply(board, c)) return "move " + std::to_string(c.move) + " cannot have changed the board as it stood";
    const Move& by = p.moves[c.move];
    if (by.has(Move::kCancelled) || ++undone[c.move] != by.undoing) continue;
    std::pair<std::size_t, std::uint64_t> earliest{i, 0};
    for (const Undoing& u : p.undoings)
      if (u.by == c.move && begun.contains(u.move)) earliest = std::min(earliest, begun[u.move]);
    if (board.hash() != earliest.second)
      return "move " + std::to_string(c.move) + " has left something of what it undid";
  }
  return board.hash() == p.board.hash() ? "" : "the record leads to another board";
}

void require_same_when_saved(Library& library, const Variant& variant, const Game& game, const Settings& settings) {
  if (game.state() == Status::fault || game.state() == Status::mismatch) return;
  const std::string wrong = misrecorded(first_position(game.rules(), game.setup()).board, game.turn_start());
  require(wrong.empty(), "the record tells what has happened", wrong);
  const std::string text = saved_game(variant.id, game, settings, "a game");
  Diagnostics out;
  const auto dispute = parse_dispute("saved", text, out);
  require(dispute.has_value(), "a saved game can be read", text + to_json(out.list()));
  auto open = open_dispute(library, *dispute, dispute->cases[0].settings, out);
  require(open.has_value(), "a saved game can be opened", text + to_json(out.list()));
  if (dynamic_cast<LuaScripts*>(open->scripts.get()))
    open->scripts = std::make_unique<LuaScripts>(open->variant, ShortScripts::limits());
  TokenFeed feed(*open->game, *open->scripts, *dispute->cases[0].tokens);
  const TokenFeed::Fed fed = feed.play();
  require(fed == TokenFeed::Fed::played, "a saved game can be played again",
          text + feed.problem() + to_string(feed.verdict()) + open->game->fault().message);
  // Offers declined last of all are not written, nor are turns in which nobody is asked.
  if (hash_of(*open->game) != hash_of(game)) feed.finish();
  if (hash_of(*open->game) != hash_of(game) && open->game->state() == Status::done) open->game->advance(*open->scripts);
  require(hash_of(*open->game) == hash_of(game), "a saved game is the same game", text);
}

}  // namespace gofuda::fuzz
