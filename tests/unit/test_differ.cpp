// Where two readings of the rules part: what is found, what is left of it, and that the judge agrees.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/lab/finding/findings_report.hpp"
#include "tools/lab/statistics/stats.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

const std::atomic<int> kNeverStopped{0};

// One game against itself with other settings, a reading for each.
Asked against(const std::string& name, const std::vector<Settings>& others, std::uint64_t games,
              const Settings& base = {}) {
  Asked asked;
  Diagnostics out;
  asked.library.emplace(std::vector<std::string>{GOFUDA_SOURCE_RULES_DIR}, out);
  asked.a = name;
  asked.b = "another reading";
  lab::Match& match = asked.search.match;
  match.a = {test::shipped(name, base), base, {}};
  for (const Settings& own : others) {
    Settings all = base;
    for (const auto& [k, v] : own) put_setting(all, k, v);
    match.others.push_back({test::shipped(name, all), all, own});
  }
  asked.search.games = games;
  return asked;
}

lab::SearchResult found_by(const Asked& asked, int threads = 1) {
  lab::Search search = asked.search;
  search.threads = threads;
  lab::Searcher searcher(search);
  searcher.play(kNeverStopped, [](std::uint64_t) {});
  searcher.shrink(kNeverStopped, [](std::uint64_t) {});
  return searcher.take();
}

lab::SearchResult found_in(const std::string& name, const Settings& own, std::uint64_t games) {
  const Asked asked = against(name, {own}, games);
  return found_by(asked);
}

std::string report_of(Asked& asked, int threads) {
  const lab::SearchResult found = found_by(asked, threads);
  std::vector<std::optional<Written>> written;
  for (const lab::Finding& f : found.findings) written.push_back(write_finding(asked, f));
  return findings_json(asked, found, written).dump();
}

// A scene of dango-1996 in which Black has one card and says this.
lab::Scene scene_of(const Ruleset& rules, const std::string& card, const std::vector<std::string>& words,
                    std::vector<Stone> stones, const std::vector<std::string>& below = {}) {
  lab::Scene scene;
  scene.stage.stones = std::move(stones);
  scene.stage.to_move = Seat::black;
  Stage::Pile deck{Owner::black, Zone::deck, {}};
  for (const std::string& c : below) deck.cards.push_back(rules.find_card(c));
  deck.cards.push_back(rules.find_card(card));
  scene.stage.piles.push_back(deck);
  std::vector<lab::Word>& turn = scene.turns.emplace_back();
  for (const std::string& w : words) turn.push_back({"black", w});
  return scene;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9; }

Stone stone(const char* point, Colour c) { return {parse_point(point), c}; }

}  // namespace

TEST_CASE("differ: a rule that matters is found where it matters", "[minutes]") {
  struct Known {
    Settings own;
    lab::Parting parting;
    const char* where;
  };
  for (const Known& known : {Known{{{"place-2.fewer", "yes"}}, lab::Parting::refused_a, "wrong-count"},
                             {{{"rules.symmetry", "none"}}, lab::Parting::refused_b, "not-a-placement"},
                             {{{"rules.suicide", "allowed"}}, lab::Parting::refused_a, "suicide"},
                             {{{"free-card.held", "open"}}, lab::Parting::cards, " aside"},
                             {{{"rules.scoring", "territory"}}, lab::Parting::result, ""},
                             {{{"rules.captures", "none"}}, lab::Parting::board, ""}}) {
    INFO(known.own[0].first);
    const lab::SearchResult found = found_in("dango-1996", known.own, 40);
    CHECK(found.others[0].met > 10);
    const auto it = std::ranges::find_if(found.findings, [&](const lab::Finding& f) {
      return f.shrunk && f.shrunk->difference.parting == known.parting &&
             f.shrunk->difference.where.ends_with(known.where);
    });
    CHECK(it != found.findings.end());
  }
}

TEST_CASE("differ: the ko that one reading forbids is played out, and nothing else", "[minutes]") {
  const lab::SearchResult found = found_in("go", {{"rules.ko", "none"}}, 60);
  CHECK(found.others[0].played < found.others[0].met);  // a ko is retaken by those alone who try what is refused
  REQUIRE(found.findings.size() == 1);
  const lab::Finding& f = found.findings[0];
  REQUIRE(f.shrunk);
  CHECK(f.shrunk->difference == lab::Difference{lab::Parting::refused_a, "ko", ""});
  CHECK(f.shrunk->scene.stage.ko == kNoPoint);
  CHECK(f.shrunk->scene.turns.size() == 2);
  CHECK(lab::size_of(f.shrunk->scene).stones <= 8);
}

