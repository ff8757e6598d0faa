// @ts-check
// The form for the password leads on to the address that was asked for: what stands after its # is kept.

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const form = document.querySelector("form");
form.action += location.hash;
