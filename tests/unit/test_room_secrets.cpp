// What goes over the line to a seat or an onlooker, as raw text, holds nothing that it may not know.
#include <nlohmann/json.hpp>
#include <set>

#include "core/view.hpp"
#include "scripting/dispute.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/room_bench.hpp"
#include "tools/table/session.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kBlack;
using test::kOnlooker;
using test::kOwner;
using test::kWhite;
using test::RoomBench;

namespace {

constexpr std::uint64_t kSeed = 918273645546372;

// What somebody has been able to see so far, found without the code that is tested: from the whole game and its views.
class Oracle {
 public:
  explicit Oracle(std::vector<Seat> seats) : seats_(std::move(seats)) {}

  void look(const Session& session) {
    const Ruleset& rules = session.game().rules();
    title_ = session.variant().title + " " + session.variant().id;
    std::set<std::string> now;
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      std::set<std::string> one = seen_by(session.game(), seats_[i]);
      if (i == 0) now = one;
      std::set<std::string> both;  // of several seats, what each of them sees
      std::set_intersection(now.begin(), now.end(), one.begin(), one.end(), std::inserter(both, both.end()));
      now = both;
    }
    known_.insert(now.begin(), now.end());
    hidden_.clear();
    shown_.clear();
    for (const CardInfo& c : rules.cards) (known_.contains(c.id) ? shown_ : hidden_).push_back(&c);
  }
  // The first hidden thing that the text holds; "" when there is none.
  std::string leak(std::string frame, bool over) const {
    for (const CardInfo* c : shown_)  // the names of which may hold others
      for (std::size_t at = 0; (at = frame.find(c->name, at)) != std::string::npos;) frame.erase(at, c->name.size());
    if (!over && frame.find(std::to_string(kSeed)) != std::string::npos) return "the seed";
    for (const CardInfo* c : hidden_)
      for (const std::string& word : {c->id, c->name})
        if (!has_word(title_, word) && has_word(frame, word)) return word;
    return "";
  }
  std::size_t hidden() const { return hidden_.size(); }

 private:
  static bool has_word(const std::string& text, const std::string& word) {
    auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_'; };
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at)
      if ((at == 0 || !part(text[at - 1])) && (at + word.size() >= text.size() || !part(text[at + word.size()])))
        return true;
    return false;
  }
  static std::set<std::string> seen_by(const Game& game, Seat seat) {
    const Ruleset& rules = game.rules();
    std::set<std::string> out;
    const View view(game.position(), seat);
    auto add = [&](CardId c) {
      if (c != kNoCard) out.insert(rules.cards[c].id);
    };
    for (int o = 0; o < kOwners; ++o)
      for (int z = 0; z < kZones; ++z)
        for (CardId c : view.at(static_cast<Owner>(o), static_cast<Zone>(z))) add(c);
    for (const Move& m : view.moves) add(m.card), add(m.under);
    for (const Note& n : view.notes) add(n.card.id);
    if (game.state() == Status::asks && game.question().seat == seat)
      for (CardId c : game.question().cards) add(c);
    if (game.state() == Status::asks && game.question().kind != QuestionKind::offer && !game.question().secret)
      add(game.question().card);
    return out;
  }
  std::vector<Seat> seats_;
  std::set<std::string> known_;
  std::vector<const CardInfo*> hidden_, shown_;
  std::string title_;  // which may sound like a card
};

struct WatchedFrames {
  Who who;
  Oracle oracle;
  std::size_t read = 0;
};

void check_frames(RoomBench& bench, WatchedFrames& w, const Session& session) {
  w.oracle.look(session);
  auto& frames = bench.frames[w.who.connection];
  for (; w.read < frames.size(); ++w.read) {
    const std::string leak = w.oracle.leak(frames[w.read], session.game().over());
    INFO(role_name(w.who.role) << " is told " << leak << "\n" << frames[w.read]);
    REQUIRE(leak.empty());
  }
}

// Everything that may be asked without changing the game, and things that are refused.
void pry(RoomBench& bench, const Who& who, Random& random) {
  const auto at = random.below(static_cast<std::uint32_t>(bench.state(who)["of"].get<int>() + 1));
  for (const json& request :
       {json{{"do", "save"}}, json{{"do", "link"}}, json{{"do", "goto"}, {"at", at}}, json{{"do", "hello"}},
        json{{"do", "view"}, {"as", "all"}}, json{{"do", "dispute"}}, json{{"do", "files"}},
        json{{"do", "places"}, {"seq", bench.seq()}}, json{{"do", "try"}, {"seq", bench.seq()}, {"text", "A1"}},
        json{{"do", "why"}, {"seq", bench.seq()}, {"text", "decline"}}})
    bench.reply(who, request);
}

