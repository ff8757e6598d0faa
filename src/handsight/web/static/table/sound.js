// @ts-check
// A sound when it is one's turn, off by default; it is made here, and loaded from nowhere.

import { prefers } from "../shared/preferences.js";

let audio = null;

// Two soft tones, the second higher.
export function chime() {
  if (!prefers("sound")) return;
  try {
    audio ??= new AudioContext();
    for (const [at, pitch] of [[0, 523], [0.14, 784]]) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      const begin = audio.currentTime + at;
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.12, begin);
      loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.3);
      tone.connect(loudness).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + 0.3);
    }
  } catch {
    // a browser without sound plays on in silence
  }
}
