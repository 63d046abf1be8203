"""Programs of the Go Text Protocol that sureness.py, finished.py and counted.py speak to, and how what they say is counted."""
import os
import shutil
import subprocess

OTHER = {"black": "white", "white": "black"}
BINS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.001)


def bin_of(sure):
    """The upper bound of the one that it falls into."""
    return next(b for b in BINS[1:] if sure < b)


class Engine:
    def __init__(self, *words, quiet=False):
        stderr = subprocess.DEVNULL if quiet else None
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said = [self.process.stdout.readline()]
        while said[-1] != "\n":
            if not said[-1]:
                raise EOFError(line)
            said.append(self.process.stdout.readline())
        text = "".join(said).strip()
        if not text.startswith("="):
            raise ValueError(f"{line}: {text}")
        return text[1:].strip()

    def begin(self, size, komi=6.5):
        for line in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            self.ask(line)

    def stones(self):
        return {side: set(self.ask(f"list_stones {side}").split()) for side in OTHER}

    def cleaned(self, first, most):
        """The stones that are left when GNU Go has taken off what is dead, for both sides, in so many moves at most."""
        side, passes = first, 0
        for _ in range(most):
            if passes == 2:
                break
            passes = passes + 1 if self.ask(f"kgs-genmove_cleanup {side}").lower() == "pass" else 0
            side = OTHER[side]
        return self.stones()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def gnugo(level, seed=1):
    program = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    return Engine(program, "--mode", "gtp", "--level", str(level), "--chinese-rules", "--never-resign", "--seed", str(seed))


def gofuda(player, seed=1):
    return Engine(os.environ["GOFUDA"], "gtp", "go", "--player", player, "--seed", str(seed))
