#include "scripting/sgf_walk.hpp"

#include <algorithm>

#include "core/notation/text.hpp"
#include "scripting/sgf_game.hpp"

namespace gofuda {

namespace {

constexpr std::size_t kMostPut = 4'000'000;  // points, and taken off: a rectangle is one value, and many points

class Walker {
 public:
  Walker(const SgfFile& file, const SgfChoice& choice, bool as_game, SgfSize size, Diagnostics& out, Diagnostics& notes)
      : file_(file),
        tree_(*file.tree),
        choice_(choice),
        as_game_(as_game),
        own_(choice.variant.empty() && file.tree->has(file.root, kSgfHead)),
        out_(out),
        notes_(notes),
        walk_(size) {
    if (const auto stones = tree_.value(file.root, "HA"))
      if (const std::string_view text = sgf_trimmed(stones->raw); !text.empty() && text != "0" && text != "1")
        handicap_ = true;
  }

  std::optional<SgfWalk> walk() {
    for (const SgfId id : file_.line) {
      if (stops_before(id)) break;
      walk_.line.push_back(id);
      set_up(id);
      for (const Seat seat : {Seat::black, Seat::white})
        if (const auto v = tree_.value(id, seat == Seat::black ? "B" : "W"); v && !failed_ && !done())
          move(id, seat, *v);
      if (failed_) return std::nullopt;
    }
    if (choice_.move && !choice_.or_all && !done())
      return error(root_line(), root_column(), count_words()), std::nullopt;
    if (!walk_.to_move && handicap_ && walk_.plays.empty()) walk_.to_move = Seat::white;
    return std::move(walk_);
  }

 private:
  int root_line() const { return tree_.node(file_.root).line; }
  int root_column() const { return tree_.node(file_.root).column; }
  bool done() const { return choice_.move && walk_.moves >= *choice_.move; }
  std::string count_words() const {
    const char* what = answers_ ? " turns" : " moves";
    return "there are only " + std::to_string(walk_.moves) + what + " on this way, not " +
           std::to_string(*choice_.move);
  }
  std::nullopt_t error(int line, int column, const std::string& what) {
    failed_ = true;
    out_.error(file_.name, line, column, "sgf", what);
    return std::nullopt;
  }
  void note(int line, int column, const std::string& what) { notes_.warning(file_.name, line, column, "sgf", what); }

  // Where a record holds answers, a turn may be several nodes, the first of which has them; nobody was asked in a turn
  // with an empty one. Until there are any, moves are plays.
  bool stops_before(SgfId id) {
    const auto answers = own_ ? tree_.value(id, kSgfAnswers) : std::nullopt;
    const bool turn = answers && !answers->raw.empty();
    const bool moves = !answers_ && (tree_.has(id, "B") || tree_.has(id, "W"));
    if (done() && (turn || moves || (!own_ && walk_.moves > 0))) return true;
    answers_ |= answers.has_value();
    walk_.moves += turn;
    return false;
  }

  // What was played before is history: the game begins anew from the board as it stands.
  void begin_here(int line, int column, const char* why) {
    if (answers_) return;
    if (!walk_.plays.empty() && as_game_)
      note(line, column,
           std::string(why) + ", so the game begins here, with the " + std::to_string(walk_.plays.size()) +
               " moves before it on the board");
    walk_.plays.clear();
    walk_.start = walk_.now;
    walk_.to_move = walk_.next;
  }

  void set_up(SgfId id) {
    const auto edits = {"AB", "AW", "AE", "PL"};
    if (std::none_of(edits.begin(), edits.end(), [&](const char* name) { return tree_.has(id, name); })) return;
    const Board before = walk_.now.board();
    int line = 0, column = 0;
    for (const auto& [property, colour] :
         {std::pair{"AB", Colour::black}, {"AW", Colour::white}, {"AE", Colour::empty}})
      for (const SgfValue& v : tree_.values(id, property)) {
        if (line == 0) line = v.line, column = v.column;
        PointSet points;
        const bool read = sgf_add_points(v.raw, walk_.now.size(), points);
        put_ += static_cast<std::size_t>(points.count());
        if (put_ > kMostPut)
          return void(error(v.line, v.column,
                            "more than " + std::to_string(kMostPut) +
                                " points are put down or taken off by hand; cut it into several files"));
        if (read)
          walk_.now.set(points, colour);
        else
          note(v.line, v.column, off_board(v) + "; it is left out");
      }
    const auto player = turn_said(id);
    const bool turned = player && walk_.next != player;
    if (turned) walk_.next = player;
    if (line == 0) line = tree_.node(id).line, column = tree_.node(id).column;
    if (!turned && before == walk_.now.board()) return;
    if (own_ && !answers_ && id != file_.root && as_game_)
      return void(error(line, column,
                        "the position is edited, which the saved game in " + std::string(kSgfHead) +
                            " cannot hold; remove that to import the moves as a game of Go"));
    begin_here(line, column, "the position is edited");
  }

