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

// --- the game

GtpServer::Answer GtpServer::game_id(const Words&) {
  const bool whole = grid().topology().plain() && grid().area() == grid().width() * grid().height();
  if (free_moves() && whole) return yes("Go");
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

// What was named of the answer so far, the stones that have won, what stands for a card or a label, and in the status
// line what is asked.
GtpServer::Answer GtpServer::rules_board_gfx(const Words&) {
  const PointSet chosen = named(), marked = marked_points(scene());
  std::string out;
  if (!chosen.empty()) out += "SQUARE " + to_string(chosen) + "\n";
  if (!marked.empty()) out += "CIRCLE " + to_string(marked) + "\n";
  std::string options;
  if (options_.points && !clicked_in_secret()) {
    const std::vector<Point> points = option_points();
    for (std::size_t i = 0; i < points.size(); ++i)
      options += (i == 0 ? "" : " ") + point_name(points[i]) + " " + option_name(i);
  }
  if (!options.empty()) out += "LABEL " + options + "\n";
  return yes(out + "TEXT " + question({}).text + (options.empty() ? "" : ": " + options));
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
  if (options_.points && !free_moves()) return yes(joined(clicks(), " "));
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
  if (free_moves() ? variant_->ruleset->rules.passes_to_end > 0 : q.may_pass || may_end()) words.emplace_back("pass");
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
  // In GoGui another process tells the rules, which would not hear of such an answer.
  if (options_.points) return yes(out);
  return yes(out + "\nnone/Answer.../gofuda-answer %s\nnone/Show the secrets of.../gofuda-view %c");
}

GtpServer::Answer GtpServer::question(const Words&) {
  const Scene shown = scene();
  if (!shown.asks()) return yes(game().over() ? "the game is over" : "nothing is asked");
  std::string text = asked_text(shown);
  if (const PointSet chosen = named(); !chosen.empty()) text += "; named so far: " + to_string(chosen);
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
