#include "core/notation/transcript.hpp"

#include "core/notation/answers.hpp"
#include "core/notation/tally_text.hpp"

namespace gofuda {

namespace {

// Would leaving out a declined offer make the next thing read like the offer taken, or the end like an open question?
bool must_write_decline(const Game& game, std::size_t i) {
  const Log& log = game.log();
  for (std::size_t j = i + 1; j < log.size(); ++j) {
    if (log[j].kind == LogItem::unplayable) continue;
    if (log[j].answers(QuestionKind::offer) && log.numbers(log[j])[0] == 0 && log[j].who != log[i].who) continue;
    bool names_card = log[j].kind == LogItem::shown || log[j].answers(QuestionKind::offer);
    return names_card && log[j].who == log[i].who;
  }
  return true;
}

}  // namespace

std::vector<TranscriptLine> transcript(const Game& game, const std::function<std::string(std::size_t)>& text) {
  std::vector<TranscriptLine> lines;
  const Log& log = game.log();
  std::size_t next_turn = 1;
  const auto& marks = game.turn_marks();
  bool fresh = true;
  for (std::size_t i = 0; i < log.size(); ++i) {
    while (next_turn < marks.size() && marks[next_turn] <= i) ++next_turn, fresh = true;
    const std::string words = text(i);
    if (words.empty()) continue;
    std::string who = log[i].who == 2 ? "chance" : std::string(seat_name(static_cast<Seat>(log[i].who)));
    if (fresh || lines.empty() || lines.back().who != who)
      lines.push_back({who, words, next_turn});
    else
      lines.back().text += " " + words;
    fresh = false;
  }
  return lines;
}

std::vector<TranscriptLine> transcript(const Game& game) {
  const Log& log = game.log();
  return transcript(game, [&](std::size_t i) -> std::string {
    const auto numbers = log.numbers(log[i]);
    const bool declined = log[i].answers(QuestionKind::offer) && numbers[0] == 0;
    return declined && !must_write_decline(game, i) ? "" : item_text(game.rules(), log[i], numbers);
  });
}

std::string until_text(const LastingEffect& e, int turn) {
  std::string out;
  if (e.counts) {
    const int left = turns_left(e, turn);
    out = std::to_string(left) + (left == 1 ? " turn" : " turns") + (e.counted == e.seat ? " left" : " of theirs left");
  } else if (e.last_turn > 0) {
    out = "until turn " + std::to_string(e.last_turn);
  }
  if (!e.stones.empty())
    out += (out.empty() ? "while " : "; while ") + to_string(e.stones) + (e.stones.count() == 1 ? " stands" : " stand");
  return out;
}

std::string move_text(const Ruleset& rules, const Position& position, const Move& m) {
  std::string s(seat_name(m.seat));
  s += ": ";
  s += m.card != kNoCard    ? rules.cards[m.card].name
       : m.has(Move::kPass) ? "pass"
       : m.has(Move::kSkip) ? "a lost turn"
                            : "an ordinary stone";
  if (m.has(Move::kDeclared)) s += ", declared";
  if (m.has(Move::kAnswer)) s += ", in answer";
  if (m.has(Move::kTriggered)) s += ", set off";
  if (m.has(Move::kUnplayable)) s += " cannot take effect";
  if (m.has(Move::kSkip) && m.card != kNoCard) s += ", a skip";
  struct Part {
    Effect effect;
    const char* word;
  };
  for (Part part : {Part{Effect::placed_black, "sets black"},
                    {Effect::placed_white, "sets white"},
                    {Effect::recoloured_black, "turns black"},
                    {Effect::recoloured_white, "turns white"},
                    {Effect::removed_black, "removes black"},
                    {Effect::removed_white, "removes white"},
                    {Effect::walled, "walls"},
                    {Effect::unwalled, "takes walls from"},
                    {Effect::captured_black, "captures black"},
                    {Effect::captured_white, "captures white"}})
    if (PointSet set = position.points_of(m, part.effect); !set.empty())
      s += std::string("; ") + part.word + " " + to_string(set);
  for (const TallyChange& c : position.changes)
    if (&position.moves[c.move] == &m) s += "; " + change_text(rules.names, c);
  if (m.has(Move::kCancelled)) s += " (undone)";
  return s;
}

}  // namespace gofuda
