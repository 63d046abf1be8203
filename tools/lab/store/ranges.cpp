#include "tools/lab/store/ranges.hpp"

#include <algorithm>
#include <charconv>

namespace gofuda::lab {

void Ranges::add(Range more) {
  if (more.first >= more.end) return;
  if (list_.empty() || list_.back().end < more.first) return list_.push_back(more);
  const auto first =
      std::partition_point(list_.begin(), list_.end(), [&](const Range& r) { return r.end < more.first; });
  auto last = first;
  for (; last != list_.end() && last->first <= more.end; ++last)
    more = {std::min(last->first, more.first), std::max(last->end, more.end)};
  list_.insert(list_.erase(first, last), more);
}

Ranges Ranges::without(const Ranges& taken) const {
  Ranges out;
  auto t = taken.list_.begin();
  for (Range r : list_) {
    while (t != taken.list_.end() && t->end <= r.first) ++t;
    for (; t != taken.list_.end() && t->first < r.end; ++t) {
      out.add({r.first, t->first});
      r.first = t->end;
      if (t->end >= r.end) break;  // it may reach into the next
    }
    out.add(r);
  }
  return out;
}

Ranges Ranges::common(const Ranges& other) const {
  Ranges out;
  auto b = other.list_.begin();
  for (const Range& a : list_) {
    while (b != other.list_.end() && b->end <= a.first) ++b;
    for (; b != other.list_.end() && b->first < a.end; ++b) {
      out.add({std::max(a.first, b->first), std::min(a.end, b->end)});
      if (b->end >= a.end) break;
    }
  }
  return out;
}

std::uint64_t Ranges::games() const {
  std::uint64_t n = 0;
  for (const Range& r : list_) n += r.end - r.first;
  return n;
}

std::string Ranges::text() const {
  std::string out;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Range& r = list_[i];
    out += i == 0 ? "games " : i + 1 == list_.size() ? " and " : ", ";
    out += std::to_string(r.first);
    if (r.end > r.first + 1) out += " to " + std::to_string(r.end - 1);
  }
  return out;
}

Range Shard::part(std::uint64_t games, std::uint64_t row) const {
  // games * number is below 2^57: 10^12 games, 10^5 shards.
  const std::uint64_t i = (number - 1 + row) % of;
  return {games * i / of, games * (i + 1) / of};
}

std::optional<Shard> read_shard(const std::string& text) {
  Shard s;
  const char *at = text.data(), *end = at + text.size();
  auto number = std::from_chars(at, end, s.number);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '/') return std::nullopt;
  auto of = std::from_chars(number.ptr + 1, end, s.of);
  if (of.ec != std::errc() || of.ptr != end || s.of < 1 || s.of > kMostShards || s.number < 1 || s.number > s.of)
    return std::nullopt;
  return s;
}

}  // namespace gofuda::lab
