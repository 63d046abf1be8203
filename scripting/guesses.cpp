#include "scripting/guesses.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/notation/text.hpp"
#include "core/point.hpp"
#include "scripting/api.hpp"

namespace gofuda {

namespace {

struct Guess {
  std::string_view said;  // as a method or property
  std::string_view word;  // how it is written
};
constexpr std::array kGuesses = std::to_array<Guess>({
    {"add_stone", "me:place(points)"},
    {"adjacent", "board:neighbours(points)"},
    {"after", "me:lay_aside(this, \"open\", { turns = 3 }), with a when_over function"},
    {"again", "opponent:miss_turn() for another turn, or me:play(card, 2)"},
    {"area", "board:within(points, steps)"},
    {"around", "board:neighbours(points)"},
    {"ask", "me:choose(label, ...) for a word, me:pick(n, points) for points, me:pick_card(pile) for a card"},
    {"atari", "points:where(function(p) return #board:liberties(p) == 1 end)"},
    {"bid", "me:both(function(side) ... end)"},
    {"block", "opponent:forbid(points, turns)"},
    {"cancel", "board:undo(move)"},
    {"capture", "board:remove(points)"},
    {"chains", "board:chain(points)"},
    {"choose_number", "me:choose(\"1\", \"2\", \"3\"), and tonumber(...) of it"},
    {"clear", "board:remove(points)"},
    {"coins", "me.tokens.coin"},
    {"color", "me.name, of a side; whose stones there are is asked by points * me.stones"},
    {"colour", "me.name, of a side; whose stones there are is asked by points * me.stones"},
    {"corners", "board.edge:where(function(p) return #board:neighbours(p) == 2 end)"},
    {"count", "#points"},
    {"counter", "board:undo(move)"},
    {"delay", "me:lay_aside(this, \"open\", { turns = 3 }), with a when_over function"},
    {"die", "board:toss(label, ...)"},
    {"discard_random", "me:discard(me.hand:random())"},
    {"draw_card", "me:take() into the hand, or me:draw() to play it"},
    {"exchange_hands", "me:give(card) for each"},
    {"extra_turn", "opponent:miss_turn()"},
    {"filter", "points:where(fits)"},
    {"flip", "board:recolour(points, seat)"},
    {"gain_points", "me:score(n)"},
    {"group", "board:chain(points)"},
    {"groups", "board:chain(points)"},
    {"guess", "me:choose(label, ...), or me.secret:choose(label, ...) unseen"},
    {"history", "me.last_move, and .previous of that"},
    {"is_empty", "points.empty, or #points == 0"},
    {"jump", "board:move(from, to)"},
    {"kill", "board:remove(points)"},
    {"knight", "points:shifted(1, 2) and the seven others"},
    {"last_move", "me.last_move or opponent.last_move"},
    {"later", "me:lay_aside(this, \"open\", { turns = 3 }), with a when_over function"},
    {"lose", "me:pay(token, n) for tokens, me:score(-n) for points"},
    {"lose_turn", "opponent:miss_turn()"},
    {"mirror", "points:reflected(how)"},
    {"mirrored", "points:reflected(how)"},
    {"next", "points:each()"},
    {"number", "me:choose(\"1\", \"2\", \"3\"), and tonumber(...) of it"},
    {"owner", "me, for whoever plays the card"},
    {"peek", "me:look(pile, n)"},
    {"prisoners", "me.captured"},
    {"protect", "opponent:forbid(board:liberties(points), turns)"},
    {"push", "board:slide(points, direction, most)"},
    {"put", "me:place(points)"},
    {"remember", "me:note(this, what)"},
    {"repeat_turn", "opponent:miss_turn()"},
    {"return_card", "me:put_back(card)"},
    {"reveal_hand", "me:show(me.hand)"},
    {"roll", "board:toss(\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"), and tonumber(...) of it"},
    {"rotate", "points:turned(quarters)"},
    {"rotated", "points:turned(quarters)"},
    {"say", "because(why)"},
    {"set", "me:place(points)"},
    {"shuffle", "me:reshuffle()"},
    {"shuffle_deck", "me:reshuffle(), of the discards"},
    {"size", "board.width and board.height; # counts points and cards: #me.stones"},
    {"skip_turn", "opponent:miss_turn()"},
    {"steal", "opponent:give(opponent.hand:random())"},
    {"swap", "board:recolour(points, seat) for stones, me:give(card) for cards"},
    {"territory", "board:surrounded_by(me.stones)"},
    {"trade", "me:give(card)"},
    {"trap", "me:lay_aside(this, \"hidden\"), with a when_set function"},
    {"turns", "board.turn"},
    {"win", "a win condition's file; a card may me:score(n)"},
    {"x", "points.column"},
    {"y", "points.row"},
});
static_assert(std::is_sorted(kGuesses.begin(), kGuesses.end(), [](auto& a, auto& b) { return a.said < b.said; }));

// Those in the brackets of "pick(least, most, points)"; -1 where there may be any number.
int arguments_of(std::string_view signature) {
  const std::size_t open = signature.find('('), close = signature.rfind(')');
  if (open == std::string_view::npos || close <= open + 1) return 0;
  const std::string_view inside = signature.substr(open + 1, close - open - 1);
  if (inside.find("...") != std::string_view::npos) return -1;
  return 1 + static_cast<int>(std::count(inside.begin(), inside.end(), ','));
}

// A word that something else has: "; that is board:neighbours(points)".
std::string elsewhere(std::string_view said) {
  constexpr std::pair<std::string_view, std::string_view> kObjects[] = {
      {"Seat", "me"}, {"Board", "board"}, {"Points", "points"}, {"Card", "card"}, {"Move", "move"}, {"Pile", "pile"}};
  for (const auto& [object, name] : kObjects)
    for (const ApiWord& w : api_words())
      if (w.object == object && w.name() == said)
        return "; that is " + std::string(name) + (w.property ? "." : ":") + w.signature;
  return "";
}

}  // namespace

std::string meant(std::string_view said, std::span<const std::string> names) {
  const auto* known = std::find_if(kGuesses.begin(), kGuesses.end(), [&](const Guess& g) { return g.said == said; });
  if (known != kGuesses.end()) return "; that is " + std::string(known->word);
  const std::string near = did_you_mean(said, names);
  return near.empty() ? elsewhere(said) : near;
}

std::string wrong_number_of_arguments(std::string_view object, std::string_view method, int given) {
  const auto so_many = [](int n) { return std::to_string(n) + (n == 1 ? " argument" : " arguments"); };
  const ApiWord *widest = nullptr, *least = nullptr;
  for (const ApiWord& w : api_words()) {
    if (w.property || w.object != object || w.name() != method) continue;
    const int most = arguments_of(w.signature);
    if (w.least() <= given && (most < 0 || most >= given)) return "";
    if (!widest || most > arguments_of(widest->signature)) widest = &w;
    if (!least || w.least() < least->least()) least = &w;
  }
  if (!widest) return "";
  if (const int lacks = least->least() - given; lacks > 0)
    return so_many(lacks) + " too few; it is " + least->signature;
  const int over = given - arguments_of(widest->signature);
  return over > 0 ? so_many(over) + " too many; it is " + widest->signature : "";
}

std::string said_type(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> kSaidTypes[] = {
      {"Points", "a set of points"},
      {"Seat", "a side (me or opponent)"},
      {"Card", "a card"},
      {"Pile", "a pile of cards"},
      {"Move", "a move"},
      {"Board", "the board"},
      {"string", "a text"},
      {"number", "a number"},
      {"boolean", "true or false"},
      {"nothing", "nothing"},
  };
  for (const auto& [known, words] : kSaidTypes)
    if (known == type) return std::string(words);
  return "a " + std::string(type);
}

std::string wrong_argument(const std::string& place, std::string_view wanted, std::string_view given,
                           std::string_view text) {
  struct Example {
    std::string_view type, such, nothing;
  };
  static constexpr Example kExamples[] = {
      {"Points", "such as board.empty", "write one, such as board.empty"},
      {"Seat", "such as opponent", "write me or opponent"},
      {"Card", "such as this", "ask first whether there is one: if card then ... end"},
      {"Move", "such as opponent.last_move", "ask first whether there was one: if opponent.last_move then ... end"},
      {"Pile", "such as me.hand", "write one, such as me.hand"},
      {"string", "in quotes, such as \"three\"", ""},
      {"number", "such as 1", ""},
  };
  const auto* known =
      std::find_if(std::begin(kExamples), std::end(kExamples), [&](const Example& e) { return e.type == wanted; });
  const auto with = [](const std::string& said, std::string_view more) {
    return more.empty() ? said : said + "; " + std::string(more);
  };
  const std::string_view such = known == std::end(kExamples) ? "" : known->such;
  if (given.empty())
    return place + " is missing: " + said_type(wanted) + (such.empty() ? "" : ", ") + std::string(such);
  std::string said = place + " must be " + said_type(wanted) + ", not " + said_type(given);
  if (given == "nothing") return with(said, known == std::end(kExamples) ? "" : known->nothing);
  if (wanted == "Points" && given == "string") {
    const bool is_point = parse_point(text.substr(0, text.find(' '))) != kNoPoint;
    const std::string such = is_point ? printable(std::string(text.substr(0, 20))) : "D4 E5";
    return said + "; " + (is_point ? "write" : "points are named as in") + " board:points(\"" + such + "\")";
  }
  if (wanted == "Points" && given == "Seat") return said + "; a side's stones are me.stones";
  if (wanted == "Points" && given == "Board") return said + "; its points are board.all, the empty ones board.empty";
  if (wanted == "Points" && given == "Move") return said + "; where it set stones is asked by move:placed()";
  if (wanted == "number" && given == "string") {
    const bool is_number = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    return is_number      ? said + "; write it without quotes: " + std::string(text) + ", or tonumber(...) of it"
           : text.empty() ? said + "; tonumber(...) makes a number of it"
                          : said;
  }
  if (wanted == "number" && (given == "Points" || given == "Pile"))
    return said + "; # gives how many are in it, as in #board.empty";
  if (wanted == "Card" && given == "Pile")
    return said + "; me:pick_card(me.hand, \"must\") chooses one, me.hand:random() draws one";
  return said;
}

}  // namespace gofuda