int watch_game(const char* variant, const json& set, std::uint64_t randomness, int most,
               const std::string& project = "") {
  RoomBench bench(project);
  for (const Who& who : {kOwner, kBlack, kWhite, kOnlooker}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", variant}, {"seed", kSeed}, {"set", set}});
  std::vector<WatchedFrames> watched{{kBlack, Oracle({Seat::black}), 0},
                                     {kWhite, Oracle({Seat::white}), 0},
                                     {kOnlooker, Oracle({Seat::black, Seat::white}), 0}};
  const Options options = RoomBench::options(project);
  Random random(kSeed, randomness);
  int answers = 0;
  std::size_t hidden = 0;
  while (answers < most) {
    Session session(options, {"human", "human"});
    Diagnostics out;
    std::string misfit;
    REQUIRE(session.load_text("the game", bench.room.saved(), {}, out, misfit));
    INFO(misfit);
    REQUIRE(misfit.empty());
    session.settle();
    for (WatchedFrames& w : watched) {
      if (answers % 5 == 0) pry(bench, w.who, random);
      check_frames(bench, w, session);
      hidden = std::max(hidden, w.oracle.hidden());
    }
    if (session.game().over()) break;
    const Who who = bench.state(kBlack)["asks"]["seat"] == "black" ? kBlack : kWhite;
    bool said = false;
    for (int tries = 0; tries < 400 && !said; ++tries) said = bench.say_any(who, bench.random_answer(who, random));
    REQUIRE(said);
    ++answers;
  }
  CHECK(hidden > 2);  // there was something to be kept
  CHECK(bench.frames[kWhite.connection].size() > static_cast<std::size_t>(answers));
  return answers;
}

}  // namespace

TEST_CASE("room secrets: whole games of card-go tell no seat and no onlooker what it may not know", "[minutes]") {
  for (std::uint64_t randomness : {1, 2}) CHECK(watch_game("card-go", {{"board.size", "7x7"}}, randomness, 130) > 20);
}

TEST_CASE("room secrets: the order of decks and the hands of other games are kept, too", "[minutes]") {
  CHECK(watch_game("dango-1996", {{"board.size", "9x9"}}, 1, 60) > 20);
  CHECK(watch_game("gomoku-skills", json::object(), 2, 80) > 10);
  CHECK(watch_game("v-card-go", {{"board.size", "9x9"}}, 3, 40) > 10);
}

TEST_CASE("room secrets: what one side answers while both are asked at once is told when both have answered",
          "[minutes]") {
  fuzz::Folder folder;
  folder.write("cards/both.lua",
               "return card { name = 'Both', text = 't', tokens = { 'coin' }, play = function(me, opponent)\n"
               "  local mine, theirs = me:both(function(side) return side:choose('plum', 'quince', 'sloe') end)\n"
               "  if mine == theirs then me:gain('coin', 1) end\nend }\n");
  folder.write("cards/decks/both.yaml", "deck: both\ncards: { both: 4 }\n");
  folder.write("variants/both.yaml",
               "variant: both\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: both\n");
  RoomBench bench(folder.path());
  for (const Who& who : {kOwner, kBlack, kWhite, kOnlooker}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "both"}, {"seed", kSeed}});
  std::map<int, std::size_t> read;
  for (const Who& who : {kWhite, kOnlooker}) read[who.connection] = bench.frames[who.connection].size();
  bench.say(kBlack, "quince");
  for (const Who& who : {kWhite, kOnlooker}) {
    for (const char* what : {"save", "link", "hello", "dispute"}) bench.reply(who, {{"do", what}});
    if (who.connection == kWhite.connection)
      bench.reply(kWhite, {{"do", "why"}, {"seq", bench.seq()}, {"text", "pear"}});
    auto& frames = bench.frames[who.connection];
    std::string told;
    for (std::size_t i = read[who.connection]; i < frames.size(); ++i) told += frames[i];
    INFO(role_name(who.role) << "\n" << told);
    CHECK(told.find("(?)") != std::string::npos);         // that something was answered
    for (const char* label : {"plum", "quince", "sloe"})  // White is offered all of them alike
      if (who.connection == kOnlooker.connection || std::string(label) == "quince")
        CHECK(told.find(std::string("(") + label) == std::string::npos);
    CHECK(told.find("both quince") == std::string::npos);
  }
  const auto record = [&] { return bench.ask(kWhite, {{"do", "save"}})["text"].get<std::string>(); };
  CHECK(record().find("quince") == std::string::npos);
  bench.say(kWhite, "sloe");
  CHECK(record().find("quince") != std::string::npos);
  CHECK(record().find("sloe") != std::string::npos);
}

