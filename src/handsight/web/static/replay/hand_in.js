// @ts-check
// Sends a recorded game to the server, and goes to its replay. An address of hanab.live is no game yet: the page
// leads to its export, and keeps the turn of the address for the text that is pasted next.

export const REPLAYS = "/api/replays";
export const MOST_BYTES = 1 << 20;

let wantedTurn = null;

// tab is the one that the replay opens with.
export async function handIn(blob, showMessage, lead = (found) => showMessage(`save ${found.export} and open it here`), tab = "") {
  showMessage("");
  try {
    if (blob.size > MOST_BYTES) throw new Error(`a file may have ${MOST_BYTES >> 10} KiB, this one is longer; split it`);
    const answer = await fetch(REPLAYS, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: blob });
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.message ?? `the server answered ${answer.status}`);
    if (found.export) {
      wantedTurn = found.turn;
      lead(found);
      return;
    }
    const turn = found.turn ?? wantedTurn;
    wantedTurn = null;
    const words = new URLSearchParams({ ...(turn ? { turn } : {}), ...(tab ? { tab } : {}) }).toString();
    location.hash = `#/replay/${found.id}${words ? `?${words}` : ""}`;
  } catch (error) {
    showMessage(error.message);
  }
}
