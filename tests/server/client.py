"""What the tests of the table's server need: the program with a page, a client of plain requests and one of WebSockets."""
import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import tempfile
import time

PROGRAM = os.environ.get("GOFUDA", "build/release/gofuda")


class Table:
    """`gofuda table` at a port of its own; its links by role."""

    def __init__(self, *words, rules=None, cwd=None):
        self.errors = tempfile.TemporaryFile()
        before = ["--rules", rules] if rules else []
        port = [] if "--port" in words else ["--port", "0"]
        self.process = subprocess.Popen([os.path.abspath(PROGRAM), "--json", *before, "table", *port, *words], cwd=cwd,
                                        stdout=subprocess.PIPE, stderr=self.errors)
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            raise RuntimeError(f"no table, exit code {self.process.returncode}: {self.said()}")
        self.links = json.loads(line)["links"]
        self.tokens = {role: link.split("/#")[1] for role, link in self.links.items()}
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#[0-9a-f]{32}", self.links["owner"])[1])

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def memory(self):
        """In bytes, what it has in memory."""
        with open(f"/proc/{self.process.pid}/status") as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1]) * 1024

    def processor(self):
        """In seconds, how long it has computed: another measure than the clock's where others compute, too."""
        with open(f"/proc/{self.process.pid}/stat") as f:
            return sum(map(int, f.read().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def unread(self):
        """The most bytes that the system has for it of one connection."""
        with open(f"/proc/{self.process.pid}/net/tcp") as f:
            rows = [line.split() for line in f][1:]
        return max((int(r[4].split(":")[1], 16) for r in rows if int(r[1].split(":")[1], 16) == self.port), default=0)

    def end(self):
        """Asks it to stop; seconds until it has."""
        begun = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        self.process.stdout.close()
        return time.monotonic() - begun

    # --- plain requests
    def connect(self, timeout=10):
        s = socket.create_connection(("127.0.0.1", self.port), timeout)
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s

    def ask(self, request):
        """The status, headers and body of the answer to these bytes; status 0 where there is none."""
        with self.connect() as s:
            s.sendall(request)
            return answer(s)

    def get(self, path="/", method="GET", host=None, body=b"", **headers):
        head = f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{self.port}'}\r\n"
        if body:
            head += f"Content-Length: {len(body)}\r\n"
        head += "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        return self.ask(head.encode("latin-1") + b"\r\n" + body)

    # --- WebSockets
    def join(self, role="owner", **fields):
        """Somebody who has said hello."""
        c = Client(self)
        c.hello = c.request("hello", token=self.tokens[role], **fields)
        return c


def answer(s):
    data = b""
    try:
        while piece := s.recv(65536):
            data += piece
    except ConnectionError:
        pass
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if head else 0
    return status, {n.lower(): v for n, v in (line.split(": ", 1) for line in lines[1:])}, body


class Closed(Exception):
    """The server has closed, with this code (1006: without a word)."""

    def __init__(self, code):
        super().__init__(str(code))
        self.code = code


class Client:
    def __init__(self, table, path="/ws", origin=None, buffer=None):
        self.socket = socket.socket()
        self.socket.settimeout(10)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(("127.0.0.1", table.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.data, self.events, self.last = b"", [], 0
        at = f"127.0.0.1:{table.port}"
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET {path} HTTP/1.1\r\nHost: {at}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                             f"Origin: {origin or 'http://' + at}\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.data:
            self.more()
        head, _, self.data = self.data.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def more(self):
        try:
            piece = self.socket.recv(65536)
        except ConnectionError:
            piece = b""
        if not piece:
            raise Closed(1006)
        self.data += piece

    def take(self, n):
        while len(self.data) < n:
            self.more()
        out, self.data = self.data[:n], self.data[n:]
        return out

    @staticmethod
    def frame(payload, kind=1, last=True, size=None):
        """A frame as clients send it, masked; `size` is what it says of its length."""
        n = len(payload) if size is None else size
        head = bytes([(0x80 if last else 0) | kind])
        if n < 126:
            head += bytes([0x80 | n])
        elif n < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", n)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", n)
        mask = os.urandom(4)
        key = int.from_bytes((mask * (len(payload) // 4 + 1))[:len(payload)], "big")
        return head + mask + (int.from_bytes(payload, "big") ^ key).to_bytes(len(payload), "big")

    def send(self, text):
        self.socket.sendall(self.frame(text.encode()))

    def receive(self):
        """The next message."""
        while True:
            head = self.take(2)
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            payload = self.take(size)
            kind = head[0] & 15
            if kind == 8:
                raise Closed(int.from_bytes(payload[:2], "big") if payload else 1005)
            if kind == 9:
                self.socket.sendall(self.frame(payload, 10))
            if kind in (1, 2):
                return json.loads(payload)

    def request(self, what, **fields):
        """The reply; events that come before it are kept."""
        self.last += 1
        self.send(json.dumps({"do": what, "id": self.last, **fields}))
        reply = self.reply()
        assert reply["id"] == self.last, reply
        return reply

    def reply(self):
        while "event" in (message := self.receive()):
            self.events.append(message)
        return message

    def event(self, name, seconds=10):
        """The next event of that name, kept or to come."""
        self.socket.settimeout(seconds)
        try:
            while True:
                message = self.events.pop(0) if self.events else self.receive()
                if message.get("event") == name:
                    return message
        finally:
            self.socket.settimeout(10)

    def code(self):
        """The code with which the server closes."""
        try:
            while True:
                self.receive()
        except Closed as e:
            return e.code

    def close(self):
        self.socket.close()
