// Proofs: of small games, held to the game itself; and all that is wrong with one is named.
#include <algorithm>
#include <set>
#include <sstream>

#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/pattern_games.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/solver/proof_builder.hpp"
#include "tools/solver/proof_check.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using test::NoScripts;

namespace {

using SharedRules = std::shared_ptr<const Ruleset>;
using Result = Solution::Result;

std::string proof_of(const Ruleset& rules, const Position& position, Result* result = nullptr) {
  NoScripts scripts;
  PatternSolver solver(rules, 14);
  SearchLimits limits;
  limits.nodes = 5'000'000;
  const Solution s = solver.solve(position, scripts, limits);
  REQUIRE(s.solved());
  if (result) *result = s.result;
  ProofBuilder builder(solver);
  Proof proof;
  proof.variant = "small";
  proof.rules = rules_digest(rules);
  for (Seat side : {Seat::black, Seat::white}) {
    const bool wins = s.result == (side == position.to_move ? Result::win : Result::loss);
    if (wins || s.result == Result::draw) REQUIRE(builder.prove(position, side, wins, limits, proof));
  }
  builder.finish(position, proof);
  return proof_text(proof);
}

std::optional<ProofMistake> mistake_in(const SharedRules& rules, const std::string& text,
                                       std::uint64_t most_moves = ProofChecker::kMostMoves) {
  Proof proof;
  if (auto m = read_proof(text, *rules, proof)) return m;
  NoScripts scripts;
  return ProofChecker(rules, proof, scripts, most_moves).check();
}

// The code of the mistake, which names its line.
std::string refusal(const SharedRules& rules, const std::string& text) {
  INFO(text);
  const auto m = mistake_in(rules, text);
  if (!m) return "";
  CHECK(m->line > 0);
  CHECK_FALSE(m->message.empty());
  return m->code;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string lines_joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

constexpr std::size_t kHead = 6;  // lines before the first of the proof

SharedRules shared(Ruleset rules) { return std::make_shared<const Ruleset>(std::move(rules)); }

}  // namespace

TEST_CASE("proof: what the search says of small games is proved, and the proof holds") {
  Random random(4);
  Ruleset few = test::rows(3, 4, 3);
  few.rules.stones = 4;
  Ruleset opened = test::rows(4, 4, 3);
  PointSet middle;
  for (const char* p : {"B2", "B3", "C2", "C3"}) middle.insert(parse_point(p));
  opened.openings = {{0, middle}, {2, middle}};
  std::set<Result> seen;
  for (const SharedRules& rules :
       {shared(test::rows(3, 3, 3)), shared(test::rows(4, 4, 3)), shared(test::rows(4, 4, 4)), shared(test::areas()),
        shared(opened), shared(few), shared(test::rows(7, 1, 3))}) {
    for (int n = 0; n < 10; ++n) {
      const int stones = n == 0 && rules->grid.area() < 16 ? 0 : 3 + static_cast<int>(random.below(4));
      const Position p = test::scattered(rules, stones, random);
      Result result;
      const std::string text = proof_of(*rules, p, &result);
      seen.insert(result);
      CHECK(refusal(rules, text) == "");
    }
  }
  CHECK(seen.size() == 3);
}

TEST_CASE("proof: a line that is dropped, repeated, cut off, changed or put elsewhere is missed") {
  for (const SharedRules& rules : {shared(test::rows(3, 3, 3)), shared(test::rows(4, 4, 3))}) {
    const std::string text = proof_of(*rules, first_position(*rules, {}));
    const std::vector<std::string> lines = lines_of(text);
    REQUIRE(refusal(rules, text) == "");
    for (std::size_t size = 0; size < text.size(); ++size) CHECK(refusal(rules, text.substr(0, size)) != "");
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto at = static_cast<std::ptrdiff_t>(i);
      auto fewer = lines, twice = lines, later = lines;
      fewer.erase(fewer.begin() + at);
      twice.insert(twice.begin() + at, lines[i]);
      CHECK(refusal(rules, lines_joined(fewer)) != "");
      CHECK(refusal(rules, lines_joined(twice)) != "");
      if (i + 1 == lines.size()) continue;
      std::swap(later[i], later[i + 1]);
      CHECK((refusal(rules, lines_joined(later)) != "" || lines[i].find(" holds ") != std::string::npos));
    }
    CHECK(refusal(rules, text + "\n") == "bad-line");
  }
}

