// Reads proofs, which anybody may have written.
#include <charconv>

#include "tools/solver/proof.hpp"

namespace gofuda::tools {

namespace {

struct Word {
  std::string_view text;
  int column;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool head(ProofHead& out);
  bool position(const Grid& grid, Proof& out);
  bool lines(const Grid& grid, Proof& out);
  const std::optional<ProofMistake>& mistake() const { return mistake_; }

 private:
  bool next();  // the next line; false at the end of the text
  bool wrong(int column, std::string code, std::string message);
  bool wants(std::string_view first, std::size_t words);
  bool stones(const Grid& grid, Seat seat, Proof& out);
  bool turn(const Grid& grid, Proof& out);
  bool line(const Grid& grid, Proof& out);
  bool part(const Grid& grid, const Word& word, ProofLine& out, const Proof& proof);
  bool reply(const Grid& grid, const Word& word, std::size_t arrow, ProofLine& out, const Proof& proof);
  bool pair(const Grid& grid, const Word& word, std::size_t sign, ProofLine& out);
  bool claim(Proof& out);
  bool end(const Proof& out);
  bool point(const Grid& grid, std::string_view text, int column, Point& out);
  bool earlier_line(std::string_view text, int column, std::size_t earlier, std::uint32_t& out);

  std::string_view rest_;
  int place_ = 0;
  std::vector<Word> words_;
  std::vector<bool> used_;  // by number from 0: does something lead to the line?
  std::optional<ProofMistake> mistake_;
};

bool Reader::wrong(int column, std::string code, std::string message) {
  mistake_ = {place_, column, std::move(code), std::move(message)};
  return false;
}

bool Reader::next() {
  words_.clear();
  ++place_;
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos) return wrong(0, "truncated", "the file stops here; it ends in 'end' and a number");
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t stop = std::min(line.find(' ', at), line.size());
    if (stop == at) return wrong(static_cast<int>(at) + 1, "bad-line", "words stand with one space between them");
    words_.push_back({line.substr(at, stop - at), static_cast<int>(at) + 1});
    at = stop + 1;
  }
  return true;
}

bool number(std::string_view text, std::size_t& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && text.front() != '0';
}

bool Reader::wants(std::string_view first, std::size_t words) {
  if (!next()) return false;
  if (words_[0].text == first && (words == 0 || words_.size() == words)) return true;
  return wrong(1, "bad-head", "this line is '" + std::string(first) + "' and what belongs to it");
}

bool Reader::head(ProofHead& out) {
  if (!next()) return wrong(0, "not-a-proof", "a proof begins with the line 'gofuda-proof 1'");
  if (words_.size() != 2 || words_[0].text != "gofuda-proof" || words_[1].text != "1")
    return wrong(1, "not-a-proof", "a proof begins with the line 'gofuda-proof 1'");
  if (!wants("variant", 2)) return false;
  out.variant = words_[1].text;
  out.variant_place = place_;
  constexpr std::size_t kMostSettings = 500;
  while (next() && words_[0].text == "set") {
    const std::size_t sign = words_.size() == 2 ? words_[1].text.find('=') : std::string_view::npos;
    if (sign == std::string_view::npos || out.settings.size() == kMostSettings)
      return wrong(1, "bad-head", "this line is 'set' and one KEY=VALUE, of which there are at most 500");
    out.settings.emplace_back(words_[1].text.substr(0, sign), words_[1].text.substr(sign + 1));
    out.setting_places.push_back(place_);
  }
  if (mistake_) return false;
  if (words_[0].text != "rules" || words_.size() != 2)
    return wrong(1, "bad-head", "this line is 'rules' and the number of the rules");
  out.rules = words_[1].text;
  out.rules_place = place_;
  return true;
}

bool Reader::point(const Grid& grid, std::string_view text, int column, Point& out) {
  out = grid.parse(text);
  return out != kNoPoint || wrong(column, "no-point", "there is no such point on this board");
}

