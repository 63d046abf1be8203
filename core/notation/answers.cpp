#include "core/notation/answers.hpp"

#include <algorithm>

#include "core/notation/text.hpp"
#include "core/question_kinds.hpp"

namespace gofuda {

std::string offered_text(const Ruleset& rules, OfferedCard card) {
  std::string text = rules.cards[card.id].id;
  if (card.which > 0) text.append("#").append(std::to_string(card.which + 1));
  return text;
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
  const std::string_view when = row_of(script.moment).when;
  return name_of(rules, script.card) + (when.empty() ? "" : " ") + std::string(when);
}

}  // namespace

namespace {

std::string who_text(const QuestionKey& key) {
  return by_chance(key.kind) ? "chance" : std::string(seat_name(key.seat));
}

// Which script asks, and the number of its question.
std::string source_text(const Ruleset& rules, const QuestionKey& key) {
  const std::string asker = asker_text(rules, key.script);
  return (asker.empty() ? "" : " by " + asker) +
         (key.number > 0 ? " (question " + std::to_string(key.number + 1) + ")" : "");
}

}  // namespace

std::string question_text(const Ruleset& rules, const QuestionKey& key) {
  const bool laid = key.kind == QuestionKind::placement && key.card != kNoCard;
  std::string s = laid ? "where to lay " + name_of(rules, key.card) : std::string(row_of(key.kind).wanted);
  if (key.card != kNoCard && !laid) s += " for " + name_of(rules, key.card);
  return who_text(key) + " is asked for " + s + source_text(rules, key);
}

std::string asked_text(const Ruleset& rules, const Question& q) {
  const std::string source = source_text(rules, q.key);
  return who_text(q.key) + " is asked for " + question_text(rules, q) + (source.starts_with(" by") ? "," : "") + source;
}

NamedCopy copy_of(std::string_view word) {
  const std::size_t mark = word.find('#');
  if (mark == std::string_view::npos) return {word};
  NamedCopy out{word.substr(0, mark), 0};
  const std::string_view digits = word.substr(mark + 1);
  if (digits.empty() || digits.size() > 3 || digits[0] == '0') return out;
  int n = 0;
  for (char c : digits) {
    if (c < '0' || c > '9') return out;
    n = 10 * n + (c - '0');
  }
  out.which = n;
  return out;
}

std::string copy_hint(std::string_view word) {
  if (word.find('#') == std::string_view::npos) return "";
  return "; after a card's name #2 means its second copy, where several are offered apart";
}

std::string record_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers) {
  if (item.kind == LogItem::answer) return question_text(rules, item.key);
  const std::string card = numbers.empty() ? "a card" : name_of(rules, numbers[0]);
  return card + (item.kind == LogItem::unplayable ? " is found without effect" : " is turned up");
}

namespace {

// --- an answer's form: how it is written, and how it is read

using Numbers = std::span<const std::uint16_t>;
using Words = std::vector<std::string>;

// Reads the words into `out`; returns what is wrong with them, "" when nothing is.
using Reader = std::string (*)(const Ruleset& rules, const Question& q, const Words& words, Answer& out);
using Writer = std::string (*)(const Ruleset& rules, Numbers numbers);

std::string write_points(const Ruleset&, Numbers numbers) {
  Words words;
  for (Point p : numbers) words.push_back(point_name(p));
  return joined(words, " ");
}

// Whether the board has it is the game's to say.
std::string read_point(const std::string& word, Point& out) {
  out = parse_point(word);
  return out == kNoPoint ? "'" + word + "' is no point of this board" : "";
}

std::string read_points(const Ruleset&, const Question& q, const Words& words, Answer& out) {
  std::vector<Point>& points = out.make_points();
  for (const std::string& w : words) {
    points.push_back(kNoPoint);
    if (std::string problem = read_point(w, points.back()); !problem.empty()) return problem;
  }
  if (!q.ordered && !(q.kind == QuestionKind::placement && two_coloured(q.shape)))
    std::sort(points.begin(), points.end());
  return "";
}

std::string read_stone(const Ruleset&, const Question&, const Words& words, Answer& out) {
  Point p = kNoPoint;
  for (const std::string& w : words)
    if (std::string problem = read_point(w, p); !problem.empty()) return problem;
  out.make_stone(p);
  return words.size() == 1 ? "" : "one point, or pass";
}

std::string write_label(const Ruleset&, Numbers numbers) { return unpack_label(numbers); }

// The place of the one word among the names, from 0; or what is wrong with it.
std::string find_name(const Words& words, const Words& names, const char* other, std::size_t& place) {
  const auto it = words.size() == 1 ? std::find(names.begin(), names.end(), words[0]) : names.end();
  place = static_cast<std::size_t>(it - names.begin());
  if (it != names.end()) return "";
  const std::string text = joined(words, " ");
  return "'" + text + "' is none of " + joined(names, ", ") + other + did_you_mean(text, names);
}

std::string read_label(const Ruleset&, const Question& q, const Words& words, Answer& out) {
  std::size_t place = 0;
  std::string problem = find_name(words, q.labels, "", place);
  out.make_label(place);
  return problem;
}

std::string read_card(const Ruleset& rules, const Question& q, const Words& words, Answer& out) {
  std::size_t place = 0;
  std::string problem = find_name(words, card_names(rules, q), q.may_pass ? ", or decline" : "", place);
  if (!problem.empty() && words.size() == 1) problem += copy_hint(words[0]);
  out.make_card(place + 1);
  return problem;
}

std::string write_pile(const Ruleset& rules, Numbers numbers) {
  Words words;
  for (std::size_t k = numbers.size(); k-- > 0;) words.push_back(rules.cards[numbers[k]].id);
  return joined(words, " ");
}

std::string read_pile(const Ruleset& rules, const Question&, const Words& words, Answer& out) {
  std::vector<CardId>& pile = out.make_pile();
  for (const std::string& w : words) {
    pile.push_back(rules.find_card(w));
    if (pile.back() == kNoCard) return "there is no card '" + w + "' in this game";
  }
  std::reverse(pile.begin(), pile.end());
  return "";
}

struct Form {
  AnswerForm form;
  bool in_brackets;
  Writer write;  // nullptr: the caller knows the cards offered
  Reader read;
};
constexpr Form kForms[] = {
    {AnswerForm::points, true, write_points, read_points}, {AnswerForm::stone, false, write_points, read_stone},
    {AnswerForm::label, true, write_label, read_label},    {AnswerForm::card, false, nullptr, read_card},
    {AnswerForm::pile, true, write_pile, read_pile},
};
constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kForms); ++i)
    if (kForms[i].form != static_cast<AnswerForm>(i)) return false;
  return true;
}
static_assert(in_order() && std::size(kForms) == static_cast<std::size_t>(AnswerForm::pile) + 1);