TEST_CASE("proof: a check gives up where a proof leads to too many positions") {
  const SharedRules rules = shared(test::rows(3, 3, 3));
  const std::string text = proof_of(*rules, first_position(*rules, {}));
  const auto m = mistake_in(rules, text, 20);
  REQUIRE(m);
  CHECK(m->code == "too-many");
  CHECK(m->line > 0);
}

TEST_CASE("proof: a move, an answer, a winner or a reference that is another is missed") {
  const SharedRules rules = shared(test::rows(4, 4, 3));
  const std::string text = proof_of(*rules, first_position(*rules, {}));
  const std::vector<std::string> lines = lines_of(text);
  const auto with = [&](std::size_t i, const std::string& line) {
    auto changed = lines;
    changed[i] = line;
    return refusal(rules, lines_joined(changed));
  };
  std::set<std::string> codes;
  int replies = 0, refused = 0;
  for (std::size_t i = kHead; i + 2 < lines.size(); ++i) {
    if (lines[i].starts_with("turn")) continue;
    std::istringstream in(lines[i]);
    std::string number, move, word;
    in >> number >> move;
    const std::string rest = lines[i].substr(number.size() + 1 + move.size());
    CHECK(with(i, number + " E9" + rest) == "no-point");
    CHECK(with(i, number + " -" + rest) != "");
    CHECK(with(i, number + rest) != "");
    if (!rest.empty()) CHECK(with(i, number + ' ' + move) != "");
    while (in >> word) {
      const std::size_t arrow = word.find('>'), place = lines[i].find(' ' + word);
      REQUIRE(arrow != std::string::npos);
      auto other = [&](const std::string& instead) {
        return with(i, std::string(lines[i]).replace(place, word.size() + 1, instead));
      };
      refused += other("") != "";  // where the rest of the answers serves as well, it holds
      CHECK(other(' ' + word.substr(0, arrow + 1) + number) == "later-line");
      CHECK(other(' ' + word.substr(0, arrow + 1) + "0") == "bad-line");
      CHECK(other(' ' + word + ' ' + word) == (arrow == 0 ? "bad-line" : "repeated-answer"));
      ++replies;
    }
    rules->grid.points().for_each([&](Point p) {
      if (point_name(p) != move) codes.insert(with(i, number + ' ' + point_name(p) + rest));
    });
  }
  CHECK(replies > 5);
  CHECK(2 * refused > replies);
  CHECK(codes.count("not-covered") + codes.count("illegal-move") + codes.count("not-proved") >= 2);
  const std::size_t claim = lines.size() - 2;
  REQUIRE(lines[claim].substr(0, 10) == "black wins");
  CHECK(with(claim, "white wins" + lines[claim].substr(10)) == "wrong-side");
  CHECK(with(claim, "white holds" + lines[claim].substr(10)) == "wrong-side");
  CHECK(with(claim, "black holds" + lines[claim].substr(10)) == "");  // who wins does not lose
  CHECK(with(claim, "black wins 1") != "");
  CHECK(with(5, "to-move white") == "wrong-side");
  CHECK(with(3, "black A1 A1") == "repeated-point");
  CHECK(with(3, "black A1 A2 A3") == "bad-position");
}

