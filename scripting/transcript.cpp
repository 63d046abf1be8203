#include "scripting/transcript.hpp"

#include <algorithm>

#include "scripting/diagnostic.hpp"

namespace gofuda {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  for (char c : text) {
    if (c != ' ' && c != '\t' && c != '\n' && c != ',')
      word += c;
    else if (!word.empty())
      out.push_back(std::move(word)), word.clear();
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::vector<std::string> card_names(const Ruleset& rules, const std::vector<CardId>& cards) {
  std::vector<std::string> out;
  for (CardId c : cards) out.push_back(rules.cards[c].id);
  return out;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string s;
  for (const std::string& w : words) s += (s.empty() ? "" : between) + w;
  return s;
}

// Would leaving out a declined offer make the next thing read like the offer taken, or the end like an open question?
bool must_write_decline(const Game& game, std::size_t i) {
  const Log& log = game.log();
  for (std::size_t j = i + 1; j < log.size(); ++j) {
    if (log[j].kind == LogItem::unplayable) continue;
    if (log[j].kind == LogItem::answer && log[j].ask == QuestionKind::offer && log.numbers(log[j])[0] == 0 &&
        log[j].who != log[i].who)
      continue;
    bool names_card =
        log[j].kind == LogItem::shown || (log[j].kind == LogItem::answer && log[j].ask == QuestionKind::offer);
    return names_card && log[j].who == log[i].who;
  }
  return true;
}

}  // namespace

std::string item_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers) {
  if (item.kind == LogItem::shown) return rules.cards[numbers[0]].id;
  if (item.kind == LogItem::unplayable) return "";
  std::string s;
  switch (item.ask) {
    case QuestionKind::points:
    case QuestionKind::placement:
    case QuestionKind::lot:
    case QuestionKind::dead:
      for (std::uint16_t p : numbers) s += (s.empty() ? "" : " ") + point_name(p);
      return "(" + s + ")";
    case QuestionKind::stone:
      return numbers.empty() ? "pass" : point_name(numbers[0]);
    case QuestionKind::choice:
    case QuestionKind::toss:
      return "(" + unpack_label(numbers) + ")";
    case QuestionKind::offer:
      return "";  // the caller knows the cards offered
    case QuestionKind::chance:
      for (std::size_t k = numbers.size(); k-- > 0;) s += (s.empty() ? "" : " ") + rules.cards[numbers[k]].id;
      return "(" + s + ")";
  }
  return s;
}

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
      lines.push_back({who, words});
    else
      lines.back().text += " " + words;
    fresh = false;
  }
  return lines;
}

std::vector<TranscriptLine> transcript(const Game& game) {
  const Log& log = game.log();
  return transcript(game, [&](std::size_t i) -> std::string {
    auto numbers = log.numbers(log[i]);
    if (log[i].kind != LogItem::answer || log[i].ask != QuestionKind::offer)
      return item_text(game.rules(), log[i], numbers);
    if (numbers[0] > 0) return game.rules().cards[numbers[1]].id;
    return must_write_decline(game, i) ? "decline" : "";
  });
}

