#include "scripting/expectation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "core/notation/feed.hpp"
#include "core/notation/tokens.hpp"
#include "core/notation/transcript.hpp"
#include "core/result.hpp"
#include "core/view.hpp"
#include "scripting/board_reader.hpp"
#include "scripting/expected_lines.hpp"
#include "scripting/tally_file.hpp"
#include "scripting/variant_board.hpp"

namespace gofuda {

namespace {

constexpr std::string_view kHidden = "hidden";  // a card that the viewer does not know
constexpr long kMostNumber = 1'000'000;
constexpr double kRounding = 1e-4;  // of thousandths of a point

constexpr ExpectKey kKeys[] = {
    {"illegal",
     "The last answer is refused for this reason (a reason code); or not-asked: nothing asks for the last play."},
    {"at", "With illegal: the points concerned.", true},
    {"unplayable", "The last card could not be played, mostly for this reason (a reason code)."},
    {"black", "These points hold black stones."},
    {"white", "These points hold white stones."},
    {"empty", "These points are empty."},
    {"board", "All stones of the board, in any of the forms of the start position; no stone stands on a wall.", true},
    {"captured", "How many stones of a colour were captured in all the plays: { white: 11 }."},
    {"walls", "The points that are walls.", true},
    {"tokens", "Tokens that a side has: { black: { coin: 2 } }."},
    {"marks", "The points with a mark: { holy: D4 E5 }."},
    {"scored", "Points for the count that cards have given: { black: 2.5 }."},
    {"to_move", "Whose turn it is."},
    {"asks", "What is asked now: { black: points } (points, placement, stone, choice, offer or dead)."},
    {"deck", "Cards left in a deck: { black: 34 }."},
    {"discards", "A discard pile, top card first: { black: [leap, twice] }."},
    {"aside", "Cards laid aside hidden: { black: [held-card] }."},
    {"shown", "Cards laid aside open."},
    {"hand", "Cards in hand."},
    {"effects",
     "What works on the table, in the order in which it was laid, and what will end it: { black: [watch (2 turns "
     "left), "
     "ladder (while D4 stands)], white: [] }."},
    {"sees",
     "What a seat knows: { white: { black.aside: [hidden], black.shown: [held-card], black.notes: [trap (hidden)], "
     "black.effects: [] } }."},
    {"cards", "The deck by kind: { total: 36, shape: 24, different: 36 }."},
    {"orientations", "Ways to lay a shape: { leap: 4 }."},
    {"moves", "How many moves were made, answers included."},
    {"score", "Points at the end, komi and button not included: { black: 47, white: 34.5 }."},
    {"dead", "With score or result: stones to be taken off first; without it, those that were agreed to be dead.",
     true},
    {"parts", "With score: stones, empty points, points under dead stones: { black: [26, 20, 2] }."},
    {"neutral", "With score: how many points belong to nobody."},
    {"result", "The result with komi, such as B+6.5; Void where the game has none."},
    {"over", "Whether the game is over."},
    {"winner", "Who has won by a win condition: black, white or none."},
    {"won_by", "The win conditions that were met, by their files' names.", true},
    {"winning", "The stones that met them.", true},
    {"size", "The board's columns and rows, such as 13x13."},
    {"option", "A house rule as the variant has it: { held-card.after: pass }."},
    {"legal", "Lines of play that are legal from here, each by itself; a line is a map, or a list of maps."},
    {"refused", "Lines of play that are refused from here: [{ black: place-3 (A1 B1), because: wrong-count }]."},
};

class Check {
 public:
  Check(const YamlFile& file, const YamlNode& expect, const Judged& seen, Diagnostics& out)
      : file_(file), expect_(expect), seen_(seen), out_(out), p_(seen.position()), rules_(seen.game.rules()) {}

