#include "core/notation/answers.hpp"

#include <algorithm>

#include "core/notation/text.hpp"

namespace gofuda {

std::string offered_text(const Ruleset& rules, OfferedCard card) {
  return rules.cards[card.id].id + (card.which > 0 ? "#" + std::to_string(card.which + 1) : "");
}

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

std::vector<std::string> card_names(const Ruleset& rules, const Question& q) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i <= q.cards.size(); ++i)
    out.push_back(offered_text(rules, q.offered(static_cast<std::uint16_t>(i))));
  return out;
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string s;
  for (const std::string& w : words) s += (s.empty() ? "" : between) + w;
  return s;
}

std::string name_of(const Ruleset& rules, CardId card) {
  return card < rules.cards.size() ? rules.cards[card].name : "a card that is gone";
}

std::string wanted_text(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::points:
      return "points";
    case QuestionKind::placement:
      return "where to lay a shape";
    case QuestionKind::stone:
      return "a stone";
    case QuestionKind::choice:
      return "a label";
    case QuestionKind::offer:
      return "a card";
    case QuestionKind::chance:
      return "the order of a pile";
    case QuestionKind::lot:
      return "points by lot";
    case QuestionKind::toss:
      return "a label by lot";
    case QuestionKind::dead:
      return "which stones are dead";
  }
  return "";
}

// Whose script asked; "" for the game itself.
std::string asker_text(const Ruleset& rules, const ScriptId& script) {
  switch (script.role) {
    case ScriptRole::engine:
      return "";
    case ScriptRole::turn:
      return "the turn";
    case ScriptRole::part:
      return "a part of the turn";
    case ScriptRole::card:
      break;
  }
  const char* when = script.moment == Moment::before   ? " when announced"
                     : script.moment == Moment::answer ? " in answer"
                                                       : "";
  return name_of(rules, script.card) + when;
}

}  // namespace

std::string question_text(const Ruleset& rules, const QuestionKey& key) {
  std::string s = by_chance(key.kind) ? "chance" : std::string(seat_name(key.seat));
  s += " is asked for " + wanted_text(key.kind);
  if (key.card != kNoCard) s += " for " + name_of(rules, key.card);
  const std::string asker = asker_text(rules, key.script);
  if (!asker.empty()) s += " by " + asker;
  if (key.number > 0) s += " (question " + std::to_string(key.number + 1) + ")";
  return s;
}

std::string record_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers) {
  if (item.kind == LogItem::answer) return question_text(rules, item.key);
  const std::string card = numbers.empty() ? "a card" : name_of(rules, numbers[0]);
  return card + (item.kind == LogItem::unplayable ? " is found without effect" : " is turned up");
}

std::string item_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers) {
  if (item.kind == LogItem::shown) return rules.cards[numbers[0]].id;
  if (item.kind == LogItem::unplayable) return "";
  std::string s;
  switch (item.ask) {
    case QuestionKind::dead:
      if (numbers.empty()) return "(none)";
      [[fallthrough]];
    case QuestionKind::points:
    case QuestionKind::placement:
    case QuestionKind::lot:
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

bool in_brackets(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::points:
    case QuestionKind::placement:
    case QuestionKind::choice:
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      return true;
    case QuestionKind::stone:
    case QuestionKind::offer:
      return false;
  }
  return false;
}

bool parse_answer(const Ruleset& rules, const Question& q, std::string_view text, std::vector<std::uint16_t>& out,
                  std::string& problem) {
  out.clear();
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  std::vector<std::string> words = words_of(text);
  switch (q.kind) {
    case QuestionKind::points:
    case QuestionKind::placement:
    case QuestionKind::stone:
    case QuestionKind::lot:
    case QuestionKind::dead:
      if (q.kind == QuestionKind::stone && words.size() == 1 && words[0] == "pass") return true;
      if (q.kind == QuestionKind::dead && words.size() == 1 && words[0] == "none") return true;
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
      std::vector<std::string> names = card_names(rules, q);
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
      return joined(card_names(rules, q), ", ") + (q.may_pass ? ", or decline" : "");
    case QuestionKind::chance:
      return "the order of a pile";
    case QuestionKind::lot:
      return std::to_string(q.least) + (q.least == 1 ? " point by lot" : " points by lot");
    case QuestionKind::dead:
      return "which stones are dead";
  }
  return "";
}

}  // namespace gofuda
