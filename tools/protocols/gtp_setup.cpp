// The Go Text Protocol: what is played, from where, and how long it may take.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/notation/text.hpp"
#include "scripting/scripts.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/sgf/import.hpp"

namespace gofuda::tools {

namespace {

constexpr double kRounding = 1e-6, kMostSeconds = 1e7;
constexpr std::size_t kMostLoaded = 400;  // moves of a record that can be taken back

std::string first_error(const Diagnostics& out, const std::string& otherwise) {
  for (const Diagnostic& d : out.list())
    if (d.severity == Severity::error) return otherwise + ": " + printable(d.message);
  return otherwise;
}

bool names(const Settings& settings, std::string_view key) {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& s) { return s.first == key; });
}

// A rule as KataGo has it, and ours.
struct KataRule {
  std::string_view name, word, rule, value;
};
constexpr KataRule kKataRules[] = {
    {"suicide", "true", "suicide", "multi-stone"},
    {"suicide", "false", "suicide", "forbidden"},
    {"multiStoneSuicideLegal", "true", "suicide", "multi-stone"},
    {"multiStoneSuicideLegal", "false", "suicide", "forbidden"},
    {"hasButton", "true", "button", "half-point"},
    {"hasButton", "false", "button", "none"},
    {"whiteHandicapBonus", "0", "handicap_bonus", "none"},
    {"whiteHandicapBonus", "n-1", "handicap_bonus", "n-1"},
    {"whiteHandicapBonus", "n", "handicap_bonus", "n"},
    {"ko", "simple", "repetition", "no-result"},
    {"ko", "positional", "repetition", "allowed"},
    {"ko", "situational", "repetition", "allowed"},
};

// Adds `rule=value` words for a rule as KataGo names it; false when there is none.
bool add_kata_rule(const std::string& name, const nlohmann::json& value, std::vector<std::string>& ours) {
  const std::string word = value.is_string()    ? lower(value.get<std::string>())
                           : value.is_boolean() ? (value.get<bool>() ? "true" : "false")
                                                : value.dump();
  bool known = name == "friendlyPassOk";
  if (name == "ko" || name == "scoring" || name == "komi" || name == "tax")
    ours.push_back(name + "=" + word), known = true;
  for (const KataRule& k : kKataRules) {
    if (k.name != name || k.word != word) continue;
    ours.push_back(std::string(k.rule) + "=" + std::string(k.value)), known = true;
  }
  return known;
}

