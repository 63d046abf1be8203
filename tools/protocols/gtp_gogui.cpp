// The Go Text Protocol: what GoGui asks of games that it does not know.
#include <algorithm>

#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"
#include "core/result.hpp"
#include "tools/print/result.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/protocols/move_word.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostListed = 20'000;  // answers looked at to find the points that may come next
constexpr int kMostTried = 2000;               // of these, by the rules

PointSet set_of(std::span<const Point> points) {
  PointSet out;
  for (Point p : points) out.insert(p);
  return out;
}

}  // namespace

// --- answers that come point by point

bool GtpServer::takes_points() const {
  if (game().state() != Status::asks) return false;
  const Question& q = game().question();
  return q.kind == QuestionKind::points || q.kind == QuestionKind::placement || q.kind == QuestionKind::dead;
}

bool GtpServer::complete() const {
  const Question& q = game().question();
  if (q.kind == QuestionKind::points) return static_cast<int>(stand_->chosen.size()) >= q.most;
  return q.kind == QuestionKind::placement && chosen_answer().has_value();
}

std::optional<gofuda::Answer> GtpServer::chosen_answer() const {
  const Question& q = game().question();
  gofuda::Answer out;
  if (q.kind != QuestionKind::placement) {
    auto& points = out.make_points();
    points = stand_->chosen;
    if (!q.ordered) std::sort(points.begin(), points.end());
    return out;
  }
  const PointSet chosen = set_of(stand_->chosen);
  const std::uint64_t all = std::min(answer_count(q), kMostListed);
  for (std::uint64_t k = 0; k < all; ++k) {
    nth_answer(q, k, out);
    const auto points = out.points();
    const bool same = q.ordered ? std::equal(points.begin(), points.end(), stand_->chosen.begin(), stand_->chosen.end())
                                : points.size() == stand_->chosen.size() && set_of(points) == chosen;
    if (same && judge(q, out, grid(), position().board)) return out;
  }
  return std::nullopt;
}

// The points that may come next. Of a shape, those with which the rules allow it, as far as there is time to try.
PointSet GtpServer::next_points() const {
  const Question& q = game().question();
  const PointSet chosen = set_of(stand_->chosen);
  if (q.kind == QuestionKind::stone) return legal_points(q.seat);
  if (q.kind == QuestionKind::points && static_cast<int>(stand_->chosen.size()) >= q.most) return {};
  if (q.kind == QuestionKind::points || q.kind == QuestionKind::dead) return q.from - chosen;
  PointSet out;
  if (q.kind != QuestionKind::placement) return out;
  gofuda::Answer a;
  int tries = kMostTried;
  const std::uint64_t all = std::min(answer_count(q), kMostListed);
  for (std::uint64_t k = 0; k < all; ++k) {
    nth_answer(q, k, a);
    const auto points = a.points();
    const auto& so_far = stand_->chosen;
    const bool fits = q.ordered
                          ? points.size() > so_far.size() && std::equal(so_far.begin(), so_far.end(), points.begin())
                          : set_of(points).contains_all(chosen);
    const PointSet more = !fits       ? PointSet{}
                          : q.ordered ? set_of(points.subspan(so_far.size(), 1))
                                      : set_of(points) - chosen;
    if (out.contains_all(more) || !judge(q, a, grid(), position().board)) continue;
    Game copy = game();
    if (tries-- <= 0 || copy.answer(*scripts_, a, {}, false)) out |= more;
  }
  return out;
}

// --- the game

GtpServer::Answer GtpServer::game_id(const Words&) {
  if (free_moves()) return yes("Go");
  std::string id = name_;
  if (!id.empty()) id[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(id[0])));
  return yes(printable(id));
}

GtpServer::Answer GtpServer::rules_board(const Words&) {
  std::string out;
  for (int row = grid().height() - 1; row >= 0; --row) {
    out += out.empty() ? "" : "\n";
    for (int column = 0; column < grid().width(); ++column) {
      const Point p = point_at(column, row);
      const Colour c = grid().exists(p) ? position().board.at(p) : Colour::empty;
      out += column > 0 ? " " : "";
      out += !grid().exists(p) ? '?' : c == Colour::black ? 'X' : c == Colour::white ? 'O' : '.';
    }
  }
  return yes(out);
}

