"""The program as an engine that a test speaks to."""
import os
import select
import subprocess
import sys
import time

GOFUDA = os.environ["GOFUDA"]
FAST = ("--player", "mcts:playouts=30")
failures = []


def fail(text):
    failures.append(text)
    print("FAILED:", text, file=sys.stderr)


class Engine:
    def __init__(self, *words, program=(GOFUDA, "gtp")):
        self.process = subprocess.Popen([*program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.left = b""

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def hear(self, end=b"\n\n", seconds=60):
        until = time.monotonic() + seconds
        while end not in self.left:
            if not select.select([self.process.stdout], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError(self.left)
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise EOFError(self.left)
            self.left += more
        said, self.left = self.left.split(end, 1)
        return said.decode()

    def ask(self, line):
        self.say(line)
        return self.hear()

    def get(self, line):
        said = self.ask(line)
        if not said.startswith("="):
            fail(f"{line}: {said}")
        return said[2:]

    def quit(self):
        self.get("quit")
        if self.process.wait(10) != 0:
            fail("the exit code after quit")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
