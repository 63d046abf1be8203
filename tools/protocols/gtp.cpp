#include "tools/protocols/gtp.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "core/drive.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "tools/players/gtp_player.hpp"
#include "tools/players/proposal.hpp"
#include "tools/print/build.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostUndo = 1000;
constexpr double kMostKomi = 1000;

std::optional<Seat> seat_of_word(const std::string& word) {
  std::string w = word;
  for (char& c : w) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (w == "b" || w == "black") return Seat::black;
  if (w == "w" || w == "white") return Seat::white;
  return std::nullopt;
}

bool is_pass(const std::string& word) {
  constexpr std::string_view kPass = "pass";
  return word.size() == kPass.size() && std::equal(word.begin(), word.end(), kPass.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == b;
         });
}

template <class T>
std::optional<T> number(const std::string& word) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

bool is_number(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string chain_lines(const Board& board, const PointSet& stones) {
  std::string out;
  board.for_each_chain([&](const PointSet& chain) {
    if (!stones.contains_all(chain)) return;
    if (!out.empty()) out += '\n';
    out += to_string(chain);
  });
  return out;
}

// As the protocol wants a line read: no control characters, a tab is a blank, nothing after '#'.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  for (char c : line.substr(0, line.find('#'))) {
    if (c == ' ' || c == '\t') {
      inside = false;
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      if (!inside) words.emplace_back();
      words.back() += c;
      inside = true;
    }
  }
  return words;
}

}  // namespace

std::vector<Point> fixed_handicap_points(int side, int stones) {
  const int most = side < 7 ? 0 : side % 2 == 0 || side == 7 ? 4 : 9;
  if (stones < 2 || stones > most) return {};
  const int low = side < 13 ? 2 : 3, high = side - 1 - low, middle = side / 2;
  const Point corners[] = {point_at(low, low), point_at(high, high), point_at(low, high), point_at(high, low)};
  std::vector<Point> out(corners, corners + std::min(stones, 4));
  if (stones >= 6) out.insert(out.end(), {point_at(low, middle), point_at(high, middle)});
  if (stones >= 8) out.insert(out.end(), {point_at(middle, low), point_at(middle, high)});
  if (stones % 2 == 1 && stones >= 5) out.push_back(point_at(middle, middle));
  return out;
}

struct GtpServer::Command {
  std::string_view name;
  Answer (GtpServer::*run)(const Words&);  // the words after the name
  std::size_t least;                       // of them
};

const std::vector<GtpServer::Command>& GtpServer::commands() {
  static const std::vector<Command> kCommands{
      {"boardsize", &GtpServer::boardsize, 1},
      {"clear_board", &GtpServer::clear_board, 0},
      {"final_score", &GtpServer::final_score, 0},
      {"final_status_list", &GtpServer::final_status_list, 1},
      {"fixed_handicap", &GtpServer::fixed_handicap, 1},
      {"genmove", &GtpServer::genmove, 1},
      {"known_command", &GtpServer::known_command, 0},
      {"komi", &GtpServer::komi, 1},
      {"list_commands", &GtpServer::list_commands, 0},
      {"name", nullptr, 0},
      {"place_free_handicap", &GtpServer::place_free_handicap, 1},
      {"play", &GtpServer::play, 2},
      {"protocol_version", nullptr, 0},
      {"quit", nullptr, 0},
      {"set_free_handicap", &GtpServer::set_free_handicap, 1},
      {"showboard", &GtpServer::showboard, 0},
      {"undo", &GtpServer::undo, 0},
      {"version", nullptr, 0},
  };
  return kCommands;
}

std::string GtpServer::answer(std::string_view line) {
  Words words = words_of(line);
  std::string id;
  if (!words.empty() && is_number(words[0])) {
    id = words[0];
    words.erase(words.begin());
    if (words.empty()) return "?" + id + " unknown command\n\n";
  }
  if (words.empty()) return "";
  const std::string name = words[0];
  words.erase(words.begin());
  auto command = std::find_if(commands().begin(), commands().end(), [&](const Command& c) { return c.name == name; });
  Answer a = no("unknown command");
  if (command == commands().end()) {
  } else if (name == "name") {
    a = yes("Gofuda");
  } else if (name == "version") {
    a = yes(program_version());
  } else if (name == "protocol_version") {
    a = yes("2");
  } else if (name == "quit") {
    over_ = true;
    a = yes();
  } else if (words.size() < command->least) {
    a = no("syntax error");
  } else {
    a = (this->*command->run)(words);
  }
  return (a.well ? "=" : "?") + id + (a.text.empty() ? "" : " " + a.text) + "\n\n";
}

// --- the board