TEST_CASE("proof: pairs are looked at one by one") {
  const SharedRules rules = shared(test::rows(3, 3, 3));
  const auto proof = [&](const std::string& stones, const std::string& line,
                         const std::string& claim = "black holds 1") {
    return refusal(rules, "gofuda-proof 1\nvariant small\nrules " + rules_digest(*rules) + '\n' + stones +
                              "to-move black\n1 " + line + '\n' + claim + "\nend 1\n");
  };
  const std::string stones = "black B2 C1\nwhite A1 A3\n";
  CHECK(proof(stones, "A2 = C3=B3") == "");
  CHECK(proof(stones, "A2") == "not-covered");
  CHECK(proof(stones, "A2 =") == "not-paired");
  CHECK(proof(stones, "A2 = C3=A2") == "not-paired");        // taken
  CHECK(proof(stones, "A2 = C3=C3") == "not-paired");        // one point
  CHECK(proof(stones, "A2 = C3=B3 C3=C2") == "not-paired");  // in two pairs
  CHECK(proof(stones, "B3 = C3=C2") == "not-paired");        // A1 A2 A3 is one stone from a row
  CHECK(proof(stones, "A2 = C3=B3", "black wins 1") == "not-proved");
  CHECK(proof(stones, "A2 C3=B3") == "bad-line");
  CHECK(proof(stones, "A2 = C3=B3 >1") == "bad-line");
}

TEST_CASE("proof: the board is turned as the rules allow, and not before an opening rule has passed") {
  Ruleset few = test::rows(3, 3, 3);
  SharedRules rules = shared(few);
  const std::string text = proof_of(few, first_position(few, {}));
  const std::vector<std::string> lines = lines_of(text);
  REQUIRE(lines[kHead].starts_with("turn 1 "));
  REQUIRE(refusal(rules, text) == "");
  const auto with = [&](const std::string& turn) {
    auto changed = lines;
    changed[kHead] = turn;
    return refusal(rules, lines_joined(changed));
  };
  CHECK(with("turn 1 C1 B1 A1 C2 B2 A2 C3 B3 B3") == "bad-turn");  // two points to one
  CHECK(with("turn 1 B1 A1 C1 C2 B2 A2 C3 B3 A3") == "bad-turn");  // rows are torn
  CHECK(with("turn 1 C1 B1 A1 C2 B2 A2 C3 B3") == "bad-turn");     // a point is missing
  CHECK(with("turn 2" + lines[kHead].substr(6)) == "bad-turn");
  CHECK(with("turn 1 A1 B1 C1 A2 B2 C2 A3 B3 C3") != "");  // another one than it should be
  const std::size_t slash = text.find("/1");
  REQUIRE(slash != std::string::npos);
  CHECK(refusal(rules, std::string(text).replace(slash, 2, "/9")) == "bad-turn");
  CHECK(refusal(rules, std::string(text).replace(slash, 2, "")) != "");
  CHECK(refusal(rules, std::string(text).replace(text.find(" >") + 3, 0, "/1")) == "bad-turn");
  PointSet corner;
  corner.insert(parse_point("A3"));
  few.openings = {{8, corner}};
  rules = shared(few);
  std::string opened = text;
  opened.replace(opened.find("rules "), 22, "rules " + rules_digest(few));
  CHECK(refusal(rules, opened) != "");
}

TEST_CASE("proof: rules have a text that tells them apart, in whatever order they come") {
  Ruleset a = test::areas(), b = test::areas();
  auto conditions = a.wins.conditions();
  std::reverse(conditions.begin(), conditions.end());
  for (auto& c : conditions) std::reverse(c.patterns.begin(), c.patterns.end());
  b.wins = WinTable(conditions);
  CHECK(rules_digest(a) == rules_digest(b));
  CHECK(rules_text(test::rows(2, 1, 2)) == "board 2x1\npoints A1 B1\nstones 0\npattern A1 B1\n");
  b.rules.stones = 5;
  CHECK(rules_digest(a) != rules_digest(b));
  b = a;
  PointSet corner;
  corner.insert(parse_point("A1"));
  b.openings = {{0, corner}};
  CHECK(rules_digest(a) != rules_digest(b));
  conditions.pop_back();
  b = a;
  b.wins = WinTable(conditions);
  CHECK(rules_digest(a) != rules_digest(b));
}
