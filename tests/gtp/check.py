#!/usr/bin/env python3
"""The program as an engine of the Go Text Protocol: every command, right and wrong; what clients really send; every game's
moves as words, there and back; the clock; analyses; random lines."""
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from apart import check_isolated, check_saving
from engine import FAST, GOFUDA, Engine, fail, failures
from gogui import check_given_up, check_gogui, check_gogui_programs, check_gogui_secret, check_script_fails
from random_lines import check_random_lines

# (game, lines and what they are answered; a pattern after ~)
TABLE = [
    ("dgo", [
        ("protocol_version", "= 2"), ("name", "= Gofuda"), ("version", "~= .+"), ("7 name", "=7 Gofuda"), ("8 nonsense", "?8 unknown command"),
        ("known_command genmove", "= true"), ("known_command kata-analyze", "= true"), ("known_command x", "= false"),
        ("list_commands", "~= all_legal\n(.+\n)+version"), ("cputime", r"~= \d+\.\d+"), ("kgs-game_over", "="),
        ("boardsize 9", "="), ("boardsize x", "? boardsize not an integer"), ("boardsize 26", "? unacceptable size"), ("boardsize", "? syntax error"),
        ("rectangular_boardsize 9 13", "="), ("gogui-rules_board_size", "= 9 13 rect"), ("fixed_handicap 2", "? invalid number of stones"),
        ("rectangular_boardsize 9", "? syntax error"), ("rectangular_boardsize 9 0", "? unacceptable size"), ("boardsize 9", "="),
        ("komi 6.5", "="), ("get_komi", "= 6.5"), ("komi -7", "="), ("komi 0.0001", "? unacceptable komi"), ("komi inf", "? komi not a float"),
        ("fixed_handicap 3", "= C3 G7 C7"), ("play b e5", "="), ("fixed_handicap 3", "? board not empty"), ("clear_board", "="),
        ("fixed_handicap 99999999999", "? handicap not an integer"), ("place_free_handicap 4", "= C3 G7 C7 G3"), ("clear_board", "="),
        ("set_free_handicap a1 b2 c3", "="), ("list_stones black", "= A1 B2 C3"), ("list_stones w", "="), ("list_stones", "? syntax error"),
        ("list_stones x", "? invalid color"), ("set_free_handicap a1 b2", "? board not empty"), ("clear_board", "="),
        ("set_free_handicap a1", "? bad vertex list"),
        ("play b a2", "="), ("play b b1", "="), ("is_legal w a1", "= 0"), ("is_legal b a1", "= 1"), ("is_legal b a2", "= 0"), ("is_legal b pass", "= 1"),
        ("is_legal b z9", "? invalid color or coordinate"), ("is_legal b", "? syntax error"), ("list_stones b", "= B1 A2"), ("all_legal w", "~= C1 D1 .* J9"),
        ("all_legal x", "? invalid color"), ("undo", "="), ("gg-undo 2", "? cannot undo"), ("gg-undo 1", "="), ("undo", "? cannot undo"),
        ("gogui-play_sequence b c3 w d4 b pass", "="), ("gogui-play_sequence w e5 b d4", "? b d4: illegal move"), ("list_stones w", "= D4"),
        ("gogui-play_sequence b", "? syntax error"), ("gg-undo 3", "="), ("gogui-setup b a1 w b2", "="), ("list_stones w", "= B2"),
        ("gogui-setup b a1 w a1", "? bad vertex list: A1 is named twice"), ("gogui-setup b a1 w a2 w b1", "? a chain has no liberty"),
        ("gogui-setup b", "? syntax error"), ("gogui-setup x a1", "? invalid color or coordinate"), ("gogui-setup_player w", "="),
        ("gogui-rules_side_to_move", "= white"), ("gogui-setup_player x", "? invalid color"), ("clear_board", "="),
        ("time_settings 1800 30 5", "="), ("time_settings 1800", "? syntax error"), ("time_settings -1 0 0", "? syntax error"),
        ("time_settings 1e99 0 0", "? syntax error"), ("time_left b 100 0", "="), ("time_left b x 0", "? syntax error"), ("time_left x 1 0", "? syntax error"),
        ("time_left w -5 0", "="), ("kgs-time_settings byoyomi 60 10 5", "="), ("kgs-time_settings none", "="), ("kgs-time_settings sand", "? syntax error"),
        ("genmove b", "~= [A-HJ][1-9]"), ("undo", "="), ("reg_genmove b", "~= [A-HJ][1-9]"), ("list_stones b", "="), ("reg_genmove", "? syntax error"),
        ("genmove x", "? invalid color"), ("kgs-genmove_cleanup w", "~= [A-HJ][1-9]"), ("clear_board", "="),
        ("kata-get-rules", '= {"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}'),
        ("kata-set-rules tromp-taylor", "="), ("kata-get-rules", '~= .*"ko":"POSITIONAL".*"suicide":true.*'), ("kata-set-rules japanese", "="),
        ("kata-get-rules", '~= .*"ko":"SIMPLE","scoring":"TERRITORY".*"tax":"SEKI".*'), ("gofuda-rules", "~= ko=simple\nrepetition=no-result\n(.+\n)+preset=japanese"),
        ("kata-set-rules stone-scoring", "="), ("kata-get-rules", '~= .*"scoring":"AREA".*"tax":"ALL".*'), ("kata-set-rules AGA-button", "="),
        ("kata-get-rules", '= {"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}'),
        ("get_komi", "= -7"), ("kata-set-rules chinese", "="),
        ("kata-set-rules martian", "? unknown rules 'martian'"), ("kata-set-rules new zealand", "? unknown rules 'new zealand' (did you mean 'new-zealand'?)"),
        ('kata-set-rules {"ko": "SITU  ATIONAL"}', "~. unacceptable rules: 'situ ational' is no value .*"), ("kata-set-rules japanes", "? unknown rules 'japanes' (did you mean 'japanese'?)"), ('kata-set-rules {"ko": "SITUATIONAL", "suicide": true}', "="),
        ('kata-set-rules {"tax":"ALL","hasButton":true,"whiteHandicapBonus":"N"}', "="), ("kata-get-rules", '= {"hasButton":true,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"ALL","whiteHandicapBonus":"N"}'),
        ('kata-set-rules {"tax":"SOME"}', "~. unacceptable rules: .*"), ('kata-set-rules {"hasButton":"maybe"}', "~. unacceptable rules: .*"), ('kata-set-rules {"tax":"NONE","hasButton":false,"whiteHandicapBonus":"0"}', "="), ("kata-set-rules {", "? unknown rules '{'"), ("gofuda-rules", "~= ko=situational\n(.+\n)+.+"),
        ("kata-set-rule ko POSITIONAL", "="), ("kata-get-rules", '~= .*"ko":"POSITIONAL".*"suicide":true.*'), ("kata-set-rule suicide false", "="),
        ("kata-set-rule suicide perhaps", "~. unacceptable rules: .*"), ("kata-set-rule ko", "? syntax error"), ("kgs-rules new_zealand", "="), ("kata-get-rules", '~= .*"ko":"SITUATIONAL".*"suicide":true.*'),
        ("kgs-rules chinese", "="), ("gofuda-rules", "~= ko=positional\n(.+\n)+preset=chinese-kgs"), ("kgs-rules", "? syntax error"), ("kgs-rules martian", "? unknown rules 'martian'"),
        ("kata-set-rules bga", "="), ("kata-get-rules", '~= .*"ko":"SITUATIONAL".*'), ("gofuda-rules", "~= ko=natural\n(.+\n)+.+"),
        ("gofuda-rules preset=ag", "~. unacceptable rules: there is no preset 'ag'.*"), ("gofuda-rules ko=none preset=aga", "="), ("gofuda-rules", "~= ko=situational\n(.+\n)+.+"),
        ("gofuda-rules preset=aga ko=none", "="), ("gofuda-rules", "~= ko=none\n(.+\n)+.+"), ("gofuda-rules preset=chinese", "="),
        ("gofuda-rules ko=simple komi=5.5", "="), ("get_komi", "= 5.5"), ("komi 3.75", "="), ("get_komi", "= 3.75"), ("komi -0.125", "="), ("get_komi", "= -0.125"), ("komi 0.1", "="),
        ("get_komi", "= 0.1"), ("komi 0.0001", "? unacceptable komi"), ("komi 7.00", "="), ("get_komi", "= 7"), ("komi 5.5", "="), ("gofuda-rules ko=x", "~. unacceptable rules: 'x' is no value for 'rules.ko'.*"),
        ("gofuda-rules deck=tesuji", "~. unacceptable rules: .*"), ("gofuda-rules ko", "? syntax error"), ("play b c3", "="),
        ("gofuda-rules ko=none", "? rules change between games: clear_board comes first"), ("kata-set-rules aga", "? rules change between games: clear_board comes first"),
        ("gogui-rules_game_id", "= Go"), ("gogui-rules_legal_moves", "~= A1 B1 .* J9 pass"), ("gogui-rules_captured_count", "= 0 0"),
        ("gogui-rules_final_result", "= The game is not over."), ("gogui-rules_board_gfx", "~= CIRCLE C3\nTEXT white: a stone, or pass"),
        ("kata-set-rule ko POSITIONAL", "? rules change between games: clear_board comes first"), ("kgs-rules x", "? unknown rules 'x'"),
        ("gogui-analyze_commands", "~= (.+/.+/.+\n)+.+/.+/.+"), ("gofuda-question", "= white: a stone, or pass"), ("gofuda-answer d4", "="), ("gofuda-answer d4", "? illegal move"),
        ("gofuda-view", "= open"), ("gofuda-view w", "="), ("gofuda-view", "= white"), ("gofuda-view x", "? invalid color"), ("gofuda-view open", "="),
        *((line, "? syntax error") for line in (
            "lz-analyze x", "kata-analyze interval", "kata-analyze b w", "lz-analyze 10 20", "lz-analyze 10 interval 20", "lz-analyze -1", "kata-analyze ownership",
            "kata-analyze ownership perhaps", "kata-analyze maxmoves -1", "kata-analyze maxmoves b", "kata-analyze minmoves true", "kata-analyze pvVisits 3",
            "kata-analyze avoid b d4", "kata-analyze avoid d4 b 1", "kata-analyze avoid b z99 1", "kata-analyze avoid b d4,,e5 1", "kata-analyze avoid b d4 x",
            "kata-analyze 10 nonsense true", "kata-genmove_analyze b 10 rootInfo")),
 ("final_status_list x", "? invalid status"),
        ("loadsgf nowhere.sgf", "~. cannot load file: .*"), ("loadsgf", "? syntax error"), ("loadsgf a.sgf 0", "? syntax error"), ("showboard", "~= \n.*A B C D(.*\n)+.*"),
    ]),
    # counted: the stones in the corner are dead, and in seki nobody is
    ("go", [
        ("boardsize 7", "="), ("komi 0", "="), ("gogui-setup b d1 b d2 b d3 b d4 b d5 b d6 b d7 w e1 w e2 w e3 w e4 w e5 w e6 w e7 w a1 w a7", "="),
        ("final_status_list dead", "= A1\nA7"), ("final_status_list seki", "="), ("final_score", "= B+7"), ("gofuda-rules dead_stones=stand", "="),
        ("gogui-setup b b1 b c1 b d1 b a3 b b3 b c3 b d3 b e3 b f3 b g3 b g2 b g1 w a2 w b2 w c2 w d2 w e2 w f2 w f1", "="),
        ("final_status_list seki", "= B1 C1 D1\nF1 A2 B2 C2 D2 E2 F2"), ("gofuda-status", r"~= (\d\.\d{3}( [A-G][1-7])+\n?)+"), ("final_status_list alive", "= G1 G2 A3 B3 C3 D3 E3 F3 G3"), ("clear_board", "="),
        ("gogui-setup b d1 b d2 b d3 b d4 b d5 b d6 b d7 w e1 w e2 w e3 w e4 w e5 w e6 w e7 w a1 w a7", "="), ("final_score", "= W+16"),
    ]),
    # other rules leave what has been set up
    ("go", [
        ("boardsize 9", "="), ("fixed_handicap 2", "= C3 G7"), ("kata-set-rules chinese", "="), ("list_stones b", "= C3 G7"), ("gogui-rules_side_to_move", "= white"), ("get_handicap", "= 2"),
        ("kata-set-rule suicide true", "="), ("list_stones b", "= C3 G7"), ("gofuda-rules board.size=7x7", "="), ("list_stones b", "="),
        ("gogui-setup b c3 w d4", "="), ("gofuda-rules scoring=territory", "="), ("list_stones b", "= C3"), ("list_stones w", "= D4"), ("gogui-rules_side_to_move", "= black"), ("clear_board", "="), ("list_stones b", "="),
        # but for a chain that has no liberty then
        ("gofuda-rules board.wrap=both", "="), ("gogui-setup b a1 w a2 w b1", "="), ("gofuda-rules board.wrap=none", "="), ("list_stones b", "="), ("list_stones w", "="),
    ]),
    # one eye each, and a liberty that both share
    ("go", [
        ("boardsize 9", "="), ("komi 0", "="),
        ("gogui-setup b b1 b g1 b a2 b b2 b c2 b g2 b d3 b e3 b f3 b g3 b d4 b d5 b d6 b d7 b d8 b d9 w d1 w f1 w d2 w e2 w f2 w a3 w b3 w c3 w c4 w c5 w c6 w c7 w c8 w c9", "="),
        ("final_status_list seki", "= B1 A2 B2 C2\nD1 F1 D2 E2 F2"), ("final_status_list dead", "="), ("final_score", "= B+26"),
    ]),
    # a hane-seki: three stones of each in atari, and whoever takes is taken
    ("go", [
        ("boardsize 9", "="), ("komi 0", "="),
        ("gogui-setup w b9 w c9 w d9 w e9 w f9 w g9 w h9 w j9 w a8 w b8 w c8 w d8 w e8 w f8 w g8 w h8 w j8 w b7 b c7 b d7 b e7 b f7 b g7 b h7 b j7 w a6 w b6 b c6 w d6 w e6 w f6 b h6 b j6 w a5 w b5 b c5 b d5 b e5 b f5 b g5 b h5 b j5 b a4 b b4 w c4 w d4 w e4 w f4 w g4 w h4 b b3 w c3 b d3 b e3 b f3 w h3 w j3 b a2 b b2 w c2 w d2 w e2 w f2 w g2 w h2 w j2 b b1 b c1 b d1 b e1 b f1 b g1 b h1 b j1", "="),
        ("final_status_list dead", "="), ("final_status_list seki", "~= C2 .*H4\nD3 E3 F3\nC5 .*J7\nD6 E6 F6"), ("final_score", "= W+8"),
    ]),
    # what programs made for GNU Go ask
    ("go", [
        ("boardsize 7", "="), ("komi 0.5", "="), ("query_boardsize", "= 7"), ("last_move", "? no previous move known"), ("move_history", "="), ("get_handicap", "= 0"),
        ("captures b", "= 0"), ("captures", "? syntax error"), ("captures x", "? invalid color"), ("gogui-play_sequence b b1 w a1 b a2 w pass", "="),
        ("captures b", "= 1"), ("captures white", "= 0"), ("last_move", "= white PASS"), ("move_history", "= white PASS\nblack A2\nwhite A1\nblack B1"),
        ("estimate_score", "= B+48.5 (upper bound: -48.5, lower: -48.5)"), ("final_status a2", "= alive"), ("final_status d4", "= black_territory"), ("final_status x9", "? invalid coordinate"),
        ("top_moves_white", r"~= (([A-G][1-7]|pass) \d+\.\d\d ?)+"), ("top_moves_black", r"~= (([A-G][1-7]|pass) \d+\.\d\d ?)+"), ("last_move", "= white PASS"),
        ("printsgf", r"~= \(;(.|\n)*SZ\[7\](.|\n)*\)"), ("printsgf saved.sgf", "? cannot save file: without --save DIR no file is written; the record is said where none is named"),
        ("final_score 42", "~= B.*"), ("final_score x", "? syntax error"), ("final_status a2 42", "= alive"), ("final_status a2 x", "? syntax error"),
        ("final_status_list dead 42", "="), ("final_status_list dead x", "? syntax error"), ("reg_genmove w 42", "~= .*"), ("reg_genmove w x", "? syntax error"),
        ("clear_board", "="), ("fixed_handicap 3", "~= .*"), ("get_handicap", "= 3"),
        ("gogui-setup b d1 b d2 b d3 b d4 b d5 b d6 b d7 w e1 w e2 w e3 w e4 w e5 w e6 w e7 w a1", "="), ("final_status a1", "= dead"), ("final_status g1", "= white_territory"),
        ("rectangular_boardsize 5 6", "="), ("query_boardsize", "? the board is not square"),
        ("gogui-setup b c3 w d3", "="), ("final_status a1", "= dame"),
    ]),
    # a handicap of the game's own gives way to what the client sets
    ("dgo", [
        ("boardsize 9", "="), ("gofuda-rules handicap=2", "="), ("list_stones b", "= G3 C7"), ("fixed_handicap 3", "= C3 G7 C7"), ("list_stones b", "= C3 C7 G7"),
        ("fixed_handicap 4", "? board not empty"), ("clear_board", "="), ("list_stones b", "= G3 C7"), ("set_free_handicap a1 b2", "="), ("list_stones b", "= A1 B2"),
        ("clear_board", "="), ("play w e5", "="), ("fixed_handicap 3", "? board not empty"),
    ]),
    # three kos taken in turn
    ("go", [
        ("rectangular_boardsize 5 6", "="), ("gofuda-rules repetition=no-result", "="),
        ("gogui-setup b B6 b D6 b A5 b B5 b C5 b D5 b E5 w A4 w B4 w C4 w D4 w E4 b A3 w B3 b C3 w D3 b B2 b D2 w E2 b A1 b B1 b C1 b D1 b E1", "="),
        ("gogui-setup_player w", "="), ("gogui-play_sequence w A2 b E3 w C2 b A3 w E2", "="), ("final_score", r"~= [BW]\+.*"), ("play b C3", "="), ("final_score", "= 0"),
        ("gogui-rules_final_result", "= The board is as it was before, with the same side to move: the game has no result."), ("undo", "="), ("final_score", r"~= [BW]\+.*"),
    ]),
    ("qango-6", [
        ("estimate_score", "? cannot score: it is won by a pattern, and is not over"), ("final_status a1", "? it is won by a pattern"), ("last_move", "? that is told of games of Go alone"),
        ("move_history", "? that is told of games of Go alone"), ("printsgf", "? that is told of games of Go alone"), ("captures b", "= 0"), ("query_boardsize", "= 6"),
        ("gofuda-status", "? it is won by a pattern"), ("gogui-rules_game_id", "= Qango-6"), ("gogui-rules_board_size", "= 6"), ("boardsize 6", "="), ("boardsize 9", "? unacceptable size"),
        ("komi 0.0001", "? unacceptable komi"), ("play w a1", "? illegal move: black is asked"), ("play b a1", "="), ("play b b1", "? illegal move: white is asked"),
        ("play w a1", "~. illegal move: .*"), ("play w pass", "~. illegal move: .*"), ("genmove b", "? black is not asked"), ("genmove w", "~= [A-F][1-6]"), ("undo", "="), ("undo", "="),
        ("final_score", "? cannot score: it is won by a pattern, and is not over"), ("fixed_handicap 2", "? there is no such handicap in this game"),
        ("set_free_handicap a1 b1", "? there is no such handicap in this game"), ("kata-get-rules", "? these are no rules of Go; see gofuda-rules"),
        ("kata-set-rules japanese", "? these are no rules of Go; see gofuda-rules"),
        ("gogui-play_sequence b a1 w f1 b b1 w e3 b a2", "="), ("gogui-rules_legal_moves", "="), ("final_score", "= B+Win"),
        ("gogui-rules_final_result", "~= Black has won: .*"), ("gogui-rules_board", "~= \\. \\. \\. \\. \\. \\.\n(.*\n){4}X X \\. \\. \\. O"),
        ("play w c3", "? illegal move: nothing is asked"), ("genmove w", "? the game is over"), ("lz-analyze", "? nothing is asked of that side"), ("undo", "="),
    ]),
    ("dango-1996", [
        ("gofuda-question", "= black: where to lay Big bulge"), ("gogui-rules_side_to_move", "= black"), ("play b big-bulge(J8,L9,K11)", "="),
        ("undo", "="), ("play b (J8,L9,K11)", "="), ("list_stones b", "= J8 L9 K11"), ("play b (A1,A2)", "? illegal move: white is asked"), ("play w nobi(A1,C1)", "~. illegal move: .*"),
        ("play w tobi(A1,A2)", "~. illegal move: .*"), ("play w nobi(A1", "? invalid color or coordinate"), ("play w %GG", "? invalid color or coordinate"),
        ("play w ?1", "? invalid color or coordinate"), ("play w ?99999999999999999999", "? invalid color or coordinate"),
        ("is_legal w nobi(A1,A2)", "= 1"), ("is_legal w nobi(J8,J9)", "= 0"),
        ("play w a1", "="), ("gofuda-question", "= white: where to lay Nobi; named so far: A1"), ("gogui-rules_legal_moves", "= B1 A2"), ("gogui-rules_board_gfx", "~= SQUARE A1\n(.*\n)?TEXT .*"),
        ("play w a1", "="), ("gofuda-question", "= white: where to lay Nobi"), ("play w a1", "="), ("play w c3", "? illegal move: it is no part of an answer"), ("play w a2", "="), ("list_stones w", "= A1 A2"), *[("undo", "=")] * 4,
        ("gofuda-answer nobi (A1 A2)", "="), ("undo", "="), ("undo", "="), ("undo", "? cannot undo"), ("clear_board", "="), ("gofuda-question", "= black: where to lay Big bulge"),
        ("kata-set-rules japanese", "? these are no rules of Go; see gofuda-rules"), ("gofuda-rules rules.ko=none", "="), ("gofuda-rules wins=qango", "~. unacceptable rules: .*"),
        ("gogui-rules_game_id", "= Dango-1996"),
    ]),
]


