#!/usr/bin/env python3
"""The server of `gofuda table`: what it serves, whom it refuses, and that nobody keeps it from the others."""
import json
import os
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from client import PROGRAM, Client, Closed, Table, answer  # noqa: E402


SLOW = """return card {
  name = "Place your 1 stone",
  text = "Counts, within what a card may, and refuses.",
  play = function(me, opponent, board)
    for i = 1, 190000 do local x = i * i end
    me:place(me:pick(1, board.empty))
    refuse("not so")
  end,
}
"""
DISPUTE = """dispute: May it?
variant: dango-1996
decks: { black: [place-1, place-1], white: [place-1, place-1] }
play: [ { black: place-1 (D4) } ]
expect: {}
"""


class Served(unittest.TestCase):
    words = ("go", "--set", "board.size=9x9", "--white", "human", "--seed", "7")

    @classmethod
    def setUpClass(cls):
        cls.table = Table(*cls.words)

    @classmethod
    def tearDownClass(cls):
        cls.table.end()

    def status(self, *args, **fields):
        return self.table.get(*args, **fields)[0]

    def timed(self, what):
        begun = time.monotonic()
        what()
        return time.monotonic() - begun

    def drip(self, seconds):
        """300 who send a byte now and then; others are answered as if they were not there, and 300 are closed."""
        drips = [self.table.connect() for _ in range(300)]
        for s in drips:
            s.setblocking(False)
        closed, times, end = 0, [], time.monotonic() + seconds
        while time.monotonic() < end:
            for s in list(drips):
                try:
                    s.send(b"G" if s.fileno() % 2 else b"GET / HTTP/1.1\r\nX: "[len(times) % 19:][:1])
                    if s.recv(100) == b"":
                        raise ConnectionError
                except BlockingIOError:
                    continue
                except ConnectionError:
                    drips.remove(s)
                    s.close()
                    closed += 1
            times.append(self.timed(lambda: self.assertEqual(self.status(), 200)))
            time.sleep(0.1)
        print(f"dripping: {len(times)} requests, median {statistics.median(times) * 1000:.1f} ms, "
              f"longest {max(times) * 1000:.1f} ms; {closed} of 300 closed", file=sys.stderr)
        # Where there is room for all, each has its 5 s; else the first ones make room, and the last ones may remain.
        self.assertGreaterEqual(closed, 300 if seconds > 6 else 300 - 64)
        self.assertLess(statistics.median(times), 0.1)


class Page(Served):
    def test_headers(self):
        status, headers, body = self.table.get()
        self.assertEqual(status, 200)
        self.assertIn(b"<title>Gofuda</title>", body)
        self.assertEqual(headers["content-type"], "text/html; charset=utf-8")
        policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
        self.assertEqual(policy, {"default-src": "'none'", "script-src": "'self'", "style-src": "'self'",
                                  "img-src": "'self' data:", "font-src": "'self'", "connect-src": "'self'",
                                  "frame-ancestors": "'none'", "base-uri": "'none'", "form-action": "'none'"})
        self.assertEqual(headers["x-content-type-options"], "nosniff")
        self.assertEqual(headers["referrer-policy"], "no-referrer")
        self.assertEqual(headers["cross-origin-opener-policy"], "same-origin")
        self.assertEqual(headers["cross-origin-resource-policy"], "same-origin")
        self.assertNotIn("set-cookie", headers)
        self.assertEqual(self.status("/index.html?anything=1"), 200)

    def test_kept(self):
        etag = self.table.get()[1]["etag"]
        status, headers, body = self.table.get(If_None_Match=etag)
        self.assertEqual((status, body, headers["etag"]), (304, b"", etag))
        self.assertEqual(self.status(If_None_Match='"another"'), 200)
        status, headers, body = self.table.get(method="HEAD")
        self.assertEqual((status, body), (200, b""))
        self.assertGreater(int(headers["content-length"]), 0)

    def test_paths(self):
        for path in ("/..", "/../index.html", "/./index.html", "//index.html", "/%2e%2e/index.html", "/%2findex.html",
                     "/index%2ehtml", "/index.html%00", "/index.html%00.js", "/web/../index.html", "/vendor", "/etc/passwd",
                     "/index.html/", "index.html", "*", "http://127.0.0.1/index.html", "/\\..\\index.html", "/ws"):
            self.assertEqual(self.status(path), 404, path)
        self.assertIn(self.status("/index.html\0"), (400, 404))

    def test_only_this_machine(self):
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", self.table.port), 5)


