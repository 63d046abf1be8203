#include "scripting/sgf_game.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/notation/board_text.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/text.hpp"
#include "scripting/sgf_walk.hpp"

namespace gofuda {

namespace {

constexpr const char* kGo = "go";  // what the format calls GM[1]
constexpr std::size_t kLongestTitle = 200;
constexpr int kPassesToEnd = 2;

std::string small_letters(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}
bool holds(const std::string& text, std::string_view word) { return text.find(word) != std::string::npos; }

bool holds_word(const std::string& text, std::string_view word) {
  const auto letter = [&](std::size_t i) { return i < text.size() && text[i] >= 'a' && text[i] <= 'z'; };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (!(at > 0 && letter(at - 1)) && !letter(at + word.size())) return true;
  return false;
}

Token token_of(const SgfFile& file, const SgfPlay& p) {
  const std::string word = p.point == kNoPoint ? "pass" : point_name(p.point);
  return {std::string(seat_name(p.seat)), word, false, file.name, p.line, p.column};
}

// Where a dispute that a record holds, or that was made of it, has its words in the record's file.
class HeadPlace {
 public:
  HeadPlace(int line, int column, bool made) : line_(line), column_(column), made_(made) {}

  std::optional<Dispute> parse(const std::string& name, const std::string& text, Diagnostics& out) const {
    Diagnostics said;
    auto dispute = parse_yaml_dispute(name, text, said);
    for (Diagnostic d : said.list()) {
      move(d.line, d.column);
      out.add(std::move(d));
    }
    if (dispute) move(dispute->file->root);
    return dispute;
  }

 private:
  void move(int& line, int& column) const {
    if (made_ || line == 0) {
      line = line_, column = column_;
    } else {  // behind the bracket of a value
      column += line == 1 ? column_ : 0;
      line += line_ - 1;
    }
  }
  void move(YamlNode& node) const {
    move(node.line, node.column);
    move(node.text_line, node.text_column);
    for (YamlNode& item : node.items) move(item);
    for (YamlField& field : node.fields) move(field.first), move(field.second);
  }

  int line_, column_;
  bool made_;
};

// A record of moves as a game of Go, or of another game of plain stones.
class GoGame {
 public:
  GoGame(const SgfFile& file, const SgfChoice& choice, Diagnostics& notes)
      : file_(file), tree_(*file.tree), choice_(choice), notes_(notes) {}

  std::optional<SgfGame> game(const SgfWalk& walk, Diagnostics& out) {
    put_setting(settings_, "board.size", to_string(walk.start.size()));
    if (choice_.variant.empty()) read_rules();
    read_komi();
    read_handicap(walk);
    std::string text = saved_game_head(choice_.variant.empty() ? kGo : choice_.variant, {0, 0}, settings_, title());
    text += "to_move: " + std::string(seat_name(walk.to_move.value_or(Seat::black))) + "\n";
    text += stones_text(walk.start.board());
    if (const Point ko = walk.start.board().ko(); ko != kNoPoint) text += "ko: " + point_name(ko) + "\n";
    const SgfNode& root = tree_.node(file_.root);
    auto dispute = HeadPlace(root.line, root.column, true).parse(file_.name, text, out);
    if (!dispute) return std::nullopt;
    SgfGame game{std::move(*dispute), {}, false, {}};
    auto tokens = std::make_shared<std::vector<Token>>();
    add_plays(walk, game.nodes, *tokens);
    if (choice_.variant.empty()) add_dead(walk, *tokens);
    game.dispute.cases[0].tokens = std::move(tokens);
    return game;
  }

 private:
  std::string text_of(std::string_view property) const {
    const auto v = tree_.value(file_.root, property);
    return v ? sgf_simple_text(sgf_trimmed(v->raw)) : "";
  }
  void note(std::string_view property, const std::string& what) {
    const auto v = tree_.value(file_.root, property);
    notes_.warning(file_.name, v ? v->line : 0, v ? v->column : 0, "sgf", what);
  }

  std::string title() const {
    const std::string black = text_of("PB"), white = text_of("PW"), result = text_of("RE");
    std::string out = text_of("GN");
    if (out.empty()) out = black.empty() && white.empty() ? "A game of Go" : black + " - " + white;
    if (!result.empty()) out += ", " + result;
    out = printable(out.substr(0, utf8_prefix(out.substr(0, kLongestTitle))));
    return out;
  }