def check_table():
    for game, rows in TABLE:
        with Engine(game, *FAST) as e:
            for line, want in rows:
                said = e.ask(line)
                if not (re.fullmatch(want[1:], said) if want[0] == "~" else said == want or said == want + " "):
                    fail(f"{game}: '{line}' is answered with {said!r}, not {want!r}")
            e.quit()
    check_extra_words()
    with Engine("dgo") as e:
        named = {re.sub(r"^\d+ ", "", line).split()[0] for _, rows in TABLE for line, _ in rows}
        later = {"kata-genmove_analyze", "lz-genmove_analyze", "final_status_list", "play", "quit"}
        missing = set(e.get("list_commands").split()) - named - later
        if missing:
            fail(f"commands that no test asks: {missing}")


MANY = {"gofuda-answer", "gofuda-rules", "gogui-play_sequence", "gogui-setup", "kata-analyze", "kata-genmove_analyze", "kata-set-rules", "lz-analyze", "lz-genmove_analyze",
        "set_free_handicap"}


def check_extra_words():
    """A word more than a command takes is no command, and changes nothing."""
    with Engine("go", *FAST) as e:
        board = e.get("showboard")
        for name in e.get("list_commands").split():
            if name not in MANY and e.ask(name + " b a1 1 1 1") != "? syntax error":
                fail(f"{name} takes five words")
        for line in ("play b d4 e5", "genmove b w", "boardsize 9 9", "komi 6.5 7", "clear_board now", "undo 2", "quit now", "is_legal b d4 e5", "loadsgf a.sgf 1 2", "time_left b 1 2 3"):
            if e.ask(line) != "? syntax error":
                fail(f"'{line}' is taken")
        if e.get("showboard") != board:
            fail("a line with too many words changes the board")