TEST_CASE("differ: a rule without effect parts no game, nor does a game part from itself", "[minutes]") {
  const std::uint64_t games = kSanitized ? 2 : 12;
  // In Go no play lays stones of the other colour, no shape is laid, and so on.
  for (const auto& [name, own] : {std::pair<std::string, Settings>{"dango-1996", {}},
                                  {"card-go", {}},
                                  {"go", {{"rules.captures", "player"}}},
                                  {"go", {{"rules.symmetry", "none"}}},
                                  {"joker-go-1984", {{"rules.ko_cards", "none"}}}}) {
    INFO(name);
    const lab::SearchResult found = found_in(name, own, games);
    CHECK(found.games == games);
    CHECK(found.others[0].met == 0);
    CHECK(found.findings.empty());
    CHECK(found.left_out == 0);
    CHECK(found.others[0].pairs == games);
  }
}

TEST_CASE("differ: where no game parts, the same game is played under the other reading", "[minutes]") {
  Asked asked = against("dango-1996",
                        {{{"place-2.fewer", "yes"}},
                         {{"place-opponents-3.fewer", "yes"}},
                         {{"rules.suicide", "whole"}},
                         {{"rules.ko", "none"}},
                         {{"free-block.stack", "yes"}},
                         {{"change.reach", "turn"}},
                         {{"change.again", "earlier"}}},
                        40);
  const lab::SearchResult found = found_by(asked);
  for (const lab::OtherTally& t : found.others) {
    CHECK(t.unseen == 0);
    CHECK(t.length <= t.met);
    CHECK(t.pairs == 40);
  }
  CHECK(found.others[0].length > 10);
  CHECK(found.others[6].met == 0);
}

TEST_CASE("differ: nothing can be left out of what is found", "[minutes]") {
  Asked asked = against("dango-1996",
                        {{{"rules.suicide", "whole"}},
                         {{"rules.placement", "one-by-one"}},
                         {{"change.after_skip", "earlier"}},
                         {{"free-block.after", "move"}},
                         {{"twice.mode", "at-once"}},
                         {{"rules.captures", "player"}}},
                        30);
  const lab::SearchResult found = found_by(asked);
  int tried = 0;
  for (const lab::Finding& f : found.findings) {
    if (!f.shrunk || !f.shrunk->minimal) continue;
    lab::Bench a(asked.search.match.a), b(asked.search.match.others[f.other]);
    const lab::Scene& scene = f.shrunk->scene;
    const auto parts = [&](const lab::Scene& s) {
      const auto seen_a = a.judge(s), seen_b = b.judge(s);
      auto d = seen_a && seen_b ? lab::difference(s, *seen_a, *seen_b) : std::nullopt;
      if (d && f.shrunk->difference.card.empty()) d->card.clear();
      return d == f.shrunk->difference;
    };
    INFO(parting_name(f.parting) << " " << f.other << " " << f.card);
    CHECK(parts(scene));
    for (const lab::Scene& smaller : lab::one_smaller(scene)) {
      CHECK_FALSE(parts(smaller));
      ++tried;
    }
  }
  CHECK(tried > 50);
}

