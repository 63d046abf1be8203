// The line to the server: requests that are answered, and events. It is taken up again when it breaks.
const longestPause = 5000;

export class Connection {
  constructor({ url, token, onEvent, onStatus }) {
    Object.assign(this, { url, token, onEvent, onStatus });
    this.waiting = new Map();
    this.lastId = 0;
    this.pause = 250;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.url);
    this.socket.onopen = () => this.greet();
    this.socket.onmessage = (message) => this.take(JSON.parse(message.data));
    this.socket.onclose = () => this.closed();
  }

  async greet() {
    try {
      const hello = await this.request("hello", { token: this.token });
      this.pause = 250;
      this.onStatus("open", hello);
    } catch (error) {
      if (error.code === "closed") return; // it is taken up again
      this.refused = true;
      this.onStatus("refused", error);
    }
  }

  take(message) {
    if (message.event) return this.onEvent(message);
    const promise = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.ok) promise?.resolve(message);
    else promise?.reject(message.error ?? { code: "bad-request", text: "the server said no" });
  }

  closed() {
    for (const { reject } of this.waiting.values()) reject({ code: "closed", text: "the connection was lost" });
    this.waiting.clear();
    if (this.refused) return;
    this.onStatus("closed");
    setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, longestPause);
  }

  request(what, fields = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject({ code: "closed", text: "there is no connection" });
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, do: what, ...fields }));
    });
  }
}