# --- what clients send

def check_sabaki():
    with Engine("go", *FAST) as e:
        e.get("name"), e.get("version"), e.get("protocol_version")
        commands = e.get("list_commands").split()
        for needed in ("undo", "lz-analyze", "kata-analyze", "lz-genmove_analyze", "time_settings", "loadsgf", "final_status_list"):
            if needed not in commands:
                fail(f"Sabaki: no {needed}")
        for line in ("boardsize 19", "clear_board", "komi 6.5", "fixed_handicap 2", "play W D16", "play B Q10"):
            e.get(line)
        e.say("lz-analyze W 5")
        e.hear(b"\n")
        lines = [e.hear(b"\n") for _ in range(3)]
        e.say("12 play W C3")  # any command ends it
        e.hear(b"=12")
        e.hear()
        e.say("kata-genmove_analyze B 10")
        said = e.hear(seconds=30)
        if not re.search(r"^play ([A-T]\d+|pass)$", said, re.M):
            fail(f"Sabaki: {said!r}")
        e.get("final_score"), e.get("final_status_list dead")
        e.quit()


def check_analysis():
    for game in ("go", "qango-6", "dango-1996"):
        with Engine(game, *FAST) as e:
            e.say("kata-analyze interval 10 ownership true maxmoves 2")
            e.hear(b"\n")
            first, visits = None, 0
            for _ in range(4):
                line = e.hear(b"\n")
                if line.count("info move") > 2:
                    fail(f"{game}: more than two moves")
                first = int(re.search(r"visits (\d+)", line)[1])
                visits = max(visits, first)
            e.say("quit")  # in the middle
            if e.process.wait(10) != 0:
                fail(f"{game}: quit in an analysis")
    # whoever owns the board leads, under each way to count; where a pattern wins, nobody does
    for preset in ("japanese", "new-zealand", "stone-scoring", "aga"):
        with Engine("go", "--set", "rules.preset=" + preset, *FAST) as e:
            for line in ("boardsize 5", "komi 0.5", "gogui-setup b b2 b c3 b d4 b b4"):
                e.get(line)
            for side, sign in (("w", -1), ("b", 1)):
                e.say(f"kata-analyze {side} 20 ownership true rootInfo true")
                e.hear(b"\n")
                e.hear(b"\n")
                line = e.hear(b"\n")
                leads = [float(lead) for lead in re.findall(r"scoreLead (\S+)", line)]
                owned = [float(share) for share in line.partition(" ownership ")[2].split()]
                if "rootInfo" not in line or not leads or sign * leads[-1] < 10 or len(owned) != 25 or sign * owned[12] < 0.7:
                    fail(f"{preset}: {side}'s lead: {line!r}")
                e.say("name")  # that is enough
                e.hear(b"= Gofuda\n\n")
    for game, counted in (("dango-1996", True), ("qango-6", False)):
        with Engine(game, *FAST) as e:
            e.say("kata-analyze 20 ownership true")
            e.hear(b"\n")
            if ("scoreLead" in (line := e.hear(b"\n")), "ownership" in line) != (counted, counted):
                fail(f"{game}: a lead: {line!r}")
    with Engine("go", *FAST) as e:
        e.say("lz-analyze 1")
        e.hear(b"info")
        e.process.stdin.close()  # the client is gone
        if e.process.wait(10) != 0:
            fail("the end of the input in an analysis")
    with Engine("go", "--player", "random") as e:
        if e.ask("lz-analyze") != "? the player 'random' does not tell what it thinks":
            fail("a player without thoughts")