  // What the rules that a record names mean in the options of a game; see the README of tools/sgf.
  void read_rules() {
    put_setting(settings_, "rules.dead_stones", "agreed");
    const std::string rules = small_letters(text_of("RU"));
    if (holds(rules, "japan") || holds(rules, "korea")) {
      put_setting(settings_, "rules.scoring", "territory");
    } else if (holds(rules, "aga") || rules == "bga") {
      put_setting(settings_, "rules.ko", "situational");
      put_setting(settings_, "rules.handicap_bonus", "n-1");
    } else if (rules == "nz" || holds(rules, "new zealand")) {
      put_setting(settings_, "rules.ko", "situational");
      put_setting(settings_, "rules.suicide", "allowed");
    } else if (holds(rules, "tromp")) {
      put_setting(settings_, "rules.ko", "positional");
      put_setting(settings_, "rules.suicide", "allowed");
    } else if (holds_word(rules, "goe") || holds_word(rules, "ing")) {
      put_setting(settings_, "rules.suicide", "allowed");
      note("RU", "Ing's rules of ko are not among ours; it is played with simple ko");
    } else if (chinese_ = holds(rules, "chin"); !chinese_ && !rules.empty()) {
      note("RU", "the rules " + in_quotes(rules) + " are not known here; it is played as Go with area scoring");
    }
    if (chinese_) put_setting(settings_, "rules.handicap_bonus", "n");
    if (chinese_ && holds(rules, "ogs")) put_setting(settings_, "rules.ko", "positional");
  }

  void read_komi() {
    std::string text = text_of("KM");
    if (text.empty()) return;
    std::replace(text.begin(), text.end(), ',', '.');
    if (text.starts_with('+')) text.erase(0, 1);
    double komi = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), komi);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(komi) || std::abs(komi) > 1000)
      return note("KM", in_quotes(text) + " is no komi; that of the rules is given");
    // Where stones are counted in pairs, 3.75 of them are 7.5 points; some write it as 375.
    if (chinese_ && komi >= 100) komi /= 100;
    if (chinese_ && komi * 2 != std::round(komi * 2) && komi * 4 == std::round(komi * 4)) {
      note("KM", "the komi is read as stones of the winner's surplus, each two points");
      komi *= 2;
    }
    char room[32];
    const auto to = std::to_chars(room, room + sizeof room, komi);
    const std::string written(room, to.ptr);
    Rules rules;
    if (find_rule_field("komi")->set(rules, written))
      put_setting(settings_, "rules.komi", written);
    else
      note("KM", "a komi of " + in_quotes(text) + " cannot be given here; that of the rules is");
  }

  void read_handicap(const SgfWalk& walk) {
    const std::string text = text_of("HA");
    if (text.empty() || text == "0" || text == "1") return;
    const int stones = walk.start.board().stone_count(Colour::black);
    if (text != std::to_string(stones))
      note("HA", "the handicap is " + in_quotes(text) + ", and the game begins with " + std::to_string(stones) +
                     " black stones, which count");
  }

  // After two passes both say what is dead. Where a record of Go plays on, they have not agreed; where it only passes
  // on, that is left out.
  void add_plays(const SgfWalk& walk, std::vector<SgfId>& nodes, std::vector<Token>& tokens) {
    const auto stone =
        std::find_if(walk.plays.rbegin(), walk.plays.rend(), [](const SgfPlay& p) { return p.point != kNoPoint; });
    const auto with_stones = static_cast<std::size_t>(walk.plays.rend() - stone);
    SgfBoard board = walk.start;
    int passes = 0;
    for (std::size_t i = 0; i < walk.plays.size(); ++i) {
      const SgfPlay& p = walk.plays[i];
      const bool ended = passes == kPassesToEnd && as_go(choice_) && !choice_.never_asked;
      if (ended && i >= with_stones)
        return notes_.warning(file_.name, p.line, p.column, "sgf", "what is passed after two passes is left out");
      if (ended) passes = disagree(walk.plays[i - 1], board.board(), nodes, tokens);
      tokens.push_back(token_of(file_, p));
      nodes.push_back(p.node);
      last_ = p.seat;
      passes = p.point == kNoPoint ? passes + 1 : 0;
      board.play(p.point, colour_of(p.seat));
    }
  }

  // One side calls a stone dead, the other none. Where there is no stone to differ about, nobody has passed.
  int disagree(const SgfPlay& last, const Board& board, std::vector<SgfId>& nodes, std::vector<Token>& tokens) {
    if (board.stones().empty()) {
      tokens.resize(tokens.size() - kPassesToEnd);
      nodes.resize(tokens.size());
      return 0;
    }
    for (const bool names : {false, true}) {
      const std::string text = names ? point_name(board.stones().first()) : "none";
      const Seat seat = names ? last.seat : other(last.seat);
      tokens.push_back({std::string(seat_name(seat)), text, true, file_.name, last.line, last.column});
      nodes.push_back(last.node);
    }
    return 0;
  }

  // Where the record marks territory after the passes, the stones in the other side's are what both called dead.
  void add_dead(const SgfWalk& walk, std::vector<Token>& tokens) {
    const std::size_t n = walk.plays.size();
    if (n < 2 || walk.plays[n - 1].point != kNoPoint || walk.plays[n - 2].point != kNoPoint || walk.line.empty())
      return;
    const SgfId last = walk.line.back();
    PointSet dead;
    bool marked = false;
    for (const auto& [property, colour] : {std::pair{"TB", Colour::white}, {"TW", Colour::black}}) {
      PointSet area;
      const int all = walk.now.size().columns * walk.now.size().rows;
      for (const SgfValue& v : tree_.values(last, property)) {
        marked |= sgf_add_points(v.raw, walk.now.size(), area);
        if (area.count() == all) break;  // a rectangle may be named a million times
      }
      area &= walk.now.board().points_of(colour);
      dead |= area;
    }
    if (!marked) return;
    const std::string text = dead.empty() ? "none" : to_string(dead);
    const SgfNode& node = tree_.node(last);
    const Seat first = other(last_);
    for (const Seat s : {first, other(first)})
      tokens.push_back({std::string(seat_name(s)), text, true, file_.name, node.line, node.column});
  }

  const SgfFile& file_;
  const SgfTree& tree_;
  const SgfChoice& choice_;
  Diagnostics& notes_;
  Settings settings_;
  bool chinese_ = false;
  Seat last_ = Seat::black;  // who has played last, of what is not left out
};

