// The answers given in a game, with what they were answers to. Replaying them on the same rules gives the same game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/question.hpp"

namespace gofuda {

struct LogItem {
  enum Kind : std::uint8_t {
    answer,      // a player's or chance's
    shown,       // a card was turned up or taken from a hand to be played: its id. Kept as a check on the replay
    unplayable,  // the card in play was found to have no legal way to take effect; of cards within one another that all
                 // fail, the outermost: see Unplayable
  };
  Kind kind;
  std::uint8_t who;  // index of a seat; 2: chance
  std::uint16_t count;
  std::uint32_t first;  // into the log's numbers
  QuestionKey key;      // of the question, of an answer
  bool secret;          // the other side may not see the answer
  bool answers(QuestionKind asked) const { return kind == answer && key.kind == asked; }
  bool by_player() const { return kind == answer && who < 2; }
};

// A choice is kept as its index and then its label, a letter a number.
inline std::string unpack_label(std::span<const std::uint16_t> numbers) {
  return numbers.empty() ? std::string() : std::string(numbers.begin() + 1, numbers.end());
}

// A card found unplayable, and where its play began: for another play of it may come first that asks nothing.
struct Unplayable {
  // No way was found in as many tries as are made; it lies on the table and was set off; chance drew for that before
  // anybody was asked; who reads it again may leave it open, for it was much work to find, or take what comes next for
  // its answer. kSaid: is told by words.
  enum How : std::uint16_t { kClaimed = 1, kEffect = 2, kInVain = 4, kUnclear = 8, kSaid = kClaimed | kUnclear };
  CardId card = kNoCard;
  std::uint16_t how = 0;     // those that hold
  std::uint16_t after = 0;   // moves of the turn,
  std::uint16_t within = 0;  // and in so many plays; of an effect, after so many that were set off in the turn
  Moment moment = Moment::play;
  bool same_place(const Unplayable& o) const {
    return card == o.card && after == o.after && within == o.within && moment == o.moment;
  }
};

inline Unplayable unpack_unplayable(std::span<const std::uint16_t> numbers) {
  if (numbers.size() < 5) return {};
  return {numbers[0], numbers[1], numbers[2], numbers[3], static_cast<Moment>(numbers[4])};
}

// Of an offer: the card taken; kNoCard when none was.
inline OfferedCard unpack_card(std::span<const std::uint16_t> numbers) {
  if (numbers.size() < 2) return {};
  return {numbers[1], numbers.size() > 2 ? numbers[2] : std::uint16_t{0}};
}

class Log {
 public:
  std::size_t size() const { return items_.size(); }
  std::size_t bytes() const { return items_.size() * sizeof(LogItem) + numbers_.size() * sizeof(numbers_[0]); }
  const LogItem& operator[](std::size_t i) const { return items_[i]; }
  std::span<const std::uint16_t> numbers(const LogItem& item) const {
    return {numbers_.data() + item.first, item.count};
  }
  void push_answer(const Question& q, const Answer& a) {
    push(LogItem::answer, by_chance(q.kind) ? 2 : static_cast<std::uint8_t>(q.seat), a.numbers(), q.key);
    items_.back().secret = q.secret;
    // With the card itself and with the label, so that the log can be read without the question.
    if (a.form() == AnswerForm::card && a.card() > 0) {
      const OfferedCard taken = q.offered(a.card());
      add(taken.id);
      if (taken.which > 0) add(taken.which);
    }
    if (a.form() == AnswerForm::label)
      for (unsigned char c : q.labels[a.label()]) add(c);
  }
  void push_shown(Seat seat, CardId card) { push(LogItem::shown, static_cast<std::uint8_t>(seat), {&card, 1}, {}); }
  void push_unplayable(Seat seat, const Unplayable& found) {
    const bool in_vain = (found.how & Unplayable::kInVain) != 0;
    push(LogItem::unplayable, in_vain ? 2 : static_cast<std::uint8_t>(seat), {&found.card, 1}, {});
    for (const std::uint16_t number : {found.how, found.after, found.within, static_cast<std::uint16_t>(found.moment)})
      add(number);
  }
  // Does the item tell that a card was found unplayable, in one of those ways?
  bool is_found(std::size_t i, int how) const {
    const LogItem& item = items_[i];
    return item.kind == LogItem::unplayable && (unpack_unplayable(numbers(item)).how & how) != 0;
  }
  // Does one from `first` on and before `end` have words of its own for that?
  bool says_unplayable(std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i)
      if (is_found(i, Unplayable::kSaid)) return true;
    return false;
  }
  // Where it stops for that answer to be given again. What was turned up since the answer before is turned up again:
  // whoever looks for a way to play it has then looked for as much as when the question was asked, and comes to the
  // same.
  std::size_t before(std::size_t answer) const {
    while (answer > 0 && items_[answer - 1].kind == LogItem::shown) --answer;
    return answer;
  }
  // As many numbers as it has.
  void change_numbers(std::size_t i, std::span<const std::uint16_t> numbers) {
    std::copy_n(numbers.begin(), std::min<std::size_t>(numbers.size(), items_[i].count),
                numbers_.begin() + static_cast<std::ptrdiff_t>(items_[i].first));
  }
  void set_secret(std::size_t i, bool secret) { items_[i].secret = secret; }
  void resize(std::size_t n) {  // only shorter
    if (n >= items_.size()) return;
    numbers_.resize(items_[n].first);
    items_.resize(n);
  }
  void clear() { resize(0); }
  bool begins_with(const Log& o) const {
    const auto same = [&](const LogItem& a, const LogItem& b) {
      return a.kind == b.kind && a.who == b.who && a.key == b.key && std::ranges::equal(numbers(a), o.numbers(b));
    };
    return size() >= o.size() && std::equal(o.items_.begin(), o.items_.end(), items_.begin(),
                                            [&](const LogItem& b, const LogItem& a) { return same(a, b); });
  }
  Log from(std::size_t first) const {  // the items from that one on
    Log out;
    if (first >= items_.size()) return out;
    const std::uint32_t skipped = items_[first].first;
    out.items_.assign(items_.begin() + static_cast<std::ptrdiff_t>(first), items_.end());
    out.numbers_.assign(numbers_.begin() + skipped, numbers_.end());
    for (LogItem& item : out.items_) item.first -= skipped;
    return out;
  }
  void append(const Log& more) {
    const auto before = static_cast<std::uint32_t>(numbers_.size());
    for (LogItem item : more.items_) {
      item.first += before;
      items_.push_back(item);
    }
    numbers_.insert(numbers_.end(), more.numbers_.begin(), more.numbers_.end());
  }

 private:
  void push(LogItem::Kind kind, std::uint8_t who, std::span<const std::uint16_t> a, const QuestionKey& key) {
    items_.push_back(
        {kind, who, static_cast<std::uint16_t>(a.size()), static_cast<std::uint32_t>(numbers_.size()), key, false});
    numbers_.insert(numbers_.end(), a.begin(), a.end());
  }
  void add(std::uint16_t number) {  // to the last item's
    numbers_.push_back(number);
    ++items_.back().count;
  }
  std::vector<LogItem> items_;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace gofuda