def check_words(game, moves):
    """A game of the player's words, and the same words again."""
    with Engine(game, "--player", "random", "--seed", "5") as e:
        played = []
        for _ in range(moves):
            if not e.get("gogui-rules_legal_moves"):
                break
            side = e.get("gogui-rules_side_to_move")
            word = e.get(f"genmove {side}")
            if " " in word or not word:
                fail(f"{game}: '{word}' is no word")
            played.append((side, word, e.get("showboard")))
        if len(played) < 8:
            fail(f"{game}: only {len(played)} moves")
        e.get("clear_board")
        for side, word, shown in played:
            said = e.ask(f"play {side} {word}")
            if said != "= " and said != "=":
                fail(f"{game}: '{word}' played again: {said}")
                break
            if e.get("showboard") != shown:
                fail(f"{game}: '{word}' played again is another move")
                break
        e.quit()


def check_secrets():
    """What White hides is in no answer but for who asks for it: the same game, seen by all and by White."""
    for game in ("v-card-go", "gomoku-skills", "card-go"):
        words = (game, "--player", "random", "--seed", "4")
        hidden = secret = marks = legal = late = 0
        with Engine(*words) as all_, Engine(*words, "--view", "white") as white:
            for _ in range(60):
                side = white.get("gogui-rules_side_to_move")
                if not white.get("gogui-rules_legal_moves"):
                    break
                known, shown = white.get("showboard"), all_.get("showboard")
                hand = re.search(r"^white: .*?in hand: ([^;\n]*)", known, re.M)
                if hand and "hidden" in hand[1]:
                    fail(f"{game}: White does not see its hand")
                if hand and hand[1] in shown:
                    fail(f"{game}: all see White's hand: {hand[1]}")
                hidden += bool(hand)
                if side == "white" and " of its cards" in all_.get("gofuda-question"):
                    secret += 1
                    if all_.get("gogui-rules_legal_moves").split()[0] != "?" or "?" in white.get("gogui-rules_legal_moves"):
                        fail(f"{game}: what White may play")
                    for line in ("is_legal white leap", "kata-analyze white", "reg_genmove white"):
                        if all_.ask(line) != "? that would tell what this side hides; see gofuda-view":
                            fail(f"{game}: '{line}' tells what White hides")
                    may = white.get("gogui-rules_legal_moves").split()[0]
                    for line in (f"gogui-play_sequence white {may} black Z99", "gogui-play_sequence white leap black Z99"):
                        if all_.ask(line) != "? illegal move":
                            fail(f"{game}: '{line}' tells what White holds: {all_.ask(line)}")
                    for line in ("play white x", "gofuda-answer x"):
                        if all_.ask(line) != "? illegal move; gofuda-view tells why" or " of " not in white.ask(line):
                            fail(f"{game}: '{line}' tells what White hides, or not even White")
                word, seen = white.get(f"genmove {side}"), all_.get(f"genmove {side}")
                if side == "white":  # in its own view a seat is told of all that it may play
                    white.get("undo")
                    asked = white.ask(f"is_legal white {word}")
                    legal += asked.strip() == "= 1"
                    late += asked.startswith("? that hangs")
                    white.get(f"play white {word}")
                marks += seen != word
                if seen != word and not re.fullmatch(r"\?\d+", seen):
                    fail(f"{game}: {seen} is not {word}")
        if legal < 10 or (game != "card-go" and late > legal / 4):  # in that one, a play is followed by a draw
            fail(f"{game}: of White's own plays {legal} are told to be legal, and {late} to hang on what is drawn")
        if not hidden or (game != "card-go" and not secret) or (game == "card-go" and not marks):
            fail(f"{game}: nothing was hidden: {hidden}, {secret}, {marks}")


