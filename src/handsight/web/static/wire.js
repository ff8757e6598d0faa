// A connection to a table that comes back by itself.

const SHORTEST = 300;
const LONGEST = 5000;

export function connect(table, secret, { said, lost, game = "table" }) {
  let socket = null;
  let wait = SHORTEST;
  let timer = 0;
  let closed = false;

  function dial() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${game}/${encodeURIComponent(table)}`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", seat: secret })));
    socket.addEventListener("message", (event) => { wait = SHORTEST; said(JSON.parse(event.data)); });
    socket.addEventListener("close", (event) => {
      if (closed) return;
      lost(event.code);
      if (event.code === 4404) return; // there is nothing to come back to
      timer = setTimeout(dial, wait);
      wait = Math.min(wait * 1.7, LONGEST);
    });
  }

  dial();
  return {
    send(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