bool Reader::stones(const Grid& grid, Seat seat, Proof& out) {
  if (!wants(seat_name(seat), 0)) return false;
  for (std::size_t i = 1; i < words_.size(); ++i) {
    Point p;
    if (!point(grid, words_[i].text, words_[i].column, p)) return false;
    if ((out.stones[0] | out.stones[1]).contains(p))
      return wrong(words_[i].column, "repeated-point", "a stone stands there already");
    out.stones[static_cast<std::size_t>(index(seat))].insert(p);
  }
  return true;
}

bool Reader::position(const Grid& grid, Proof& out) {
  if (!stones(grid, Seat::black, out) || !stones(grid, Seat::white, out) || !wants("to-move", 2)) return false;
  if (words_[1].text != "black" && words_[1].text != "white")
    return wrong(words_[1].column, "bad-head", "black or white is to move");
  out.to_move = words_[1].text == "black" ? Seat::black : Seat::white;
  return true;
}

bool Reader::earlier_line(std::string_view text, int column, std::size_t earlier, std::uint32_t& out) {
  std::size_t n = 0;
  if (!number(text, n)) return wrong(column, "bad-line", "a line is named by its number here, from 1");
  if (n > earlier)
    return wrong(column, "later-line",
                 "line " + std::to_string(n) + " has not come yet: play would go round in circles");
  out = static_cast<std::uint32_t>(n - 1);
  used_[out] = true;
  return true;
}

bool Reader::turn(const Grid& grid, Proof& out) {
  if (out.turns.size() == kMostSymmetries)
    return wrong(1, "bad-turn", "there are " + std::to_string(kMostSymmetries) + " turns at most");
  ProofTurn turn;
  turn.place = place_;
  PointSet seen;
  for (std::size_t i = 2; i < words_.size(); ++i) {
    Point p;
    if (!point(grid, words_[i].text, words_[i].column, p)) return false;
    if (seen.contains(p)) return wrong(words_[i].column, "bad-turn", "two points are led to one");
    seen.insert(p);
    turn.image.push_back(p);
  }
  if (!out.lines.empty() || words_.size() < 2 || words_[1].text != std::to_string(out.turns.size() + 1) ||
      static_cast<int>(turn.image.size()) != grid.area())
    return wrong(1, "bad-turn", "before the lines, this is 'turn', its number from 1, and where each point is led");
  out.turns.push_back(std::move(turn));
  return true;
}

bool Reader::reply(const Grid& grid, const Word& word, std::size_t arrow, ProofLine& out, const Proof& proof) {
  if (out.paired || out.rest) return wrong(word.column, "bad-line", "nothing comes after the rest of the answers");
  const int after = word.column + static_cast<int>(arrow) + 1;
  const std::string_view target = word.text.substr(arrow + 1);
  const std::size_t slash = std::min(target.find('/'), target.size());
  ProofReply reply;
  if (!earlier_line(target.substr(0, slash), after, proof.lines.size(), reply.next)) return false;
  std::size_t turn = 0;
  if (slash < target.size() && (!number(target.substr(slash + 1), turn) || turn > proof.turns.size() || arrow == 0))
    return wrong(after + static_cast<int>(slash), "bad-turn", "here a turn of the head is named, of one answer's line");
  if (arrow == 0) return out.rest = reply.next, true;
  reply.turn = static_cast<std::uint32_t>(turn);
  if (!point(grid, word.text.substr(0, arrow), word.column, reply.answer)) return false;
  for (const ProofReply& r : out.replies)
    if (r.answer == reply.answer)
      return wrong(word.column, "repeated-answer", "the answer has a line to go on with already");
  out.replies.push_back(reply);
  return true;
}

bool Reader::pair(const Grid& grid, const Word& word, std::size_t sign, ProofLine& out) {
  if (word.text == "=" && !out.paired && out.replies.empty() && !out.rest) return out.paired = true;
  Point a, b;
  if (!out.paired || sign == 0)
    return wrong(word.column, "bad-line", "pairs come after a '=' of their own, and nothing else");
  if (!point(grid, word.text.substr(0, sign), word.column, a)) return false;
  if (!point(grid, word.text.substr(sign + 1), word.column + static_cast<int>(sign) + 1, b)) return false;
  out.pairs.push_back({a, b});
  return true;
}