def check_unseen():
    """Nobody knows the next card of a pile, and no question tells it."""
    late = "? that hangs on what is drawn before it"
    drew = 0
    with Engine("weiqi-carnival", "--player", "random", "--seed", "4") as e:
        for _ in range(300):
            if not e.get("gogui-rules_legal_moves"):
                break
            side = e.get("gogui-rules_side_to_move")
            if "one of draw" in e.get("gofuda-question"):
                before = e.get("showboard")
                for card in ("darts(D2)", "ropes(H6)", "messenger", "bumper-car(down)", "leap"):
                    if (said := e.ask(f"is_legal {side} (draw)+{card}")) != late:
                        fail(f"is_legal tells of the pile: {card}: {said}")
                if "it goes on after a card is drawn" not in (said := e.ask(f"play {side} (draw)+leap")):
                    fail(f"a refused play tells of the pile: {said}")
                said = e.ask(f"reg_genmove {side}")  # refused to a side that holds cards
                drew += said == "= (draw)"
                if said.startswith("= (draw)") and said != "= (draw)" or e.get("showboard") != before:
                    fail(f"reg_genmove tells of the pile: {said}")
            e.get(f"genmove {side}")
    if drew < 3:
        fail(f"reg_genmove was to draw {drew} times")


def check_questions():
    """What is asked of a player changes nothing of what it plays, and what it may take for a move holds for all of them."""
    played = []
    for asks in ((), ("top_moves_black", "reg_genmove b", "lz-analyze b 5\n"), ("lz-analyze w 5\n", "reg_genmove w")):
        with Engine("go", "--player", "mcts:playouts=100", "--seed", "4") as e:
            e.get("boardsize 9")
            said = []
            for side in "bwbw":
                for line in asks:
                    e.say(line)
                    e.hear()
                said.append(e.get(f"genmove {side}"))
            played.append(said)
    if played.count(played[0]) != 3:
        fail(f"questions change the game: {played}")
    for game in ("go", "qango-6", "dango-1996"):
        with Engine(game, "--player", "mcts:playouts=20", "--seed", "4") as e:
            e.get("time_settings 1000 0 1")
            begun = time.monotonic()
            e.say("kata-genmove_analyze b 7")
            said = e.hear(seconds=60)
            if "play " not in said or time.monotonic() - begun > 20:  # a clock's share is above 30 s
                fail(f"{game}: 20 games took {time.monotonic() - begun:.1f} s: {said!r}")