TEST_CASE("room secrets: what one side looks at, and how it orders a deck, is not told to the others", "[minutes]") {
  const std::string project = std::string(GOFUDA_SOURCE_RULES_DIR) + "/tests/words";
  for (std::uint64_t randomness : {1, 2, 3}) {
    INFO(randomness);
    CHECK(watch_game("words-in-hand", json::object(), randomness, 80, project) > 20);
  }
}

TEST_CASE("room secrets: a link is for who may see everything, and for all at the end or where nothing is hidden",
          "[minutes]") {
  RoomBench bench;
  for (const Who& who : {kOwner, kBlack, kWhite, kOnlooker}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "card-go"}, {"seed", kSeed}});
  for (const Who& who : {kBlack, kWhite, kOnlooker}) {
    CHECK(bench.error(who, {{"do", "link"}}) == "secret");
    CHECK(bench.ask(who, {{"do", "save"}})["kind"] == "record");
    CHECK(bench.error(who, {{"do", "save"}, {"file", "a.yaml"}}) == "not-allowed");
  }
  CHECK(bench.ask(kOwner, {{"do", "link"}})["text"].get<std::string>().find("decks: shuffled") != std::string::npos);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"seed", kSeed}, {"set", {{"board.size", "5x5"}}}});
  bench.say(kBlack, "C3");
  const std::string link = bench.ask(kOnlooker, {{"do", "link"}})["text"];
  CHECK(link.find("seed") == std::string::npos);
  CHECK(link.find("C3") != std::string::npos);
  bench.say(kWhite, "pass");
  bench.say(kBlack, "pass");
  CHECK(bench.state(kWhite)["over"] == true);
  CHECK(bench.state(kWhite)["game"]["seed"] == kSeed);
  CHECK(bench.ask(kWhite, {{"do", "save"}})["text"].get<std::string>().find(std::to_string(kSeed)) !=
        std::string::npos);
}

TEST_CASE("room secrets: who has been shown the whole game at its end does not take back his last answer",
          "[minutes]") {
  for (const bool cards : {true, false}) {
    RoomBench bench;
    for (const Who& who : {kOwner, kBlack, kWhite}) bench.join(who);
    bench.ask(
        kOwner,
        {{"do", "new"}, {"variant", cards ? "card-go" : "go"}, {"seed", kSeed}, {"set", {{"board.size", "7x7"}}}});
    bench.say(kBlack, "pass");
    bench.ask(cards ? kOwner : kBlack, {{"do", "undo"}});
    bench.say(kBlack, "pass");
    bench.say(kWhite, "pass");
    REQUIRE(bench.state(kWhite)["over"] == true);
    CHECK(bench.ask(kWhite, {{"do", "save"}})["kind"] == "game");
    CHECK(bench.ask(kWhite, {{"do", "link"}})["text"].get<std::string>().find(std::to_string(kSeed)) !=
          std::string::npos);
    CHECK(bench.error(kWhite, {{"do", "undo"}}) == (cards ? "not-allowed" : ""));
    if (cards) bench.ask(kOwner, {{"do", "undo"}});
    CHECK(bench.state(kWhite)["over"] == false);
  }
}

namespace {

constexpr const char* kPoints[] = {"A1", "B2", "C3", "D4", "E5", "A5", "B4", "D2"};

// All that a seat can have tried, without playing any of it.
std::string tried_by(RoomBench& bench, const Who& who) {
  std::string out;
  const auto add = [&](json request) {
    request["seq"] = bench.seq();
    json reply = bench.reply(who, request);
    for (const char* of_its_own : {"id", "seq"}) reply.erase(of_its_own);
    out += reply.dump() + "\n";
  };
  add({{"do", "places"}});
  for (const char* point : kPoints)
    for (const char* what : {"try", "why"}) add({{"do", what}, {"text", point}});
  return out;
}

}  // namespace