bool Reader::part(const Grid& grid, const Word& word, ProofLine& out, const Proof& proof) {
  if (const std::size_t arrow = word.text.find('>'); arrow != std::string_view::npos)
    return reply(grid, word, arrow, out, proof);
  if (const std::size_t sign = word.text.find('='); sign != std::string_view::npos) return pair(grid, word, sign, out);
  return wrong(word.column, "bad-line", "this is an answer as 'D4>12', the rest as '>12' or a pair as 'D4=E5'");
}

bool Reader::line(const Grid& grid, Proof& out) {
  std::size_t n = 0;
  const std::size_t wanted = out.lines.size() + 1;
  if (!number(words_[0].text, n) || n != wanted)
    return wrong(1, "wrong-number", "line " + std::to_string(wanted) + " of the proof, a claim or the end is due here");
  ProofLine line;
  line.place = place_;
  if (words_.size() < 2) return wrong(1, "bad-line", "the line names no move");
  if (words_[1].text != "-" && !point(grid, words_[1].text, words_[1].column, line.move)) return false;
  for (std::size_t i = 2; i < words_.size(); ++i)
    if (!part(grid, words_[i], line, out)) return false;
  out.lines.push_back(std::move(line));
  used_.push_back(false);
  return true;
}

bool Reader::claim(Proof& out) {
  const std::string_view does = words_.size() == 3 ? words_[1].text : "";
  if (does != "wins" && does != "holds") return wrong(1, "bad-line", "a claim is 'black wins 12' or 'black holds 12'");
  ProofClaim claim{words_[0].text == "black" ? Seat::black : Seat::white, does == "wins", 0, place_};
  if (!earlier_line(words_[2].text, words_[2].column, out.lines.size(), claim.first)) return false;
  if (!out.claims.empty() &&
      (out.claims.size() == 2 || claim.wins || out.claims[0].wins || out.claims[0].side == claim.side))
    return wrong(1, "bad-claim", "a proof claims one thing, or that each side holds");
  out.claims.push_back(claim);
  return true;
}

bool Reader::end(const Proof& out) {
  std::size_t n = 0;
  if (out.claims.empty()) return wrong(1, "bad-claim", "nothing is claimed");
  if (words_.size() != 2 || !number(words_[1].text, n) || n != out.lines.size())
    return wrong(1, "wrong-number", "the proof has " + std::to_string(out.lines.size()) + " lines");
  if (!rest_.empty()) return ++place_, wrong(1, "bad-line", "nothing comes after the end");
  for (std::size_t i = 0; i < used_.size(); ++i)
    if (!used_[i]) return place_ = out.lines[i].place, wrong(1, "unused-line", "nothing leads to this line");
  return true;
}

bool Reader::lines(const Grid& grid, Proof& out) {
  while (next()) {
    const std::string_view first = words_[0].text;
    if (first == "end") return end(out);
    const bool well = first == "black" || first == "white" ? claim(out)
                      : !out.claims.empty()                ? wrong(1, "bad-line", "after the claims comes the end")
                      : first == "turn"                    ? turn(grid, out)
                                                           : line(grid, out);
    if (!well) return false;
  }
  return false;
}

}  // namespace

std::optional<ProofMistake> read_proof_head(std::string_view text, ProofHead& out) {
  Reader reader(text);
  reader.head(out);
  return reader.mistake();
}

std::optional<ProofMistake> read_proof(std::string_view text, const Ruleset& rules, Proof& out) {
  Reader reader(text);
  out = {};
  if (reader.head(out) && reader.position(rules.grid, out)) reader.lines(rules.grid, out);
  return reader.mistake();
}

}  // namespace gofuda::tools