// The answers as they were given: "black: leap (D4 F5)".
bool add_answers(const SgfFile& file, const SgfValue& v, std::vector<Token>& to, Diagnostics& out) {
  const std::string line = sgf_text(v.raw);
  const std::size_t colon = line.find(": ");
  const std::string who = line.substr(0, colon);
  if (colon == std::string::npos || (who != "black" && who != "white" && who != "chance")) {
    out.error(file.name, v.line, v.column, "sgf", "answers are 'black: ...', 'white: ...' or 'chance: ...'");
    return false;
  }
  std::string problem;
  if (tokenize(who, std::string_view(line).substr(colon + 2), file.name, v.line, v.column, to, problem)) return true;
  out.error(file.name, v.line, v.column, "notation", problem);
  return false;
}

std::optional<SgfGame> own_game(const SgfFile& file, const SgfWalk& walk, const SgfValue& head, Diagnostics& out) {
  auto dispute = HeadPlace(head.line, head.column, false).parse(file.name, sgf_text(head.raw), out);
  if (!dispute) return std::nullopt;
  auto tokens = std::make_shared<std::vector<Token>>();
  for (const SgfPlay& p : walk.plays) tokens->push_back(token_of(file, p));
  for (const SgfId id : walk.line)
    for (const SgfValue& v : file.tree->values(id, kSgfAnswers))
      if (!v.raw.empty() && !add_answers(file, v, *tokens, out)) return std::nullopt;
  if (tokens->size() > kMostTokens) {
    out.error(file.name, head.line, head.column, "too-many",
              "its answers are more than " + std::to_string(kMostTokens) + " words");
    return std::nullopt;
  }
  SgfGame game{std::move(*dispute), {}, true, {}};
  if (const auto said = file.tree->value(file.root, "SZ")) game.size = {walk.now.size(), said->line, said->column};
  game.dispute.cases.resize(1);
  game.dispute.cases[0].tokens = std::move(tokens);
  return game;
}

}  // namespace

std::optional<SgfGame> read_sgf_game(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                     Diagnostics& out, Diagnostics& notes) {
  const auto file = open_sgf(name, bytes, choice, out, notes);
  if (!file) return std::nullopt;
  const auto head = file->tree->value(file->root, kSgfHead);
  const bool own = head && choice.variant.empty();
  const auto walk = walk_sgf(*file, choice, true, out, notes);
  if (!walk) return std::nullopt;
  if (own) return own_game(*file, *walk, *head, out);
  const auto has_answers = [&](SgfId id) { return file->tree->has(id, kSgfAnswers); };
  const auto with = head ? walk->line.end() : std::find_if(walk->line.begin(), walk->line.end(), has_answers);
  if (with != walk->line.end()) {
    const SgfValue answers = *file->tree->value(*with, kSgfAnswers);
    notes.warning(file->name, answers.line, answers.column, "sgf",
                  "answers are left out where the root has no " + std::string(kSgfHead) + " with their game");
  }
  return GoGame(*file, choice, notes).game(*walk, out);
}

std::optional<SgfPosition> read_sgf_position(const std::string& name, std::string_view bytes, const SgfChoice& choice,
                                             Diagnostics& out) {
  Diagnostics notes;
  const auto file = open_sgf(name, bytes, choice, out, notes);
  const auto walk = file ? walk_sgf(*file, choice, false, out, notes) : std::nullopt;
  if (!walk) return std::nullopt;
  SgfPosition p;
  p.size = walk->now.size();
  for (const Colour c : {Colour::black, Colour::white})
    walk->now.board().points_of(c).for_each([&](Point q) { p.stones.push_back({q, c}); });
  p.to_move = walk->next ? walk->next : walk->to_move;
  p.ko = walk->now.board().ko();
  return p;
}

}  // namespace gofuda
