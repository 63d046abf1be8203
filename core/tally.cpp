#include "core/tally.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda {

int TallyNames::token(std::string_view name) const {
  const auto it = std::find_if(tokens.begin(), tokens.end(), [&](const Token& t) { return t.name == name; });
  return it == tokens.end() ? -1 : static_cast<int>(it - tokens.begin());
}

int TallyNames::mark(std::string_view name) const {
  const auto it = std::find(marks.begin(), marks.end(), name);
  return it == marks.end() ? -1 : static_cast<int>(it - marks.begin());
}

TallyChange TallyChange::taken_back() const {
  TallyChange back = *this;
  back.by = -by;
  if (kind == marked) back.kind = unmarked;
  if (kind == unmarked) back.kind = marked;
  return back;
}

int Tally::tokens(int name, Seat seat) const {
  const auto n = static_cast<std::size_t>(name);
  return n < held.size() ? held[n][static_cast<std::size_t>(index(seat))] : 0;
}

PointSet Tally::marked(int name) const {
  const auto n = static_cast<std::size_t>(name);
  return n < marks.size() ? marks[n] : PointSet{};
}

TallyChange Tally::apply(const TallyChange& change) {
  TallyChange done = change;
  const auto seat = static_cast<std::size_t>(index(change.seat));
  const std::size_t name = change.name;
  switch (change.kind) {
    case TallyChange::points:
      points2[seat] += change.by;
      break;
    case TallyChange::tokens: {
      if (held.size() <= name) held.resize(name + 1);
      int& have = held[name][seat];
      done.by = std::clamp(have + change.by, 0, kMostTokens) - have;
      have += done.by;
      while (!held.empty() && held.back() == std::array<int, 2>{}) held.pop_back();
      break;
    }
    case TallyChange::marked:
    case TallyChange::unmarked: {
      if (marks.size() <= name) marks.resize(name + 1);
      PointSet& area = marks[name];
      done.area = change.kind == TallyChange::marked ? change.area - area : change.area & area;
      change.kind == TallyChange::marked ? area |= done.area : area -= done.area;
      while (!marks.empty() && marks.back().empty()) marks.pop_back();
    }
  }
  return done;
}

bool Tally::tallied_since(std::size_t first_move) const {
  return !changes.empty() && changes.back().move >= first_move;
}

const char* wrong_points(double n) {
  if (!std::isfinite(n)) return "must be a finite number of points";
  if (std::abs(n) > Tally::kMostTokens) return "must be from -1000000 to 1000000 points";
  return 2 * n == std::floor(2 * n) ? nullptr : "must be whole or half points";
}

// Nothing, where a game knows nothing of it. Each part begins with a number of its own.
void Tally::add_to(Hash& h) const {
  constexpr std::uint64_t kHeld = std::uint64_t{1} << 62, kMarked = kHeld * 2, kPoints = kHeld * 3, kChange = kHeld / 2;
  for (std::size_t i = 0; i < held.size(); ++i) {
    h.add(kHeld | i);
    for (int n : held[i]) h.add(n);
  }
  for (std::size_t i = 0; i < marks.size(); ++i) {
    h.add(kMarked | i);
    h.add(marks[i]);
  }
  if (points2 != std::array<int, 2>{}) {
    h.add(kPoints);
    for (int n : points2) h.add(n);
  }
  for (const TallyChange& c : changes) {
    h.add(kChange | c.kind | std::uint64_t{c.name} << 8 | std::uint64_t(index(c.seat)) << 16 |
          std::uint64_t{c.move} << 24);
    h.add(c.by);
    h.add(c.area);
  }
}

Tally first_tally(const TallyNames& names) {
  Tally out;
  for (std::size_t i = 0; i < names.tokens.size(); ++i)
    for (Seat seat : {Seat::black, Seat::white})
      out.apply({TallyChange::tokens, static_cast<std::uint8_t>(i), seat, names.tokens[i].at_start, {}, 0});
  return out;
}

}  // namespace gofuda