const Form& form_row(AnswerForm form) { return kForms[static_cast<std::size_t>(form)]; }

}  // namespace

std::string unplayable_words(const Ruleset& rules, const Unplayable& there) {
  std::string out = std::string(kUnplayableWord) + " " + rules.cards[there.card].id;
  if (is_trigger(there.moment)) out.append(" ").append(row_of(there.moment).hook);
  const char* within = is_trigger(there.moment) ? " and " : " within ";
  if (there.within > 0) out += within + std::to_string(there.within);
  return there.after > 0 ? out + " after " + std::to_string(there.after) : out;
}

std::string item_text(const Ruleset& rules, const LogItem& item, std::span<const std::uint16_t> numbers) {
  if (item.kind == LogItem::shown) return rules.cards[numbers[0]].id;
  if (item.kind == LogItem::unplayable) {
    const Unplayable found = unpack_unplayable(numbers);
    if ((found.how & Unplayable::kSaid) != 0) return "(" + unplayable_words(rules, found) + ")";
    return (found.how & Unplayable::kInVain) != 0 ? "(" + std::string(kInVainWords) + ")" : "";
  }
  const QuestionKindRow& kind = gofuda::row_of(item.key.kind);
  if (kind.form == AnswerForm::card) return numbers[0] > 0 ? offered_text(rules, unpack_card(numbers)) : "decline";
  const Form& form = form_row(kind.form);
  if (!form.write) return "";
  const std::string text = numbers.empty() ? std::string(kind.nothing) : form.write(rules, numbers);
  return form.in_brackets ? "(" + text + ")" : text;
}

bool in_brackets(AnswerForm form) { return form_row(form).in_brackets; }

bool parse_answer(const Ruleset& rules, const Question& q, std::string_view text, Answer& out, std::string& problem) {
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  const Words words = words_of(text);
  const QuestionKindRow& kind = gofuda::row_of(q.kind);
  const bool declinable = kind.form != AnswerForm::card || q.may_pass;
  if (words.size() == 1 && !kind.nothing.empty() && words[0] == kind.nothing && declinable) {
    if (kind.form == AnswerForm::card)
      out.make_card(0);
    else
      out.make_from(kind.form, {});
    return true;
  }
  const std::string wrong = form_row(kind.form).read(rules, q, words, out);
  if (!wrong.empty()) problem = wrong;
  return wrong.empty();
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
      return "where to lay " + card +
             (!two_coloured(q.shape) ? ""
              : q.ordered ? ", in the order in which the stones land; where they fit in two ways, your own are those "
                            "named first"
                          : ", your own stones first");
    case QuestionKind::stone:
      return q.may_pass ? "a stone, or pass" : "a stone";
    case QuestionKind::choice:
    case QuestionKind::toss:
      return "one of " + joined(q.labels, ", ") + (card.empty() ? "" : " for " + card) + purpose;
    case QuestionKind::offer:
      return joined(card_names(rules, q), ", ") + (q.may_pass ? ", or decline" : "") + purpose;
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
