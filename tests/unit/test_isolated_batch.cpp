// Batches whose games are played by processes that may be lost, or lie.
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>

#include "tests/unit/catch.hpp"
#include "tests/unit/shipped.hpp"
#include "tests/unit/spin.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/runner/isolated_batch.hpp"
#include "tools/lab/runner/record_message.hpp"
#include "tools/lab/store/store.hpp"

using namespace gofuda;
using gofuda::test::spin;
using namespace gofuda::lab;
using isolate::Inside;
using isolate::MessageReader;
using isolate::MessageWriter;

namespace {

constexpr RecordBounds kBounds{2, 3, 1'000'000'000, 500};

GameRecord some_record() {
  GameRecord g;
  g.first = Seat::white, g.outcome = GameResult::white, g.ending = Ending::passes, g.counted = true;
  g.margin = -13, g.won_by = 5, g.turns = 70, g.moves = 300, g.prisoners = {1, 200}, g.nanoseconds = 123456;
  g.cards.resize(2);
  g.cards[1].drawn = {1, 2}, g.cards[1].played = {3, 4}, g.cards[1].unplayable = {5, 600};
  g.cards[1].swings = 3, g.cards[1].swing = -7, g.cards[1].swing_squares = 49;
  g.breadths = {{Choice::word, 2}, {Choice::stone, 40}};
  return g;
}

std::string message_of(const GameRecord& g) {
  MessageWriter to;
  write_record(to, g);
  return to.take();
}

bool readable(std::string_view message, GameRecord& g) {
  MessageReader from(message);
  read_record(from, kBounds, g);
  return from.whole();
}
bool readable(const GameRecord& g) {
  GameRecord back;
  return readable(message_of(g), back);
}

struct Played {
  lab::Tally tally;
  std::vector<GameRecord> faults;
  std::vector<std::uint64_t> ends;  // of the chunks, in the order in which they came
};

// Games 0 to `games` - 1, as children play them that do this with each game.
Played play(std::uint64_t games, int processes, const std::function<void(Inside&, std::uint64_t)>& game) {
  isolate::Limits limits;
  limits.seconds = 1;
  IsolatedBatch crew(
      limits,
      [game](Inside& inside) {
        inside.send("head");
        while (const auto order = inside.receive()) {
          MessageReader from(*order);
          const auto first = from.number(~std::uint64_t{0}), count = from.number(~std::uint64_t{0});
          for (std::uint64_t k = first; k < first + count; ++k) game(inside, k);
        }
      },
      processes);
  std::string why;
  REQUIRE(crew.begin(why) == "head");
  crew.know({"some-game", kBounds.cards, kBounds.conditions});
  Batch batch;
  batch.plan.seed = 77, batch.plan.most_turns = kBounds.turns;
  batch.plan.settings = {{"rules.komi", "5.5"}};
  batch.end = games;
  Played out;
  out.tally = lab::Tally(kBounds.conditions, kBounds.cards);
  crew.run(
      batch,
      [&](Chunk& c) {
        CHECK(c.first == (out.ends.empty() ? 0 : out.ends.back()));
        out.ends.push_back(c.end);
        out.tally.add(c.tally);
        for (const GameRecord& g : c.games) out.faults.push_back(g);
      },
      [] {});
  return out;
}

void send_won(Inside& inside) { inside.send(message_of(some_record())); }

}  // namespace

TEST_CASE("A game's record comes over as it is") {
  GameRecord g = some_record(), back;
  REQUIRE(readable(message_of(g), back));
  CHECK(message_of(back) == message_of(g));
  CHECK(back.cards[1].swing == -7);
  CHECK(back.breadths[1].bin == 40);
  g.outcome = GameResult::fault, g.ending = Ending::none, g.counted = false;
  g.fault = "why", g.reproduction = "dispute: x\n";
  CHECK(readable(g));
}

TEST_CASE("What no record of a game can be is refused") {
  const std::string message = message_of(some_record());
  GameRecord back;
  for (std::size_t n = 0; n < message.size(); ++n) CHECK_FALSE(readable(message.substr(0, n), back));
  CHECK_FALSE(readable(message + '\0', back));
  const auto changed = [](auto change) {
    GameRecord g = some_record();
    change(g);
    return readable(g);
  };
  CHECK(changed([](GameRecord&) {}));
  CHECK_FALSE(changed([](GameRecord& g) { g.first = static_cast<Seat>(2); }));
  CHECK_FALSE(changed([](GameRecord& g) { g.outcome = static_cast<GameResult>(5); }));
  CHECK_FALSE(changed([](GameRecord& g) { g.ending = static_cast<Ending>(5); }));
  CHECK_FALSE(changed([](GameRecord& g) { g.ending = Ending::none; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.ending = Ending::win; }));  // and counted?
  CHECK_FALSE(changed([](GameRecord& g) { g.margin = INT32_MIN; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.won_by = 8; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.turns = kBounds.turns + 1; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.turns = 0, g.moves = 2000; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.moves = 1, g.prisoners = {400, 400}; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.outcome = GameResult::stopped, g.counted = false; }));  // too soon
  CHECK(changed([](GameRecord& g) {
    g.outcome = GameResult::stopped, g.ending = Ending::none, g.counted = false, g.turns = kBounds.turns;
  }));
  CHECK(changed([](GameRecord& g) { g.margin = 1'000'000'000; }));  // cards may give as much
  CHECK_FALSE(changed([](GameRecord& g) { g.margin = 1'000'000'001; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.moves = -1; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.prisoners[1] = INT32_MAX; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.nanoseconds = kBounds.nanoseconds + 1; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.nanoseconds = -1; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.cards.resize(1); }));
  CHECK_FALSE(changed([](GameRecord& g) { g.cards.resize(3); }));
  CHECK_FALSE(changed([](GameRecord& g) { g.cards[1].swing = 30001; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.cards[1].swing_squares = -1; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.breadths[0].bin = 10000; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.fault = "of a game that ended"; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.reproduction = "of a game that ended"; }));
  CHECK_FALSE(changed([](GameRecord& g) { g.outcome = GameResult::fault; }));  // without words
  CHECK_FALSE(changed([](GameRecord& g) { g.outcome = GameResult::fault, g.counted = false, g.fault = "\x1b[2J"; }));
}

TEST_CASE("Any bytes at all are no record, or one within bounds") {
  Random chance(5, 8);
  const std::string message = message_of(some_record());
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = message;
    for (int n = 0; n < 3; ++n) bytes[chance.next() % bytes.size()] = static_cast<char>(chance.next());
    GameRecord g;
    if (!readable(bytes, g)) continue;
    CHECK(g.cards.size() == kBounds.cards);
    CHECK(g.won_by < 8);
    lab::Tally t(kBounds.conditions, kBounds.cards);
    t.add(g);
  }
}

TEST_CASE("A game with which a process is lost is a fault, and the others are played", "[minutes]") {
  const auto [what, words] = GENERATE(table<int, std::string>({
      {0, "was killed because it asked the system for what it may not have"},
      {1, "came to an end by itself"},
      {2, "gave an answer that cannot be, and was ended"},
      {3, "was killed by the processor limit of 1 second"},
  }));
  const int processes = GENERATE(1, 3);
  INFO(words);
  const Played p = play(200, processes, [what = what](Inside& inside, std::uint64_t k) {
    if (k != 17 && k != 150) return send_won(inside);
    if (what == 0) ::syscall(SYS_openat, 0, "/etc/hostname", 0);
    if (what == 1) ::syscall(SYS_exit_group, 0);
    if (what == 2) inside.send("nonsense, and no record");
    spin();
  });
  CHECK(p.tally.games == 200);
  CHECK(p.tally.white_wins == 198);
  CHECK(p.tally.faults == 2);
  CHECK(p.ends.back() == 200);
  const std::string fault = "error[isolate]: the script's process " + words;
  REQUIRE(p.tally.fault_kinds.contains(fault));
  CHECK(p.tally.fault_kinds.at(fault).first == 17);
  REQUIRE(p.faults.size() == 2);
  CHECK(p.faults[1].number == 150);
  CHECK(p.faults[1].reproduction.find("\nvariant: some-game\nseed: 77\ngame: 150\nset:\n  rules.komi: \"5.5\"\n") !=
        std::string::npos);
}

TEST_CASE("A process that says too much or too little is not believed") {
  SECTION("more records than were asked for") {
    const Played p = play(20, 1, [](Inside& inside, std::uint64_t) {
      inside.send(message_of(some_record()) + message_of(some_record()));
    });
    CHECK(p.tally.faults == 20);
  }
  SECTION("empty messages") {
    CHECK(play(5, 2, [](Inside& inside, std::uint64_t) { inside.send(""); }).tally.faults == 5);
  }
  SECTION("answers before orders") {
    const Played p = play(5, 1, [](Inside& inside, std::uint64_t) {
      for (int i = 0; i < 100; ++i) send_won(inside);
    });
    CHECK(p.tally.games == 5);
  }
  SECTION("another head than before") {
    int begun = 0;
    isolate::Limits limits;
    IsolatedBatch crew(
        limits, [&begun](Inside& inside) { inside.send("head " + std::to_string(begun)); }, 2);
    std::string why;
    REQUIRE(crew.begin(why) == "head 0");
    begun = 1;
    Batch batch;
    batch.end = 4;
    CHECK_THROWS_AS(crew.run(
                        batch, [](Chunk&) {}, [] {}),
                    isolate::CannotIsolate);
  }
}

TEST_CASE("A batch that is stopped leaves no gap and waits for nobody") {
  std::atomic<int> stop{0};
  isolate::Limits limits;
  IsolatedBatch crew(
      limits,
      [](Inside& inside) {
        inside.send("head");
        while (const auto order = inside.receive()) {
          MessageReader from(*order);
          const auto first = from.number(~std::uint64_t{0}), count = from.number(~std::uint64_t{0});
          for (std::uint64_t k = first; k < first + count; ++k) {
            if (k == 40) spin();
            send_won(inside);
          }
        }
      },
      2);
  std::string why;
  REQUIRE(crew.begin(why));
  crew.know({"some-game", kBounds.cards, kBounds.conditions});
  Batch batch;
  batch.end = 1000;
  batch.stop = &stop;
  std::uint64_t end = 0;
  const auto start = std::chrono::steady_clock::now();
  crew.run(
      batch,
      [&](Chunk& c) {
        CHECK(c.first == end);
        end = c.end;
      },
      [&] {
        if (std::chrono::steady_clock::now() - start > std::chrono::milliseconds(300)) stop = SIGINT;
      });
  CHECK(end <= 40);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
}

TEST_CASE("What a process says of the rules is read with care") {
  lab::Plan plan;
  plan.variant = test::shipped("dango-1996");
  plan.players = {"random", "greedy"};
  const std::string message = tools::news_of(plan);
  const auto news = tools::read_news(message);
  REQUIRE(news);
  CHECK(news->title == plan.variant->title);
  CHECK(news->players == plan.players);
  CHECK(news->files == plan.variant->files);
  CHECK(news->cards.size() == plan.variant->ruleset->cards.size());
  for (std::size_t n = 0; n < message.size(); ++n) CHECK_FALSE(tools::read_news(message.substr(0, n)));
  CHECK_FALSE(tools::read_news(message + "x"));
  CHECK_FALSE(tools::read_news("\x03"));
  Diagnostics wrong;
  CHECK_FALSE(tools::read_news(tools::news_of(wrong, 1)));  // wrong, and nothing is said of it
  wrong.error("f", 1, 2, "c", "m");
  CHECK(tools::read_news(tools::news_of(wrong, 1))->wrong.size() == 1);
}
