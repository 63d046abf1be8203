// The Go Text Protocol: what programs that were made for GNU Go ask beside it.
#include "core/result.hpp"
#include "tools/print/terminal.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"
#include "tools/sgf/export.hpp"

namespace gofuda::tools {

namespace {

constexpr const char* kNotGo = "that is told of games of Go alone";

std::string move_line(const Position& p, const Move& m) {
  const Point at = p.points_of(m, placed(colour_of(m.seat))).first();
  return std::string(seat_name(m.seat)) + " " + (at == kNoPoint ? "PASS" : point_name(at));
}

}  // namespace

GtpServer::Answer GtpServer::captures(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  return seat ? yes(std::to_string(position().prisoners[static_cast<std::size_t>(index(*seat))])) : no("invalid color");
}

// As it is counted now. The bounds are GNU Go's, and White's: nothing closer is known of them.
GtpServer::Answer GtpServer::estimate_score(const Words& words) {
  const Answer score = final_score(words);
  const std::optional<int> lead = margin();
  if (!score.well || !lead) return score.well ? no("cannot score: it is won by a pattern") : score;
  const std::string bound = fixed(-static_cast<double>(*lead) / kWholePoint, 1);
  return yes(score.text + " (upper bound: " + bound + ", lower: " + bound + ")");
}

GtpServer::Answer GtpServer::final_status(const Words& words) {
  const Point p = grid().parse(words[0]);
  if (p == kNoPoint) return no("invalid coordinate");
  if (!is_seed(words, 1)) return no("syntax error");
  if (!variant_->ruleset->wins.empty()) return no("it is won by a pattern");
  const PointSet off = dead();
  if (off.contains(p)) return yes("dead");
  if (position().board.at(p) != Colour::empty) return yes(in_seki(off).contains(p) ? "seki" : "alive");
  const Score score = score_of(*variant_->ruleset, position(), off);
  return yes(score.black_area.contains(p)   ? "black_territory"
             : score.white_area.contains(p) ? "white_territory"
                                            : "dame");
}

GtpServer::Answer GtpServer::get_handicap(const Words&) { return yes(std::to_string(handicap_of(position()))); }

GtpServer::Answer GtpServer::last_move(const Words&) {
  if (!free_moves()) return no(kNotGo);
  const auto& moves = position().moves;
  return moves.empty() ? no("no previous move known") : yes(move_line(position(), moves.back()));
}

// The last one first.
GtpServer::Answer GtpServer::move_history(const Words&) {
  if (!free_moves()) return no(kNotGo);
  std::string out;
  const auto& moves = position().moves;
  for (auto m = moves.rbegin(); m != moves.rend(); ++m) out += (out.empty() ? "" : "\n") + move_line(position(), *m);
  return yes(out);
}

// Said; or written, where whoever began the program allows it: what a client sends may come from anywhere.
GtpServer::Answer GtpServer::printsgf(const Words& words) {
  if (!free_moves()) return no(kNotGo);
  std::string text = sgf_of(*variant_, game(), settings_, "");
  if (!words.empty()) {
    if (!options_.files.save)
      return no("cannot save file: without --save DIR no file is written; the record is said where none is named");
    const std::string why = options_.files.save(words[0], text);
    return why.empty() ? yes() : no("cannot save file: " + printable(why));
  }
  for (std::size_t at = 0; (at = text.find("\n\n", at)) != std::string::npos;)
    text.erase(at, 1);  // it would end the answer
  while (text.ends_with('\n')) text.pop_back();
  return yes(text);
}

GtpServer::Answer GtpServer::query_boardsize(const Words&) {
  return grid().width() == grid().height() ? yes(std::to_string(grid().width())) : no("the board is not square");
}

}  // namespace gofuda::tools
