// Sends a recorded game to the server, and goes to its replay.

export const REPLAYS = "/api/replays";
export const MOST_BYTES = 1 << 20;

export async function handIn(blob, showMessage) {
  showMessage("");
  try {
    if (blob.size > MOST_BYTES) throw new Error(`a file may have ${MOST_BYTES >> 10} KiB, this one is longer; split it`);
    const answer = await fetch(REPLAYS, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: blob });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.message ?? `the server answered ${answer.status}`);
    location.hash = `#/replay/${found.id}`;
  } catch (error) {
    showMessage(error.message);
  }
}
