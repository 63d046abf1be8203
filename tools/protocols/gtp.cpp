#include "tools/protocols/gtp.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include "core/drive.hpp"
#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/transcript.hpp"
#include "core/question_kinds.hpp"
#include "scripting/scripts.hpp"
#include "tools/players/proposal.hpp"
#include "tools/print/build.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/protocols/move_word.hpp"
#include "tools/table/history.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostUndo = 1000;
constexpr std::size_t kMany = 1u << 20;  // words after a command, where any number of them may stand
constexpr int kLeastMoves = 12;          // that are always thought to come
constexpr double kOfPoints = 0.35;       // of the empty points, each side's moves to come

}  // namespace

std::span<const GtpServer::Command> GtpServer::commands() {  // NOLINT(readability-function-size): it is a table
  static constexpr Command kCommands[] = {
      {"all_legal", &GtpServer::all_legal, 1, 1},
      {"boardsize", &GtpServer::boardsize, 1, 1},
      {"captures", &GtpServer::captures, 1, 1},
      {"clear_board", &GtpServer::clear_board, 0, 0},
      {"cputime", &GtpServer::cputime, 0, 0},
      {"estimate_score", &GtpServer::estimate_score, 0, 0},
      {"final_score", &GtpServer::final_score, 0, 1},
      {"final_status", &GtpServer::final_status, 1, 2},
      {"final_status_list", &GtpServer::final_status_list, 1, 2},
      {"fixed_handicap", &GtpServer::fixed_handicap, 1, 1},
      {"genmove", &GtpServer::genmove, 1, 1},
      {"get_handicap", &GtpServer::get_handicap, 0, 0},
      {"get_komi", &GtpServer::get_komi, 0, 0},
      {"gg-undo", &GtpServer::gg_undo, 0, 1},
      {"gofuda-answer", &GtpServer::answer_asked, 1, kMany},
      {"gofuda-question", &GtpServer::question, 0, 0},
      {"gofuda-rules", &GtpServer::rules, 0, kMany},
      {"gofuda-status", &GtpServer::status, 0, 0},
      {"gofuda-view", &GtpServer::view, 0, 1},
      {"gogui-analyze_commands", &GtpServer::analyze_commands, 0, 0},
      {"gogui-play_sequence", &GtpServer::play_sequence, 0, kMany},
      {"gogui-rules_board", &GtpServer::rules_board, 0, 0},
      {"gogui-rules_board_gfx", &GtpServer::rules_board_gfx, 0, 0},
      {"gogui-rules_board_size", &GtpServer::rules_board_size, 0, 0},
      {"gogui-rules_captured_count", &GtpServer::captured_count, 0, 0},
      {"gogui-rules_final_result", &GtpServer::final_result, 0, 0},
      {"gogui-rules_game_id", &GtpServer::game_id, 0, 0},
      {"gogui-rules_legal_moves", &GtpServer::legal_moves, 0, 0},
      {"gogui-rules_side_to_move", &GtpServer::side_to_move, 0, 0},
      {"gogui-setup", &GtpServer::setup, 0, kMany},
      {"gogui-setup_player", &GtpServer::setup_player, 1, 1},
      {"is_legal", &GtpServer::is_legal, 2, 2},
      {"kata-analyze", &GtpServer::kata_analyze, 0, kMany},
      {"kata-genmove_analyze", &GtpServer::kata_genmove_analyze, 0, kMany},
      {"kata-get-rules", &GtpServer::kata_get_rules, 0, 0},
      {"kata-set-rule", &GtpServer::kata_set_rule, 2, 2},
      {"kata-set-rules", &GtpServer::kata_set_rules, 1, kMany},
      {"kgs-game_over", &GtpServer::nothing, 0, 0},
      {"kgs-genmove_cleanup", &GtpServer::genmove_cleanup, 1, 1},
      {"kgs-rules", &GtpServer::kgs_rules, 1, 1},
      {"kgs-time_settings", &GtpServer::kgs_time_settings, 1, 4},
      {"known_command", &GtpServer::known_command, 0, 1},
      {"komi", &GtpServer::komi, 1, 1},
      {"last_move", &GtpServer::last_move, 0, 0},
      {"list_commands", &GtpServer::list_commands, 0, 0},
      {"list_stones", &GtpServer::list_stones, 1, 1},
      {"loadsgf", &GtpServer::loadsgf, 1, 2},
      {"lz-analyze", &GtpServer::lz_analyze, 0, kMany},
      {"lz-genmove_analyze", &GtpServer::lz_genmove_analyze, 0, kMany},
      {"move_history", &GtpServer::move_history, 0, 0},
      {"name", &GtpServer::name, 0, 0},
      {"place_free_handicap", &GtpServer::place_free_handicap, 1, 1},
      {"play", &GtpServer::play, 2, 2},
      {"printsgf", &GtpServer::printsgf, 0, 1},
      {"protocol_version", &GtpServer::protocol_version, 0, 0},
      {"query_boardsize", &GtpServer::query_boardsize, 0, 0},
      {"quit", &GtpServer::quit, 0, 0},
      {"rectangular_boardsize", &GtpServer::rectangular_boardsize, 2, 2},
      {"reg_genmove", &GtpServer::reg_genmove, 1, 2},
      {"set_free_handicap", &GtpServer::set_free_handicap, 1, kMany},
      {"showboard", &GtpServer::showboard, 0, 0},
      {"time_left", &GtpServer::time_left, 3, 3},
      {"time_settings", &GtpServer::time_settings, 3, 3},
      {"top_moves_black", &GtpServer::top_moves_black, 0, 0},
      {"top_moves_white", &GtpServer::top_moves_white, 0, 0},
      {"undo", &GtpServer::undo, 0, 0},
      {"version", &GtpServer::version, 0, 0},
  };
  return kCommands;
}

