// @ts-check
// The form for the password leads on to the address that was asked for: what stands after its # is kept.

const form = document.querySelector("form");
form.action += location.hash;
let chosen = null;
try {
  chosen = localStorage.getItem("theme");
} catch {
  // A browser may keep nothing: then its own theme is taken.
}
document.documentElement.dataset.theme = chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