  void run() {
    YamlMap map(file_, expect_, "what is expected", out_);
    std::map<std::string_view, const YamlNode*> n;
    for (const ExpectKey& k : kKeys) n[k.name] = map.optional(k.name);
    if (const YamlNode* old = map.optional("discard"))
      mistake(*old, "'discard' listed the pile from the bottom; write 'discards', with the top card first");
    map.finish();
    if (!map.valid()) return;
    if (expect_.fields.empty()) mistake(expect_, "nothing is expected here; write what is");
    for (const ExpectKey& k : kKeys)
      if (!k.may_be_empty && n[k.name] && says_nothing(*n[k.name])) {
        mistake(*n[k.name], "nothing is expected here; write what is, or leave '" + std::string(k.name) + "' out");
        n[k.name] = nullptr;
      }
    if (n["illegal"]) illegal(*n["illegal"], n["at"]);
    if (n["at"] && !n["illegal"])
      mistake(*n["at"], "'at' are the points that 'illegal' is about; write what is illegal, too");
    if (n["unplayable"]) unplayable(*n["unplayable"]);
    for (Colour c : {Colour::black, Colour::white, Colour::empty})
      if (const YamlNode* node = n[c == Colour::empty ? "empty" : colour_name(c)]) points(*node, c);
    if (n["board"]) board(*n["board"]);
    if (n["captured"])
      numbers(*n["captured"], "captured", [&](const std::string& who) -> std::optional<long> {
        if (who == "black") return captured(Colour::black);
        if (who == "white") return captured(Colour::white);
        return std::nullopt;
      });
    if (n["walls"]) walls(*n["walls"]);
    for (const TallyLine& line : read_tally(file_, {n["tokens"], n["marks"], n["scored"]}, rules_, out_))
      if (const std::string wrong = tally_difference(rules_.names, p_, line); !wrong.empty()) fail(*line.node, wrong);
    if (n["to_move"] && side(*n["to_move"], "'to_move'"))
      text(*n["to_move"], "the side to move", std::string(seat_name(p_.to_move)));
    if (n["asks"]) asks(*n["asks"]);
    if (n["deck"]) numbers(*n["deck"], "cards left", [&](const std::string& who) { return deck_size(who); });
    zone(n["discards"], "discard pile", Zone::discard, true);
    zone(n["aside"], "aside", Zone::aside, false);
    zone(n["shown"], "shown", Zone::shown, false);
    zone(n["hand"], "hand", Zone::hand, false);
    if (n["effects"]) effects(*n["effects"]);
    if (n["sees"]) sees_all(*n["sees"]);
    if (n["cards"]) numbers(*n["cards"], "cards", [&](const std::string& kind) { return cards_of(kind); });
    if (n["orientations"])
      numbers(*n["orientations"], "orientations", [&](const std::string& card) -> std::optional<long> {
        CardId c = rules_.find_card(card);
        if (c == kNoCard) return std::nullopt;
        return static_cast<long>(rules_.cards[c].shape.size());
      });
    if (n["moves"]) number(*n["moves"], "moves", static_cast<long>(p_.moves.size()));
    scoring(n);
    wins(n);
    if (n["over"]) over(*n["over"]);
    if (n["size"]) size(*n["size"]);
    if (n["option"]) options(*n["option"]);
    if (n["legal"]) check_lines(file_, *n["legal"], true, seen_, out_);
    if (n["refused"]) check_lines(file_, *n["refused"], false, seen_, out_);
  }

 private:
  void fail(const YamlNode& node, std::string message) { yaml_error(file_, node, "failed", std::move(message), out_); }
  void mistake(const YamlNode& node, std::string message) {
    yaml_error(file_, node, "expectation", std::move(message), out_);
  }

  static bool says_nothing(const YamlNode& node) {
    return (node.kind == YamlNode::Kind::map && node.fields.empty()) || node.kind == YamlNode::Kind::null ||
           (node.kind == YamlNode::Kind::sequence && node.items.empty()) ||
           (node.kind == YamlNode::Kind::scalar && node.text.empty());
  }

