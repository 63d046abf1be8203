// The engine of the Go Text Protocol: its clock, and plays as words. What it answers is asked by tests/gtp/check.py.
#include <algorithm>

#include "tests/unit/catch.hpp"
#include "tools/protocols/gtp_clock.hpp"
#include "tools/protocols/move_word.hpp"

using namespace gofuda;
using namespace gofuda::tools;

TEST_CASE("gtp: main time is never overstepped") {
  for (double main : {1800.0, 60.0, 10.0, 1.0, 0.0}) {
    GtpClock clock;
    clock.set(main, 0, 0);
    double left = main;
    for (int move = 0; move < 600; ++move) {
      const auto share = clock.share(Seat::black, std::max(12, (361 - 2 * move) / 3));
      REQUIRE(share);
      const double taken = *share + std::min(0.09, *share);  // the machine is slow, too, or the way to it long
      left -= taken;
      clock.take(Seat::black, taken);
    }
    CHECK(left >= 0);
    CHECK(left <= std::max(3.0, main / 10));  // and it is used
  }
  GtpClock blitz;
  blitz.set(3, 0, 0);
  CHECK(blitz.share(Seat::black, 27) > 0.03);
}

TEST_CASE("gtp: extra time holds for each of its stones") {
  GtpClock clock;
  clock.set(5, 30, 5);
  CHECK(clock.share(Seat::white, 100) > 4);
  clock.take(Seat::white, 6);  // one second over: four stones are left
  for (int move = 0; move < 50; ++move) {
    const auto share = clock.share(Seat::white, 100);
    REQUIRE(share);
    CHECK(*share > 3);
    CHECK(*share < 10);
    clock.take(Seat::white, *share);
  }
  clock.set(0, 1, 0);
  CHECK_FALSE(clock.share(Seat::white, 100));
  clock.put(Seat::white, 0, 0);
  CHECK(clock.share(Seat::white, 100) == 0);
}

TEST_CASE("gtp: a play is a word, and the word that play") {
  for (const char* play : {"D4", "pass", "place-3 (B1 D1 F1)", "twice leap (G5 H7) (K10 L12)", "leap#2",
                           "answer (50%, or ~+1)", "(none)", "mouth (unplayable)", "()"}) {
    const std::string word = move_word(play);
    INFO(word);
    CHECK(word.find_first_of(" #\t") == std::string::npos);
    std::vector<Token> tokens;
    std::string problem;
    REQUIRE(tokenize("black", play, "", 0, 0, tokens, problem));
    const auto back = move_tokens("black", word);
    REQUIRE(back);
    REQUIRE(back->size() == tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      CHECK((*back)[i].text == tokens[i].text);
      CHECK((*back)[i].bracket == tokens[i].bracket);
    }
  }
  for (const char* word : {"leap(", "%", "%4", "%GG", "a++b", "+"}) CHECK_FALSE(move_tokens("black", word));
}
