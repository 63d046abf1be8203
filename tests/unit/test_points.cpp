#include <set>
#include <string>

#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"
#include "core/verdict.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
using namespace gofuda::test;

TEST_CASE("points have names", "[points]") {
  CHECK(point_name(point_at(0, 0)) == "A1");
  CHECK(point_name(point_at(7, 3)) == "H4");
  CHECK(point_name(point_at(8, 3)) == "J4");
  CHECK(point_name(point_at(24, 24)) == "Z25");
  CHECK(parse_point("d4") == point_at(3, 3));
  CHECK(parse_point("z25") == point_at(24, 24));
  for (const char* text : {"", "A", "A0", "A01", "I3", "A26", "A251", "4D", "D-4", "D4 ", " D4", "DD4", "D+4", "Ä4"})
    CHECK(parse_point(text) == kNoPoint);
  for (int column = 0; column < kMaxSide; ++column)
    for (int row = 0; row < kMaxSide; ++row) {
      const Point p = point_at(column, row);
      REQUIRE(column_of(p) == column);
      REQUIRE(row_of(p) == row);
      REQUIRE(parse_point(point_name(p)) == p);
    }
}

TEST_CASE("a set of points lists, counts and picks its members", "[points]") {
  const PointSet set = points("B1 A1 C2 Z25 A3");
  CHECK(to_string(set) == "A1 B1 C2 A3 Z25");
  CHECK(to_string(PointSet{}).empty());
  CHECK(set.count() == 5);
  CHECK(set.first() == point("A1"));
  for (int k = 0; k < 5; ++k) {
    PointSet before;
    set.for_each([&](Point p) {
      if (p < set.nth(k)) before.insert(p);
    });
    CHECK(before.count() == k);
    CHECK(set.contains(set.nth(k)));
  }
  CHECK(set.nth(5) == kNoPoint);
  CHECK(set.nth(-1) == kNoPoint);
  CHECK(PointSet{}.nth(0) == kNoPoint);
  CHECK(set.contains_all(points("A1 Z25")));
  CHECK_FALSE(set.contains_all(points("A1 Z24")));
  CHECK((set - points("A1 Z25")) == points("B1 C2 A3"));
  CHECK_FALSE(set.intersects(points("D4")));
}

TEST_CASE("a set of points moves", "[points]") {
  CHECK(points("C3 D4").moved_back(1) == points("B3 C4"));
  CHECK(points("C3 D4").moved_back(-1) == points("D3 E4"));
  CHECK(points("C3 D4").moved_back(2 * kStride) == points("C1 D2"));
  CHECK(points("C3 D4").moved_back(-21 * kStride) == points("C24 D25"));
  CHECK(points("C3").moved_back(kCells).empty());
  CHECK(points("C3").moved_back(-5 * kCells).empty());

  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    PointSet set, expected;
    const int offset = static_cast<int>(random.below(2 * kCells)) - kCells;
    for (int i = 0; i < 40; ++i) set.insert(static_cast<Point>(random.below(kCells)));
    set.for_each([&](Point p) {
      if (p - offset >= 0 && p - offset < kCells) expected.insert(static_cast<Point>(p - offset));
    });
    REQUIRE(set.moved_back(offset) == expected);
  }
}

TEST_CASE("a grid knows its points, holes and regions", "[points]") {
  const Grid grid(5, 3, points("A1 C2 J9"), {{"corner", points("A3 B3")}});
  CHECK(grid.area() == 13);
  CHECK(to_string(grid.points()) == "B1 C1 D1 E1 A2 B2 D2 E2 A3 B3 C3 D3 E3");
  CHECK(grid.exists(point("E3")));
  CHECK_FALSE(grid.exists(point("A1")));
  CHECK_FALSE(grid.exists(point("F3")));
  CHECK_FALSE(grid.exists(kCells + 10));
  CHECK_FALSE(grid.exists(kNoPoint));
  CHECK(grid.parse("e3") == point("E3"));
  CHECK(grid.parse("A1") == kNoPoint);
  CHECK(grid.parse("A4") == kNoPoint);
  REQUIRE(grid.region("corner"));
  CHECK(grid.region("corner")->points == points("A3 B3"));
  CHECK(grid.region("centre") == nullptr);
}