  void text(const YamlNode& node, const std::string& what, const std::string& have) {
    auto want = yaml_text(file_, node, what, out_);
    if (want && *want != have) fail(node, what + " is " + have + ", not " + *want);
  }
  // What can never be is a mistake. "'over'" "is true or false".
  bool is_one_of(const YamlNode& node, const std::string& what, const std::string& rule,
                 std::span<const std::string> possible) {
    const auto said = yaml_text(file_, node, what, out_);
    if (!said || std::find(possible.begin(), possible.end(), *said) != possible.end()) return said.has_value();
    mistake(node, what + " " + rule + ", not " + in_quotes(*said) + did_you_mean(*said, possible));
    return false;
  }
  std::optional<Seat> side(const YamlNode& node, const std::string& what) {
    static const std::string kSides[] = {"black", "white"};
    if (!is_one_of(node, what, "is black or white", kSides)) return std::nullopt;
    return node.text == kSides[0] ? Seat::black : Seat::white;
  }
  void number(const YamlNode& node, const std::string& what, long have) {
    auto want = yaml_integer(file_, node, what, 0, kMostNumber, out_);
    if (want && *want != have) fail(node, what + ": " + std::to_string(have) + ", not " + std::to_string(*want));
  }
  void numbers(const YamlNode& node, const std::string& what,
               const std::function<std::optional<long>(const std::string&)>& of) {
    if (node.kind != YamlNode::Kind::map) return mistake(node, "'" + what + "' must be a map of names and numbers");
    for (const auto& [key, value] : node.fields) {
      auto have = of(key.text);
      if (!have)
        mistake(key, "'" + key.text + "' has no " + what);
      else
        number(value, what + " " + key.text, *have);
    }
  }

  void concerns_nothing(const YamlNode* at) {
    if (at) mistake(*at, "what is not asked concerns no points");
  }
  void illegal(const YamlNode& node, const YamlNode* at) {
    auto want = yaml_text(file_, node, "'illegal'", out_);
    if (!want) return;
    if (*want == kNotAsked) {
      concerns_nothing(at);
      if (seen_.not_asked) return;
      return fail(node, seen_.refused ? "the play is asked for, but refused: " + to_string(*seen_.refused)
                                      : "every play was asked for; the last one should not be");
    }
    if (!is_reason(file_, node, *want, out_)) return;
    if (seen_.not_asked) return concerns_nothing(at);  // the game is over
    if (!seen_.refused) return fail(node, "every play was accepted; the last one should be refused for " + *want);
    if (reason_code(seen_.refused->reason) != *want)
      fail(node, "the play is refused, but so: " + to_string(*seen_.refused));
    if (!at) return;
    if (auto points = read_points(file_, *at, rules_.grid, out_); points && *points != seen_.refused->points)
      fail(*at, "the points concerned are " + to_string(seen_.refused->points));
  }

  void unplayable(const YamlNode& node) {
    const auto want = yaml_text(file_, node, "'unplayable'", out_);
    if (!want || !is_reason(file_, node, *want, out_)) return;
    const auto last = std::find_if(p_.moves.rbegin(), p_.moves.rend(), [](const Move& m) { return m.card != kNoCard; });
    if (last == p_.moves.rend() || !last->has(Move::kUnplayable))
      return fail(node, last == p_.moves.rend() ? "no card was played" : "the last card could be played");
    const auto number = static_cast<std::size_t>(p_.moves.rend() - last) - 1;
    const auto why = std::find_if(seen_.remarks.rbegin(), seen_.remarks.rend(), [&](const Remark& r) {
      return r.move == number && r.card == last->card && r.reason != Reason::legal;
    });
    if (why == seen_.remarks.rend()) return fail(node, "nothing is known of why the card could not be played");
    if (reason_code(why->reason) != *want) fail(node, "the card could not be played, but mostly so: " + why->text);
  }

  void points(const YamlNode& node, Colour c) {
    auto want = read_points(file_, node, rules_.grid, out_);
    if (!want) return;
    PointSet wrong = *want - p_.board.points_of(c);
    wrong.for_each([&](Point q) { differs(node, q, c); });
  }

  void differs(const YamlNode& node, Point q, Colour wanted) {
    const Colour have = p_.board.at(q);
    fail(node, point_name(q) + " is " + (have == Colour::off ? "a wall" : std::string(colour_name(have))) + ", not " +
                   std::string(colour_name(wanted)));
  }