// What was named of the answer so far, the stones that have won, and in the status line what is asked.
GtpServer::Answer GtpServer::rules_board_gfx(const Words&) {
  const PointSet chosen = set_of(stand_->chosen), marked = marked_points(scene());
  std::string out;
  if (!chosen.empty()) out += "SQUARE " + to_string(chosen) + "\n";
  if (!marked.empty()) out += "CIRCLE " + to_string(marked) + "\n";
  return yes(out + "TEXT " + question({}).text);
}

GtpServer::Answer GtpServer::captured_count(const Words&) {
  return yes(std::to_string(position().prisoners[0]) + " " + std::to_string(position().prisoners[1]));
}

GtpServer::Answer GtpServer::rules_board_size(const Words&) {
  const std::string width = std::to_string(grid().width()), height = std::to_string(grid().height());
  return yes(width == height ? width : width + " " + height + " rect");
}

// A word for each answer, or for each point that may come next; where the client may not see them, none but that there
// are some.
GtpServer::Answer GtpServer::legal_moves(const Words&) {
  if (free_moves() && position().over()) return yes();
  if (!free_moves() && game().state() != Status::asks) return yes();
  Words words;
  const Question& q = game().question();
  if (free_moves() || q.kind == QuestionKind::stone || takes_points()) {
    const PointSet points = free_moves()               ? legal_points(position().marking ? position().to_move : q.seat)
                            : asked_in_secret(scene()) ? q.from
                                                       : next_points();
    points.for_each([&](Point p) { words.push_back(point_name(p)); });
  } else if (asked_in_secret(scene())) {
    words.emplace_back("?");
  } else {
    for (std::size_t place = 1; place <= q.cards.size() && q.kind == QuestionKind::offer; ++place)
      words.push_back(move_word(offered_text(game().rules(), q.offered(place))));
    for (const std::string& label : q.labels) words.push_back(move_word("(" + label + ")"));
  }
  const bool enough = takes_points() && static_cast<int>(stand_->chosen.size()) >= q.least &&
                      (q.kind == QuestionKind::dead || q.least < q.most);
  if (free_moves() ? variant_->ruleset->rules.passes_to_end > 0 : q.may_pass || enough) words.emplace_back("pass");
  return yes(joined(words, " "));
}

GtpServer::Answer GtpServer::side_to_move(const Words&) {
  const bool asks = !free_moves() && game().state() == Status::asks;
  return yes(std::string(seat_name(asks ? game().question().seat : position().to_move)));
}

GtpServer::Answer GtpServer::final_result(const Words&) {
  if (!position().over()) return yes("The game is not over.");
  return yes(joined(result_lines(*variant_->ruleset, position(), dead()), " "));
}

// --- more than GoGui has windows for

GtpServer::Answer GtpServer::analyze_commands(const Words&) {
  std::string out =
      "gfx/What was named so far/gogui-rules_board_gfx\n"
      "string/Question/gofuda-question\n"
      "string/Final Result/gogui-rules_final_result\n"
      "string/Final Score/final_score\n"
      "plist/All Legal/all_legal %c\n"
      "hstring/Board and Cards/showboard\n"
      "hstring/Rules/gofuda-rules\n"
      "param/Change Rules/gofuda-rules %o\n"
      "string/Side to Move/gogui-rules_side_to_move\n"
      "string/Legal Moves/gogui-rules_legal_moves";
  if (free_moves()) return yes(out + "\nplist/Dead Stones/final_status_list dead\nplist/Seki/final_status_list seki");
  return yes(out + "\nnone/Answer.../gofuda-answer %s\nnone/Show the secrets of.../gofuda-view %c");
}

GtpServer::Answer GtpServer::question(const Words&) {
  const Scene shown = scene();
  if (!shown.asks()) return yes(game().over() ? "the game is over" : "nothing is asked");
  std::string text = asked_text(shown);
  if (!stand_->chosen.empty()) text += "; named so far: " + to_string(set_of(stand_->chosen));
  return yes(text);
}

// For whoever is asked, in the notation of plays, with blanks as elsewhere.
GtpServer::Answer GtpServer::answer_asked(const Words& words) {
  if (game().state() != Status::asks) return no("nothing is asked");
  return play_word(game().question().seat, words.size() == 1 && words[0].find('(') == std::string::npos
                                               ? words[0]
                                               : move_word(joined(words, " ")));
}

GtpServer::Answer GtpServer::view(const Words& words) {
  if (words.empty()) return yes(viewer_ ? std::string(seat_name(*viewer_)) : "open");
  const auto seat = gtp_seat(words[0]);
  if (!seat && words[0] != "open") return no("invalid color");
  viewer_ = seat;
  return yes();
}

}  // namespace gofuda::tools
