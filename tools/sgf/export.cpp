#include "tools/sgf/export.hpp"

#include <algorithm>
#include <vector>

#include "core/notation/board_text.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/sgf_board.hpp"
#include "core/notation/transcript.hpp"
#include "core/result.hpp"
#include "scripting/sgf_game.hpp"
#include "tools/print/build.hpp"

namespace gofuda::tools {

namespace {

std::string property(std::string_view name, std::string_view text) {
  return std::string(name) + "[" + sgf_escaped(text) + "]";
}
const char* letter(Seat s) { return s == Seat::black ? "B" : "W"; }

bool same_stones(const Board& a, const Board& b) {
  return a.points_of(Colour::black) == b.points_of(Colour::black) &&
         a.points_of(Colour::white) == b.points_of(Colour::white);
}

class Writer {
 public:
  Writer(const Variant& variant, const Game& game, const Settings& settings, const std::string& title)
      : variant_(variant),
        rules_(game.rules()),
        game_(game),
        position_(game.position()),
        title_(title),
        rows_(rules_.grid.height()),
        board_({rules_.grid.width(), rows_}),
        lines_(transcript(game)),
        changes_(position_.in_order(0)) {
    const std::string saved = saved_game(variant.id, game, settings, title);
    head_ = saved.substr(0, saved.find("\nplay:\n") + 1);
    const auto& start = game.setup().position;
    continued_ = rules_.plain && start && !start->moves.empty();
  }

  std::string write() {
    root();
    if (continued_) {
      for (; move_ < position_.moves.size(); ++move_) write_move(position_.moves[move_]);
      finish();
      return out_ + ")\n";
    }
    const std::size_t turns = game_.turn_marks().size();  // and the one that is being played
    for (std::size_t turn = 1; turn <= turns; ++turn) write_turn(turn, turn == turns);
    finish();
    return out_ + ")\n";
  }

 private:
  // --- the root
  void root() {
    Position start = first_position(rules_, game_.setup());
    first_turn_ = start.turn;
    if (continued_) {
      take_back(changes_, start.board);
      start.to_move = position_.moves.front().seat;
    }
    for (const Colour c : {Colour::black, Colour::white})
      start.board.points_of(c).for_each([&](Point p) { board_.set(p, c); });
    out_ = "(;FF[4]GM[1]CA[UTF-8]" + property("AP", std::string("Gofuda:") + program_version());
    const int columns = rules_.grid.width();
    out_ += "SZ[" + std::to_string(columns) + (columns == rows_ ? "" : ":" + std::to_string(rows_)) + "]";
    out_ += property("GN", title_) + "\n";
    if (rules_.wins.conditions().empty()) out_ += "KM[" + find_rule_field("komi")->get(rules_.rules) + "]";
    if (rules_.plain && rules_.wins.conditions().empty()) out_ += go_rules() + handicap(start);
    if (position_.over()) out_ += "RE[" + result() + "]";
    out_ += stones(start.board.points_of(Colour::black), "AB") + stones(start.board.points_of(Colour::white), "AW");
    if (start.to_move != Seat::black || !start.board.stones().empty())
      out_ += std::string("PL[") + letter(start.to_move) + "]";
    out_ += stones(holes(), "DD");
    if (!rules_.grid.topology().plain())
      out_ += property("C", variant_.title + ". On this board other points are beside each other (" +
                                topology_text(rules_.grid) +
                                "): where a stone does not take what it would take on a plain board, the board is "
                                "edited. " +
                                std::string(kSgfHead) + " holds the game as Gofuda reads it.");
    else if (!rules_.plain)
      out_ += property("C", variant_.title +
                                ". The cards set, take and turn stones: where that is more than a stone, "
                                "the board is edited. " +
                                std::string(kSgfHead) + " and " + std::string(kSgfAnswers) +
                                " hold the game as Gofuda reads it.");
    if (!continued_) out_ += "\n" + property(kSgfHead, head_);
  }

  static void take_back(const std::vector<DatedEffect>& changes, Board& board) {
    for (auto c = changes.rbegin(); c != changes.rend(); ++c) {
      const Colour colour = index_colour(c->effect);
      const bool turned = c->effect == recoloured(colour);
      board.set(c->point, turned ? opposite(colour) : c->effect == placed(colour) ? Colour::empty : colour);
    }
  }

  std::string stones(const PointSet& set, const char* name) const {
    return set.empty() ? "" : name + sgf_points_text(set, rows_);
  }
  PointSet holes() const { return Grid(rules_.grid.width(), rows_).points() - rules_.grid.points(); }

  // Of the names that other programs know, the one that is played; "" where none is.
  std::string go_rules() const {
    const Rules& r = rules_.rules;
    if (!rules_.grid.topology().plain()) return "";
    if (r.tax == Tax::all || r.button != Button::none) return "";
    if (r.scoring == Scoring::territory && r.ko == KoRule::simple)
      return variant_.preset == "korean" ? "RU[Korean]" : "RU[Japanese]";
    if (r.scoring != Scoring::area || r.tax != Tax::none) return "";
    if (r.ko == KoRule::simple && r.suicide == SuicideRule::forbidden) return "RU[Chinese]";
    if (r.ko >= KoRule::situational && r.suicide == SuicideRule::forbidden) return "RU[AGA]";
    if (r.ko == KoRule::situational && r.suicide == SuicideRule::allowed) return "RU[NZ]";
    if (r.ko == KoRule::positional && r.suicide == SuicideRule::allowed) return "RU[Tromp-Taylor]";
    return "";
  }
  static std::string handicap(const Position& start) {
    const int black = start.board.stone_count(Colour::black);
    const bool given = black >= 2 && start.board.stone_count(Colour::white) == 0 && start.to_move == Seat::white;
    return given ? "HA[" + std::to_string(black) + "]" : "";
  }
  std::string result() const {
    const std::string text = result_of(rules_, position_);
    return text.ends_with("Win") ? text.substr(0, 2) : text;
  }

