#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "scripting/file.hpp"
#include "scripting/library.hpp"
#include "tools/cli/actions.hpp"

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

struct Template {
  const char *kind, *folder, *ending, *next, *text;  // NAME stands for the name, TITLE for the name as a title
};

constexpr const char* kNewCard =
    R"(-- A card. Other starts: gofuda show card, and the files in the installed cards/ folder.
return card {
  name = "TITLE",
  text = "Place two of your stones on any empty points.",   -- the rule, as printed on the card
  -- A card that lays a shape has a picture and no play function:
  --   shape = [[
  --     X .
  --     . X
  --   ]],
  play = function(me, opponent, board, this)
    me:place(me:pick(2, board.empty))
  end,
  -- House rules that a game may choose among, the default first:
  --   options = { fewer = { "no", "yes", text = "May fewer stones be placed?" } },
  -- and in the function: if this.option.fewer == "yes" then ... end
}
)";

constexpr const char* kNewDeck = R"(deck: NAME
title: TITLE
text: What is in the deck, and why.
cards:                # how many of each; gofuda show card lists the names
  keima: 2
  ponnuki: 1
  place-2: 1
counts: { total: 4, shape: 3, action: 1 }    # a promise that is checked; leave it out if you like
# options:            # house rules of its cards
#   place-2.fewer: yes
)";

constexpr const char* kNewVariant = R"(variant: NAME
title: TITLE
text: What is new in this game.
extends: go           # only the differences below
board: { size: 9x9 }
deck: dango-36        # one for each side; your own: gofuda new deck NAME
turn: draw-and-play   # your own: gofuda new turn NAME
rules:                # gofuda show variant NAME lists them all, with their values
  komi: 5.5
# options:
#   place-2.fewer: yes
)";

constexpr const char* kNewTurn = R"(-- A turn protocol: how one turn goes.
return turn {
  name = "TITLE",
  text = "Turn over the top card of your deck and play it. When the deck is out, place ordinary stones.",
  -- What every card of the deck must say, if the turn depends on it:
  --   cards = { kind = { "before", "replace" } },
  play = function(me, opponent, board, this)
    me:move()
  end,
  -- the part of a turn that a card can give once more with me:move()
  move = function(me, opponent, board, this)
    if me.deck.empty then me:stone() else me:play(me:draw()) end
  end,
}
)";

constexpr const char* kNewWin =
    R"(-- A win condition. A game names it: win: [NAME]. Other starts: gofuda show win, and the files in variants/win/.
return win {
  name = "TITLE",
  text = "Four of your stones in a 2x2 square.",
  pattern = [[
    X X
    X X
  ]],
  -- Instead of the picture, one of these:
  --   line = 5,                                   -- so many side by side in a row, a column or a diagonal
  --   region = true,                              -- all points of one region of the board
  --   check = function(me, opponent, board)       -- asked after each move; the points that show it, or false
  --     return #me.stones >= 30 and me.stones
  --   end,
}
)";

constexpr const char* kNewDispute = R"(dispute: What happens when ...?
# rulings: [MY-01]
ruling: A stone in atari is taken.      # the answer, in a sentence
variant: go
board:
  bottom-left: |                        # X is Black, O is White; a whole board needs no corner
    . X .
    X O .
to_move: black
# decks: { black: [keima, place-2] }    # in games of cards: top card first
play:
  - black: C1
expect:
  captured: { white: 1 }
  empty: B1
# otherwise:                            # the other reading, kept runnable
#   - set: { rules.suicide: allowed }
#     expect: { captured: { white: 1 } }
)";

constexpr Template kTemplates[] = {
    {"card", "cards", ".lua", "gofuda --rules DIR show card NAME", kNewCard},
    {"deck", "cards/decks", ".yaml", "gofuda --rules DIR show deck NAME", kNewDeck},
    {"variant", "variants", ".yaml", "gofuda --rules DIR play NAME", kNewVariant},
    {"turn", "variants/turns", ".lua", "gofuda --rules DIR show turn NAME", kNewTurn},
    {"win", "variants/win", ".lua", "gofuda --rules DIR show win NAME", kNewWin},
    {"dispute", "disputes", ".yaml", "gofuda --rules DIR judge --explain FILE", kNewDispute},
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// "big-keima" -> "Big keima".
std::string title_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

std::string suggested(const std::string& name) {
  std::string out;
  for (char c : name)
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c == ' ' || c == '_' || c == '.' ? '-' : c;
  return is_library_name(out) ? " (did you mean '" + out + "'?)" : "";
}

// Where a file of this kind and name already is below the folder, deeper folders of cards included.
std::string taken(const fs::path& folder, const Template& t, const std::string& name) {
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ec), end;
       !ec && it != end; it.increment(ec))
    if (it->path().filename() == name + t.ending) return it->path().string();
  return "";
}

}  // namespace

int make_new(const Options& options, const New& args) {
  std::vector<std::string> kinds;
  for (const Template& t : kTemplates) kinds.emplace_back(t.kind);
  const Template* t = nullptr;
  for (const Template& one : kTemplates)
    if (args.kind == one.kind) t = &one;
  if (!t)
    return usage_error("'" + args.kind + "' is none of card, deck, variant, turn, win, dispute" +
                       did_you_mean(args.kind, kinds));
  if (!is_library_name(args.name))
    return usage_error("a name is made of " + std::string(kLibraryNameRule) + ", not '" + printable(args.name) + "'" +
                       suggested(args.name));
  if (options.rules.size() > 1) return usage_error("give one --rules folder, where the file is to be made");
  fs::path root = options.rules.empty() ? "." : options.rules[0], folder = root / t->folder;
  if (std::string there = taken(folder, *t, args.name); !there.empty())
    return say_error(there + " is there already"), 1;
  if (would_lead_out(folder, root))
    return say_error("a link on the way to " + folder.string() + " leads nowhere, or out of the folder of rules; " +
                     "take it away"),
           1;
  std::error_code ec;
  fs::create_directories(folder, ec);
  if (ec) return say_error("cannot make the folder " + folder.string() + ": " + ec.message()), 1;
  std::string path = (folder / (args.name + t->ending)).lexically_normal().string();
  std::string text = replaced(replaced(t->text, "NAME", args.name), "TITLE", title_of(args.name));
  if (std::string why = write_file(path, text); !why.empty()) return say_error(why), 1;
  if (options.json) return std::printf("%s\n", json_text({{"file", path}}).c_str()), 0;
  const std::string rules = options.project.empty() ? "--rules " + root.string() + " " : "";
  std::string next = replaced(replaced(replaced(t->next, "NAME", args.name), "--rules DIR ", rules), "FILE", path);
  const std::string shown = printable(path);
  std::printf("%s\nNext: edit it, then\n  gofuda %scheck %s\n  %s\n", shown.c_str(), printable(rules).c_str(),
              shown.c_str(), printable(next).c_str());
  return 0;
}

}  // namespace gofuda::tools
