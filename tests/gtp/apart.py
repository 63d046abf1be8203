"""Records that are written where that is allowed, and the engine in a process of its own."""
import os
import subprocess

from engine import FAST, GOFUDA, Engine, fail


def check_saving(folder):
    """A record is written where --save allows it, and nowhere else."""
    inside, outside = os.path.join(folder, "in"), os.path.join(folder, "out")
    os.makedirs(os.path.join(inside, "deeper")), os.makedirs(outside)
    with open(os.path.join(outside, "old.sgf"), "w") as f:
        f.write("old")
    os.symlink(os.path.join(outside, "old.sgf"), os.path.join(inside, "link.sgf")), os.symlink(outside, os.path.join(inside, "away"))
    os.mkfifo(os.path.join(inside, "pipe.sgf"))
    for apart in ((), ("--isolate",)):
        with Engine("go", "--save", inside, *FAST, *apart) as e:
            e.get("boardsize 9"), e.get("play b c3")
            for name in ("in/a.sgf", "in/deeper/b.SGF", "in/a.sgf", "in/../in/c.sgf"):
                if e.ask(f"printsgf {folder}/{name}").strip() != "=":
                    fail(f"{name} is not written")
            for name in ("out/new.sgf", "in/../out/new.sgf", "in/away/new.sgf", "in/link.sgf", "in/pipe.sgf", "in/a.txt", "in/nowhere/a.sgf", "in", "in/"):
                if not e.ask(f"printsgf {folder}/{name}").startswith("? cannot save file: "):
                    fail(f"{name} is written")
            e.get("clear_board"), e.get(f"loadsgf {inside}/a.sgf")
            if e.get("list_stones b") != "C3":
                fail("what was saved is read")
            e.quit()
        if sorted(os.listdir(outside)) != ["old.sgf"] or open(os.path.join(outside, "old.sgf")).read() != "old":
            fail("a record is written outside")
        if sorted(os.listdir(inside)) != ["a.sgf", "away", "c.sgf", "deeper", "link.sgf", "pipe.sgf"]:
            fail(f"what is in the folder: {os.listdir(inside)}")


def check_isolated():
    """In a process of its own it answers as it does without; a limit ends it, and it says so."""
    lines = ["boardsize 9", "play b d4", "genmove w", "showboard", "7 final_score", "loadsgf nowhere.sgf", "kata-set-rules japanese", "all_legal b", "cputime x", "lz-analyze x", "top_moves_black x", "printsgf",
             "gogui-play_sequence b \xe9 w", "gogui-play_sequence b \xe9", "# nothing", "list_commands", "undo", "gofuda-rules", "quit"]
    for game in ("go", "dango-1996", "qango-6", "card-go"):
        said = [subprocess.run([GOFUDA, "gtp", game, "--player", "mcts:playouts=30", *apart], input="\n".join(lines).encode("latin-1"), capture_output=True) for apart in ((), ("--isolate",))]
        if said[0].stdout != said[1].stdout or said[1].returncode != 0 or len(said[1].stdout) < 500:
            fail(f"{game}: with --isolate other answers: {said[1].stdout[-500:]!r}, {said[1].stderr!r}")
    with Engine("go", "--isolate", *FAST) as e:
        e.say("lz-analyze 5")
        e.hear(b"=\n")
        for _ in range(3):
            if not e.hear(b"\n").startswith("info move"):
                fail("an analysis with --isolate")
        e.say("12 play b c3")
        e.hear(b"=12")
        e.hear()
        e.quit()
    done = subprocess.run([GOFUDA, "gtp", "go", "--isolate", "--isolate-seconds", "1", "--player", "mcts:playouts=100000000"], input=b"boardsize 9\n3 genmove b\nname\n", capture_output=True)
    why = b"its process was killed by the processor limit of 1 second"
    if done.returncode != 1 or b"?3 " + why + b"\n\n" not in done.stdout or b"Gofuda" in done.stdout or done.stderr != b"error: the game is lost: " + why + b"\n":
        fail(f"a move that takes too long: {done.returncode}, {done.stdout!r}, {done.stderr!r}")
    done = subprocess.run([GOFUDA, "gtp", "go", "--isolate", "--player", "gnugo"], input=b"", capture_output=True)
    if done.returncode != 2 or b"which --isolate keeps it from" not in done.stderr:
        fail(f"GNU Go in a process that cannot start it: {done.stderr!r}")