# --- the clock

def check_clock():
    """A side has three seconds for the game, or none; it plays on, and does not overstep."""
    with Engine("go", "--player", "mcts:playouts=100000000") as e:
        e.get("boardsize 9"), e.get("time_settings 6 0 0")
        left = {"b": 6.0, "w": 6.0}
        for i in range(60):
            side = "bw"[i % 2]
            e.get(f"time_left {side} {left[side]:.2f} 0")
            begun = time.monotonic()
            if e.get(f"genmove {side}") == "pass":
                break
            left[side] -= time.monotonic() - begun
        if min(left.values()) < 0:
            fail(f"the clock is overstepped: {left}")
        for line in ("time_left b 0 0", "time_left b -3 0", "time_left b 0.01 1"):
            e.get(line)
            begun = time.monotonic()
            e.get("genmove b")
            if time.monotonic() - begun > 1:
                fail(f"after '{line}' a move takes {time.monotonic() - begun:.2f} s")
        e.get("time_settings 0 2 1")
        for _ in range(3):
            begun = time.monotonic()
            e.get("genmove b")
            if time.monotonic() - begun > 2:
                fail("extra time is overstepped")
    with Engine("dango-1996", "--player", "mcts:playouts=100000000") as e:
        e.get("time_settings 3 0 0")
        begun = time.monotonic()
        for side in "bwbwbw":
            e.ask(f"genmove {side}")
        if time.monotonic() - begun > 6:
            fail("the clock is overstepped in Dango")