// Either side may set a stone on any empty point, and area or territory decides.
bool is_go(const Ruleset& rules) {
  return rules.plain && rules.wins.empty() && rules.rules.captures != CaptureOrder::none && rules.rules.stones == 0 &&
         rules.openings.empty();
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

// --- the rules

std::shared_ptr<const Variant> GtpServer::read(const Settings& settings, Diagnostics& out) const {
  return library_.variant(name_, settings, {}, {}, out);
}

// What is not changed stays as it was when this fails.
bool GtpServer::take(std::shared_ptr<const Variant> variant, Diagnostics& out) {
  std::array<std::unique_ptr<Player>, 2> players, asked;
  for (auto* these : {&players, &asked})
    for (auto& player : *these)
      if (!(player = make_player(options_.player, *variant, out))) return false;
  variant_ = std::move(variant);
  scripts_ = make_scripts(variant_);
  players_ = std::move(players);
  asked_ = std::move(asked);
  go_ = is_go(*variant_->ruleset);
  return true;
}

// In Go the stones that are dead come off where nobody has said otherwise: programs pass when they are agreed.
bool GtpServer::start(Diagnostics& out) {
  auto variant = read(settings_, out);
  if (variant && is_go(*variant->ruleset) && !names(settings_, "rules.dead_stones")) {
    put_setting(settings_, "rules.dead_stones", "agreed");
    variant = read(settings_, out);
  }
  if (!variant || !take(std::move(variant), out)) return false;
  begin();
  return true;
}

// A new game on these settings.
GtpServer::Answer GtpServer::change(const Settings& settings, const std::string& otherwise) {
  Diagnostics out;
  auto variant = read(settings, out);
  if (!variant || !take(std::move(variant), out)) return no(first_error(out, otherwise));
  settings_ = settings;
  ++games_;
  begin();
  return yes();
}

// What was set before gives way to a preset, but for the komi, which programs set by itself, and for who says which
// stones are dead.
void GtpServer::drop_what_it_says(const std::string& preset, Settings& settings) const {
  Diagnostics ignored;
  const auto known = library_.preset(preset, {}, ignored);
  if (!known) return;
  for (const auto& rule : known->rules)
    if (rule.first != "komi" && rule.first != "dead_stones")
      std::erase_if(settings, [&](const auto& s) { return s.first == "rules." + rule.first; });
}

GtpServer::Answer GtpServer::rules(const Words& words) {
  if (words.empty()) {
    std::string out;
    for (const RuleField& f : rule_fields())
      out += (out.empty() ? "" : "\n") + std::string(f.name) + "=" + f.get(variant_->ruleset->rules);
    if (!variant_->preset.empty()) out += "\n" + std::string(kPresetKey) + "=" + variant_->preset;
    return yes(out);
  }
  if (!before_.empty()) return no("rules change between games: clear_board comes first");
  Settings settings = settings_;
  for (const std::string& w : words) {
    const std::size_t equals = w.find('=');
    if (equals == 0 || equals == std::string::npos) return no("syntax error");
    const std::string key = w.substr(0, equals);
    const std::string full = find_rule_field(key) || key == kPresetKey ? "rules." + key : key;
    if (full == "rules." + std::string(kPresetKey)) drop_what_it_says(w.substr(equals + 1), settings);
    put_setting(settings, full, w.substr(equals + 1));
  }
  const Position stood = position();
  const PointSet points = grid().points();
  const bool set_up = free_moves() && !is_untouched();
  Answer a = change(settings, "unacceptable rules");
  if (a.well && set_up && free_moves() && grid().points() == points && may_stand(stood.board))
    begin_with(stood.board, stood.to_move);
  return a;
}

GtpServer::Answer GtpServer::kata_get_rules(const Words&) {
  if (!free_moves()) return no("these are no rules of Go; see gofuda-rules");
  const Rules& r = variant_->ruleset->rules;
  const auto upper = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
  };
  constexpr std::string_view kBonus[] = {"0", "N-1", "N"};
  const nlohmann::ordered_json rules{
      {"hasButton", r.button != Button::none},
      {"ko", r.ko == KoRule::natural ? "SITUATIONAL" : upper(find_rule_field("ko")->get(r))},
      {"scoring", upper(find_rule_field("scoring")->get(r))},
      {"suicide", r.suicide != SuicideRule::forbidden},
      {"tax", upper(find_rule_field("tax")->get(r))},
      {"whiteHandicapBonus", kBonus[static_cast<std::size_t>(r.handicap_bonus)]}};
  return yes(rules.dump());
}

GtpServer::Answer GtpServer::kata_set_rules(const Words& words) {
  if (!free_moves()) return no("these are no rules of Go; see gofuda-rules");
  std::string text;
  for (const std::string& w : words) text += (text.empty() ? "" : " ") + w;
  Words ours;
  if (library_.path(FileKind::preset, lower(text))) {
    ours = {std::string(kPresetKey) + "=" + lower(text),
            "komi=" + find_rule_field("komi")->get(variant_->ruleset->rules)};
  } else {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object())
      return no("unknown rules '" + printable(text) + "'" +
                did_you_mean(lower(text), library_.names(FileKind::preset)));
    for (const auto& [name, value] : json.items())
      if (!add_kata_rule(name, value, ours))
        return no("unacceptable rules: there is no such '" + printable(name) + "'");
  }
  return ours.empty() ? yes() : rules(ours);
}

GtpServer::Answer GtpServer::kata_set_rule(const Words& words) {
  if (!free_moves()) return no("these are no rules of Go; see gofuda-rules");
  Words ours;
  if (!add_kata_rule(words[0], words[1], ours))
    return no("unacceptable rules: there is no such '" + printable(words[0]) + "'");
  return ours.empty() ? yes() : rules(ours);
}

// By the names of the KGS Go Server.
GtpServer::Answer GtpServer::kgs_rules(const Words& words) {
  std::string name = lower(words[0]);
  std::replace(name.begin(), name.end(), '_', '-');
  return kata_set_rules({name == "chinese" ? "chinese-kgs" : name});
}

// --- the board

Position GtpServer::start_position() const {
  Setup setup;
  setup.key = key();
  return first_position(*variant_->ruleset, setup);
}

void GtpServer::seat_players() {
  for (Seat s : {Seat::black, Seat::white})
    for (Player* one : {&player(s), &asked(s)}) one->begin(game().setup().key, s);
}

// Cards lie as they did, so that the moves of this game can be played again from its start; boardsize deals anew.
void GtpServer::begin(std::optional<Position> position) {
  if (free_moves()) ++games_;
  Setup setup;
  setup.key = key();
  setup.position = std::move(position);
  stand_.reset();
  stand_.emplace(Stand{Game(variant_->ruleset, setup), {}, {}});
  seat_players();
  stand_->game.advance(*scripts_);
  before_.clear();
  clock_.restart();
}

