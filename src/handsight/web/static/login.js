// @ts-check
// The form for the password leads on to the address that was asked for: what stands after its # is kept.

const form = document.querySelector("form");
form.action += location.hash;