def match_game(program, game, seconds):
    """One game on 9x9, each side with so many seconds: the number of its moves, the counts of all three, and our seconds left."""
    with (Engine("go", "--player", "mcts:playouts=100000000", "--seed", str(game)) as ours, Engine("go", "--player", "random") as referee,
          Engine("--mode", "gtp", "--level", "1", "--chinese-rules", "--never-resign", "--seed", str(game), program=[program]) as gnugo):
        for e in (ours, gnugo, referee):
            e.get("boardsize 9"), e.get("clear_board"), e.get("komi 6.5"), e.get(f"time_settings {seconds:.0f} 0 0")
        seats, left = ([ours, gnugo], [gnugo, ours])[game % 2], [float(seconds)] * 2

        def play_on(word, turn):
            """Until both have passed: the number of the last turn, and the counts."""
            passes = 0
            for turn in range(turn, 400):
                side, mover, rest = "bw"[turn % 2], seats[turn % 2], seats[1 - turn % 2]
                mover.get(f"time_left {side} {max(0, int(left[turn % 2]))} 0")
                begun = time.monotonic()
                move = mover.get(f"{word} {side}")
                left[turn % 2] -= time.monotonic() - begun
                for e in (rest, referee):
                    e.get(f"play {side} {move}")
                passes = passes + 1 if move.lower() == "pass" else 0
                if passes == 2:
                    return turn, [e.get("final_score") for e in (ours, gnugo, referee)]
            return turn, ["the game has no end"]

        turn, scores = play_on("genmove", 0)
        if len(set(scores)) > 1:  # GNU Go at its first level may stop too early: as on a server, what is dead is taken
            print(f"match: game {game}: the counts differ, {scores}, and it is played on")
            turn, scores = play_on("kgs-genmove_cleanup", turn + 1)
        return turn + 1, scores, left[game % 2]


def check_match(games, seconds):
    """Against GNU Go on 9x9, colours in turn. A third program says what is legal; at the end all three count the same. One that uses
    its time wins nearly all games, one that answers at random none: one game in five must be won. Where the machine is so busy that
    a short game's time runs out, one of four times as long must not."""
    program = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    if not program:
        print("match: skipped, there is no GNU Go")
        return
    won = 0
    for game in itertools.count():
        if game >= games and (won or game >= 5):
            break
        for time_given in (seconds, 4 * seconds):
            moves, scores, left = match_game(program, game, time_given)
            print(f"match: game {game}: {moves} moves, {left:.1f} of {time_given:.0f} s left, {scores}")
            if left >= 0:
                break
        if left < 0 or len(scores) < 3 or len(set(scores)) > 1:
            fail(f"game {game} against GNU Go: {moves} moves, {left} seconds left, the counts {scores}")
        won += scores[0][0] == "BW"[game % 2]
    if not won:
        fail("no game against GNU Go is won: is the time used?")
    print(f"match: {won} won")


# --- records, two clients, random lines

def check_written_record(path):
    """What is played out of turn and after two passes is a record, and comes to the same when it is read."""
    ask = ("captures b", "captures w", "list_stones b", "list_stones w", "final_score", "gogui-rules_side_to_move")
    for moves in ("b a4 w a5 b b5 w pass b pass w e1 b c3", "b a3 b b4 w d1 w d2 b c2", "b a4 w a5 b b5 w pass b pass", "b c3 w c4 w c5"):
        with Engine("go", *FAST) as e:
            e.get("boardsize 5"), e.get("kata-set-rules japanese"), e.get("komi 0")
            words = moves.split()
            for side, point in zip(words[::2], words[1::2]):
                e.get(f"play {side} {point}")
            before, history = [e.get(line) for line in ask], e.get("move_history")
            text = e.get("printsgf")
            for side, point in zip(words[::2], words[1::2]):
                if point != "pass" and f";{side.upper()}[{point[0]}{chr(ord('f') - int(point[1]))}]" not in text:
                    fail(f"the record of '{moves}' lacks {side} {point}")
            with open(path, "w") as f:
                f.write(text)
            e.get("clear_board"), e.get(f"loadsgf {path}")
            after = [e.get(line) for line in ask]
            if before != after or not history:
                fail(f"'{moves}' is {before}, and read from its record {after}")