  // The stones; a wall is no stone.
  void board(const YamlNode& node) {
    auto stones = read_stones(file_, node, rules_.grid, out_);
    if (!stones) return;
    Board want(rules_.grid);
    for (const Stone& s : *stones) want.set(s.point, s.colour);
    rules_.grid.points().for_each([&](Point q) {
      const Colour have = p_.board.at(q) == Colour::off ? Colour::empty : p_.board.at(q);
      if (want.at(q) != have) differs(node, q, want.at(q));
    });
  }

  void walls(const YamlNode& node) {
    const PointSet have = walls_of(rules_.grid, p_.board);
    if (auto want = read_points(file_, node, rules_.grid, out_); want && *want != have)
      fail(node, have.empty() ? "no point is a wall" : "the walls are " + to_string(have));
  }

  void size(const YamlNode& node) {
    const auto said = yaml_text(file_, node, "'size'", out_);
    if (!said) return;
    const auto want = read_board_size(*said);
    if (!want)
      mistake(node, in_quotes(*said) + " is no board size; write columns x rows, such as 13x13");
    else if (want->columns != rules_.grid.width() || want->rows != rules_.grid.height())
      fail(node, "the board's size is " + size_text(rules_.grid) + ", not " + *said);
  }

  long captured(Colour c) const { return p_.prisoners[index(seat_of(opposite(c)))]; }

  static std::optional<Owner> owner(const std::string& who) {
    for (Owner o : {Owner::black, Owner::white, Owner::common})
      if (owner_name(o) == who) return o;
    return std::nullopt;
  }
  std::optional<long> deck_size(const std::string& who) const {
    auto o = owner(who);
    if (!o) return std::nullopt;
    return static_cast<long>(p_.cards.size(*o, Zone::deck));
  }

  // Turns in which nobody is asked go by.
  Game further() {
    Game game = seen_.waiting;
    while (game.state() == Status::done && !game.over()) game.advance(seen_.scripts, {}, 1);
    return game;
  }
  void over(const YamlNode& node) {
    static const std::string kEither[] = {"true", "false"};
    if (is_one_of(node, "'over'", "is true or false", kEither))
      text(node, "the game being over", p_.over() || further().over() ? "true" : "false");
  }

  void asks(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map || node.fields.size() != 1)
      return mistake(node, "'asks' is written { black: points }");
    const auto& [who, what] = node.fields[0];
    std::vector<std::string> kinds;
    for (const QuestionKind k : kAskedKinds) kinds.emplace_back(question_kind_name(k));
    if (!side(who, "'asks'") || !is_one_of(what, "'asks'", "is for one of " + joined(kinds), kinds)) return;
    const Game game = further();
    std::string have = "nothing";
    if (game.state() == Status::asks)
      have =
          std::string(seat_name(game.question().seat)) + ": " + std::string(question_kind_name(game.question().kind));
    const std::string want = who.text + ": " + what.text;
    if (want != have) fail(node, "asked is " + have + ", not " + want);
  }