bool tokenize(const std::string& who, std::string_view text, const std::string& file, int line, int column,
              std::vector<Token>& out, std::string& problem) {
  std::string word;
  auto flush = [&] {
    if (!word.empty()) out.push_back({who, word, false, file, line, column});
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(') {
      flush();
      std::size_t end = text.find_first_of("()", i + 1);
      if (end == std::string_view::npos || text[end] == '(') return problem = "a bracket is not closed", false;
      out.push_back({who, std::string(text.substr(i + 1, end - i - 1)), true, file, line, column});
      i = end;
    } else if (c == ')') {
      return problem = "a bracket is closed that was not opened", false;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return true;
}

bool parse_answer(const Ruleset& rules, const Question& q, std::string_view text, std::vector<std::uint16_t>& out,
                  std::string& problem) {
  out.clear();
  std::vector<std::string> words = words_of(text);
  switch (q.kind) {
    case QuestionKind::points:
    case QuestionKind::placement:
    case QuestionKind::stone:
    case QuestionKind::lot:
    case QuestionKind::dead:
      if (q.kind == QuestionKind::stone && words.size() == 1 && words[0] == "pass") return true;
      for (const std::string& w : words) {
        Point p = parse_point(w);  // whether the board has it is the game's to say
        if (p == kNoPoint) return problem = "'" + w + "' is no point of this board", false;
        out.push_back(p);
      }
      if (q.kind == QuestionKind::stone && out.size() != 1) return problem = "one point, or pass", false;
      if (!q.ordered && !(q.kind == QuestionKind::placement && two_coloured(q.shape)))
        std::sort(out.begin(), out.end());
      return true;
    case QuestionKind::choice:
    case QuestionKind::toss: {
      auto it = words.size() == 1 ? std::find(q.labels.begin(), q.labels.end(), words[0]) : q.labels.end();
      if (it == q.labels.end())
        return problem =
                   "'" + std::string(text) + "' is none of " + joined(q.labels, ", ") + did_you_mean(text, q.labels),
               false;
      out.push_back(static_cast<std::uint16_t>(it - q.labels.begin()));
      return true;
    }
    case QuestionKind::offer: {
      if (q.may_pass && words.size() == 1 && words[0] == "decline") return out.push_back(0), true;
      std::vector<std::string> names = card_names(rules, q.cards);
      auto it = words.size() == 1 ? std::find(names.begin(), names.end(), words[0]) : names.end();
      if (it == names.end())
        return problem = "'" + std::string(text) + "' is none of " + joined(names, ", ") +
                         (q.may_pass ? ", or decline" : "") + did_you_mean(text, names),
               false;
      out.push_back(static_cast<std::uint16_t>(it - names.begin() + 1));
      return true;
    }
    case QuestionKind::chance:
      for (const std::string& w : words) {
        CardId c = rules.find_card(w);
        if (c == kNoCard) return problem = "there is no card '" + w + "' in this game", false;
        out.insert(out.begin(), c);
      }
      return true;
  }
  return false;
}

std::string question_text(const Ruleset& rules, const Question& q) {
  std::string card = q.card == kNoCard ? "" : rules.cards[q.card].name;
  std::string purpose = q.purpose.empty() ? "" : " (" + q.purpose + ")";
  switch (q.kind) {
    case QuestionKind::points: {
      std::string n =
          q.least == q.most ? std::to_string(q.least) : std::to_string(q.least) + " to " + std::to_string(q.most);
      return n + (q.most == 1 ? " point" : " points") + (card.empty() ? "" : " for " + card) + purpose;
    }
    case QuestionKind::placement:
      return "where to lay " + card;
    case QuestionKind::stone:
      return q.may_pass ? "a stone, or pass" : "a stone";
    case QuestionKind::choice:
    case QuestionKind::toss:
      return "one of " + joined(q.labels, ", ") + (card.empty() ? "" : " for " + card);
    case QuestionKind::offer:
      return joined(card_names(rules, q.cards), ", ") + (q.may_pass ? ", or decline" : "");
    case QuestionKind::chance:
      return "the order of a pile";
    case QuestionKind::lot:
      return std::to_string(q.least) + (q.least == 1 ? " point by lot" : " points by lot");
    case QuestionKind::dead:
      return "which stones are dead";
  }
  return "";
}

// --- feeding tokens to a game

bool TokenFeed::answer(const Question& q, const Observation& seen, std::vector<std::uint16_t>& out) {
  if (check_shown() != Fed::played) return false;  // what was turned up before the shuffle comes first
  if (at_ >= tokens_.size() || tokens_[at_].who != "chance" || !tokens_[at_].bracket) return false;
  std::string problem;
  if (!parse_answer(seen.rules(), q, tokens_[at_].text, out, problem)) return problem_ = problem, false;
  ++at_;
  return true;
}

TokenFeed::Fed TokenFeed::wrong(std::string problem) {
  problem_ = std::move(problem);
  return Fed::wrong;
}

TokenFeed::Fed TokenFeed::check_shown() {
  const Log& log = game_.log();
  for (; checked_ < log.size(); ++checked_) {
    const LogItem& item = log[checked_];
    if (item.kind != LogItem::shown) continue;
    std::string name = game_.rules().cards[log.numbers(item)[0]].id, seat(seat_name(static_cast<Seat>(item.who)));
    if (at_ >= tokens_.size()) return Fed::played;  // a turn begun by itself: nothing was said about it yet
    const Token& t = tokens_[at_];
    if (t.who != seat || t.bracket || t.text != name)
      return wrong(seat + " turns up " + name + ", but the next thing written is " + t.who + ": " +
                   (t.bracket ? "(" + t.text + ")" : t.text));
    ++at_;
    begun_ = true;
  }
  return Fed::played;
}

bool TokenFeed::parse(const Question& q, const Token& t, std::vector<std::uint16_t>& out) {
  bool wants_bracket = q.kind == QuestionKind::points || q.kind == QuestionKind::placement ||
                       q.kind == QuestionKind::choice || q.kind == QuestionKind::dead;
  if (t.bracket != wants_bracket) {
    problem_ = std::string(seat_name(q.seat)) + " is asked for " + question_text(game_.rules(), q) + ", and " +
               (t.bracket ? "(" + t.text + ")" : "'" + t.text + "'") + " is no answer to that";
    return false;
  }
  return parse_answer(game_.rules(), q, t.text, out, problem_);
}

TokenFeed::Fed TokenFeed::answer_pending() {
  const Question& q = game_.question();
  std::vector<std::uint16_t> a;
  bool use = at_ < tokens_.size();
  if (q.kind == QuestionKind::offer && q.may_pass) {
    std::string problem;
    use = use && !tokens_[at_].bracket && tokens_[at_].who == seat_name(q.seat) &&
          parse_answer(game_.rules(), q, tokens_[at_].text, a, problem);
    if (!use) a.assign(1, 0);
  } else {
    if (tokens_[at_].who != seat_name(q.seat))
      return wrong(std::string(seat_name(q.seat)) + " is asked for " + question_text(game_.rules(), q) +
                   ", but the next thing written is " + tokens_[at_].who + "'s");
    if (!parse(q, tokens_[at_], a)) return Fed::wrong;
  }
  std::size_t before = at_;
  at_ += use;  // first: a shuffle that the answer leads to reads on from here
  verdict_ = game_.answer(scripts_, a, {nullptr, nullptr, this}, false);
  if (!verdict_) return at_ = before, Fed::refused;
  begun_ |= use;
  return step();
}

// After the game has moved: faults, and the cards it turned up.
TokenFeed::Fed TokenFeed::step() {
  if (game_.state() == Status::fault) return Fed::fault;
  return check_shown();
}

TokenFeed::Fed TokenFeed::play() {
  checked_ = std::min(checked_, game_.log().size());
  if (game_.state() == Status::asks || checked_ < game_.log().size())
    if (Fed o = step(); o != Fed::played) return o;
  while (at_ < tokens_.size()) {
    if (game_.over())
      return wrong("the game is over, but there is more: " + tokens_[at_].who + ": " + tokens_[at_].text);
    Fed o = Fed::played;
    if (game_.state() == Status::asks) {
      o = answer_pending();
    } else if (game_.state() == Status::done) {
      begun_ = false;
      Status s = game_.advance(scripts_, {nullptr, nullptr, this}, 1);
      if (s == Status::illegal || s == Status::unplayable || s == Status::mismatch)
        return verdict_ = game_.last_refusal(), Fed::refused;
      o = step();
    } else {
      return Fed::fault;
    }
    if (o != Fed::played) return o;
  }
  return Fed::played;
}

TokenFeed::Fed TokenFeed::finish() {
  while (true) {
    Fed o = Fed::played;
    if (game_.state() == Status::asks && game_.question().kind == QuestionKind::offer && game_.question().may_pass &&
        begun_) {
      o = answer_pending();
    } else if (between_turns() && game_.turn_start().lost_turns[index(game_.turn_start().to_move)] > 0) {
      game_.advance(scripts_, {nullptr, nullptr, this}, 1);
      begun_ = false;
    } else {
      return Fed::played;
    }
    if (o != Fed::played) return o;
  }
}

}  // namespace gofuda
