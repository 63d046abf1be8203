// One random game of any variant, driven question by question, with what must hold at each of them.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/drive.hpp"
#include "core/enumerator.hpp"
#include "core/game.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "core/notation/tokens.hpp"
#include "core/notation/transcript.hpp"
#include "core/random_player.hpp"
#include "core/view.hpp"
#include "scripting/dispute.hpp"
#include "scripting/scripts.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/record.hpp"

namespace gofuda::test {

using Counts = std::map<std::string, long>;

struct Same {  // what of a game can be seen from outside
  std::uint64_t turn_start, position, question;
  Status state;
  friend bool operator==(const Same&, const Same&) = default;
};
inline Same same(const Game& g) {
  return {g.turn_start().hash(), g.position().hash(), g.state() == Status::asks ? g.question().key.hash() : 0,
          g.state()};
}

class Battery {
 public:
  Battery(Library& library, std::shared_ptr<const Variant> variant, Settings settings, std::uint64_t seed)
      : library_(library),
        variant_(std::move(variant)),
        settings_(std::move(settings)),
        rules_(variant_->ruleset),
        scripts_(make_scripts(variant_)),
        seed_(seed),
        random_(seed, 7),
        player_(seed) {
    setup_.key = {seed, 1};
  }

  // Plays a whole game by answering what it asks; every `dense`-th question is checked thoroughly.
  void suspended(int dense, int most_questions) {
    Game game(rules_, setup_);
    game.advance(*scripts_);
    const Same start = same(game);
    int asked = 0;
    while (game.state() == Status::asks && asked++ < most_questions) {
      INFO("question " << asked << " of game " << seed_);
      const Game before = game;
      const Same then = same(before);
      if (!answer(game)) return;
      CHECK(same(before) == then);  // a clone is not touched by what happens to the original
      if (game.state() == Status::fault || (asked > 8 && asked % dense)) continue;
      check_undo(before, game);
      check_transcript(game);
      check_views(game.position());
      check_table(game.turn_start());
      if (asked == 30) check_undo_to_start(game, start);
    }
    if (game.state() == Status::fault) return is_allowed(game.fault());
    if (asked <= most_questions) CHECK(game.over());
    check_saved(game);
    count_moves(game.turn_start());
    ++counts_["games"];
  }

  // Plays a whole game straight through, turn by turn, then its log again without players.
  void straight(int most_turns) {
    RandomPlayer black(seed_, 1), white(seed_, 2);
    Position p = first_position(*rules_, setup_), q = p;
    Log log;
    std::vector<std::uint64_t> hashes;
    std::vector<std::size_t> marks;
    Run run(*rules_, *scripts_, setup_.key);
    while (!p.over() && static_cast<int>(hashes.size()) < most_turns) {
      Status s = run.turn(p, log, log.size(), {&black, &white, nullptr});
      if (s == Status::fault) return is_allowed(run.fault());
      INFO("turn " << hashes.size() + 1 << " of game " << seed_ << ": " << run.fault().file << ":" << run.fault().line
                   << ": " << run.fault().message << to_string(run.verdict()));
      REQUIRE(s == Status::done);
      check_table(p);
      hashes.push_back(p.hash());
      marks.push_back(log.size());
    }
    if (static_cast<int>(hashes.size()) < most_turns) CHECK(p.over());
    Log again = log;
    std::size_t cursor = 0;
    for (std::size_t t = 0; t < hashes.size(); ++t) {
      INFO("turn " << t + 1 << " of game " << seed_ << " again");
      REQUIRE(run.turn(q, again, cursor, {}) == Status::done);
      cursor = run.cursor();
      REQUIRE(cursor == marks[t]);
      REQUIRE(q.hash() == hashes[t]);
    }
    CHECK(q == p);
    CHECK(again.size() == log.size());
    count_moves(p);
    ++counts_["games"];
  }

