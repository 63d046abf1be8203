"""As GoGui 1.6 plays: it starts the program twice, one process to play and one to tell the rules, and sends each its own commands;
a click is a move, and so is all that the program answers."""
import os
import random
import re
import subprocess

from engine import GOFUDA, Engine, fail

POINT = re.compile(r"[A-HJ-Z]\d+")


class Client:
    """The two processes, and the moves that GoGui knows of."""

    def __init__(self, game, words):
        words = (game, "--points", "--player", "random", "--seed", "3", *words)
        self.game, self.player, self.ruler, self.moves = game, Engine(*words), Engine(*words), []
        for line in ("name", "protocol_version", "version", "list_commands", "gogui-rules_game_id"):
            self.player.get(line)
        size = self.player.get("gogui-rules_board_size").split()[0]
        for line in (f"boardsize {size}", "clear_board", "komi 6.5", "gogui-analyze_commands", f"boardsize {size}", "clear_board"):
            self.player.ask(line)  # a board that is not square is refused
        self.rules()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for engine in (self.player, self.ruler):
            engine.quit()
            engine.__exit__()

    def rules(self):
        """The ruler hears the whole game anew after every move."""
        self.ruler.get("clear_board")
        for side, move in self.moves:
            self.ruler.get(f"play {side} {move}")
        self.side, self.legal = self.ruler.get("gogui-rules_side_to_move"), self.ruler.get("gogui-rules_legal_moves").split()
        self.ruler.get("gogui-rules_captured_count")
        board, shown = self.ruler.get("gogui-rules_board"), self.ruler.get("gogui-rules_board_gfx")
        if board != self.player.get("gogui-rules_board") or shown != self.player.get("gogui-rules_board_gfx"):
            fail(f"{self.game}: the two processes part after {self.moves[-3:]}")
        for label in re.findall(r"LABEL (.*)", shown):
            if not set(label.split()[::2]) <= set(self.legal):
                fail(f"{self.game}: what is written on the board cannot be clicked: {label}, {self.legal}")
        return board

    def played(self, move):
        self.ruler.ask(f"play {self.side} {move}")  # twice, whatever is answered
        self.moves.append((self.side, move))
        self.ruler.ask(f"play {self.side} {move}")
        return self.rules()


def check_gogui(game, moves, *words):
    with Client(game, words) as gui:
        if gui.player.get("gogui-rules_game_id") == "Go":
            fail(f"{game} is no Go")
        boards, random_, labels = [gui.rules()], random.Random(1), 0
        for _ in range(moves):
            if not gui.legal:
                break
            if [move for move in gui.legal if not POINT.fullmatch(move) and move != "pass"]:
                fail(f"{game}: what is no click: {gui.legal}")
            labels += "LABEL" in gui.ruler.get("gogui-rules_board_gfx")
            if gui.side == "black" and words:  # without a seat of its own a person does not see what there is to click
                for _ in range(60):
                    move = random_.choice(gui.legal)
                    if gui.player.ask(f"play black {move}").startswith("="):
                        break
                else:
                    fail(f"{game}: none of {gui.legal} is taken")
                    break
            else:
                move = gui.player.get(f"genmove {gui.side}")
                if not POINT.fullmatch(move) and move != "pass":
                    fail(f"{game}: genmove answers {move}, which GoGui does not know")
            boards.append(gui.played(move))
        if not gui.legal and (not gui.player.get("gogui-rules_final_result") or gui.ruler.get("gogui-rules_final_result").startswith("The game is not")):
            fail(f"{game}: the end")
        if len(gui.moves) < min(moves, 8) or (words and game in ("card-go", "gomoku-skills", "weiqi-carnival") and not labels):
            fail(f"{game}: only {gui.moves} was played, {labels} cards were shown")
        # back by one and by several, and on again
        for back in (1, 3, 2):
            if len(gui.moves) > back:
                again, gui.moves = gui.moves[-back:], gui.moves[:-back]
                gui.player.get("undo" if back == 1 else f"gg-undo {back}")
                if gui.rules() != boards[len(gui.moves)]:
                    fail(f"{game}: undo {back}")
                if back == 2:
                    gui.player.get("gogui-play_sequence " + " ".join(f"{side} {move}" for side, move in again))
                    gui.moves += again
                    if gui.rules() != boards[len(gui.moves)]:
                        fail(f"{game}: {again} played again")
        # into the midst of an answer, and the program goes on from there
        for at in range(len(gui.moves) - 1, max(0, len(gui.moves) - 8), -1):
            gui.player.get("clear_board"), gui.player.get("gogui-play_sequence " + " ".join(f"{side} {move}" for side, move in gui.moves[:at]))
            gui.player.get(f"genmove {gui.moves[at][0]}")
        # all of it from a file, as it is sent then
        gui.player.get("clear_board")
        if gui.moves:
            gui.player.get("gogui-play_sequence " + " ".join(f"{side} {move}" for side, move in gui.moves))
        if gui.rules() != boards[len(gui.moves)]:
            fail(f"{game}: the whole game played again")


