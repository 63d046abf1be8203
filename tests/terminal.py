"""A program at a terminal, for the tests in which somebody types."""
import os
import pty
import re
import select
import sys
import time


class Terminal:
    def __init__(self, program, arguments, term):
        self.out = b""  # since something was last said
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM=term, LC_ALL="C.UTF-8")
            os.execv(program, [program, *arguments.split()])

    def wait(self, until, seconds=20):
        """Reads until the expression is met or the time is over. Is it met?"""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not re.search(until, self.out):
            if not select.select([self.fd], [], [], 0.1)[0]:
                continue
            try:
                self.out += os.read(self.fd, 65536)
            except OSError:
                break
        return re.search(until, self.out) is not None

    def hear(self, until):
        if not self.wait(until):
            sys.exit(f"no {until} in {self.out[-500:]}")

    def say(self, keys, until):
        self.out = b""
        for i in range(0, len(keys), 100):
            os.write(self.fd, keys[i:i + 100])
            self.wait(rb"\0", 0.02)
        self.hear(until)

    def quit(self):
        os.write(self.fd, b"quit\r")
        self.wait(rb"\0", 1)
        status = os.waitpid(self.pid, 0)[1]
        if status != 0:
            sys.exit(f"it ended with {status}")