  // Plays a game as programs are seated at it, then its log and its saved game again.
  void driven(int most_turns) {
    RandomPlayer black(seed_, 1), white(seed_, 2);
    Game game(rules_, setup_);
    DriveLimits limits;
    limits.last_turn = most_turns;
    const DriveResult how = drive(game, *scripts_, {&black, &white}, limits);
    INFO("turn " << game.turn_start().turn << " of game " << seed_ << ": " << stopped_name(how.why) << " " << how.text
                 << game.fault().file << ":" << game.fault().line << ": " << game.fault().message);
    // Where hardly any answer is legal, a card is tried again until its script may do no more; there is no saved game.
    if (how.why == Stopped::fault && game.fault().code == "limit") return void(++counts_["limit"]);
    if (how.why == Stopped::fault) return is_allowed(game.fault());
    REQUIRE((how.why == Stopped::over || how.why == Stopped::turn_limit));
    CHECK(game.over() == (how.why == Stopped::over));
    if (!game.over()) game.advance(*scripts_);  // to a question, as a saved game goes
    check_table(game.turn_start());
    Game again = game;
    CHECK(again.rebuild(*scripts_, again.log().size()) == game.state());
    CHECK(same(again) == same(game));
    check_saved(game);
    count_moves(game.turn_start());
    ++counts_[std::string(stopped_name(how.why))];
    ++counts_["games"];
  }

  Counts& counts() { return counts_; }
  void allow_faults() { faults_allowed_ = true; }  // a script may make a mistake, and the game ends there

 private:
  void is_allowed(const Fault& fault) {
    INFO(fault.code << " " << fault.file << ":" << fault.line << ": " << fault.message);
    REQUIRE(faults_allowed_);
    REQUIRE(fault.code != "internal");
    ++counts_["fault: " + fault.code];
  }

  // A random answer that the game accepts; false when there is none.
  bool answer(Game& game) {
    const Question q = game.question();
    Answer a;
    for (int tries = 0; tries < 60; ++tries)
      if (draw(game, q, a) && accept(game, a)) return true;
    const std::uint64_t all = answer_count(q);
    for (std::uint64_t k = 0; k < all && k < 300000; ++k) {
      nth_answer(q, k, a);
      if (accept(game, a)) return true;
    }
    ++counts_["dead ends"];
    return false;
  }

  bool accept(Game& game, const Answer& a) {
    const Same before = same(game);
    const Verdict v = game.answer(*scripts_, a);
    if (v) return answered_ = a, true;
    CHECK(same(game) == before);
    ++counts_["refused: " + std::string(reason_code(v.reason))];
    return false;
  }