  std::vector<std::string> names(std::span<const CardId> cards) const {
    std::vector<std::string> out;
    for (CardId c : cards) out.push_back(c == kNoCard ? std::string(kHidden) : rules_.cards[c].id);
    return out;
  }
  // Top first, as files write piles.
  std::vector<std::string> names_from_top(std::span<const CardId> cards) const {
    std::vector<std::string> out = names(cards);
    std::reverse(out.begin(), out.end());
    return out;
  }
  static std::string joined(const std::vector<std::string>& v) {
    std::string s;
    for (const std::string& x : v) s += (s.empty() ? "" : ", ") + x;
    return s;
  }
  static std::string list(const std::vector<std::string>& v) { return "[" + joined(v) + "]"; }
  // As pile(); of names that there are, perhaps with more about them in brackets: "watch (2 turns left)".
  void known(const YamlNode& value, const std::string& what, std::vector<std::string> have, bool in_order,
             const std::string& of, std::span<const std::string> possible) {
    const std::size_t before = out_.size();
    if (value.kind != YamlNode::Kind::null)
      for (const YamlNode* item : yaml_list(file_, value, what, out_)) {
        YamlNode name = *item;
        name.text = name.text.substr(0, name.text.find(" ("));
        is_one_of(name, of, "of this game", possible);
      }
    if (out_.size() == before) pile(value, what, std::move(have), in_order);
  }
  void cards(const YamlNode& value, const std::string& what, std::vector<std::string> have, bool in_order) {
    std::vector<std::string> ids{std::string(kHidden)};
    for (const CardInfo& c : rules_.cards) ids.push_back(c.id);
    known(value, what, std::move(have), in_order, "a card listed here is", ids);
  }
  void pile(const YamlNode& value, const std::string& what, std::vector<std::string> have, bool in_order) {
    std::vector<std::string> want;
    if (value.kind != YamlNode::Kind::null)
      for (const YamlNode* item : yaml_list(file_, value, what, out_)) want.push_back(item->text);
    std::string seen = list(have);
    if (!in_order) std::sort(have.begin(), have.end()), std::sort(want.begin(), want.end());
    if (want != have) fail(value, what + " is " + seen);
  }
  void zone(const YamlNode* node, const std::string& what, Zone z, bool in_order) {
    if (!node) return;
    if (node->kind != YamlNode::Kind::map)
      return mistake(*node, "'" + what + "' must be a map such as { black: [leap] }");
    for (const auto& [key, value] : node->fields) {
      auto o = owner(key.text);
      if (!o)
        mistake(key, "cards belong to black, white or common, not '" + key.text + "'");
      else
        cards(value, key.text + "'s " + what, names_from_top(p_.cards.in(*o, z)), in_order);
    }
  }

  // "trap (D4 E5)", or "trap (hidden)".
  std::vector<std::string> notes(const View& view, Seat seat) const {
    std::vector<std::string> out;
    for (const Note& n : view.notes) {
      if (n.seat != seat) continue;
      bool hidden = n.seat != view.seat && !n.open;
      out.push_back((n.card.id == kNoCard ? "hidden" : rules_.cards[n.card.id].id) + " (" +
                    (hidden            ? "hidden"
                     : n.label.empty() ? to_string(n.points)
                                       : n.label) +
                    ")");
    }
    return out;
  }

  std::vector<std::string> effects_of(const Position& p, Seat seat) const {
    std::vector<std::string> out;
    for (const LastingEffect& e : p.lasting) {
      if (e.seat != seat) continue;
      const std::string until = until_text(e, p.turn);
      out.push_back(rules_.cards[e.card.id].id + (until.empty() ? "" : " (" + until + ")"));
    }
    return out;
  }

  void effects(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map)
      return mistake(node, "'effects' must be a map such as { black: [watch (2 turns left)] }");
    for (const auto& [key, value] : node.fields) {
      if (const auto whose = side(key, "a side"))
        cards(value, "what works for " + key.text, effects_of(p_, *whose), true);
    }
  }

  void wins(std::map<std::string_view, const YamlNode*>& n) {
    static const std::string kWinners[] = {"black", "white", "none"};
    if (n["winner"] && is_one_of(*n["winner"], "the winner", "is black, white or none", kWinners))
      text(*n["winner"], "the winner",
           p_.ending == Ending::win ? std::string(seat_name(static_cast<Seat>(p_.winner))) : "none");
    if (n["won_by"]) {
      std::vector<std::string> met, all;
      for (std::size_t i = 0; i < rules_.wins.conditions().size(); ++i) {
        all.push_back(rules_.wins.conditions()[i].id);
        if (p_.won_by >> i & 1) met.push_back(all.back());
      }
      known(*n["won_by"], "the conditions met", met, false, "'won_by' has win conditions", all);
    }
    if (!n["winning"]) return;
    if (auto want = read_points(file_, *n["winning"], rules_.grid, out_); want && *want != p_.winning)
      fail(*n["winning"], "the winning stones are " + to_string(p_.winning));
  }

