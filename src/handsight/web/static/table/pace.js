// @ts-check
// Sends messages no faster than the server takes them: what is too fast waits its turn instead of being refused.

// Less than a connection may send (BURST and PER_SECOND in web/server/connection.py): messages may arrive closer together than they were sent.
export const BURST = 20;
export const PER_SECOND = 12;
const LATEST = new Set(["look", "know", "nested", "ask", "reasons"]); // questions of which only the latest matters
const AFTER_REFUSAL = 1; // seconds

// deliver(text) sends a message; clock() gives milliseconds, and later(call, milliseconds) calls after a while.
export function paced(deliver, { clock = () => performance.now(), later = (call, wait) => setTimeout(call, wait) } = {}) {
  /** @type {{ type: string, text: string }[]} */
  let waiting = [];
  let left = BURST;
  let updated = clock();
  let timed = false;

  function sendWaiting() {
    const now = clock();
    left = Math.min(BURST, left + ((now - updated) / 1000) * PER_SECOND);
    updated = now;
    while (waiting.length && left >= 1) {
      left -= 1;
      deliver(waiting.shift().text);
    }
    if (!waiting.length || timed) return;
    timed = true;
    later(() => { timed = false; sendWaiting(); }, Math.ceil(((1 - left) / PER_SECOND) * 1000));
  }

  return {
    send(message) {
      const { type } = message;
      const text = JSON.stringify(message);
      if (LATEST.has(type)) waiting = waiting.filter((other) => other.type !== type);
      if (!waiting.some((other) => other.text === text)) waiting.push({ type, text });
      sendWaiting();
    },
    // The server refused a message because too many came: send it again, before the others, after a while.
    again(text) {
      const { type } = JSON.parse(text);
      if (!(LATEST.has(type) && waiting.some((other) => other.type === type))) waiting.unshift({ type, text });
      left = Math.min(left, 1 - AFTER_REFUSAL * PER_SECOND);
      updated = clock();
      sendWaiting();
    },
    // A new connection: nothing waits, and nothing has been sent.
    restart() {
      waiting = [];
      left = BURST;
      updated = clock();
    },
  };
}