std::string GtpServer::answer(std::string_view line) {
  Words words = gtp_words(line);
  id_.clear();
  if (!words.empty() && is_gtp_id(words[0])) {
    id_ = words[0];
    words.erase(words.begin());
    if (words.empty()) return "?" + id_ + " unknown command\n\n";
  }
  if (words.empty()) return "";
  const std::string name = words[0];
  words.erase(words.begin());
  const auto all = commands();
  const auto command = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
  const Answer a = command == all.end()                                            ? no("unknown command")
                   : words.size() < command->least || words.size() > command->most ? no("syntax error")
                                                                                   : (this->*command->run)(words);
  if (a.said) return a.text + "\n";
  return (a.well ? "=" : "?") + id_ + (a.text.empty() ? "" : " " + a.text) + "\n\n";
}

GtpServer::Answer GtpServer::protocol_version(const Words&) { return yes("2"); }
GtpServer::Answer GtpServer::name(const Words&) { return yes("Gofuda"); }
GtpServer::Answer GtpServer::version(const Words&) { return yes(program_version()); }
GtpServer::Answer GtpServer::nothing(const Words&) { return yes(); }

GtpServer::Answer GtpServer::quit(const Words&) {
  over_ = true;
  return yes();
}

GtpServer::Answer GtpServer::known_command(const Words& words) {
  const auto all = commands();
  const bool known =
      !words.empty() && std::any_of(all.begin(), all.end(), [&](const Command& c) { return c.name == words[0]; });
  return yes(known ? "true" : "false");
}

GtpServer::Answer GtpServer::list_commands(const Words&) {
  std::string out;
  for (const Command& c : commands()) out += (out.empty() ? "" : "\n") + std::string(c.name);
  return yes(out);
}

GtpServer::Answer GtpServer::cputime(const Words&) {
  return yes(std::to_string(static_cast<double>(std::clock()) / CLOCKS_PER_SEC));
}

// --- moves of Go

// The protocol lets either side move at any time, after the game's end, too. The game goes on from there.
void GtpServer::turn_to(Game& game, Seat seat) const {
  if (game.state() == Status::asks && game.question().kind == QuestionKind::stone && game.question().seat == seat)
    return;
  Setup setup = game.setup();
  setup.position = game.position();
  Position& p = *setup.position;
  p.ending = Ending::none;
  p.marking = false;
  p.dead.clear();
  p.passes = 0;
  p.unchanged_turns = 0;
  p.to_move = seat;
  game = Game(variant_->ruleset, setup);
  game.advance(*scripts_);
}