GtpServer::Answer GtpServer::resize(const std::string& width, const std::string& height) {
  const auto columns = gtp_number<int>(width), rows = gtp_number<int>(height);
  if (!columns || !rows) return no("boardsize not an integer");
  if (*columns < 1 || *columns > kMaxSide || *rows < 1 || *rows > kMaxSide) return no("unacceptable size");
  Settings settings = settings_;
  if (*columns != grid().width() || *rows != grid().height())
    put_setting(settings, "board.size", std::to_string(*columns) + "x" + std::to_string(*rows));
  return change(settings, "unacceptable size").well ? yes() : no("unacceptable size");
}

GtpServer::Answer GtpServer::boardsize(const Words& words) { return resize(words[0], words[0]); }
GtpServer::Answer GtpServer::rectangular_boardsize(const Words& words) { return resize(words[0], words[1]); }

GtpServer::Answer GtpServer::clear_board(const Words&) {
  begin();
  return yes();
}

GtpServer::Answer GtpServer::komi(const Words& words) {
  const auto value = gtp_float(words[0]);
  if (!value) return no("komi not a float");
  const double parts = *value * kWholePoint;
  if (std::abs(parts) > kMostKomi || std::abs(parts - std::round(parts)) > kRounding) return no("unacceptable komi");
  Rules rules = variant_->ruleset->rules;
  rules.komi = static_cast<int>(std::lround(parts));
  if (rules == variant_->ruleset->rules) return yes();
  Settings settings = settings_;
  put_setting(settings, "rules.komi", find_rule_field("komi")->get(rules));
  Diagnostics out;
  auto variant = read(settings, out);
  if (!variant || !take(std::move(variant), out)) return no("unacceptable komi");
  settings_ = std::move(settings);
  const auto on_new_rules = [&](const Game& g) { return g.replayed(variant_->ruleset, *scripts_); };
  for (Stand& s : before_) s.game = on_new_rules(s.game);
  stand_->game = on_new_rules(game());
  seat_players();
  return yes();
}

GtpServer::Answer GtpServer::get_komi(const Words&) {
  return yes(find_rule_field("komi")->get(variant_->ruleset->rules));
}

// --- other starts

// Nothing stands but what the game itself begins with, such as a handicap of its own, which gives way to another.
bool GtpServer::is_untouched() const {
  const Board& board = position().board;
  return before_.empty() && (board.stones().empty() || board == start_position().board);
}

// Whatever stood there is gone; the rules of `board` stay.
void GtpServer::lay(const Board& stones, Board& board) const {
  grid().points().for_each([&](Point p) { board.set(p, stones.at(p)); });
}

// By the rules and on the board of the game: where stones are captured, each chain has a liberty.
bool GtpServer::may_stand(const Board& stones) const {
  Board board(grid());
  lay(stones, board);
  return variant_->ruleset->rules.captures == CaptureOrder::none ||
         (board.without_liberties(Colour::black).empty() && board.without_liberties(Colour::white).empty());
}

void GtpServer::begin_with(const Board& stones, Seat to_move) {
  Position start = start_position();
  lay(stones, start.board);
  start.board.set_ko(kNoPoint);
  start.count_set();
  start.to_move = to_move;
  begin(std::move(start));
}

void GtpServer::begin_handicap(const std::vector<Point>& stones) {
  Board board(grid());
  for (Point p : stones) board.set(p, Colour::black);
  begin_with(board, Seat::white);
}

GtpServer::Answer GtpServer::handicap(const Words& words, bool fixed) {
  const auto stones = gtp_number<int>(words[0]);
  if (!stones) return no("handicap not an integer");
  if (!free_moves()) return no("there is no such handicap in this game");
  if (!is_untouched()) return no("board not empty");
  const int side = grid().width() == grid().height() ? grid().width() : 0;
  std::vector<Point> points = fixed_handicap_points(side, *stones);
  for (int fewer = std::min(*stones, 9); points.empty() && !fixed && *stones > 1 && fewer > 1; --fewer)
    points = fixed_handicap_points(side, fewer);  // as many as there are places for, as the protocol allows
  if (points.empty()) return no("invalid number of stones");
  begin_handicap(points);
  std::string out;
  for (Point p : points) out += (out.empty() ? "" : " ") + point_name(p);
  return yes(out);
}

GtpServer::Answer GtpServer::fixed_handicap(const Words& words) { return handicap(words, true); }
GtpServer::Answer GtpServer::place_free_handicap(const Words& words) { return handicap(words, false); }