  std::optional<Seat> turn_said(SgfId id) {
    const auto player = tree_.value(id, "PL");
    if (!player) return std::nullopt;
    const std::string_view text = sgf_trimmed(player->raw);
    const char c = text.empty() ? ' ' : text[0];
    if (c == 'B' || c == 'b' || c == '1') return Seat::black;
    if (c == 'W' || c == 'w' || c == '2') return Seat::white;
    note(player->line, player->column, "'PL' is B or W; this is neither");
    return std::nullopt;
  }

  std::string off_board(const SgfValue& v) const {
    return in_quotes(v.raw) + " is no point of a board of " + to_string(walk_.now.size());
  }

  void move(SgfId id, Seat seat, const SgfValue& v) {
    const bool passes = sgf_is_pass(v.raw, walk_.now.size());
    const Point p = passes ? kNoPoint : sgf_point(v.raw, walk_.now.size());
    if (!passes && p == kNoPoint) {
      if (!choice_.lenient) return void(error(v.line, v.column, off_board(v)));
      return note(v.line, v.column, off_board(v) + "; the move is left out");
    }
    if (walk_.next && *walk_.next != seat && as_game_ && !own_ && !turn_to(id, seat, v)) return;
    if (!walk_.to_move && walk_.plays.empty()) walk_.to_move = seat;
    walk_.now.play(p, colour_of(seat));
    walk_.next = other(seat);
    walk_.moves += !answers_;
    if (!answers_) walk_.plays.push_back({seat, p, id, v.line, v.column});
    if (!own_ && (choice_.put.contains(id) || tree_.has(id, "KO")))
      begin_here(v.line, v.column, "this move only puts a stone");
  }

  bool turn_to(SgfId id, Seat seat, const SgfValue& v) {
    const std::string who(seat_name(seat));
    if (!choice_.lenient && !walk_.plays.empty())
      return error(v.line, v.column,
                   who + " moves out of turn; add a pass of the other side, or import it with --lenient"),
             false;
    walk_.next = seat;
    walk_.now.play(kNoPoint, colour_of(seat));  // a ko binds the other side
    if (walk_.plays.empty() || !as_go(choice_)) {
      begin_here(v.line, v.column, "a side moves out of turn");
    } else {
      note(v.line, v.column, who + " moves out of turn, so " + std::string(seat_name(other(seat))) + " has passed");
      walk_.plays.push_back({other(seat), kNoPoint, id, v.line, v.column});
    }
    return true;
  }

  const SgfFile& file_;
  const SgfTree& tree_;
  const SgfChoice& choice_;
  const bool as_game_, own_;
  std::size_t put_ = 0;
  bool answers_ = false, handicap_ = false, failed_ = false;
  Diagnostics& out_;
  Diagnostics& notes_;
  SgfWalk walk_;
};

}  // namespace

std::optional<SgfWalk> walk_sgf(const SgfFile& file, const SgfChoice& choice, bool as_game, Diagnostics& out,
                                Diagnostics& notes) {
  const SgfTree& tree = *file.tree;
  const auto said = tree.value(file.root, "SZ");
  const auto size = said ? sgf_size(said->raw) : SgfSize{};
  if (!size) {
    out.error(file.name, said->line, said->column, "sgf",
              in_quotes(said->raw) + " is no board size here; write SZ[19] or SZ[19:13], from 1 to " +
                  std::to_string(kMaxSide));
    return std::nullopt;
  }
  if (const auto kind = tree.value(file.root, "GM"); kind && sgf_trimmed(kind->raw) != "1") {
    out.error(
        file.name, kind->line, kind->column, "sgf",
        "this is a record of another kind of game, GM[" + std::string(kind->raw.substr(0, 10)) + "]; Go is GM[1]");
    return std::nullopt;
  }
  return Walker(file, choice, as_game, *size, out, notes).walk();
}

}  // namespace gofuda
