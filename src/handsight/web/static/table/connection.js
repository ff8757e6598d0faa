// @ts-check
// A connection to a table that reconnects by itself.

const SHORTEST = 300;
const LONGEST = 5000;
export const UNKNOWN = 4404; // the closing code where there is no such table or seat

// received(message) is called with each message of the server, lost(code) when the connection ends.
export function connect(game, table, secret, { received, lost }) {
  let socket = null;
  let wait = SHORTEST;
  let timer = 0;
  let closed = false;

  function open() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${game.name}/${encodeURIComponent(table)}`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", seat: secret })));
    socket.addEventListener("message", (event) => { wait = SHORTEST; received(JSON.parse(event.data)); });
    socket.addEventListener("close", (event) => {
      if (closed) return;
      lost(event.code);
      if (event.code === UNKNOWN) return; // there is no such table
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, LONGEST);
    });
  }

  open();
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