void GtpServer::keep(Stand before) {
  before_.push_back(std::move(before));
  if (before_.size() > kMostUndo) before_.erase(before_.begin());
}

Verdict GtpServer::put(Seat seat, Point point) {
  Stand before = *stand_;
  turn_to(stand_->game, seat);
  gofuda::Answer stone;
  stone.make_stone(point);
  Verdict v = stand_->game.answer(*scripts_, stone, {}, true);
  if (!v)
    stand_ = std::move(before);
  else
    keep(std::move(before));
  return v;
}

GtpServer::Answer GtpServer::play_free(Seat seat, const std::string& word) {
  const bool passes = is_gtp_pass(word);
  const Point point = passes ? kNoPoint : grid().parse(word);
  if (!passes && point == kNoPoint) return no("invalid color or coordinate");
  return put(seat, point) ? yes() : no("illegal move");
}

// --- moves of other games

// After an answer: the game goes on to the next question, or its end.
void GtpServer::settle() {
  Game& game = stand_->game;
  if (game.state() == Status::done && !game.over()) game.advance(*scripts_);
}

// No move could help it.
GtpServer::Answer GtpServer::failed(const Fault& fault) {
  return no("a script failed after that: " + to_text(to_diagnostic(fault)));
}

GtpServer::Answer GtpServer::submit(const gofuda::Answer& a, Stand before) {
  const Verdict v = stand_->game.answer(*scripts_, a, {}, false);
  if (v) settle();
  const bool fault = stand_->game.state() == Status::fault;
  if (!v || fault) {
    const Answer refused = fault ? failed(game().fault()) : no("illegal move: " + printable(to_string(v)));
    stand_ = std::move(before);
    return refused;
  }
  stand_->chosen.clear();
  stand_->unsaid.reset();
  keep(std::move(before));
  return yes();
}

// The card that was turned up may stand before its points, or be left out.
GtpServer::Answer GtpServer::play_tokens(Seat seat, const std::string& word) {
  const auto tokens = move_tokens(std::string(seat_name(seat)), word);
  if (!tokens || tokens->empty()) return no("invalid color or coordinate");
  Stand before = *stand_;
  const std::size_t items = game().log().size();
  std::string why;
  for (std::size_t start : starts()) {
    TokenFeed feed(stand_->game, *scripts_, *tokens);
    feed.skip_to(start);
    const TokenFeed::Fed fed = feed.play();
    const Log& log = game().log();
    bool others = false;
    for (std::size_t i = items; i < log.size(); ++i) others |= log[i].by_player() && log[i].who != index(seat);
    if (fed == TokenFeed::Fed::played && !others) settle();
    if (fed == TokenFeed::Fed::played && !others && game().state() != Status::fault) {
      stand_->chosen.clear();
      keep(std::move(before));
      return yes();
    }
    const std::optional<Answer> faulty =
        game().state() == Status::fault ? std::optional(failed(game().fault())) : std::nullopt;
    why = fed == TokenFeed::Fed::refused ? to_string(feed.verdict())
          : fed == TokenFeed::Fed::wrong ? feed.problem()
                                         : "the other side answers before that";
    stand_ = before;
    if (faulty) return *faulty;
  }
  if (goes_past_what_shows(seat, word))
    return no(
        "illegal move: it goes on after a card is drawn, or chance draws; what comes then is answered when that is "
        "seen");
  return no("illegal move: " + printable(why));
}

GtpServer::Answer GtpServer::play_asked(Seat seat, const std::string& word) {
  const Question& q = game().question();
  if (word.size() > 1 && word[0] == '?') {
    const auto number = gtp_number<std::size_t>(word.substr(1));
    if (!number || *number < 1 || *number > secrets_.size() || secrets_[*number - 1].seat != seat)
      return no("invalid color or coordinate");
    return play_tokens(seat, secrets_[*number - 1].word);
  }
  stand_->unsaid.reset();
  if (options_.points)
    if (auto clicked = play_click(word)) return *clicked;
  if (is_gtp_pass(word)) {
    gofuda::Answer a;
    if (q.kind == QuestionKind::offer && q.may_pass) return a.make_card(0), submit(a, *stand_);
    if (q.kind == QuestionKind::dead || (takes_points() && static_cast<int>(stand_->chosen.size()) >= q.least))
      if (const auto chosen = chosen_answer()) return submit(*chosen, *stand_);
  }
  if (const Point p = grid().parse(word); p != kNoPoint && takes_points()) return play_point(p);
  if (claims_unplayable(q, word))
    if (auto game_without = claimed()) return claim(std::move(*game_without));
  return play_tokens(seat, word);
}