  bool draw(const Game& game, const Question& q, Answer& a) {
    if (q.kind == QuestionKind::dead) {
      ++counts_["dead stones asked"];  // mostly agreed that none is; now and then a stone, and play goes on
      std::vector<Point>& dead = a.make_points();
      if (random_.below(4) == 0)
        dead.push_back(q.from.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(q.most)))));
      return true;
    }
    if (q.kind != QuestionKind::stone) {
      return player_.answer(q, Observation(game.rules(), game.position(), q.seat), a);
    }
    const bool captures = rules_->rules.captures != CaptureOrder::none;
    std::vector<Point> free;
    q.from.for_each([&](Point p) {
      if (!captures ||
          (!game.position().board.is_eye(p, q.colour) &&
           (rules_->rules.suicide == SuicideRule::forbidden || !game.position().board.is_suicide(p, q.colour))))
        free.push_back(p);
    });
    a.make_pass();
    if (free.empty()) return q.may_pass;
    a.make_stone(free[random_.below(static_cast<std::uint32_t>(free.size()))]);
    return true;
  }

  // No card is left lying on the table between two turns, and the record tells what has happened to the board.
  void check_table(const Position& p) {
    for (Owner o : {Owner::black, Owner::white, Owner::common}) CHECK(p.cards.size(o, Zone::play) == 0);
    CHECK(fuzz::misrecorded(first_position(*rules_, setup_).board, p) == "");
  }

  void check_undo(const Game& before, const Game& after) {
    Game g = after;
    CHECK(g.rebuild(*scripts_, g.log().size()) == after.state());
    CHECK(same(g) == same(after));
    CHECK(g.log().size() == after.log().size());
    REQUIRE(g.undo(*scripts_));
    CHECK(same(g) == same(before));
    CHECK(g.log().size() == before.log().size());
    REQUIRE(g.answer(*scripts_, answered_));
    CHECK(same(g) == same(after));
    ++counts_["undone"];
  }

  void check_undo_to_start(const Game& game, const Same& start) {
    Game g = game;
    int n = 0;
    while (g.undo(*scripts_)) ++n;
    CHECK(n == 30);
    CHECK(same(g) == start);
    ++counts_["undone to the start"];
  }

  std::vector<Token> tokens(const Game& game) {
    std::vector<Token> out;
    std::string problem;
    int line = 0;
    for (const TranscriptLine& l : transcript(game)) {
      INFO(l.who << ": " << l.text);
      REQUIRE(tokenize(l.who, l.text, "transcript", ++line, 1, out, problem));
    }
    return out;
  }

  // The same game by way of its text. Offers declined last of all are not written, nor are turns in which nobody is
  // asked.
  void check_replay(const Game& game, TokenFeed& feed, Game& replay, Scripts& scripts) {
    const TokenFeed::Fed outcome = feed.play();
    INFO(feed.problem() << to_string(feed.verdict()) << replay.fault().message);
    REQUIRE(outcome == TokenFeed::Fed::played);
    CHECK(feed.used() == feed_size_);
    bool equal = replay.position().hash() == game.position().hash();
    if (!equal && feed.finish() == TokenFeed::Fed::played) equal = replay.position().hash() == game.position().hash();
    if (!equal && replay.state() == Status::done) {
      replay.advance(scripts);
      equal = same(replay) == same(game);
    }
    CHECK(equal);
  }

  void check_transcript(const Game& game) {
    std::vector<Token> list = tokens(game);
    INFO(written(game));
    feed_size_ = list.size();
    Game replay(rules_, setup_);
    TokenFeed feed(replay, *scripts_, std::move(list));
    check_replay(game, feed, replay, *scripts_);
    ++counts_["replayed"];
  }

  void check_saved(const Game& game) {
    const std::string text = saved_game(variant_->id, game, settings_, "a game");
    Diagnostics out;
    auto dispute = parse_dispute("saved", text, out);
    INFO(joined(out) << "\n" << text);
    REQUIRE(dispute);
    auto open = open_dispute(library_, *dispute, dispute->cases[0].settings, out);
    INFO(joined(out));
    REQUIRE(open);
    feed_size_ = dispute->cases[0].tokens->size();
    TokenFeed feed(*open->game, *open->scripts, *dispute->cases[0].tokens);
    check_replay(game, feed, *open->game, *open->scripts);
  }

  // Two games that differ only in what a seat may not see look the same to it.
  void check_views(const Position& p) {
    for (Seat seat : {Seat::black, Seat::white}) {
      Position hidden = p;
      for (Owner o : {Owner::black, Owner::white, Owner::common}) turn_around(hidden, seat, o);
      exchange_hidden(hidden, seat);
      rewrite_notes(hidden, seat);
      hidden.chance += 17;
      CHECK(view_of(hidden, seat) == view_of(p, seat));
      if (!(hidden.cards == p.cards) || hidden.notes != p.notes) ++counts_["views of other hidden things"];
      ++counts_["views"];
    }
  }

  // The cards of a deck that the viewer has not looked at, the other way around.
  static void turn_around(Position& p, Seat viewer, Owner o) {
    const auto deck = p.cards.in(o, Zone::deck);
    std::vector<CardId> turned(deck.begin(), deck.end());
    const std::vector<std::size_t> unseen = not_known(p, viewer, o, Zone::deck);
    for (std::size_t i = 0; i < unseen.size(); ++i) turned[unseen[i]] = deck[unseen[unseen.size() - 1 - i]];
    p.cards.relabel(o, Zone::deck, turned);
  }

  // The places of the pile where a card lies that the viewer has not looked at.
  static std::vector<std::size_t> not_known(const Position& p, Seat viewer, Owner o, Zone z) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < p.cards.size(o, z); ++i)
      if (!p.knows(viewer, p.cards.copies(o, z)[i])) out.push_back(i);
    return out;
  }

  // Whatever else the other side may have written down.
  void rewrite_notes(Position& p, Seat viewer) {
    for (Note& n : p.notes) {
      ++counts_["notes"];
      if (n.seat == viewer || n.open) continue;
      for (Zone z : {Zone::hand, Zone::aside})
        if (p.cards.holds(owner_of(n.seat), z, n.card)) ++counts_["notes under hidden cards"];
      n.label = n.label.empty() && p.turn % 2 ? "other" : "";
      n.points = p.board.points_of(Colour::empty) - n.points;
    }
  }

  // The cards that the other side holds hidden, exchanged for others of its deck.
  void exchange_hidden(Position& p, Seat viewer) {
    const Seat them = other(viewer);
    const Owner o = owner_of(them);
    for (Zone z : {Zone::hand, Zone::aside}) {
      auto held = p.cards.in(o, z);
      std::vector<CardId> cards(held.begin(), held.end());
      for (const std::size_t i : not_known(p, viewer, o, z)) {
        CardId& c = cards[i];
        const Owner from = rules_->pile_owner(them);
        const CardId with = p.cards.size(from, Zone::deck) ? p.cards.in(from, Zone::deck)[0] : c;
        auto laid = std::find_if(p.moves.rbegin(), p.moves.rend(), [&](const Move& m) {
          return m.seat == them && m.copy == p.cards.copies(o, z)[i] && m.has(Move::kLaidAside);
        });
        if (z == Zone::aside && laid != p.moves.rend()) laid->card = with;
        c = with;
        ++counts_["hidden cards exchanged"];
      }
      p.cards.relabel(o, z, cards);
      for (std::size_t i = 0; i < cards.size(); ++i) {  // what lies under it, or works there, is the same copy's
        for (Note& n : p.notes)
          if (n.card.copy == p.cards.copies(o, z)[i]) n.card.id = cards[i];
        for (LastingEffect& e : p.lasting)
          if (e.card.copy == p.cards.copies(o, z)[i]) e.card.id = cards[i];
      }
    }
  }

  void count_moves(const Position& p) {
    for (const Move& m : p.moves) {
      counts_["moves"] += 1;
      counts_["card plays"] += m.card != kNoCard;
      counts_["passes"] += m.has(Move::kPass);
      counts_["skips"] += m.has(Move::kSkip);
      counts_["unplayable"] += m.has(Move::kUnplayable);
      counts_["answers"] += m.has(Move::kAnswer);
      counts_["undone again"] += m.has(Move::kCancelled) && m.undoing > 0;
      counts_["within others"] += m.within > 0;
      counts_["undone moves"] += m.has(Move::kCancelled);
      counts_["announced"] += m.under != kNoCard;
      counts_["grouped"] += m.group != 0;
      counts_["declared"] += m.has(Move::kDeclared);
      counts_["kos"] += m.ko_point != kNoPoint;
      for (const PointEffect& e : p.effects_of(m)) {
        counts_["captured"] += e.effect == Effect::captured_black || e.effect == Effect::captured_white;
        counts_["recoloured"] += e.effect == Effect::recoloured_black || e.effect == Effect::recoloured_white;
        counts_["removed"] += e.effect == Effect::removed_black || e.effect == Effect::removed_white;
      }
    }
    for (int n : p.shuffles) counts_["shuffles"] += n;
    counts_["won"] += p.ending == Ending::win;
  }

  Library& library_;
  std::shared_ptr<const Variant> variant_;
  Settings settings_;
  std::shared_ptr<const Ruleset> rules_;
  std::unique_ptr<Scripts> scripts_;
  std::uint64_t seed_;
  Random random_;
  RandomPlayer player_;
  Setup setup_;
  Answer answered_;
  std::size_t feed_size_ = 0;
  Counts counts_;
  bool faults_allowed_ = false;
};

}  // namespace gofuda::test