std::shared_ptr<const Variant> GtpServer::read(const Settings& settings, Diagnostics& out) const {
  auto variant = library_.variant(name_, settings, {}, {}, out);
  if (!variant) return nullptr;
  std::string why = why_no_go(*variant->ruleset);
  if (why.empty()) return variant;
  out.error("", 0, 0, "variant", "the Go Text Protocol cannot speak of '" + variant->id + "': " + why);
  return nullptr;
}

// What is not changed stays as it was when this fails.
bool GtpServer::take(std::shared_ptr<const Variant> variant, Diagnostics& out) {
  std::array<std::unique_ptr<Player>, 2> players;
  for (auto& player : players)
    if (!(player = make_player(player_, *variant, out))) return false;
  variant_ = std::move(variant);
  scripts_ = make_scripts(variant_);
  players_ = std::move(players);
  return true;
}

bool GtpServer::start(Diagnostics& out) {
  auto variant = read(settings_, out);
  if (!variant || !take(std::move(variant), out)) return false;
  begin({});
  return true;
}

void GtpServer::begin(const std::vector<Point>& handicap) {
  Setup setup;
  setup.key = {seed_, games_++};
  if (!handicap.empty()) {
    setup.position = first_position(*variant_->ruleset, setup);
    for (Point p : handicap) setup.position->board.set(p, Colour::black);
    setup.position->count_set();
    setup.position->to_move = Seat::white;
  }
  for (Seat s : {Seat::black, Seat::white}) players_[static_cast<std::size_t>(index(s))]->begin(setup.key, s);
  game_.emplace(variant_->ruleset, setup);
  game_->advance(*scripts_);
  before_.clear();
}

// The protocol lets either side move at any time, after the game's end, too. The game goes on from there.
void GtpServer::turn_to(Seat seat) {
  if (game_->state() == Status::asks && game_->question().kind == QuestionKind::stone && game_->question().seat == seat)
    return;
  Setup setup = game_->setup();
  setup.position = position();
  Position& p = *setup.position;
  p.ending = Ending::none;
  p.marking = false;
  p.dead.clear();
  p.passes = 0;
  p.unchanged_turns = 0;
  p.to_move = seat;
  game_.emplace(variant_->ruleset, setup);
  game_->advance(*scripts_);
}

Verdict GtpServer::put(Seat seat, Point point) {
  Game before = *game_;
  turn_to(seat);
  gofuda::Answer stone;
  stone.make_stone(point);
  Verdict v = game_->answer(*scripts_, stone, {}, true);
  if (!v) {
    game_.emplace(std::move(before));
  } else {
    before_.push_back(std::move(before));
    if (before_.size() > kMostUndo) before_.erase(before_.begin());
  }
  return v;
}

// --- the commands

GtpServer::Answer GtpServer::known_command(const Words& words) {
  const bool known = !words.empty() && std::any_of(commands().begin(), commands().end(),
                                                   [&](const Command& c) { return c.name == words[0]; });
  return yes(known ? "true" : "false");
}

GtpServer::Answer GtpServer::list_commands(const Words&) {
  std::string out;
  for (const Command& c : commands()) out += (out.empty() ? "" : "\n") + std::string(c.name);
  return yes(out);
}

GtpServer::Answer GtpServer::boardsize(const Words& words) {
  const auto side = number<int>(words[0]);
  if (!side) return no("boardsize not an integer");
  if (*side < 1 || *side > kMaxSide) return no("unacceptable size");
  Settings settings = settings_;
  put_setting(settings, "board.size", words[0] + "x" + words[0]);
  Diagnostics out;
  auto variant = read(settings, out);
  if (!variant || !take(std::move(variant), out)) return no("unacceptable size");
  settings_ = std::move(settings);
  begin({});
  return yes();
}

GtpServer::Answer GtpServer::clear_board(const Words&) {
  begin({});
  return yes();
}

GtpServer::Answer GtpServer::komi(const Words& words) {
  const auto value = number<double>(words[0]);
  if (!value || !std::isfinite(*value)) return no("komi not a float");
  if (std::abs(*value) > kMostKomi || *value * 2 != std::round(*value * 2)) return no("unacceptable komi");
  Rules rules = variant_->ruleset->rules;
  rules.komi2 = static_cast<int>(*value * 2);
  if (rules == variant_->ruleset->rules) return yes();
  Settings settings = settings_;
  put_setting(settings, "rules.komi", find_rule_field("komi")->get(rules));
  Diagnostics out;
  auto variant = read(settings, out);
  if (!variant || !take(std::move(variant), out)) return no("unacceptable komi");
  settings_ = std::move(settings);
  const auto on_new_rules = [&](const Game& g) { return g.replayed(variant_->ruleset, *scripts_); };
  for (Game& g : before_) g = on_new_rules(g);
  game_.emplace(on_new_rules(*game_));
  for (Seat s : {Seat::black, Seat::white}) players_[static_cast<std::size_t>(index(s))]->begin(game_->setup().key, s);
  return yes();
}