GtpServer::Answer GtpServer::set_free_handicap(const Words& words) {
  if (!free_moves()) return no("there is no such handicap in this game");
  if (!is_untouched()) return no("board not empty");
  std::vector<Point> points;
  for (const std::string& w : words) {
    const Point p = grid().parse(w);
    if (p == kNoPoint || std::find(points.begin(), points.end(), p) != points.end()) return no("bad vertex list");
    points.push_back(p);
  }
  if (points.size() < 2 || static_cast<int>(points.size()) >= grid().area()) return no("bad vertex list");
  begin_handicap(points);
  return yes();
}

// Stones as they are put down by hand; a chain without liberties is refused.
GtpServer::Answer GtpServer::setup(const Words& words) {
  if (words.size() % 2 != 0) return no("syntax error");
  Board board(grid());
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    const auto seat = gtp_seat(words[i]);
    const Point p = grid().parse(words[i + 1]);
    if (!seat || p == kNoPoint) return no("invalid color or coordinate");
    if (board.at(p) != Colour::empty) return no("bad vertex list: " + point_name(p) + " is named twice");
    board.set(p, colour_of(*seat));
  }
  if (!may_stand(board)) return no("a chain has no liberty");
  begin_with(board, start_position().to_move);
  return yes();
}

GtpServer::Answer GtpServer::setup_player(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  if (!seat) return no("invalid color");
  if (!before_.empty()) return no("the game has begun");
  Position start = game().setup().position.value_or(start_position());
  start.to_move = *seat;
  begin(std::move(start));
  return yes();
}

// The position before that move, as the protocol counts them; after the last one where there is none of that number.
GtpServer::Answer GtpServer::loadsgf(const Words& words) {
  SgfChoice choice;
  choice.lenient = choice.or_all = true;
  choice.variant = free_moves() ? name_ : "";
  const Rules& r = variant_->ruleset->rules;
  choice.agreed = free_moves();
  choice.never_asked = r.dead_stones != DeadStones::agreed || r.passes_to_end != 2 || r.button != Button::none;
  if (words.size() > 1) {
    const auto move = gtp_number<int>(words[1]);
    if (!move || *move < 1) return no("syntax error");
    choice.move = *move - 1;
  }
  choice.convert = options_.files.convert;
  std::string problem = "no file is read here";
  const auto bytes = options_.files.read ? options_.files.read(words[0], problem) : std::nullopt;
  if (!bytes) return no("cannot load file: " + printable(problem));
  Diagnostics out, notes;
  Settings more = settings_;
  std::erase_if(more, [](const auto& s) { return s.first == "board.size" || s.first == "rules.komi"; });
  auto record = play_sgf(library_, words[0], *bytes, choice, more, out, notes);
  if (!record) return no(first_error(out, "cannot load file"));
  if (record->open.variant->id != variant_->id)
    return no("cannot load file: it is a game of " + printable(record->open.variant->id));
  if (!take(record->open.variant, out)) return no(first_error(out, "cannot load file"));
  settings_ = record->settings;
  Game loaded = std::move(*record->open.game);
  before_.clear();
  for (Game back = loaded; before_.size() < kMostLoaded && back.undo(*scripts_);) before_.push_back({back, {}, {}});
  std::reverse(before_.begin(), before_.end());
  stand_ = Stand{std::move(loaded), {}, {}};
  seat_players();
  return yes();
}

// --- the clock

GtpServer::Answer GtpServer::time_settings(const Words& words) {
  const auto main = gtp_float(words[0]), extra = gtp_float(words[1]);
  const auto stones = gtp_number<int>(words[2]);
  const auto fits = [](double seconds) { return seconds >= 0 && seconds <= kMostSeconds; };
  if (!main || !extra || !stones || !fits(*main) || !fits(*extra) || *stones < 0) return no("syntax error");
  clock_.set(*main, *extra, *stones);
  return yes();
}

// KGS names the system first: none, absolute MAIN, byoyomi MAIN SECONDS PERIODS, canadian MAIN SECONDS STONES.
GtpServer::Answer GtpServer::kgs_time_settings(const Words& words) {
  const std::string system = lower(words[0]);
  if (system == "none") return time_settings({"0", "1", "0"});
  if (system == "absolute" && words.size() == 2) return time_settings({words[1], "0", "0"});
  if (system == "byoyomi" && words.size() == 4) return time_settings({words[1], words[2], "1"});
  if (system == "canadian" && words.size() == 4) return time_settings({words[1], words[2], words[3]});
  return no("syntax error");
}

GtpServer::Answer GtpServer::time_left(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  const auto seconds = gtp_float(words[1]);
  const auto stones = gtp_number<int>(words[2]);
  if (!seat || !seconds || !stones || *stones < 0 || std::abs(*seconds) > kMostSeconds) return no("syntax error");
  clock_.put(*seat, std::max(0.0, *seconds), *stones);
  return yes();
}

}  // namespace gofuda::tools