HIDDEN = {
    "cards/two.lua": """return card {
  name = "Two", text = "Write down two empty points, unseen.",
  play = function(me, opponent, board, this)
    me:note(this, me.secret:pick(2, board.empty))
    me:lay_aside(this, "hidden")
  end,
}
""",
    "cards/decks/twos.yaml": "deck: twos\ncards: { two: 9 }\n",
    "cards/trap.lua": """return card {
  name = "Trap", text = "Asks in vain whenever a stone is set.",
  play = function(me, opponent, board, this) me:lay_aside(this, "hidden") end,
  when_set = function(me, opponent, board, this)
    me:pick(1, board.empty)
    refuse("never")
  end,
}
""",
    "cards/decks/traps.yaml": "deck: traps\ncards: { trap: 2 }\n",
    "variants/traps.yaml": "variant: traps\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: traps\n",
    "variants/hiding.yaml": "variant: hiding\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: twos\nfirst: white\n",
}


def write_rules(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)


def check_gogui_secret(folder):
    """What was named so far of an answer that one side alone sees is shown to nobody else."""
    write_rules(folder, HIDDEN)
    for view, sees in (("black", False), ("white", True)):
        words = ("hiding", "--points", "--view", view, "--player", "random", "--seed", "3")
        with Engine(*words, program=(GOFUDA, "--rules", folder, "gtp")) as e:
            e.get("genmove white")
            said = e.get("gofuda-question"), e.get("gogui-rules_board_gfx")
            if [word in text for word, text in zip(("named so far", "SQUARE"), said)] != [sees, sees]:
                fail(f"{view} is told {said} of White's hidden points")
            e.quit()
    with Engine("traps", "--player", "random", "--seed", "3", program=(GOFUDA, "--rules", folder, "gtp")) as e:
        said = [e.ask(f"genmove {side}") for _ in range(6) for side in ("b", "w")]
        if any("trap" in word for word in said):
            fail(f"a hidden card that asked in vain is told of: {said}")
        e.quit()


NEVER = {
    "cards/never.lua": 'return card { name = "Never", text = "never",\n  play = function(me, opponent, board)\n'
                       '    me:pick(2, board.empty) opponent:pick(2, board.empty) me:pick(3, board.empty) refuse("never")\n  end,\n}\n',
    "cards/decks/never.yaml": "deck: never\ntitle: Never\ncards: { never: 8 }\n",
    "variants/never.yaml": "variant: never\nextends: go\nboard: { size: 9x9 }\nturn: draw-and-play\ndeck: never\n",
}


def check_given_up(folder):
    """A card that fails after it was answered for is given up, by the player that has it or by who is told of it."""
    write_rules(folder, NEVER)
    for says in ("genmove b", "play b unplayable", "gofuda-answer unplayable"):
        with Engine("never", "--player", "random", "--seed", "1", program=(GOFUDA, "--rules", folder, "gtp")) as e:
            for side in "bw":
                if "never" not in e.get(f"genmove {side}") and side == "b":
                    fail("the card is not begun")
            if not e.get("gofuda-question").startswith("black: 3 points"):
                fail(f"it is not asked for: {e.get('gofuda-question')}")
            said = e.get(says)
            if says.startswith("genmove") and said != "unplayable":
                fail(f"{says} says {said!r}")
            if not e.get("gofuda-question").startswith("white: "):
                fail(f"after {says!r}: {e.get('gofuda-question')}")
            e.get("undo")
            if not e.get("gofuda-question").startswith("black: 3 points"):
                fail(f"after {says!r} is undone: {e.get('gofuda-question')}")
            e.quit()