GtpServer::Answer GtpServer::handicap(const Words& words, bool fixed) {
  const auto stones = number<int>(words[0]);
  if (!stones) return no("handicap not an integer");
  if (!position().board.stones().empty()) return no("board not empty");
  const int side = variant_->ruleset->grid.width();
  std::vector<Point> points = fixed_handicap_points(side, *stones);
  for (int fewer = std::min(*stones, 9); points.empty() && !fixed && *stones > 1 && fewer > 1; --fewer)
    points = fixed_handicap_points(side, fewer);  // as many as there are places for, as the protocol allows
  if (points.empty()) return no("invalid number of stones");
  begin(points);
  std::string out;
  for (Point p : points) out += (out.empty() ? "" : " ") + point_name(p);
  return yes(out);
}

GtpServer::Answer GtpServer::fixed_handicap(const Words& words) { return handicap(words, true); }
GtpServer::Answer GtpServer::place_free_handicap(const Words& words) { return handicap(words, false); }

GtpServer::Answer GtpServer::set_free_handicap(const Words& words) {
  if (!position().board.stones().empty()) return no("board not empty");
  const Grid& grid = variant_->ruleset->grid;
  std::vector<Point> points;
  for (const std::string& w : words) {
    const Point p = grid.parse(w);
    if (p == kNoPoint || std::find(points.begin(), points.end(), p) != points.end()) return no("bad vertex list");
    points.push_back(p);
  }
  if (points.size() < 2 || static_cast<int>(points.size()) >= grid.area()) return no("bad vertex list");
  begin(points);
  return yes();
}

GtpServer::Answer GtpServer::play(const Words& words) {
  const auto seat = seat_of_word(words[0]);
  const bool passes = is_pass(words[1]);
  const Point point = passes ? kNoPoint : variant_->ruleset->grid.parse(words[1]);
  if (!seat || (!passes && point == kNoPoint)) return no("invalid color or coordinate");
  return put(*seat, point) ? yes() : no("illegal move");
}

GtpServer::Answer GtpServer::genmove(const Words& words) {
  const auto seat = seat_of_word(words[0]);
  if (!seat) return no("invalid color");
  Game before = *game_;
  turn_to(*seat);
  const std::size_t moves = position().moves.size();
  std::array<Player*, 2> sitting{};
  sitting[static_cast<std::size_t>(index(*seat))] = players_[static_cast<std::size_t>(index(*seat))].get();
  DriveLimits limits;
  limits.last_turn = position().turn;
  const DriveResult how = drive(*game_, *scripts_, sitting, limits);
  if (how.why == Stopped::player_failed || how.why == Stopped::step_limit) {
    game_.emplace(std::move(before));
    return no(printable(how.text));
  }
  if (position().moves.size() == moves) {
    game_.emplace(std::move(before));
    return no("no legal move was found");
  }
  if (game_->state() == Status::done) game_->advance(*scripts_);
  before_.push_back(std::move(before));
  const Move& m = position().moves[moves];
  return yes(m.has(Move::kPass) ? "pass" : point_name(position().points_of(m, placed(colour_of(*seat))).first()));
}

GtpServer::Answer GtpServer::undo(const Words&) {
  if (before_.empty()) return no("cannot undo");
  game_.emplace(std::move(before_.back()));
  before_.pop_back();
  return yes();
}

// Where the rules have both sides agree on the dead stones, as random games see them.
PointSet GtpServer::dead() const {
  const bool agreed = variant_->ruleset->rules.dead_stones == DeadStones::agreed;
  return agreed ? proposal(game_->rules(), game_->position().board).dead : PointSet{};
}

GtpServer::Answer GtpServer::final_score(const Words&) {
  const std::string result = result_text(score_of(*variant_->ruleset, position(), dead()).margin2());
  return yes(result == "Draw" ? "0" : result);
}

GtpServer::Answer GtpServer::final_status_list(const Words& words) {
  const Board& board = position().board;
  if (words[0] == "dead") return yes(chain_lines(board, dead()));
  if (words[0] == "alive") return yes(chain_lines(board, board.stones() - dead()));
  if (words[0] == "seki") return yes();
  return no("invalid status");
}

GtpServer::Answer GtpServer::showboard(const Words&) {
  std::string out;
  for (const std::string& line : board_lines({}, variant_->ruleset->grid, position().board, {})) out += '\n' + line;
  return yes(out);
}

}  // namespace gofuda::tools