TEST_CASE("verdicts are told in words", "[verdict]") {
  std::set<std::string_view> codes;
  for (std::size_t i = 0; i < kReasons.size(); ++i) {
    CHECK(static_cast<std::size_t>(kReasons[i].reason) == i);
    CHECK_FALSE(kReasons[i].sentence.empty());
    codes.insert(kReasons[i].code);
  }
  CHECK(codes.size() == kReasons.size());
  CHECK(reason_code(Reason::game_over) == "game-over");
  CHECK(to_string(Verdict::ok()) == "legal");
  CHECK(to_string(Verdict::no(Reason::suicide, points("B1"))) ==
        "suicide at B1: The stones would be left without a liberty.");
  CHECK(to_string(Verdict::no(Reason::refused, {}, "not on a Tuesday")) == "refused: not on a Tuesday");
}

TEST_CASE("rules are read and written by name", "[rules]") {
  Rules rules;
  std::set<std::string_view> names;
  for (const RuleField& field : rule_fields()) {
    names.insert(field.name);
    CHECK_FALSE(field.text.empty());
    CHECK(find_rule_field(field.name) == &field);
    CHECK_FALSE(field.set(rules, "nonsense"));
    CHECK(rules == Rules{});
    for (std::string_view value : field.values) {
      Rules changed;
      REQUIRE(field.set(changed, value));
      CHECK(field.get(changed) == value);
    }
  }
  CHECK(names.size() == rule_fields().size());
  for (const char* name :
       {"ko", "ko_cards", "suicide", "placement", "captures", "symmetry", "scoring", "komi", "passes_to_end"})
    CHECK(names.contains(name));
  CHECK(find_rule_field("colour") == nullptr);
  CHECK(find_rule_field("placement")->set(rules, "one-by-one"));
  CHECK(rules.placement == PlacementRule::one_by_one);
}

TEST_CASE("komi is a number with at most three decimals", "[rules]") {
  const RuleField& komi = *find_rule_field("komi");
  for (const auto& [text, thousandths, printed] : {std::tuple{"10.5", 10500, "10.5"},
                                                   {"-3", -3000, "-3"},
                                                   {"7", 7000, "7"},
                                                   {"0", 0, "0"},
                                                   {"-0.5", -500, "-0.5"},
                                                   {"0.5", 500, "0.5"},
                                                   {"7.0", 7000, "7"},
                                                   {"7.50", 7500, "7.5"},
                                                   {"3.75", 3750, "3.75"},
                                                   {"-0.25", -250, "-0.25"},
                                                   {"0.125", 125, "0.125"},
                                                   {"6.05", 6050, "6.05"},
                                                   {"0.001", 1, "0.001"},
                                                   {"-7.000", -7000, "-7"},
                                                   {"1000", 1000000, "1000"},
                                                   {"-1000", -1000000, "-1000"}}) {
    Rules rules;
    INFO(text);
    CHECK(komi.set(rules, text));
    CHECK(rules.komi == thousandths);
    CHECK(komi.get(rules) == printed);
  }
  Rules rules;
  rules.komi = 1500;
  for (const char* text :
       {"",     "-",           "7.2525", "7.", ".5", "1000.001", "-1000.5", "-1000.001", "7.-5", "7. 5",  "7.5x",
        "1001", "99999999999", "+7",     "7 ", " 7", "07",       "--7",     "7,5",       "1e2",  "7.5.5", "seven"}) {
    CHECK_FALSE(komi.set(rules, text));
    CHECK(rules.komi == 1500);
  }
  CHECK(komi.get(rules) == "1.5");
  const RuleField& passes = *find_rule_field("passes_to_end");
  CHECK(passes.set(rules, "0"));
  CHECK(passes.get(rules) == "0");
  for (const char* text : {"", "-1", "2.5", "two", "101"}) CHECK_FALSE(passes.set(rules, text));
}
