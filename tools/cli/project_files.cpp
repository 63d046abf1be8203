#include "tools/cli/project_files.hpp"

#include "tools/print/project.hpp"

namespace gofuda::tools {

namespace {

constexpr std::string_view kMarker =
    R"(# By this file Gofuda knows the folder: every command that is given from here, or from a folder below, finds its rules.
#   cards/           cards: NAME.lua          variants/         games: NAME.yaml
#   cards/decks/     decks: NAME.yaml         variants/turns/   turn protocols: NAME.lua
#   disputes/        what `gofuda judge`      variants/win/     win conditions: NAME.lua
#                    judges                   plans/            plans of `gofuda sweep` and `gofuda tune`
# What is in .gofuda/ tells editors how these files are written. After an update of Gofuda, remove that folder and run
# `gofuda init .` again.
)";

constexpr std::string_view kShapeCard =
    R"(-- A card that lays a shape. The file's name without .lua is what decks and games call it: crane.
return card {
  name = "Crane",
  text = "Three stones, the neck and the body of a crane.",   -- the rule, as printed on the card
  source = "an example",
  -- X is a stone of whoever plays the card, O one of the opponent's, a point is left as it is. The game's rules say
  -- whether it may be turned and mirrored; `gofuda show card crane` draws all the ways to lay it.
  shape = [[
    X . .
    . X X
  ]],
}
)";

constexpr std::string_view kActionCard =
    R"(-- A card that does something. All of it happens at once when the function has ended: captures, ko and suicide are
-- judged then. What the player is asked for is written in brackets in disputes: ferry (A1) (D2).
return card {
  name = "Ferry",
  text = "Move one of your stones to an empty point beside a stone of your opponent.",
  source = "an example",
  -- A house rule: its values, the default first. A game chooses with options: { ferry.landing: anywhere }.
  options = {
    landing = { "beside", "anywhere", text = "Whether the stone lands beside a stone of the opponent, or anywhere." },
  },
  play = function(me, opponent, board, this)
    -- asks for one point of a set, in your words; without any to choose from, the card cannot be played
    local stone = me:pick(1, me.stones, "the stone to move")
    local landing = board.empty
    if this.option.landing == "beside" then
      landing = landing * board:neighbours(opponent.stones)     -- the points that are in both sets
    end
    board:remove(stone)
    me:place(me:pick(1, landing, "where it lands"))
  end,
}
)";

constexpr std::string_view kDeck =
    R"(# A deck: which cards, and how many of each. Shipped cards may be in it: gofuda show card
deck: my-deck
title: My deck
text: The two cards of this project among shipped ones.
cards:
  crane: 6
  ferry: 4
  keima: 4
  place-2: 2
counts: { total: 16, shape: 10, action: 6 }   # a promise that is checked; leave it out if you like
)";

constexpr std::string_view kVariant = R"(# A game. It extends a shipped one, so only what differs is written down.
# All that it says, and where each value comes from: gofuda show variant my-game
variant: my-game
title: My game
text: Go on a small board in which each turn is a card.
extends: go
board: { size: 9x9 }
deck: my-deck             # one for each side; common_deck is one for both
turn: draw-and-play       # how a turn goes; gofuda show turn lists the shipped ones
rules:
  komi: 5.5
options:                  # house rules of the cards, and of the turn protocol as turn.NAME
  ferry.landing: beside
)";

constexpr std::string_view kDispute =
    R"(# A dispute: a position, what is played, and the ruling. `gofuda judge --explain` shows each step.
dispute: May Ferry put the stone down far away from the opponent's stones?
ruling: No. It lands beside one of them.
variant: my-game
board:
  bottom-left: |          # X is Black, O is White; what is not drawn is empty
    . . O .
    X . . .
to_move: black
decks: { black: [ferry] } # top card first
play:
  - black: ferry (A1) (E5)
expect:
  illegal: not-a-candidate
  at: E5
otherwise:                # the other reading of the house rule, kept so that it can be tried
  - set: { ferry.landing: anywhere }
    expect: { black: E5, empty: A1 }
)";

