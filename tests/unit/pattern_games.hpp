// Small games in which stones stay and patterns win.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "tests/unit/reply.hpp"

namespace gofuda::test {

struct NoScripts : Scripts {
  Status turn(Run& run) override { return run.fail({}); }
  Status part(Run& run, Seat) override { return run.fail({}); }
  Status card(Run& run, Moment, Seat, Card, int) override { return run.fail({}); }
  bool may(Run&, Moment, Seat, Card, int) override { return false; }
  bool won(Run&, int, Seat, PointSet&) override { return false; }
};

inline WinCondition condition(std::vector<PointSet> patterns) {
  WinCondition w;
  w.id = "test";
  w.patterns = std::move(patterns);
  return w;
}

inline Ruleset pattern_rules(const Grid& grid, std::vector<WinCondition> wins) {
  Ruleset r;
  r.grid = grid;
  r.plain = true;
  r.rules.captures = CaptureOrder::none;
  r.rules.ko = KoRule::none;
  r.rules.passes_to_end = 0;
  r.rules.exhausted = Exhausted::draw;
  r.wins = WinTable(std::move(wins));
  return r;
}

inline Ruleset rows(int width, int height, int length) {
  const Grid grid(width, height);
  return pattern_rules(grid, {condition(line_patterns(grid, length))});
}

// A board of 4x4 with areas of three, a square of four and a row of four: much as the real ones, but small.
inline Ruleset areas() {
  std::vector<Region> regions;
  for (const char* text : {"A1 A2 B1", "C1 D1 D2", "A3 A4 B4", "C4 D4 D3", "B2 C3 B3"}) {
    Region r{text, {}};
    for (std::size_t i = 0; text[i]; i += text[i + 2] ? 3 : 2) r.points.insert(parse_point(std::string(text + i, 2)));
    regions.push_back(r);
  }
  const Grid grid(4, 4, {}, regions);
  return pattern_rules(grid, {condition(region_patterns(grid)), condition(line_patterns(grid, 4)),
                              condition(shape_patterns(grid, *Shape::parse("XX\nXX")))});
}

// A game that is not over, after so many random stones of both sides by turns.
inline Position scattered(const std::shared_ptr<const Ruleset>& rules, int count, Random& random) {
  NoScripts scripts;
  for (;;) {
    Game game(rules, {});
    game.advance(scripts);
    int n = 0;
    for (int tries = 0; n < count && tries < 100 && game.state() == Status::asks; ++tries) {
      const PointSet& from = game.question().from;
      const std::uint16_t p = from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.count()))));
      n += bool(reply(game, scripts, {p}));
    }
    if (n == count && game.state() == Status::asks) return game.turn_start();
  }
}

}  // namespace gofuda::test