// Why a move is refused may name what the side could have played: that is for its own view.
GtpServer::Answer GtpServer::play_word(Seat seat, const std::string& word) {
  if (free_moves()) return play_free(seat, word);
  if (game().state() != Status::asks) return no("illegal move: nothing is asked");
  const Seat asked = game().question().seat;
  if (asked != seat) return no("illegal move: " + std::string(seat_name(asked)) + " is asked");
  const bool secret = asked_in_secret(scene());
  Answer a = play_asked(seat, word);
  return a.well || !secret ? a : no("illegal move; gofuda-view tells why");
}

GtpServer::Answer GtpServer::play(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  return seat ? play_word(*seat, words[1]) : no("invalid color or coordinate");
}

// All of the moves, or none. Where the game hides something, which of them is refused would tell of it.
GtpServer::Answer GtpServer::play_sequence(const Words& words) {
  const Stand start = *stand_;
  std::vector<Stand> before = std::exchange(before_, {});
  Answer a = words.size() % 2 == 0 ? yes() : no("syntax error");
  bool tells = false;
  for (std::size_t i = 0; a.well && i + 1 < words.size(); i += 2) {
    tells |= !free_moves() && (asked_in_secret(scene()) || (i > 0 && hides_something(start.game)));
    a = play({words[i], words[i + 1]});
    if (!a.well) a.text = tells ? "illegal move" : printable(words[i] + " " + words[i + 1]) + ": " + a.text;
  }
  std::vector<Stand> played = std::exchange(before_, std::move(before));
  if (!a.well) stand_ = start, played.clear();
  for (Stand& s : played) keep(std::move(s));
  return a;
}

GtpServer::Answer GtpServer::undo(const Words&) {
  if (before_.empty()) return no("cannot undo");
  stand_ = std::move(before_.back());
  before_.pop_back();
  return yes();
}

GtpServer::Answer GtpServer::gg_undo(const Words& words) {
  const auto number = words.empty() ? 1 : gtp_number<std::size_t>(words[0]);
  if (!number) return no("syntax error");
  if (*number > before_.size()) return no("cannot undo");
  for (std::size_t i = 0; i < *number; ++i) undo({});
  return yes();
}

// --- moves of the player

int GtpServer::moves_to_come() const {
  return std::max(kLeastMoves, static_cast<int>(kOfPoints * (grid().area() - position().board.stones().count())));
}

std::array<Player*, 2> GtpServer::sitting(Seat seat) const {
  std::array<Player*, 2> out{};
  out[static_cast<std::size_t>(index(seat))] = &player(seat);
  return out;
}

// What a seat has answered since then, as one word, with the card that was turned up for it. Where a card was given up
// that something had been answered for, what was said before is no longer there.
std::string GtpServer::word_since(Seat seat, const Game& before, std::size_t end) const {
  const Log& log = game().log();
  if (!log.begins_with(before.log())) return std::string(kUnplayableWord);
  const std::size_t start = shown_for(before).value_or(before.log().size());
  std::string out;
  for (std::size_t i = start; i < end; ++i) {
    if (log[i].who != index(seat) || log.is_found(i, Unplayable::kEffect)) continue;  // it may be a hidden card's
    const std::string text = item_text(game().rules(), log[i], log.numbers(log[i]));
    out += (out.empty() || text.empty() ? "" : " ") + text;
  }
  return move_word(out);
}