TEST_CASE("differ: the judge accepts both readings of every dispute, and of no other one", "[minutes]") {
  Asked asked = against("dango-1996",
                        {{{"rules.suicide", "whole"}},
                         {{"rules.dead_stones", "agreed"}},
                         {{"rules.forced_passes", "counted"}},
                         {{"turn.unplayable", "keep"}},
                         {{"turn.may_pass", "yes"}},
                         {{"replace.halves", "one-by-one"}},
                         {{"free-block.burns", "yes"}}},
                        30);
  const lab::SearchResult found = found_by(asked);
  std::size_t written = 0, shrunk = 0;
  for (const lab::Finding& f : found.findings) {
    shrunk += f.shrunk.has_value();
    const auto dispute = write_finding(asked, f);
    if (!dispute) continue;
    ++written;
    INFO(dispute->text);
    CHECK(dispute->other.empty());
    Diagnostics out;
    const auto read = parse_dispute("d.yaml", dispute->text, out);
    REQUIRE(read);
    REQUIRE(read->cases.size() == 2);
    CHECK(judge_dispute(*asked.library, *read).passed());
    // Neither reading is what the other one expects.
    std::string crossed = dispute->text;
    const std::string other = "  - set: ";
    const std::size_t at = crossed.find("expect: "), set = crossed.find(other), end = crossed.find("    expect: ", set);
    const std::string first = crossed.substr(at + 8, crossed.find('\n', at) - at - 8);
    const std::string second = crossed.substr(end + 12, crossed.find('\n', end) - end - 12);
    crossed.replace(end + 12, second.size(), first);
    crossed.replace(at + 8, first.size(), second);
    const auto wrong = parse_dispute("d.yaml", crossed, out);
    REQUIRE(wrong);
    for (const CaseResult& c : judge_dispute(*asked.library, *wrong).cases) CHECK_FALSE(c.passed);
  }
  CHECK(written == shrunk);
  CHECK(written > 15);
}

TEST_CASE("differ: the same for any number of threads, and again", "[minutes]") {
  Asked asked =
      against("dango-1996", {{{"rules.suicide", "whole"}}, {{"turn.rounds", "2"}}, {{"twice.second", "required"}}}, 25);
  const std::string one = report_of(asked, 1);
  CHECK(one == report_of(asked, 1));
  CHECK(one == report_of(asked, 3));
  asked.search.match.seed = 2;
  CHECK(one != report_of(asked, 1));
}

TEST_CASE("differ: a shrink that ends in another difference is not accepted", "[minutes]") {
  // Two rules at once: the play is suicide under the first reading, and no shape of the card under the other one.
  const Settings own{{"rules.symmetry", "none"}, {"rules.suicide", "allowed"}};
  Asked asked = against("dango-1996", {own}, 0);
  lab::Bench a(asked.search.match.a), b(asked.search.match.others[0]);
  lab::Shrinker shrinker(a, b);
  const Ruleset& rules = a.rules();
  std::vector<Stone> walls{stone("A3", Colour::white), stone("B1", Colour::white), stone("B2", Colour::white)};
  CHECK_FALSE(shrinker.shrink(scene_of(rules, "nobi", {"nobi", "(A1 A2)"}, walls)));
  // One stone less, and it is no suicide: b alone refuses, and that is a difference.
  walls.pop_back();
  const auto shrunk = shrinker.shrink(scene_of(rules, "nobi", {"nobi", "(A1 A2)"}, walls, {"keima"}));
  REQUIRE(shrunk);
  CHECK(shrunk->difference == lab::Difference{lab::Parting::refused_b, "not-a-placement", "nobi"});
  CHECK(lab::size_of(shrunk->scene) == lab::SceneSize{0, 1, 2});

  // With suicide: allowed alone, the three stones are the difference: two of them are none.
  Asked suicide = against("dango-1996", {{{"rules.suicide", "allowed"}}}, 0);
  lab::Bench c(suicide.search.match.others[0]);
  walls.push_back(stone("B2", Colour::white));
  walls.push_back(stone("K10", Colour::black));
  const auto kept = lab::Shrinker(a, c).shrink(scene_of(rules, "nobi", {"nobi", "(A1 A2)"}, walls, {"keima"}));
  REQUIRE(kept);
  CHECK(kept->difference == lab::Difference{lab::Parting::refused_a, "suicide", "nobi"});
  CHECK(lab::size_of(kept->scene) == lab::SceneSize{3, 1, 2});
}

TEST_CASE("differ: games that do not begin in the same way are not compared", "[minutes]") {
  const auto reading = [](const std::string& name, const Settings& own = {}) {
    return lab::Reading{test::shipped(name, own), own, own};
  };
  const lab::Reading dango = reading("dango-1996");
  CHECK(begins_otherwise(dango, reading("dango-2019")).empty());
  CHECK(begins_otherwise(dango, reading("dango-1996-19")) == "their boards are not the same: 13x13 and 19x19");
  CHECK(begins_otherwise(dango, reading("go", {{"board.size", "13x13"}})).starts_with("their decks are not the same"));
  CHECK(begins_otherwise(reading("dgo"), reading("dgo", {{"handicap", "2"}})) ==
        "the stones that a game begins with are not the same");
  CHECK(begins_otherwise(reading("go"), reading("go", {{"first", "white"}})) == "another side begins");
}