constexpr std::string_view kLuaSettings = R"({
  "runtime.version": "Lua 5.4",
  "runtime.builtin": {
    "coroutine": "disable",
    "debug": "disable",
    "ffi": "disable",
    "io": "disable",
    "jit": "disable",
    "os": "disable",
    "package": "disable",
    "utf8": "disable"
  },
  "workspace.library": [".gofuda"],
  "workspace.checkThirdParty": false
}
)";

constexpr std::string_view kSettings = R"({
  "yaml.schemas": {
    "./.gofuda/variant.schema.json": "/variants/*.yaml",
    "./.gofuda/deck.schema.json": "/cards/decks/*.yaml",
    "./.gofuda/preset.schema.json": "/variants/presets/*.yaml",
    "./.gofuda/dispute.schema.json": "/disputes/**/*.yaml",
    "./.gofuda/plan.schema.json": "/plans/**/*.yaml"
  },
  "yaml.yamlVersion": "1.2",
  "yaml.schemaStore.enable": false,
  "files.associations": { "gofuda.project": "plaintext" }
}
)";

// A diagnostic is `file:line:column: error[code]: message`; one about a whole file has neither line nor column, and
// `judge` indents what did not hold.
constexpr std::string_view kTasks = R"({
  "version": "2.0.0",
  "tasks": [
    {
      "label": "gofuda: check at each save",
      "type": "process",
      "command": "gofuda",
      "args": ["check", "--watch"],
      "isBackground": true,
      "presentation": { "reveal": "never" },
      "problemMatcher": [
        {
          "owner": "gofuda",
          "source": "gofuda",
          "fileLocation": ["autoDetect", "${workspaceFolder}"],
          "pattern": {
            "regexp": "^\\s*(.+?):(\\d+):(?:(\\d+):)? (error|warning)\\[([^\\]]+)\\]: (.*)$",
            "file": 1,
            "line": 2,
            "column": 3,
            "severity": 4,
            "code": 5,
            "message": 6
          },
          "background": {
            "activeOnStart": true,
            "beginsPattern": "^---$",
            "endsPattern": "^\\d+ files? read"
          }
        },
        {
          "owner": "gofuda-files",
          "source": "gofuda",
          "fileLocation": ["autoDetect", "${workspaceFolder}"],
          "pattern": {
            "regexp": "^\\s*([^:]+?): (error|warning)\\[([^\\]]+)\\]: (.*)$",
            "kind": "file",
            "file": 1,
            "severity": 2,
            "code": 3,
            "message": 4
          },
          "background": {
            "activeOnStart": true,
            "beginsPattern": "^---$",
            "endsPattern": "^\\d+ files? read"
          }
        }
      ],
      "runOptions": { "runOn": "folderOpen" }
    },
    {
      "label": "gofuda: judge the disputes",
      "type": "process",
      "command": "gofuda",
      "args": ["judge"],
      "group": { "kind": "test", "isDefault": true },
      "problemMatcher": {
        "owner": "gofuda-judge",
        "source": "gofuda",
        "fileLocation": ["autoDetect", "${workspaceFolder}"],
        "pattern": {
          "regexp": "^\\s*(.+?):(\\d+):(?:(\\d+):)? (error|warning)\\[([^\\]]+)\\]: (.*)$",
          "file": 1,
          "line": 2,
          "column": 3,
          "severity": 4,
          "code": 5,
          "message": 6
        }
      }
    }
  ]
}
)";

constexpr std::string_view kExtensions = R"({
  "recommendations": ["redhat.vscode-yaml", "sumneko.lua"]
}
)";

constexpr std::string_view kIgnored = R"(# the stores of simulate and sweep
*.sqlite
*.sqlite-*
)";

constexpr ProjectFile kFiles[] = {
    {kProjectFile, kMarker},
    {"cards/crane.lua", kShapeCard, true},
    {"cards/ferry.lua", kActionCard, true},
    {"cards/decks/my-deck.yaml", kDeck, true},
    {"variants/my-game.yaml", kVariant, true},
    {"disputes/ferry-lands-beside.yaml", kDispute, true},
    {".luarc.json", kLuaSettings},
    {".vscode/settings.json", kSettings},
    {".vscode/tasks.json", kTasks},
    {".vscode/extensions.json", kExtensions},
    {".gitignore", kIgnored},
};

}  // namespace

std::span<const ProjectFile> project_files() { return kFiles; }

}  // namespace gofuda::tools
