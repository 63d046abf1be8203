#include "core/ko.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/random.hpp"

namespace gofuda {

std::uint64_t History::situation(KoRule ko, std::uint64_t board_hash, Seat mover) {
  return ko >= KoRule::situational ? mix64(board_hash + static_cast<std::uint64_t>(index(mover))) : board_hash;
}

std::size_t History::place(std::uint64_t situation) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t i = (situation >> 20) & mask;
  while (table_[i] != 0 && table_[i] != situation) i = (i + 1) & mask;
  return i;
}

void History::rebuild(std::size_t size) {
  table_.assign(size, 0);
  zeros_ = 0;
  for (std::uint64_t s : order_) {
    if (s == 0)
      ++zeros_;
    else
      table_[place(s)] = s;
  }
}

bool History::contains(std::uint64_t situation) const {
  if (situation == 0) return zeros_ > 0;
  return !table_.empty() && table_[place(situation)] == situation;
}

void History::push(std::uint64_t situation) {
  order_.push_back(situation);
  numbers_.push_back(next_++);
  if (situation == 0) {
    ++zeros_;
  } else if (2 * order_.size() > table_.size()) {
    rebuild(std::max<std::size_t>(16, 2 * table_.size()));
  } else {
    table_[place(situation)] = situation;
  }
}

void History::pop(std::size_t n) {
  for (; n > 0 && !empty(); --n) pop_last();
}

void History::pop_last() {
  const std::uint64_t last = order_.back();
  order_.pop_back();
  if (numbers_.back() + 1 == next_) --next_;  // as if it had never been pushed
  numbers_.pop_back();
  if (last == 0)
    --zeros_;
  else if (std::find(order_.rbegin(), order_.rend(), last) == order_.rend())
    rebuild(table_.size());  // seldom: an answering card has taken a move back
}

// What an earlier undone move has made forgotten is held back by this one, too: it is known again when both stand.
void History::forget(std::uint32_t move, std::uint32_t first, std::uint32_t end) {
  const auto at = [this](std::uint32_t number) {
    return std::lower_bound(numbers_.begin(), numbers_.end(), number) - numbers_.begin();
  };
  std::vector<Forgotten> held;
  for (const Forgotten& f : forgotten_)
    if (f.move != move && f.number >= first && f.number < end) held.push_back({move, f.number, f.situation});
  std::sort(held.begin(), held.end(), is_earlier);
  held.erase(std::unique(held.begin(), held.end(), is_same), held.end());
  forgotten_.insert(forgotten_.end(), held.begin(), held.end());
  const auto from = at(first), to = at(end);
  if (from >= to) return;
  for (auto i = from; i < to; ++i)
    forgotten_.push_back({move, numbers_[static_cast<std::size_t>(i)], order_[static_cast<std::size_t>(i)]});
  order_.erase(order_.begin() + from, order_.begin() + to);
  numbers_.erase(numbers_.begin() + from, numbers_.begin() + to);
  rebuild(table_.size());
}

void History::recall(std::uint32_t move) {
  std::vector<Forgotten> own;
  std::erase_if(forgotten_, [&](const Forgotten& f) {
    if (f.move == move) own.push_back(f);
    return f.move == move;
  });
  if (own.empty()) return;
  std::sort(own.begin(), own.end(), is_earlier);
  std::vector<bool> held(own.size());  // by another move, too
  for (const Forgotten& f : forgotten_)
    if (const auto it = std::lower_bound(own.begin(), own.end(), f, is_earlier); it != own.end() && is_same(*it, f))
      held[static_cast<std::size_t>(it - own.begin())] = true;
  const std::vector<std::uint64_t> order = std::exchange(order_, {});
  const std::vector<std::uint32_t> numbers = std::exchange(numbers_, {});
  for (std::size_t i = 0, k = 0; i < order.size() || k < own.size();) {
    const bool known = k == own.size() || (i < order.size() && numbers[i] < own[k].number);
    if (known || !held[k]) {
      order_.push_back(known ? order[i] : own[k].situation);
      numbers_.push_back(known ? numbers[i] : own[k].number);
    }
    ++(known ? i : k);
  }
  rebuild(std::max<std::size_t>(16, std::bit_ceil(2 * order_.size())));
}

void History::clear() {
  order_.clear();
  numbers_.clear();
  forgotten_.clear();
  table_.clear();
  zeros_ = 0;
}

}  // namespace gofuda