  // --- the turns
  void write_turn(std::size_t turn, bool last) {
    answers_.clear();
    more_than_stones_ = false;
    std::string words;
    for (; line_ < lines_.size() && lines_[line_].turn <= turn; ++line_) {
      const std::string text = lines_[line_].who + ": " + lines_[line_].text;
      answers_ += "[" + sgf_escaped(text) + "]";
      words += (words.empty() ? "" : "\n") + text;
      more_than_stones_ |= text.find('(') != std::string::npos;  // dead stones that were named, and play that went on
    }
    if (!answers_.empty()) answers_ = std::string(kSgfAnswers) + answers_;
    const auto& moves = position_.moves;
    for (; move_ < moves.size() && (last || moves[move_].turn < first_turn_ + turn); ++move_) write_move(moves[move_]);
    if (!answers_.empty()) node(rules_.plain && !position_.marking ? "" : property("C", words));
  }

  // The answers stand in the first node of their turn. Those of plain stones are the stones, until there are others.
  // What comes without any answer before that would look like a board that somebody has edited.
  void node(const std::string& what, bool says_all = false) {
    if (continued_) return void(out_ += "\n;" + what);
    const bool stones_alone = says_all && rules_.plain && !more_than_stones_;
    if (!answered_ && !stones_alone && answers_.empty()) answers_ = std::string(kSgfAnswers) + "[]";
    answered_ |= !answers_.empty() && !stones_alone;
    out_ += "\n;" + what + (answered_ ? answers_ : "");
    answers_.clear();
  }

  void write_move(const Move& m) {
    const Board before = board_.board();
    PointSet set;
    bool simple = true;  // a stone, and what it takes
    for (const PointEffect& e : position_.effects_of(m)) {
      if (e.effect == placed(colour_of(m.seat)))
        set.insert(e.point);
      else
        simple &= e.effect == captured(Colour::black) || e.effect == captured(Colour::white);
    }
    for (; change_ < changes_.size() && changes_[change_].at <= move_; ++change_) board_.apply(changes_[change_]);
    const std::string comment = comment_of(m);
    if (m.has(Move::kPass) && position_.effects_of(m).empty())
      return node(std::string(letter(m.seat)) + "[]" + comment, true);
    if (simple && set.count() == 1 && m.undoing == 0 && is_ordinary(before, set.first(), m.seat))
      return node(std::string(letter(m.seat)) + sgf_points_text(set, rows_) + comment, true);
    const Board& now = board_.board();
    std::string edited;
    for (const auto& [colour, name] : {std::pair{Colour::black, "AB"}, {Colour::white, "AW"}, {Colour::empty, "AE"}})
      edited += stones(now.points_of(colour) - before.points_of(colour), name);
    node(edited + std::string("PL[") + letter(next_seat()) + "]" + comment);
  }

  // Does a stone there leave the board that every program shows?
  bool is_ordinary(const Board& before, Point p, Seat seat) const {
    if (before.at(p) != Colour::empty) return false;
    SgfBoard shown(board_.size());
    for (const Colour c : {Colour::black, Colour::white})
      before.points_of(c).for_each([&](Point q) { shown.set(q, c); });
    shown.play(p, colour_of(seat));
    return same_stones(shown.board(), board_.board());
  }

  Seat next_seat() const {
    return move_ + 1 < position_.moves.size() ? position_.moves[move_ + 1].seat : position_.to_move;
  }

  std::string comment_of(const Move& m) const {
    if (rules_.plain) return "";
    std::string text = move_text(rules_, position_, m);
    if (m.card != kNoCard) text += "\n" + rules_.cards[m.card].text;
    return property("C", text);
  }

  // --- the end
  void finish() {
    if (!position_.over() || position_.ending == Ending::win || position_.ending == Ending::draw ||
        position_.ending == Ending::no_result)
      return;
    const Score score = score_of(rules_, position_);
    const PointSet alive = position_.board.stones() - position_.dead;
    std::string marks = stones(score.black_area - alive, "TB") + stones(score.white_area - alive, "TW");
    out_ += "\n;" + marks + property("C", "Result: " + result());
  }

  const Variant& variant_;
  const Ruleset& rules_;
  const Game& game_;
  const Position& position_;
  const std::string& title_;
  std::string head_;
  int rows_;
  SgfBoard board_;
  std::vector<TranscriptLine> lines_;
  std::size_t line_ = 0, move_ = 0, change_ = 0, first_turn_ = 1;
  std::vector<DatedEffect> changes_;  // of the game
  std::string answers_, out_;
  bool more_than_stones_ = false;  // in the answers of this turn
  bool answered_ = false;
  bool continued_ = false;  // it begins with the moves of another game, and saved games hold no such moves
};

}  // namespace

std::string sgf_of(const Variant& variant, const Game& game, const Settings& settings, const std::string& title) {
  return Writer(variant, game, settings, title).write();
}

}  // namespace gofuda::tools
