// Shards, sets of games, and sums that do not depend on the order in which they are put together.
#include <nlohmann/json.hpp>

#include "tests/unit/catch.hpp"
#include "tools/lab/report/compare_report.hpp"
#include "tools/lab/statistics/pair_tally.hpp"
#include "tools/lab/statistics/tally.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/ranges.hpp"

using namespace gofuda;
using namespace gofuda::lab;

TEST_CASE("Shards part every cell without a gap, as equally as can be") {
  for (std::uint64_t games : {0u, 1u, 2u, 7u, 100u, 1001u})
    for (std::uint64_t of : {1u, 2u, 3u, 8u, 64u})
      for (std::uint64_t row : {0u, 1u, 5u}) {
        Ranges all;
        for (Shard s{1, of}; s.number <= of; ++s.number) {
          const Range r = s.part(games, row);
          CHECK(Ranges(r).common(all).empty());
          CHECK(r.end - r.first >= games / of);
          CHECK(r.end - r.first <= games / of + 1);
          all.add(r);
        }
        CHECK(all == Ranges(Range{0, games}));
      }
}

TEST_CASE("What is left over goes to different shards in different rows") {
  for (Shard s{1, 4}; s.number <= 4; ++s.number) {
    std::uint64_t games = 0;
    for (std::uint64_t row = 0; row < 4; ++row) {
      const Range r = s.part(1, row);
      games += r.end - r.first;
    }
    CHECK(games == 1);
  }
}

TEST_CASE("A shard as it is written") {
  CHECK(read_shard("2/8") == Shard{2, 8});
  CHECK(read_shard("1/1") == Shard{});
  CHECK(read_shard("100000/100000"));
  for (const char* wrong : {"", "/", "2", "2/", "/8", "0/8", "9/8", "1/0", "-1/8", "+1/8", " 1/8", "1/8 ", "1/8/2",
                            "x/8", "1/100001", "99999999999999999999/99999999999999999999"})
    CHECK_FALSE(read_shard(wrong));
}

TEST_CASE("Sets of game numbers") {
  Ranges r;
  CHECK(r.empty());
  CHECK(r.text().empty());
  r.add({10, 20}), r.add({30, 31}), r.add({5, 5}), r.add({0, 3});
  CHECK(r.list() == std::vector<Range>{{0, 3}, {10, 20}, {30, 31}});
  CHECK(r.games() == 14);
  CHECK(r.end() == 31);
  CHECK(r.text() == "games 0 to 2, 10 to 19 and 30");
  CHECK(Ranges(Range{0, 40}).without(r).list() == std::vector<Range>{{3, 10}, {20, 30}, {31, 40}});
  CHECK(r.without(Ranges(Range{0, 40})).empty());
  CHECK(r.common(Ranges(Range{2, 12})).list() == std::vector<Range>{{2, 3}, {10, 12}});
  r.add({3, 10});
  CHECK(r.list() == std::vector<Range>{{0, 20}, {30, 31}});
  r.add({15, 40});
  CHECK(r == Ranges(Range{0, 40}));
}

TEST_CASE("Kinds of faults are the same however games are put together") {
  auto failed = [](std::uint64_t k) {
    GameRecord g;
    g.number = k, g.outcome = GameResult::fault, g.fault = "fault " + std::to_string(k * 7919 % 211);
    lab::Tally t(0, 0);
    t.add(g);
    return t;
  };
  std::vector<lab::Tally> parts(9, lab::Tally(0, 0));
  lab::Tally one(0, 0);
  for (std::uint64_t k = 0; k < 900; ++k) parts[k % 9].add(failed(k)), one.add(failed(k));
  CHECK(one.fault_kinds.size() == lab::Tally::kMostFaultKinds + 1);
  for (std::size_t step : {1u, 2u, 4u, 7u}) {
    lab::Tally left(0, 0), right(0, 0);
    for (std::size_t i = 0; i < 9; ++i) (i < 4 ? left : right).add(parts[i * step % 9]);
    right.add(left);
    REQUIRE(right.fault_kinds.size() == one.fault_kinds.size());
    for (const auto& [what, kind] : one.fault_kinds) {
      REQUIRE(right.fault_kinds.contains(what));
      CHECK(right.fault_kinds.at(what).games == kind.games);
      CHECK(right.fault_kinds.at(what).first == kind.first);
    }
  }
}

TEST_CASE("Pairs of games") {
  const PairSide win{true, true, 2, 9}, loss{true, true, 0, -5}, resigned{true, false, 2, 0}, failed;
  PairTally t, more;
  t.add(win, loss), t.add(loss, win), t.add(win, win), t.add(resigned, loss), t.add(failed, win);
  CHECK(t.pairs == 5);
  CHECK(t.apart == 1);
  CHECK(t.half_wins == std::array<std::int64_t, 2>{6, 4});
  CHECK(t.results == Histogram{{-2, 1}, {0, 1}, {2, 2}});
  CHECK(t.leads == Histogram{{-14, 1}, {0, 1}, {14, 1}});
  more.add(win, loss);
  more.add(t);
  CHECK(more.pairs == 6);
  CHECK(more.results == Histogram{{-2, 1}, {0, 1}, {2, 3}});
  CHECK(t.differing == 3);
  CHECK(t.other_courses == 0);
  PairSide otherwise = win;
  otherwise.course = 7;
  more.add(win, otherwise);
  CHECK(more.other_courses == 1);
  CHECK(more.differing == t.differing + 2);
  const nlohmann::json j = differences_json(t, std::nullopt, 1);
  CHECK(j["rate_difference"]["mean"] == 0.25);
  CHECK(j["lead_difference"]["mean"] == 0.0);
  CHECK(difference_text(differences_json({}, std::nullopt, 1)["rate_difference"], 100, " %") == "-");
}

TEST_CASE("A cell's id is that of what is in it") {
  Provenance p, q;
  p.variant = q.variant = "go", p.black = q.black = "random", p.white = q.white = "mcts";
  p.settings = {"board.size=9x9", "rules.komi=5.5"}, q.settings = {"rules.komi=5.5", "board.size=9x9"};
  p.seed = 1, q.seed = 2, p.games = 3, q.games = 4;
  CHECK(cell_id(p) == cell_id(q));
  CHECK(cell_id(p).size() == 12);
  for (auto change : {+[](Provenance& x) { x.variant = "dgo"; }, +[](Provenance& x) { x.settings.pop_back(); },
                      +[](Provenance& x) { std::swap(x.black, x.white); },
                      +[](Provenance& x) { x.settings[0] = "rules.komi=6.5"; }}) {
    Provenance other = q;
    change(other);
    CHECK(cell_id(other) != cell_id(q));
  }
  const Settings mixed{{"x.y", "1"}, {"rules.komi", "5"}, {"board.size", "9x9"}, {"deck", "d"}};
  const Settings ordered{{"deck", "d"}, {"board.size", "9x9"}, {"rules.komi", "5"}, {"x.y", "1"}};
  CHECK(in_order(mixed) == ordered);
}