class Gate(Served):
    def test_host(self):
        port = self.table.port
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}"):
            self.assertEqual(self.status(host=host), 200, host)
        for host in ("127.0.0.1", "localhost", "evil.example", f"evil.example:{port}", f"127.0.0.1:{port}.evil.example",
                     f"127.0.0.1:{port + 1}", f"127.0.0.1:{port}, evil.example", f"127.0.0.2:{port}", f"[::1]:{port}"):
            self.assertEqual(self.status(host=host), 421, host)
            self.assertEqual(self.status("/ws", host=host, Upgrade="websocket", Connection="Upgrade"), 421, host)
        self.assertEqual(self.table.ask(b"GET / HTTP/1.1\r\n\r\n")[0], 421)
        two = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n"
        self.assertEqual(self.table.ask(two.encode())[0], 421)

    def test_origin(self):
        port = self.table.port
        for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(self.status(Origin=origin), 200, origin)
            self.assertEqual(Client(self.table, origin=origin).status, 101)
        for origin in ("null", "https://evil.example", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}",
                       f"http://127.0.0.1:{port}/", f"http://evil.example/http://127.0.0.1:{port}"):
            self.assertEqual(self.status(Origin=origin), 403, origin)
            self.assertEqual(Client(self.table, origin=origin).status, 403)
        self.assertEqual(Client(self.table, path="/").status, 404)

    def test_methods(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
            status, headers, _ = self.table.get(method=method)
            self.assertEqual((status, headers["allow"]), (405, "GET, HEAD"), method)
        self.assertEqual(self.status(method="POST", body=b"{}", Content_Type="application/json"), 405)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"):
            self.assertEqual(self.status(method="POST", body=b"{}", Content_Type=kind), 415, kind)
        self.assertEqual(self.status(method="POST", body=b"{}"), 415)

    def test_header(self):
        self.assertEqual(self.status(X="x" * 7000), 200)
        self.assertEqual(self.status(X="x" * 9000), 431)
        self.assertEqual(self.status("/" + "x" * 9000), 431)
        self.assertEqual(self.table.ask(b"nonsense\r\n\r\n")[0], 400)

    def test_body(self):
        head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{self.table.port}\r\nContent-Type: application/json\r\n"
        self.assertEqual(self.status(method="POST", body=b"x" * (256 << 10), Content_Type="application/json"), 405)
        self.assertEqual(self.status(method="POST", body=b"x" * ((256 << 10) + 1), Content_Type="application/json"), 413)
        self.assertEqual(self.table.ask((head + "Content-Length: 1000000000000\r\n\r\n").encode())[0], 413)
        for piece in (b"1000\r\n" + b"x" * 4096 + b"\r\n", b"ffffffffff\r\n", b"1;" + b"x" * 30000 + b"\r\nx\r\n"):
            with self.table.connect() as s:
                s.sendall((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
                sent = 0
                s.settimeout(0.3)
                while sent < 8 << 20:  # endless, were it read
                    try:
                        sent += s.send(piece)
                    except (TimeoutError, ConnectionError):  # it reads no more
                        break
                s.settimeout(5)
                self.assertEqual(answer(s)[0], 413, piece[:20])
                self.assertLess(sent, 8 << 20)


class Tokens(Served):
    def test_roles(self):
        for role in ("owner", "arbiter", "black", "white", "onlooker"):
            c = self.table.join(role)
            self.assertEqual((c.hello["ok"], c.hello["role"], c.hello["id"]), (True, role, 1))
            self.assertEqual(c.event("state")["role"], role)
            self.assertEqual(c.hello.get("links"), self.table.links if role == "owner" else None)
            c.close()

    def test_wrong(self):
        right = self.table.tokens["owner"]
        for token in ("", "0" * 32, right[:-1], right + "0", right.upper() if right.upper() != right else "x", 7, None, [right]):
            c = Client(self.table)
            reply = c.request("hello", token=token)
            self.assertEqual((reply["ok"], reply["error"]["code"]), (False, "not-allowed"))
            self.assertEqual(c.code(), 1008)
        for first in ("", "[]", "nonsense", '{"do": "state"}', '{"do": "games", "token": "%s"}' % right, '"hello"'):
            c = Client(self.table)
            c.send(first)
            self.assertFalse(c.receive()["ok"])
            self.assertEqual(c.code(), 1008)
        c = Client(self.table)
        c.socket.sendall(c.frame(b"{}", kind=2))
        self.assertEqual(c.code(), 1003)
        c = Client(self.table)
        c.socket.sendall(c.frame(b"\xff\xfe"))
        self.assertEqual(c.code(), 1007)

    def test_silent(self):
        """Who does not say who he is within 5 s, or goes on for ever about it, is closed."""
        silent, dripping, plain = Client(self.table), Client(self.table), self.table.connect()
        begun = time.monotonic()
        dripping.socket.sendall(b"\x81\xfe\x03\xe8\0\0\0\0")
        plain.sendall(b"GET / HTTP/1.1\r\n")
        gone = {}
        while len(gone) < 3 and time.monotonic() - begun < 8:
            time.sleep(0.1)
            for name, s, drip in (("silent", silent.socket, b""), ("dripping", dripping.socket, b" "), ("plain", plain, b"X")):
                if name in gone:
                    continue
                try:
                    s.send(drip)
                    s.setblocking(False)
                    if s.recv(100) == b"":
                        gone[name] = time.monotonic() - begun
                except BlockingIOError:
                    s.setblocking(True)
                except ConnectionError:
                    gone[name] = time.monotonic() - begun
        plain.close()
        self.assertEqual(len(gone), 3, gone)
        for name, seconds in gone.items():
            self.assertTrue(4.5 < seconds < 6.5, f"{name} after {seconds:.1f} s")


class Sizes(Served):
    def test_messages(self):
        c = Client(self.table)
        c.send(" " * 5000)
        self.assertEqual(c.code(), 1009)  # the first message is small
        for role, most in (("onlooker", 256 << 10), ("black", 256 << 10), ("owner", (1 << 20) + (256 << 10))):
            c = self.table.join(role)
            self.assertFalse(c.request("x" * (most - 100))["ok"])
            try:
                c.send("x" * (most + 1))
            except ConnectionError:  # it was closed before all had been sent
                pass
            self.assertIn(c.code(), (1009, 1006))
        c = self.table.join("black")
        c.socket.sendall(c.frame(b"{}", size=1 << 62))
        self.assertEqual(c.code(), 1009)
        c = self.table.join("black")
        try:
            for n in range(10000):  # without an end
                c.socket.sendall(c.frame(b"x" * 100, kind=1 if n == 0 else 0, last=False))
        except ConnectionError:
            pass
        self.assertIn(c.code(), (1009, 1006))

    def test_nonsense(self):
        c = self.table.join("black")
        for text in ("", "[]", "7", "{", '{"do": 7}', '{"do": "no such"}', '{"id": {}, "do": []}', "[" * 100000):
            c.send(text)
            self.assertFalse(c.reply()["ok"], text[:20])
        self.assertTrue(c.request("games")["ok"])


class Crowd(Served):
    def has_room(self):
        """Soon: the server hears a little later of those who have left."""
        end = time.monotonic() + 2
        while (status := self.status()) == 0 and time.monotonic() < end:
            time.sleep(0.05)
        return status == 200

    def test_most(self):
        joined = [self.table.join("onlooker") for _ in range(63)]
        self.assertTrue(self.has_room())
        joined.append(self.table.join("onlooker"))
        self.assertEqual(self.status(), 0)  # there is no room, and nobody is put out for it
        for c in joined:
            self.assertTrue(c.request("hello")["ok"])
        joined.pop().close()
        self.assertTrue(self.has_room())
        for c in joined:
            c.close()

    def test_dripping(self):
        self.drip(3)

    def test_flood(self):
        """Who sends without end is answered in his turn, and others in theirs."""
        stop = threading.Event()

        def flood(c):
            frames = Client.frame(b'{"do":"games","id":1}') * 200
            c.socket.settimeout(0.2)
            while not stop.is_set():
                try:
                    c.socket.send(frames)
                    c.socket.recv(1 << 20)
                except TimeoutError:
                    pass
                except OSError:
                    return

        open_before = self.table.open_files()
        floods = [self.table.join("onlooker") for _ in range(20)]
        threads = [threading.Thread(target=flood, args=(f,)) for f in floods]
        pings = self.table.join("onlooker")
        threads += [threading.Thread(target=flood_pings, args=(pings, stop))]
        for t in threads:
            t.start()
        time.sleep(0.3)
        c = self.table.join("black")
        times = [self.timed(lambda: c.request("hello")) for _ in range(100)]
        times += [self.timed(lambda: self.assertEqual(self.status(), 200)) for _ in range(20)]
        unread = self.table.unread()
        stop.set()
        for t in threads:
            t.join()
        print(f"flood: median {statistics.median(times) * 1000:.1f} ms, longest {max(times) * 1000:.1f} ms", file=sys.stderr)
        for f in (*floods, pings, c):
            f.close()
        self.assertLess(unread, 1 << 20)  # where the system's room for it is full, nothing tells who has left
        gone = time.monotonic() + 10
        while self.table.open_files() > open_before:  # they leave room for others
            self.assertLess(time.monotonic(), gone, "who has left is still there")
            time.sleep(0.05)
        self.assertLess(statistics.median(times), 0.25)  # one that waits for all of theirs waits for seconds

    def test_gone(self):
        """Who has left is gone at once, although what he has sent waits for its turn."""
        table = Table(*self.words, "--isolate")
        try:
            joined = [table.join("onlooker") for _ in range(20)]
            before = table.open_files()
            with open(f"/proc/{table.process.pid}/task/{table.process.pid}/children") as f:
                keeper = int(f.read())
            os.kill(keeper, signal.SIGSTOP)  # nobody is answered any more
            for i, c in enumerate(joined):
                c.send('{"do": "hello", "id": 9}')
                if i % 2:  # and more than is read at once
                    c.socket.sendall(c.frame(b'{"do": "hello", "id": 10}') * 100)
            time.sleep(0.2)
            for c in joined:
                c.close()
            begun = time.monotonic()
            while table.open_files() > before - 19:  # of one the message is being answered
                self.assertLess(time.monotonic() - begun, 1, f"{table.open_files() - before + 20} are still there")
                time.sleep(0.005)
            os.kill(keeper, signal.SIGCONT)
            print(f"gone: 20 within {(time.monotonic() - begun) * 1000:.1f} ms", file=sys.stderr)
            self.assertTrue(table.join().hello["ok"])
        finally:
            os.kill(keeper, signal.SIGCONT)
            table.end()

    def test_slow_reader(self):
        """Who asks and does not take the answers is asked no more; who does not take events is left in the end."""
        before = self.table.memory()
        asks = Client(self.table, buffer=4096)
        asks.request("hello", token=self.table.tokens["onlooker"])
        asks.socket.settimeout(0.5)
        with self.assertRaises(TimeoutError):
            for _ in range(10000):
                asks.socket.sendall(asks.frame(b'{"do":"games","id":1,"x":"%s"}' % (b"x" * 5000)))
        self.assertLess(self.table.memory() - before, 8 << 20)
        looks = Client(self.table, buffer=4096)
        looks.request("hello", token=self.table.tokens["onlooker"])
        plays = self.table.join("owner")
        state = plays.event("state")
        for _ in range(6000):
            plays.request("answer", seq=state["seq"], text="A1")
            state = plays.event("state")
            plays.request("undo")
            state = plays.event("state")
            if not alive(looks.socket):
                break
        self.assertFalse(alive(looks.socket))
        self.assertTrue(plays.request("hello")["ok"])
        self.assertLess(self.table.memory() - before, 24 << 20)


def flood_pings(c, stop):
    c.socket.settimeout(0.2)
    while not stop.is_set():
        try:
            c.socket.send(Client.frame(b"", kind=9) * 100)
            c.socket.recv(1 << 20)
        except TimeoutError:
            pass
        except OSError:
            return


def alive(s):
    """Whether the other side has it open still, whatever waits to be read."""
    try:
        s.getpeername()
        return True
    except OSError:
        return False


class Idle(Served):
    words = ("go", "--connections", "600")

    def test_many(self):
        self.table.join("onlooker")
        before = self.table.memory()
        idle = [self.table.join("onlooker") for _ in range(500)]
        grown = self.table.memory() - before
        times = [self.timed(lambda: idle[0].request("hello")) for _ in range(100)]
        print(f"idle: 500 take {grown / 1e6:.1f} MB; a round trip beside them {statistics.median(times) * 1000:.2f} ms",
              file=sys.stderr)
        self.assertLess(grown, 20e6)
        self.assertLess(statistics.median(times), 0.02)
        for c in idle:
            c.close()


class Dripping(Served):
    words = ("go", "--connections", "600")

    def test_dripping(self):
        self.drip(10)


class Ending(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def test_saves(self):
        for sign in (signal.SIGINT, signal.SIGTERM):
            saved = f"{self.folder}/game.yaml"
            table = Table("go", "--set", "board.size=5x5", "--white", "human", "--save", saved)
            c = table.join()
            self.assertTrue(c.request("answer", seq=c.event("state")["seq"], text="C3")["ok"])
            table.process.send_signal(sign)
            self.assertLess(table.end(), 1)
            self.assertEqual(table.process.returncode, 0)
            with open(saved) as f:
                self.assertIn("C3", f.read())
            os.remove(saved)

    def test_cannot_save(self):
        folder = f"{self.folder}/gone"
        with self.assertRaisesRegex(RuntimeError, "exit code 1: error: cannot write"):
            Table("go", "--save", f"{folder}/game.yaml")
        os.mkdir(folder)
        table = Table("go", "--save", f"{folder}/game.yaml")
        os.rmdir(folder)
        self.assertLess(table.end(), 1)
        self.assertEqual(table.process.returncode, 1)
        kept = re.search(r"error: cannot write .*; it is kept in (\S+)", table.said())[1]
        with open(kept) as f:
            self.assertIn("variant: go", f.read())
        os.remove(kept)

    def test_at_work(self):
        """Games beside the table, with a card that loops: the page goes on, and the end does not wait."""
        os.makedirs(f"{self.folder}/cards")
        with open(f"{self.folder}/cards/place-1.lua", "w") as f:
            f.write(SLOW)
        table = Table("dango-1996", "--white", "human", rules=self.folder)
        c = table.join()
        self.assertTrue(c.request("load", text=DISPUTE)["ok"])
        fields = {"games": 1000000, "black": "random", "white": "random", "from": "position"}
        self.assertTrue(c.request("simulate", **fields)["ok"])
        times = []
        for _ in range(20):
            begun = time.monotonic()
            self.assertEqual(table.get()[0], 200)
            self.assertTrue(c.request("hello")["ok"])
            times.append(time.monotonic() - begun)
            time.sleep(0.02)
        self.assertLess(statistics.median(times), 0.1)
        readings = {"do": "readings", "id": 0, "text": DISPUTE, "options": ["rules.komi=5.5"] * 64}  # takes seconds
        c.send(json.dumps(readings))
        times = []
        for _ in range(20):
            begun = time.monotonic()
            self.assertTrue(c.request("hello")["ok"])
            times.append(time.monotonic() - begun)
        print(f"beside readings: median {statistics.median(times) * 1000:.1f} ms, longest {max(times) * 1000:.1f} ms",
              file=sys.stderr)
        self.assertLess(sum(times), 0.5)
        self.assertLess(table.end(), 1)
        self.assertEqual(table.process.returncode, 0)

    def test_prints(self):
        process = subprocess.Popen([PROGRAM, "table", "--links", "--port", "0"], stdout=subprocess.PIPE, text=True)
        said = "".join(process.stdout.readline() for _ in range(7))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(said, r"The table is at\n  http://127\.0\.0\.1:\d+/#[0-9a-f]{32}\n")
        for role in ("arbiter", "black", "white", "onlooker"):
            self.assertRegex(said, role + r": +http://127\.0\.0\.1:\d+/#[0-9a-f]{32}\n")

    def test_opens(self):
        """The browser gets the link in a file that nobody else can read, and that is gone afterwards."""
        with open(f"{self.folder}/xdg-open", "w") as f:
            f.write(f'#!/bin/sh\nstat -c %a "$1" > {self.folder}/seen.part\ncat "$1" >> {self.folder}/seen.part\n'
                    f'echo "$1" >> {self.folder}/seen.part\nmv {self.folder}/seen.part {self.folder}/seen\n')
        os.chmod(f"{self.folder}/xdg-open", 0o755)
        path = os.environ["PATH"]
        try:
            os.environ["PATH"] = f"{self.folder}:{path}"
            table = Table("--open")
        finally:
            os.environ["PATH"] = path
        for _ in range(200):
            if os.path.exists(f"{self.folder}/seen"):
                break
            time.sleep(0.05)
        with open(f"{self.folder}/seen") as f:
            mode, page, name = f.read().split("\n")[:3]
        self.assertEqual(mode, "600")
        self.assertIn(f"url={table.links['owner']}\"", page)
        self.assertTrue(os.path.exists(name))
        table.end()
        self.assertFalse(os.path.exists(name))

    def test_port(self):
        first = Table("go")
        with self.assertRaisesRegex(RuntimeError, f"exit code 1: error: cannot serve at 127.0.0.1:{first.port}: "):
            Table("go", "--port", str(first.port))
        first.end()
        for words in (["--port", "65536"], ["--port", "x"], ["--connections", "0"], ["--assets", "/no/such"],
                      ["--load", "g.yaml", "--seed", "1"]):
            code = subprocess.run([PROGRAM, "table", "go", *words], capture_output=True, timeout=20).returncode
            self.assertEqual(code, 2, words)


FINE = """return card {
  name = "Place your 1 stone",
  text = "%s",
  play = function(me, opponent, board)
    me:place(me:pick(1, board.empty))
  end,
}
"""


class Beside(unittest.TestCase):
    """A card that loops holds nobody but who plays it."""

    def test_answers(self):
        with tempfile.TemporaryDirectory() as rules:
            os.makedirs(f"{rules}/cards/decks")
            os.makedirs(f"{rules}/variants")
            with open(f"{rules}/cards/slow.lua", "w") as f:
                f.write(SLOW)
            with open(f"{rules}/cards/decks/slows.yaml", "w") as f:
                f.write("deck: slows\ntitle: S\nsource: ours\ncards: { slow: 60 }\n")
            with open(f"{rules}/variants/slowing.yaml", "w") as f:
                f.write("variant: slowing\ntitle: S\nsource: ours\nextends: dango-1996\ndeck: slows\n")
            table = Table("go", "--white", "human", rules=rules)
            plays, looks = table.join(), table.join("onlooker")
            plays.send(json.dumps({"do": "new", "id": 77, "variant": "slowing", "seed": 1}))  # takes seconds
            times = []
            for _ in range(20):
                begun = time.monotonic()
                self.assertTrue(looks.request("hello")["ok"])
                times.append(time.monotonic() - begun)
            print(f"beside a slow game that begins: longest {max(times) * 1000:.1f} ms", file=sys.stderr)
            self.assertLess(statistics.median(times), 0.05)
            plays.events.clear()
            plays.send(json.dumps({"do": "new", "id": 78, "variant": "go"}))  # in the place of that
            self.assertEqual(plays.reply()["error"]["code"], "stale")
            self.assertTrue(plays.reply()["ok"])
            self.assertEqual(plays.event("state")["game"]["variant"], "go")
            self.assertLess(table.end(), 1)


    def test_judging(self):
        """A dispute that takes seconds is seen to be judged from the beginning on, and is stopped."""
        with tempfile.TemporaryDirectory() as rules:
            for part in ("cards", "disputes"):
                os.makedirs(f"{rules}/{part}")
            with open(f"{rules}/cards/place-1.lua", "w") as f:
                f.write(SLOW)
            with open(f"{rules}/disputes/slow.yaml", "w") as f:
                f.write(DISPUTE + "otherwise:\n")
                f.writelines(f"  - {{ set: {{ rules.komi: {i}.5 }}, expect: {{}} }}\n" for i in range(63))
            table = Table("go", "--white", "human", rules=rules)
            c = table.join()
            self.assertTrue(c.request("judge")["ok"])
            first = c.event("judged")
            self.assertEqual((first["running"], first["done"], first["of"]), (True, 0, 1))
            begun = time.monotonic()
            self.assertTrue(c.request("stop", job=first["job"])["ok"])
            while (last := c.event("judged"))["running"]:
                pass
            self.assertEqual((last["running"], last["done"], last["failed"]), (False, 0, []))
            self.assertLess(time.monotonic() - begun, 2)
            self.assertLess(table.end(), 1)


class Judging(unittest.TestCase):
    """All disputes of a large project, beside a game, and those again that a save has to do with."""

    def test_many(self):
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        with tempfile.TemporaryDirectory() as rules:
            for part in ("cards", "variants"):
                os.makedirs(f"{rules}/{part}")
            shutil.copytree(f"{root}/tests/disputes", f"{rules}/disputes")
            table = Table("dango-1996", "--white", "human", rules=rules)
            c = table.join()

            def judged():
                while (last := c.event("judged", 60))["running"]:
                    pass
                self.assertEqual((last["done"], last["failed"]), (last["of"], []))
                return last

            def after(change):
                begun, computed = time.monotonic(), table.processor()
                change()
                last = judged()
                return last, time.monotonic() - begun, table.processor() - computed

            def save(path, change):
                with open(f"{rules}/{path}") as f:
                    text = f.read()
                with open(f"{rules}/{path}", "w") as f:
                    f.write(change(text))

            whole, seconds, computed = min((after(lambda: c.request("judge")) for _ in range(3)), key=lambda one: one[2])
            self.assertEqual(whole["anew"], whole["of"])
            self.assertGreater(whole["of"], 525)
            per = computed / whole["of"] * 525
            print(f"judged: {whole['of']} in {seconds * 1000:.0f} ms; of the processor 525 take {per * 1000:.0f} ms",
                  file=sys.stderr)
            times = []
            for n in range(5):
                one, seconds, _ = after(lambda: save("disputes/dango-1996/13-occupied-point.yaml",
                                                     lambda text: text + f"# {n}\n"))
                self.assertEqual(one["anew"], 1)
                times.append(seconds)
            print(f"judged after a save: median {statistics.median(times) * 1000:.0f} ms", file=sys.stderr)
            self.assertLess(statistics.median(times), 0.3)
            self.assertLess(per, 3 * 0.3)
            shutil.copy(f"{root}/cards/shapes/keima.lua", f"{rules}/cards/keima.lua")  # in the place of the shipped one
            one = judged()
            self.assertTrue(50 < one["anew"] < one["of"], one["anew"])
            table.end()


class Apart(unittest.TestCase):
    """The whole table in a process that can do nothing but compute."""

    def setUp(self):
        self.kept = tempfile.TemporaryDirectory()
        self.rules = self.kept.name
        for part in ("cards", "disputes"):
            os.makedirs(f"{self.rules}/{part}")
        self.write("cards/place-1.lua", FINE % "Set a stone.")
        self.write("disputes/one.yaml", DISPUTE.replace("expect: {}", "expect: { board: { black: D4 } }"))

    def tearDown(self):
        self.kept.cleanup()

    def write(self, path, text):
        with open(f"{self.rules}/{path}", "w") as f:
            f.write(text)

    def child(self, table):
        with open(f"/proc/{table.process.pid}/task/{table.process.pid}/children") as f:
            return [int(pid) for pid in f.read().split()]

    def test_gallery(self):
        """Cards are named by their place in the library, which nobody there may look for on the disk."""
        for words in ([], ["--isolate"]):
            table = Table("dango-1996", *words, rules=self.rules)
            files = {c["id"]: (c["file"], c.get("shipped", False)) for c in table.join().request("gallery")["cards"]}
            self.assertEqual(files["place-1"], ("cards/place-1.lua", False))
            self.assertEqual(files["keima"], ("cards/shapes/keima.lua", True))
            table.end()

    def test_table(self):
        table = Table("dango-1996", "--white", "human", "--seed", "1", "--isolate", rules=self.rules)
        pids = self.child(table)
        self.assertEqual(len(pids), 1)
        for thread in os.listdir(f"/proc/{pids[0]}/task"):
            with open(f"/proc/{pids[0]}/task/{thread}/status") as f:
                status = dict(line.split(":", 1) for line in f)
            self.assertEqual([int(status[k]) for k in ("Seccomp", "NoNewPrivs")], [2, 1], thread)
        self.assertGreater(len(os.listdir(f"/proc/{pids[0]}/task")), 4)

        c = table.join()
        self.assertEqual(set(c.hello["links"]), set(table.links))
        state = c.event("state")
        times = []
        for i in range(8):
            begun = time.monotonic()
            reply = c.request("places", seq=state["seq"])
            places = [p["points"] for p in reply.get("places", []) if "refused" not in p]
            text = " ".join(places[0]) if places else "decline" if state["asks"]["kind"] == "offer" else "pass"
            if state["asks"]["kind"] in ("points", "stone"):
                free = [p for p in ("C3", "D5", "G7", "K4", "L9", "B11") if p not in reply["refused"]]
                text = " ".join(free[:state["asks"].get("least", 1)])
            if state["asks"]["kind"] == "choice":
                text = state["asks"]["labels"][0]
            if not c.request("answer", seq=state["seq"], text=text)["ok"]:
                break
            state = c.event("state")
            times.append(time.monotonic() - begun)
        self.assertGreater(len(times), 2)
        print(f"answers apart: longest {max(times) * 1000:.1f} ms", file=sys.stderr)
        self.assertTrue(c.request("undo")["ok"])
        self.assertTrue(c.request("goto", at=1)["ok"])
        self.assertEqual(len(c.request("games")["variants"]) > 10, True)
        self.assertTrue(c.request("presets", variant="go")["presets"])
        self.assertTrue(c.request("hint")["ok"])
        c.event("hint", 60)

        # files: read, checked, written as the owner asks, and no other
        paths = {f["path"]: f["etag"] for f in c.request("files")["files"]}
        self.assertEqual(set(paths), {"cards/place-1.lua", "disputes/one.yaml"})
        wrong = c.request("check", path="cards/place-1.lua", text="return card { name = ")
        self.assertEqual(wrong["diagnostics"][0]["line"], 1)
        text = FINE % "Written by the page."
        self.assertTrue(c.request("write", path="cards/place-1.lua", text=text, etag=paths["cards/place-1.lua"])["ok"])
        self.assertEqual(c.event("files")["diagnostics"], [])
        self.assertEqual(c.request("read", path="cards/place-1.lua")["text"], text)
        stale = c.request("write", path="cards/place-1.lua", text=text, etag="0")
        self.assertEqual(stale["error"]["code"], "conflict")
        for path in ("../x.yaml", "/etc/passwd", "cards/../../x.lua"):
            self.assertFalse(c.request("read", path=path)["ok"], path)
        self.write("cards/place-1.lua", "return card {")
        self.assertTrue(c.event("files")["diagnostics"])
        self.write("cards/place-1.lua", FINE % "Mended.")
        self.assertFalse(c.event("files")["diagnostics"])

        # judged and simulated in there
        self.assertTrue(c.request("judge")["ok"])
        while (judged := c.event("judged", 60))["running"] or judged["done"] != 1:
            pass
        self.assertEqual((judged["held"], judged["failed"]), (1, []))
        self.assertTrue(c.request("simulate", games=20)["ok"])
        while (figures := c.event("figures", 60))["running"]:
            pass
        self.assertEqual(figures["games"], 20)
        refused = c.request("seat", black="gnugo", white="human")
        self.assertEqual(refused["error"]["code"], "not-allowed")
        self.assertIn("--isolate", refused["error"]["text"])
        self.assertEqual(self.child(table), pids, "it is still the same process")
        self.assertLess(table.end(), 1)

    def test_saves(self):
        saved = f"{self.rules}/game.yaml"
        table = Table("go", "--white", "human", "--isolate", "--save", saved)
        c = table.join()
        self.assertTrue(c.request("answer", seq=c.event("state")["seq"], text="C3")["ok"])
        table.end()
        self.assertEqual(table.process.returncode, 0)
        again = Table("--load", saved, "--isolate")
        self.assertEqual(again.join().event("state")["board"]["black"], ["C3"])
        again.end()
        done = subprocess.run([PROGRAM, "table", "no-such-game", "--isolate"], capture_output=True, timeout=20, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error[unknown-variant]: there is no variant 'no-such-game'", done.stderr)

    def test_lost(self):
        table = Table("go", "--isolate")
        os.kill(self.child(table)[0], signal.SIGSEGV)
        table.process.wait(10)
        self.assertEqual(table.process.returncode, 1)
        self.assertIn("error: the table's process crashed", table.said())

    @unittest.skipUnless(os.geteuid() == 0, "files of others are made by root")
    def test_files_of_others(self):
        os.chown(f"{self.rules}/cards/place-1.lua", 12345, 12345)
        table = Table("go", rules=self.rules)
        self.assertEqual(len(self.child(table)), 1)
        self.assertIn("holds files of another user", table.said())
        table.end()
        os.chown(f"{self.rules}/cards/place-1.lua", 0, 0)
        table = Table("go", rules=self.rules)
        self.assertEqual(self.child(table), [])
        table.end()


class Folder(unittest.TestCase):
    """The page from a folder, for who works on it."""

    def test_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            web = f"{folder}/web"
            os.makedirs(f"{web}/part")
            for name in ("index.html", "part/a.js", "secret.lua", "../outside.js"):
                with open(f"{web}/{name}", "w") as f:
                    f.write("first")
            os.symlink("../outside.js", f"{web}/link.js")
            os.symlink("..", f"{web}/up")
            os.mkfifo(f"{web}/pipe.js")
            table = Table("--assets", web)
            for path in ("/", "/index.html", "/part/a.js"):
                self.assertEqual(table.get(path)[::2], (200, b"first"), path)
            for path in ("/secret.lua", "/link.js", "/up/outside.js", "/pipe.js", "/part/../index.html", "/../outside.js"):
                self.assertEqual(table.get(path)[0], 404, path)
            with open(f"{web}/part/a.js", "w") as f:
                f.write("second")
            self.assertEqual(table.get("/part/a.js")[::2], (200, b"second"))
            table.end()


class Trip(Served):
    words = ("go", "--set", "board.size=19x19", "--white", "human")

    def test_answer(self):
        """From an answer to the state that follows, at the same page and at another."""
        plays, looks = self.table.join(), self.table.join("onlooker")
        seq, times = plays.event("state")["seq"], []
        looks.event("state")
        for column in "ACEGJLNQS":
            for row in range(1, 19, 2):
                begun = time.monotonic()
                reply = plays.request("answer", seq=seq, text=f"{column}{row}")
                self.assertTrue(reply["ok"], reply)
                self.assertEqual(looks.event("state")["seq"], reply["seq"])
                seq = plays.event("state")["seq"]
                times.append(time.monotonic() - begun)
        print(f"answers: {len(times)}, median {statistics.median(times) * 1000:.2f} ms, longest "
              f"{max(times) * 1000:.2f} ms", file=sys.stderr)
        self.assertLess(statistics.median(times), 0.02)


class Live(unittest.TestCase):
    """What is saved is on the page within 100 ms."""

    def test_dispute(self):
        with tempfile.TemporaryDirectory() as rules:
            for part in ("cards", "disputes"):
                os.makedirs(f"{rules}/{part}")
            table = Table("dango-1996", "--white", "human", rules=rules)
            c = table.join()
            with open(f"{rules}/disputes/one.yaml", "w") as f:
                f.write(DISPUTE.replace("expect: {}", "expect: { board: { black: D4 } }"))
            event = c.event("files", 5)
            self.assertEqual((event["changed"], event["diagnostics"]), ([f"{rules}/disputes/one.yaml"], []))
            with open(f"{rules}/cards/new-one.lua", "w") as f:  # which the game does not use
                f.write("return card { name = ")
            event = c.event("files", 5)
            self.assertEqual(event["changed"], [f"{rules}/cards/new-one.lua"])
            self.assertEqual([d["code"] for d in event["diagnostics"]], ["syntax"])
            table.end()

    def test_project(self):
        """Begun from within a project, the table has its rules, files and disputes without a word."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([PROGRAM, "init", f"{folder}/mine"], check=True, stdout=subprocess.DEVNULL, timeout=20)
            table = Table("my-game", "--white", "human", cwd=f"{folder}/mine/cards")
            c = table.join()
            self.assertIn("cards/ferry.lua", [f["path"] for f in c.request("files")["files"]])
            with open(f"{folder}/mine/cards/ferry.lua", "a") as f:
                f.write("-- saved\n")
            self.assertEqual([os.path.basename(name) for name in c.event("files", 5)["changed"]], ["ferry.lua"])
            while (last := c.event("judged", 20))["running"]:
                pass
            self.assertEqual((last["held"], last["failed"]), (1, []))
            table.end()

    def test_saved(self):
        card = 'return card {{\n  name = "Place {}",\n  text = "Set a stone.",\n  play = function(me, opponent, board)\n' \
               "    me:place(me:pick(1, board.empty))\n  end,\n}}\n"
        with tempfile.TemporaryDirectory() as rules:
            os.makedirs(f"{rules}/cards")
            path = f"{rules}/cards/place-1.lua"
            table = Table("dango-1996", "--white", "human", rules=rules)
            c = table.join()
            times = []

            def after(change):
                time.sleep(0.03)
                c.request("games")
                c.events.clear()
                begun = time.monotonic()
                change()
                event = c.event("files", 5)
                times.append(time.monotonic() - begun)
                return event

            def write(to=path, name=""):
                with open(to, "w") as f:
                    f.write(card.format(name))

            def write_beside():
                write(path + ".part")
                os.rename(path + ".part", path)

            for n in range(9):
                self.assertIn(path, after(lambda: write(name=str(n)))["changed"])
                self.assertIn(path, after(write_beside)["changed"])
            self.assertIn(path, after(lambda: os.remove(path))["changed"])
            os.makedirs(f"{rules}/new/deep")
            write(f"{rules}/new/deep/place-1.lua")
            inside = f"{rules}/cards/new/deep/place-1.lua"
            self.assertIn(inside, after(lambda: os.rename(f"{rules}/new", f"{rules}/cards/new"))["changed"])
            self.assertIn(inside, after(lambda: write(inside))["changed"])
            self.assertIn("error", str(after(lambda: open(inside, "w").close())["diagnostics"]))
            print(f"saved: {len(times)} saves, median {statistics.median(times) * 1000:.1f} ms, longest "
                  f"{max(times) * 1000:.1f} ms", file=sys.stderr)
            self.assertLess(statistics.median(times), 0.1)
            table.end()


if __name__ == "__main__":
    unittest.main(warnings="ignore")
