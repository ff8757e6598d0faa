// @ts-check
// A connection to a table that reconnects by itself, and sends no faster than the server allows.

import { paced } from "./pace.js";

const SHORTEST = 300;
const LONGEST = 5000;
export const UNKNOWN = 4404; // the closing code where there is no such table or seat

// received(message) is called with each message of the server, lost(code) when the connection ends.
export function connect(game, table, secret, { received, lost }) {
  let socket = null;
  let wait = SHORTEST;
  let timer = 0;
  let closed = false;
  const sender = paced((text) => { if (socket.readyState === WebSocket.OPEN) socket.send(text); });

  function open() {
    sender.restart();
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${game.name}/${encodeURIComponent(table)}`);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ type: "hello", seat: secret })));
    socket.addEventListener("message", (event) => {
      wait = SHORTEST;
      const message = JSON.parse(event.data);
      if (message.type === "error" && message.asked) sender.again(message.asked);
      else received(message);
    });
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
      sender.send(message);
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