  void sees_all(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map)
      return mistake(node, "'sees' is written { white: { black.aside: [hidden] } }");
    for (const auto& [viewer, piles] : node.fields) {
      const auto seat = side(viewer, "a viewer");
      if (!seat) continue;
      if (piles.kind != YamlNode::Kind::map || piles.fields.empty())
        return mistake(piles, "what a viewer sees is written { black.aside: [hidden] }");
      View view = view_of(p_, *seat);
      for (const auto& [key, value] : piles.fields) {
        std::size_t dot = key.text.find('.');
        auto o = owner(key.text.substr(0, dot));
        if (o && *o != Owner::common && dot != std::string::npos && key.text.substr(dot + 1) == "notes") {
          cards(value, "what " + viewer.text + " sees of " + key.text, notes(view, static_cast<Seat>(*o)), false);
          continue;
        }
        if (o && *o != Owner::common && dot != std::string::npos && key.text.substr(dot + 1) == "effects") {
          cards(value, "what " + viewer.text + " sees of " + key.text, effects_of(view, static_cast<Seat>(*o)), true);
          continue;
        }
        Zone z = Zone::deck;
        bool known = false;
        for (int k = 0; k < kZones; ++k)
          if (dot != std::string::npos && zone_name(static_cast<Zone>(k)) == key.text.substr(dot + 1))
            z = static_cast<Zone>(k), known = true;
        if (!o || !known)
          mistake(key, "'" + key.text + "' is no pile; write black.aside, white.shown, black.hand, ...");
        else
          cards(value, "what " + viewer.text + " sees of " + key.text, names(view.at(*o, z)), false);
      }
    }
  }

  std::optional<long> cards_of(const std::string& kind) const {
    const auto& deck = rules_.decks[2].empty() ? rules_.decks[0] : rules_.decks[2];
    if (kind == "total") return static_cast<long>(deck.size());
    if (kind == "different") return static_cast<long>(std::set<CardId>(deck.begin(), deck.end()).size());
    return std::count_if(deck.begin(), deck.end(), [&](CardId c) { return rules_.cards[c].kind == kind; });
  }

  void scoring(std::map<std::string_view, const YamlNode*>& n) {
    if (!n["score"] && !n["result"] && !n["parts"] && !n["neutral"]) {
      if (n["dead"])
        mistake(*n["dead"], "'dead' stones are for a count; write 'score', 'result', 'parts' or 'neutral', too");
      return;
    }
    PointSet dead = p_.dead;
    if (n["dead"]) dead = read_points(file_, *n["dead"], rules_.grid, out_).value_or(PointSet{});
    const PointSet bare = dead - p_.board.points_of(Colour::black) - p_.board.points_of(Colour::white);
    if (n["dead"] && !bare.empty()) fail(*n["dead"], "no stone stands on " + to_string(bare) + ", to be dead");
    dead -= bare;
    Score s = score_of(rules_, p_, dead);
    if (n["score"]) points_of(*n["score"], s);
    if (n["parts"]) parts(*n["parts"], s);
    if (n["neutral"]) number(*n["neutral"], "neutral points", s.neutral);
    if (n["result"] && is_result(*n["result"])) text(*n["result"], "the result", result_of(rules_, p_, dead));
  }

  void points_of(const YamlNode& node, const Score& s) {
    if (node.kind != YamlNode::Kind::map) return mistake(node, "'score' is written { black: 47, white: 34.5 }");
    for (const auto& [key, value] : node.fields) {
      const auto seat = side(key, "a side");
      const auto said = yaml_text(file_, value, "a number of points", out_);
      if (!seat || !said) continue;
      const std::int64_t besides = (*seat == Seat::white ? s.komi : 0) + (s.button == *seat ? kHalfPoint : 0);
      const std::int64_t have = s.total(*seat) - besides;
      const auto want = read_decimal(*said);
      if (!want || std::abs(*want) > kMostNumber)
        mistake(value, in_quotes(*said) + " is no number of points from -" + std::to_string(kMostNumber) + " to " +
                           std::to_string(kMostNumber) + ", such as 47 or 34.5");
      else if (std::abs(*want * kWholePoint - static_cast<double>(have)) > kRounding)
        fail(value, "points " + key.text + ": " + points_text(have) + ", not " + *said);
    }
  }

  bool is_result(const YamlNode& node) {
    const auto said = yaml_text(file_, node, "'result'", out_);
    if (!said) return false;
    static const std::set<std::string> kWords{"Draw", "Void", "B+Win", "W+Win"};
    const bool lead = (said->starts_with("B+") || said->starts_with("W+")) && (*said)[2] != '-' &&
                      read_decimal(std::string_view(*said).substr(2));
    if (!lead && !kWords.contains(*said))
      mistake(node, in_quotes(*said) + " is no result; write one such as B+6.5, W+Win, Draw or Void");
    return lead || kWords.contains(*said);
  }

  void parts(const YamlNode& node, const Score& s) {
    if (node.kind != YamlNode::Kind::map) return mistake(node, "'parts' is written { black: [26, 20, 2] }");
    for (const auto& [key, value] : node.fields) {
      const auto seat = side(key, "a side");
      if (!seat) continue;
      const std::size_t x = index(*seat);
      const std::vector<std::string> have{std::to_string(s.stones[x]), std::to_string(s.territory[x]),
                                          std::to_string(s.under_dead[x])};
      const std::size_t before = out_.size();
      std::vector<std::string> want;
      for (const YamlNode* item : yaml_list(file_, value, "parts", out_))
        if (const auto part = yaml_integer(file_, *item, "a part", 0, kMostNumber, out_))
          want.push_back(std::to_string(*part));
      if (out_.size() != before) continue;
      if (want.size() != have.size())
        mistake(value, "a side's parts are three: stones, empty points and points under dead stones");
      else if (want != have)
        fail(value, key.text + "'s parts are " + list(have));
    }
  }

  struct HouseRule {
    std::string value;
    std::vector<std::string> possible;  // empty: any
  };
  std::optional<HouseRule> house_rule(const std::string& key) const {
    const Variant& v = seen_.variant;
    if (key == "colours") return HouseRule{v.nigiri ? "nigiri" : "chosen", {"nigiri", "chosen"}};
    if (key == "turn") return HouseRule{v.turn_id, {}};
    if (key == "first")
      return HouseRule{rules_.first_by_chance ? "chance" : std::string(seat_name(rules_.first)),
                       {"black", "white", "chance"}};
    if (key == "handicap") return HouseRule{std::to_string(v.handicap), {}};
    if (key == "deal") return HouseRule{rules_.deal == Ruleset::kDealAll ? "all" : std::to_string(rules_.deal), {}};
    if (key == "deck") return HouseRule{v.deck_id, {}};
    if (key == "win") {
      std::vector<std::string> ids;
      for (const WinCondition& w : rules_.wins.conditions()) ids.push_back(w.id);
      return HouseRule{joined(ids), {}};
    }
    const std::size_t dot = key.find('.');
    const std::string id = key.substr(0, dot), name = dot == std::string::npos ? "" : key.substr(dot + 1);
    if (const RuleField* f = id == "rules" ? find_rule_field(name) : nullptr)
      return HouseRule{f->get(rules_.rules), {f->values.begin(), f->values.end()}};
    const auto of = v.options.find(id);
    if (of == v.options.end() || !of->second.contains(name)) return std::nullopt;
    const ChosenOption& chosen = of->second.at(name);
    return HouseRule{chosen.value, chosen.option->values};
  }

  void options(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::map) return mistake(node, "'option' is written { held-card.after: pass }");
    for (const auto& [key, value] : node.fields) {
      const auto rule = house_rule(key.text);
      if (!rule)
        mistake(key, "there is no option '" + key.text + "'");
      else if (rule->possible.empty() ||
               is_one_of(value, in_quotes(key.text), "is one of " + joined(rule->possible), rule->possible))
        text(value, key.text, rule->value);
    }
  }

  const YamlFile& file_;
  const YamlNode& expect_;
  const Judged& seen_;
  Diagnostics& out_;
  const Position& p_;
  const Ruleset& rules_;
};

}  // namespace

std::span<const ExpectKey> expect_keys() { return kKeys; }

void check_expectation(const YamlFile& file, const YamlNode& expect, const Judged& seen, Diagnostics& out) {
  Check(file, expect, seen, out).run();
}

}  // namespace gofuda
