// The answers given in a game, with what they were answers to. Replaying them on the same rules gives the same game.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/question.hpp"

namespace gofuda {

struct LogItem {
  enum Kind : std::uint8_t {
    answer,      // a player's or chance's; `ask` says to what kind of question
    shown,       // a card was turned up or taken from a hand to be played: its id. Kept as a check on the replay
    unplayable,  // the card in play was found to have no legal way to take effect
  };
  Kind kind;
  QuestionKind ask;
  std::uint8_t who;  // index of a seat; 2: chance
  std::uint16_t count;
  std::uint32_t first;  // into the log's numbers
  QuestionKey key;      // of the question
  bool secret;          // the other side may not see the answer
  bool by_player() const { return kind == answer && who < 2; }
};

// A choice is kept as its index and then its label, a letter a number.
inline std::string unpack_label(std::span<const std::uint16_t> numbers) {
  return numbers.empty() ? std::string() : std::string(numbers.begin() + 1, numbers.end());
}

// Of an offer: the card taken; kNoCard when none was.
inline OfferedCard unpack_card(std::span<const std::uint16_t> numbers) {
  if (numbers.size() < 2) return {};
  return {numbers[1], numbers.size() > 2 ? numbers[2] : std::uint16_t{0}};
}

class Log {
 public:
  std::size_t size() const { return items_.size(); }
  const LogItem& operator[](std::size_t i) const { return items_[i]; }
  std::span<const std::uint16_t> numbers(const LogItem& item) const {
    return {numbers_.data() + item.first, item.count};
  }
  void push_answer(const Question& q, std::span<const std::uint16_t> a) {
    push(LogItem::answer, q.kind, by_chance(q.kind) ? 2 : static_cast<std::uint8_t>(q.seat), a, q.key);
    items_.back().secret = q.secret;
    if (q.kind == QuestionKind::offer &&
        a[0] > 0) {  // with the card itself, so that the log can be read without the question
      const OfferedCard taken = q.offered(a[0]);
      numbers_.push_back(taken.id);
      items_.back().count = 2;
      if (taken.which > 0) {
        numbers_.push_back(taken.which);
        items_.back().count = 3;
      }
    }
    if ((q.kind == QuestionKind::choice || q.kind == QuestionKind::toss) && a[0] < q.labels.size()) {
      for (unsigned char c : q.labels[a[0]]) numbers_.push_back(c);
      items_.back().count = static_cast<std::uint16_t>(1 + q.labels[a[0]].size());
    }
  }
  void push_shown(Seat seat, CardId card) {
    push(LogItem::shown, QuestionKind::offer, static_cast<std::uint8_t>(seat), {&card, 1}, {});
  }
  void push_unplayable(Seat seat, CardId card) {
    push(LogItem::unplayable, QuestionKind::offer, static_cast<std::uint8_t>(seat), {&card, 1}, {});
  }
  void resize(std::size_t n) {  // only shorter
    if (n >= items_.size()) return;
    numbers_.resize(items_[n].first);
    items_.resize(n);
  }
  void clear() { resize(0); }
  Log from(std::size_t first) const {  // the items from that one on
    Log out;
    if (first >= items_.size()) return out;
    const std::uint32_t skipped = items_[first].first;
    out.items_.assign(items_.begin() + static_cast<std::ptrdiff_t>(first), items_.end());
    out.numbers_.assign(numbers_.begin() + skipped, numbers_.end());
    for (LogItem& item : out.items_) item.first -= skipped;
    return out;
  }

 private:
  void push(LogItem::Kind kind, QuestionKind ask, std::uint8_t who, std::span<const std::uint16_t> a,
            const QuestionKey& key) {
    items_.push_back({kind, ask, who, static_cast<std::uint16_t>(a.size()), static_cast<std::uint32_t>(numbers_.size()),
                      key, false});
    numbers_.insert(numbers_.end(), a.begin(), a.end());
  }
  std::vector<LogItem> items_;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace gofuda