TEST_CASE("differ: whom a reading favours is told by an exact test of signs", "[minutes]") {
  const auto p = [](std::int64_t better, std::int64_t worse) {
    return lab::sign_p({{2, better}, {-2, worse}}).value_or(1);
  };
  CHECK(near(p(0, 0), 1));
  CHECK(near(p(5, 0), 2 / 32.0));
  CHECK(near(p(0, 5), 2 / 32.0));
  CHECK(near(p(8, 2), 2 * (45 + 10 + 1) / 1024.0));
  CHECK(near(p(3, 3), 1));
  CHECK(near(1e10 * p(600, 400), 2.7284641560660184));
}

// Suicide of one stone brings the board back at once: superko forbids it, where a card on the table allows suicide.
TEST_CASE("differ: an effect on the table is kept with its card where it matters, and goes with it where it does not",
          "[minutes]") {
  const Settings own{{"rules.ko", "none"}};
  Asked asked = against("weiqi-carnival", {own}, 0);
  lab::Bench a(asked.search.match.a), b(asked.search.match.others[0]);
  const Ruleset& rules = a.rules();
  const CardId gras = rules.find_card("mardi-gras"), gate = rules.find_card("toll-gate"),
               drum = rules.find_card("drum");
  lab::Scene scene;
  scene.stage.stones = {stone("B1", Colour::white), stone("A2", Colour::white), stone("E5", Colour::white)};
  scene.stage.to_move = Seat::black;
  scene.stage.piles = {{Owner::black, Zone::shown, {drum, gras, gate}}, {Owner::white, Zone::shown, {gate}}};
  Until turns;
  turns.own_turns = 3;
  scene.stage.effects = {{Seat::white, gate, turns}, {Seat::black, gras, turns}, {Seat::black, drum, turns}};
  scene.turns = {{{"black", "A1"}}};
  const auto shrunk = lab::Shrinker(a, b).shrink(scene);
  REQUIRE(shrunk);
  CHECK(shrunk->minimal);
  CHECK(shrunk->difference == lab::Difference{lab::Parting::refused_a, "superko", ""});
  CHECK(lab::size_of(shrunk->scene) == lab::SceneSize{2, 1, 1});
  REQUIRE(shrunk->scene.stage.effects.size() == 1);
  CHECK(shrunk->scene.stage.effects[0].card == gras);
  for (const lab::Scene& smaller : lab::one_smaller(shrunk->scene)) {
    const auto seen_a = a.judge(smaller), seen_b = b.judge(smaller);
    if (seen_a && seen_b) CHECK_FALSE(lab::difference(smaller, *seen_a, *seen_b) == shrunk->difference);
  }
  const std::string text =
      lab::dispute_text(shrunk->scene, a.reading(), {"A dispute", "", "", ""}, shrunk->a, shrunk->b, own);
  INFO(text);
  CHECK(text.find("effects:\n  - { black: mardi-gras, turns: 3 }\n") != std::string::npos);
  Diagnostics out;
  const auto read = parse_dispute("d.yaml", text, out);
  INFO(test::joined(out));
  REQUIRE(read);
  CHECK(judge_dispute(*asked.library, *read).passed());
}

TEST_CASE("differ: what lies on the table in the course of a game is part of the position that is told", "[minutes]") {
  Asked asked = against("weiqi-carnival", {{{"rules.ko", "none"}}, {{"turn.opening", "0"}}}, kSanitized ? 4 : 12);
  const lab::SearchResult found = found_by(asked);
  int shrunk = 0;
  for (const lab::Finding& f : found.findings) {
    if (!f.shrunk) continue;
    ++shrunk;
    const auto dispute = write_finding(asked, f);
    REQUIRE(dispute);
    INFO(dispute->text);
    Diagnostics out;
    const auto read = parse_dispute("d.yaml", dispute->text, out);
    REQUIRE(read);
    CHECK(judge_dispute(*asked.library, *read).passed());
  }
  CHECK(shrunk > 0);
}