FAULTY = {
    "cards/faulty.lua": 'return card { name = "Faulty", text = "-",\n'
                        '  play = function(me, opponent, board)\n    board:move(board.stones, board.none)\n  end,\n}\n',
    "cards/stone.lua": 'return card { name = "Stone", text = "-", play = function(me, opponent, board) me:place(me:pick(1, board.empty)) end }\n',
    "cards/decks/faulty.yaml": "deck: faulty\ntitle: Faulty\ncards: { faulty: 1, stone: 1 }\n",
    "variants/faulty.yaml": "variant: faulty\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: faulty\n",
    "start.yaml": "dispute: White's card fails\nvariant: faulty\ndecks: { black: [stone], white: [faulty] }\n",
}


def check_script_fails(folder):
    """Where the script of what comes next fails, no move is to blame; each is told so, and the game stands where it stood."""
    write_rules(folder, FAULTY)
    program, start = (GOFUDA, "--rules", folder), os.path.join(folder, "start")
    subprocess.run([*program, "sgf", "export", f"{start}.yaml", "-o", f"{start}.sgf"], check=True, capture_output=True)
    with Engine("faulty", program=(*program, "gtp")) as e:
        e.get(f"loadsgf {start}.sgf")
        for word in "C3", "stone(C3)":
            said = e.ask(f"play black {word}")
            if not said.startswith("? a script failed after that: ") or "faulty.lua:3" not in said:
                fail(f"{word}: {said!r}")
            if e.get("gofuda-question") != "black: 1 point for Stone":
                fail(f"after {word} is asked {e.get('gofuda-question')}")
        e.quit()


REGRESSION = """# form of GNU Go's suites, as gogui-regress 1.6 sends them
loadsgf one.sgf 3
1 reg_genmove white
#? [[A-HJ][1-9]]

loadsgf one.sgf
2 reg_genmove black 42
#? [[A-HJ][1-9]]
3 list_stones white
#? [C7]
4 owl_attack C7
#? [unknown command]
loadsgf one.sgf 99
5 list_stones black
#? [G3 E5 A9]
boardsize 7
clear_board
play b a1
6 final_score
#? [B\\+48.*]
undo
7 list_stones b
#? []
quit
"""


def check_gogui_programs(folder):
    """What gogui-regress and gogui-twogtp send."""
    with open(f"{folder}/one.sgf", "w") as f:
        f.write("(;GM[1]FF[4]SZ[9]KM[0.5];B[ee];W[cc];B[gg](;B[aa])(;W[bb]))")
    with Engine("go", "--player", "mcts:playouts=20") as e:
        for line in ("name", "version", "cputime"):
            e.get(line)
        number = said = None
        for line in REGRESSION.replace("one.sgf", f"{folder}/one.sgf").splitlines():
            if line.startswith("#?"):
                if not re.fullmatch(rf"[=?]{number} ?{line[4:-1]}", said.strip()):
                    fail(f"regression {number}: {said!r}, not {line}")
                number = None
            e.say(line)
            if line and line[0] != "#":
                number, said = (line.split()[0] if line[0].isdigit() else number), e.hear()
    with Engine("go", "--seed", "1", "--player", "mcts:playouts=20") as black, Engine("go", "--seed", "2", "--player", "mcts:playouts=20") as white:
        both = {"B": black, "W": white}
        for game in range(2):
            for e in both.values():
                for line in ("list_commands", "boardsize 7", "clear_board", "komi 6.5", "time_settings 60 0 0", "cputime"):
                    e.get(line)
            passes = turn = 0
            while passes < 2 and turn < 200:
                side = "BW"[turn % 2]
                move = both[side].get(f"genmove {side.lower()}").upper()
                for other in set(both) - {side}:
                    both[other].get(f"play {side} {move}")
                passes, turn = passes + 1 if move == "PASS" else 0, turn + 1
            scores = {e.get("final_score") for e in both.values()}
            if passes < 2 or len(scores) > 1:
                fail(f"twogtp, game {game}: {turn} moves, {scores}")
            both = {"B": both["W"], "W": both["B"]}  # -alternate