// Of what it has not played but would, no more is said than what it would answer before it sees more.
GtpServer::Answer GtpServer::said_by(Seat seat, const Stand& before, bool plays) {
  const std::size_t moves = before.game.position().moves.size();
  if (free_moves()) {
    if (position().moves.size() == moves) return no(kNoMove);
    const Move& m = position().moves[moves];
    return yes(m.has(Move::kPass) ? "pass" : point_name(position().points_of(m, placed(colour_of(seat))).first()));
  }
  const std::size_t items = before.game.log().size();
  const bool goes_on = game().log().begins_with(before.game.log());
  if (game().log().size() == items && goes_on) return no(kNoMove);
  const bool all = plays || !goes_on;
  const std::string word = word_since(seat, before.game, all ? game().log().size() : answered_unseeing(before.game));
  if (!hides(seat, items, moves)) return yes(word.empty() ? "pass" : word);
  secrets_.push_back({seat, word});
  return yes("?" + std::to_string(secrets_.size()));
}

GtpServer::Answer GtpServer::think(Seat seat, const Thinking& how) {
  if (!free_moves() && (game().state() != Status::asks || game().question().seat != seat))
    return no(game().over() ? "the game is over" : std::string(seat_name(seat)) + " is not asked");
  Stand before = *stand_;
  const Clock::time_point begun = how.begun.value_or(Clock::now());
  const auto share = clock_.share(seat, moves_to_come());
  if (auto* thinker = dynamic_cast<Thinker*>(&player(seat)))
    thinker->answer_by(share
                           ? Thinker::Deadline(begun + std::chrono::microseconds(static_cast<long long>(*share * 1e6)))
                           : Thinker::Deadline());
  std::optional<Answer> a;
  if (free_moves()) turn_to(stand_->game, seat);
  const bool by_points = options_.points && !free_moves();
  if (by_points) {
    a = say_point(seat);
  } else {
    stand_->chosen.clear();
    DriveLimits limits;
    limits.last_turn = position().turn;
    const Log begun_with = game().log();
    limits.kept = begun_with.size();
    limits.interrupt = [&] { return !game().log().begins_with(begun_with); };  // a card is given up: that is said alone
    const DriveResult driven = drive(stand_->game, *scripts_, sitting(seat), limits);
    if (driven.why == Stopped::no_answer) {  // perhaps to a card of the other side's
      stand_->game = before.game;
      if (auto game_without = claimed()) stand_->game = std::move(*game_without);
    }
    const bool failed =
        driven.why == Stopped::player_failed || driven.why == Stopped::step_limit || driven.why == Stopped::fault;
    a = failed ? no(printable(driven.told())) : said_by(seat, before, how.plays);
    settle();
  }
  clock_.take(seat, std::chrono::duration<double>(Clock::now() - begun).count());
  if (!a->well)
    stand_ = std::move(before);
  else if (!by_points)
    keep(std::move(before));
  return *a;
}

GtpServer::Answer GtpServer::genmove(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  return seat ? think(*seat) : no("invalid color");
}

GtpServer::Answer GtpServer::reg_genmove(const Words& words) {
  if (!is_seed(words, 1)) return no("syntax error");
  const auto seat = gtp_seat(words[0]);
  if (!seat) return no("invalid color");
  if (holds_unseen(*seat)) return no(kWouldTell);
  const GtpClock clock = clock_;
  asked(*seat).begin(game().setup().key, *seat);
  std::swap(players_, asked_);
  Answer a = only_asked([&] { return think(*seat, {.plays = false}); });
  std::swap(players_, asked_);
  clock_ = clock;
  return a;
}

// As genmove, but what is dead of the other side is taken before a pass.
GtpServer::Answer GtpServer::genmove_cleanup(const Words& words) {
  Answer a = genmove(words);
  if (!a.well || !free_moves() || a.text != "pass") return a;
  const Colour other_side = opposite(colour_of(*gtp_seat(words[0])));
  const Seat seat = *gtp_seat(words[0]);
  const PointSet left = proposal(*variant_->ruleset, position().board).dead & position().board.points_of(other_side);
  if (left.empty()) return a;
  const Stand passed = *stand_;
  undo({});
  std::optional<Point> taken;
  left.for_each([&](Point p) {
    if (taken) return;
    position().board.liberties(p).for_each([&](Point q) {
      if (!taken && put(seat, q)) taken = q;
    });
  });
  if (taken) return yes(point_name(*taken));
  keep(*stand_);
  stand_ = passed;
  return a;
}

}  // namespace gofuda::tools