def check_button(path):
    """By rules that ask nothing after two passes a record that plays on is played on."""
    with open(path, "w") as f:
        f.write("(;GM[1]SZ[9];B[ee];W[];B[];W[cc];B[gg])")
    for rule in ("hasButton true", "hasButton false"):
        with Engine("go", *FAST) as e:
            e.get(f"kata-set-rule {rule}"), e.get(f"loadsgf {path}")
            if e.get("list_stones b") != "G3 E5" or len(e.get("move_history").split("\n")) != 5:
                fail(f"with {rule}: {e.get('move_history')}")


def check_records(folder):
    path = os.path.join(folder, "a.sgf")
    with open(path, "w") as f:
        f.write("(;GM[1]FF[4]SZ[9]KM[5.5];B[ee];W[cc];B[gg];W[])")
    with Engine("go", *FAST) as e:
        for line, want in ((f"loadsgf {path}", "="), ("list_stones b", "= G3 E5"), ("get_komi", "= 5.5"), ("undo", "="), ("undo", "="), ("list_stones b", "= E5"),
                           (f"loadsgf {path} 3", "="), ("list_stones b", "= E5"), ("list_stones w", "= C7"), ("gogui-rules_side_to_move", "= black"),
                           (f"loadsgf {path} 20", "="), ("list_stones b", "= G3 E5"), ("undo", "="), ("list_stones b", "= G3 E5"), ("gogui-rules_side_to_move", "= white"),
                           (f"loadsgf {path} 1", "="), ("list_stones b", "="), ("reg_genmove b", "~= .*")):
            said = e.ask(line)
            if not (re.fullmatch(want[1:], said) if want[0] == "~" else said.strip() == want):
                fail(f"'{line}' is answered with {said!r}, not {want!r}")
        before = e.get("showboard")
        for text in ("", "(;", "\0" * 100, "(;SZ[99];B[zz])", "(;GM[1]SZ[9];B[aa];B[aa];W[aa])"):
            with open(path, "w") as f:
                f.write(text)
            e.ask(f"loadsgf {path}")
        e.get("showboard"), e.get("genmove b")
    check_written_record(path)
    check_button(path)
    game = os.path.join(folder, "game.yaml")
    subprocess.run([GOFUDA, "play", "dango-1996", "--black", "random", "--white", "random", "--seed", "3", "--save", game], check=True, stdin=subprocess.DEVNULL, capture_output=True)
    subprocess.run([GOFUDA, "sgf", "export", game, "-o", path], check=True, capture_output=True)
    with Engine("dango-1996", *FAST) as e:
        e.get(f"loadsgf {path}")
        if len(e.get("list_stones b").split()) < 10 or e.get("gogui-rules_legal_moves"):
            fail("a record of Dango")
        e.get("gogui-rules_final_result"), e.get("undo")
    with Engine("qango-6", *FAST) as e:
        if not e.ask(f"loadsgf {path}").startswith("?"):
            fail("QANGO takes a record of Go")


def check_two_clients():
    """Two write into one pipe: each line is answered once, under its own number."""
    with Engine("go", *FAST) as e:
        for i in range(200):
            e.say(f"{1000 + i} known_command name")
            e.say(f"{2000 + i} play {'bw'[i % 2]} pass")
            if i % 50 == 0:
                e.say(f"{3000 + i} lz-analyze 1")
        seen = [e.hear() for _ in range(404)]
        numbers = [int(re.match(r"=(\d+)", s.lstrip("\n"))[1]) for s in seen]
        if numbers != sorted(numbers, key=numbers.index) or len(set(numbers)) != 404:
            fail("an answer to each line")


GAMES = ("dango-1996", "dango-2019", "qango-6", "qango-7-plus", "card-go", "joker-go-1984", "joker-go-1985", "v-card-go", "gomoku-skills")


def main():
    checks = [("table", check_table), ("sabaki", check_sabaki), ("analysis", check_analysis), ("secrets", check_secrets), ("unseen", check_unseen), ("questions", check_questions), ("clock", check_clock),
              ("match", lambda: check_match(int(os.environ.get("GTP_GAMES", "2")), float(os.environ.get("GTP_SECONDS", "5")))), ("two clients", check_two_clients), ("isolated", check_isolated), ("random lines", lambda: check_random_lines(int(os.environ.get("GTP_LINES", 50000 // int(os.environ.get("GOFUDA_SHARE", 1))))))]
    checks += [(f"words {g}", lambda g=g: check_words(g, 30)) for g in GAMES]
    checks += [(f"gogui {g}{''.join(w)}", lambda g=g, w=w: check_gogui(g, 40, *w)) for g in (*GAMES, "weiqi-carnival", "go-torus") for w in ((), ("--view", "black"))]
    with tempfile.TemporaryDirectory() as folder:
        for name, check in (("records", check_records), ("saving", check_saving), ("programs", check_gogui_programs), ("hidden clicks", check_gogui_secret), ("given up", check_given_up), ("faulty", check_script_fails)):
            os.makedirs(os.path.join(folder, name))
            checks.append((name, lambda check=check, name=name: check(os.path.join(folder, name))))
        for name, check in checks:
            if len(sys.argv) > 1 and not name.startswith(sys.argv[1]):
                continue
            begun = time.monotonic()
            try:
                check()
            except (TimeoutError, EOFError, BrokenPipeError, subprocess.TimeoutExpired) as error:
                fail(f"{name}: {error!r}")
            print(f"{name}: {time.monotonic() - begun:.1f} s")
    return len(failures) > 0


sys.exit(main())
