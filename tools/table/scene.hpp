// What a player is shown of a game: as a screen with the board and the cards, as a few plain lines. Only what the
// seat may know is in it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "scripting/variant.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

class Reasons;

struct Scene {
  const Variant& variant;
  const Game& game;
  std::optional<Seat> viewer;          // nobody: everything is seen but the order of the decks, unless `outside`
  std::array<std::string, 2> players;  // "human", "random"; may be empty
  const Position* at = nullptr;        // another position of the game than the last; nothing is asked there
  bool outside = false;                // an onlooker, who knows what neither seat hides; no viewer then
  Reasons* reasons = nullptr;          // who asks why a card could take no effect gets no answer without
  const Position& position() const { return at ? *at : game.position(); }
  bool knows_all() const { return !viewer && !outside; }
  bool knows(Seat s) const { return knows_all() || viewer == s; }  // what this seat hides
  bool sees(Owner owner, Zone zone) const {
    return knows_all() || (viewer ? gofuda::sees(*viewer, owner, zone)
                                  : gofuda::sees(Seat::black, owner, zone) && gofuda::sees(Seat::white, owner, zone));
  }
  Position seen() const;  // what is hidden blank, as in a View
  bool asks() const { return !at && game.state() == Status::asks; }
};

std::vector<std::string> screen(const Style& style,
                                const Scene& scene);       // the board, and beside or below it all the rest
std::vector<std::string> plain_lines(const Scene& scene);  // board, piles and question, for pipes and files
// "white: Keima; sets white D4 F5", "white: Keima cannot take effect (occupied: there is no room for it)"
std::string move_line(const Scene& scene, const Position& seen, std::size_t move);
// A move with what stands before and after it: cards that have caused it, and effects that are over then.
struct ToldMove {
  std::vector<std::string> before;
  int depth;  // in so many of these cards
  std::string text;
  std::vector<std::string> after;
};
std::vector<ToldMove> told_moves(const Scene& scene, const Position& seen, std::size_t first);  // from that one on
std::vector<std::string> course_lines(const Scene& scene, std::size_t first);  // the same as lines, indented
PointSet last_points(const Position& position);                                // of the last move that did something
// What to mark on the board: the stones that have won, those said to be dead, the points that may be chosen where they
// are not simply the empty ones, or the last move.
PointSet marked_points(const Scene& scene);
PointSet closed_points(const Scene& scene);                // by the opening rule, to the stone that is asked for
std::string asked_text(const Scene& scene);                // "black: 3 points for Place your 3 stones"
std::string question_words(const Scene& scene);            // the same without the seat
std::vector<std::string> asked_hints(const Scene& scene);  // what one should know to answer

// Is the pending question the other side's, and of a kind that would tell what that side holds or writes down?
bool asked_in_secret(const Scene& scene);

// With the seed one can deal the cards anew and see them all: a side learns it when the game is over.
inline bool shows_seed(const Scene& scene) { return scene.knows_all() || scene.game.over(); }

// The cards that lie there, kNoCard for one that the viewer does not know; and a seat's notes, of those that it may not
// read no more than that they are there.
std::vector<CardId> cards_of(const Scene& scene, Owner owner, Zone zone);
std::vector<Note> notes_of(const Scene& scene, Seat seat);
std::vector<LastingEffect> effects_of(const Scene& scene, Seat seat);  // that the viewer knows of
// The cards on top of a deck, the topmost first, as far down as the viewer has looked at one; kNoCard for the others.
std::vector<CardId> known_top(const Scene& scene, Owner owner);
inline bool hidden(const Scene& scene, const Note& n) { return !scene.knows(n.seat) && !n.open; }
bool has_pile(const Scene& scene, Owner owner);

bool has_secrets(const Scene& scene);  // does a side know anything that the other does not?

}  // namespace gofuda::tools