// Two tables that differ in what a seat may not know answer it alike. `legal` without a board: it hangs on that.
TEST_CASE("room secrets: what a seat tries tells it nothing that it may not know", "[minutes]") {
  struct Case {
    std::string what, card;
    bool white_answers;  // in secret, before Black is asked
  };
  // The first turn of each writes a point down.
  const std::string written =
      "if board.turn > 2 then return me:place(me:pick(1, board.empty)) end me:note(this, me.secret:pick(1, "
      "board.empty)) "
      "me:lay_aside(this, 'hidden') end, when_set = function(me, opponent, board, this, move) local p = me:noted(this) "
      "* "
      "move:placed(opponent) if p.empty or (p * opponent.stones).empty then return end board:remove(p) "
      "me:discard(this)";
  const std::string theirs = "local theirs = opponent.secret:pick(1, board.empty) ";
  for (const Case& c : {
           Case{"a secret point", theirs + "me:place(me:pick(1, board.empty)) opponent:place(theirs)", true},
           Case{"a secret point that is closed",
                theirs + "local p = me:pick(1, board.empty) if p == theirs then refuse('theirs') end me:place(p)",
                true},
           Case{"both at once",
                "local a, b = me:both(function(s) return s:pick(1, board.empty) end) if a == b then "
                "refuse('the same') end me:place(a)",
                true},
           Case{"a lot", "local p = me:pick(1, board.empty) me:place(p) me:place(board:lot(1, board.all))", false},
           Case{"a trap", written, true},
       }) {
    INFO(c.what);
    fuzz::Folder folder;
    folder.write(
        "cards/secret.lua",
        "return card { name = 'Secret', text = 't', play = function(me, opponent, board, this) " + c.card + " end }\n");
    folder.write("cards/decks/secret.yaml", "deck: secret\ncards: { secret: 9 }\n");
    folder.write("variants/secret.yaml",
                 "variant: secret\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: secret\n");
    std::set<std::string> told;
    for (const char* secret : {"B2", "D4", "C3", "E5"}) {
      RoomBench bench(folder.path());
      for (const Who& who : {kOwner, kBlack, kWhite}) bench.join(who);
      const bool trap = c.what == "a trap";
      bench.ask(kOwner, {{"do", "new"}, {"variant", "secret"}, {"seed", c.white_answers ? 1 : 7 + secret[0]}});
      if (trap) bench.say(kBlack, "E1");  // Black's own
      if (trap) bench.say(kWhite, secret);
      if (c.white_answers && !trap) bench.say(c.what == "both at once" ? kBlack : kWhite, secret);
      const Who& seat = c.what == "both at once" ? kWhite : kBlack;
      REQUIRE(bench.state(seat)["asks"]["seat"] == role_name(seat.role));
      told.insert(tried_by(bench, seat));
    }
    CHECK(told.size() == 1);
    CHECK(told.begin()->find("\"legal\":true") != std::string::npos);
  }
}

TEST_CASE("room secrets: a seat takes nothing back after which a secret answer was laid open, or may have told",
          "[minutes]") {
  for (const bool open : {true, false}) {
    fuzz::Folder folder;
    folder.write(
        "cards/guess.lua",
        std::string("return card { name = 'Guess', text = 't', play = function(me, opponent, board) ") +
            (open ? "local mine, theirs = me:both(function(s) return s:choose('odd', 'even') end) "
                  : "local theirs = opponent.secret:choose('odd', 'even') local mine = me:choose('odd', "
                    "'even') ") +
            "local winner = mine == theirs and me or opponent winner:place(winner:pick(1, board.empty)) end }\n");
    folder.write("cards/decks/guess.yaml", "deck: guess\ncards: { guess: 9 }\n");
    folder.write("variants/guess.yaml",
                 "variant: guess\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: guess\n");
    RoomBench bench(folder.path());
    for (const Who& who : {kOwner, kBlack, kWhite}) bench.join(who);
    bench.ask(kOwner, {{"do", "new"}, {"variant", "guess"}, {"seed", kSeed}});
    const Who &first = open ? kBlack : kWhite, &second = open ? kWhite : kBlack;
    bench.say(first, "odd");
    bench.say(second, "even");
    CHECK(bench.error(second, {{"do", "undo"}}) == "not-allowed");
    CHECK(bench.ask(kOwner, {{"do", "undo"}})["ok"] == true);
  }
}

// Else Black could set a stone on each point, one after the other, and see where White is offered a card.
TEST_CASE("room secrets: a seat takes nothing back that may have told of what the other side can answer with") {
  RoomBench bench;
  for (const Who& who : {kOwner, kBlack, kWhite}) bench.join(who);
  bench.ask(kOwner, {{"do", "load"},
                     {"text",
                      "dispute: What does White hold?\nvariant: card-go\nset: { turn.opening: 0 }\n"
                      "hands: { black: [gote], white: [refutation] }\nplay: []\n"}});
  bench.say(kBlack, "decline");
  bench.say(kBlack, "D4");
  CHECK(bench.text(kBlack, {{"do", "undo"}}) ==
        "it cannot be taken back: what has come since may tell of what the other side hides");
  CHECK(bench.ask(kOwner, {{"do", "undo"}})["ok"] == true);  // who sees all of it
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}});
  bench.say(kBlack, "D4");
  CHECK(bench.error(kBlack, {{"do", "undo"}}).empty());
}
