/** Copies code blocks and keeps all tabs on one language. The page works without it. */
export const guideScript = `"use strict";
const { copy, copied } = document.body.dataset;
async function copyText(pre) {
  try { await navigator.clipboard.writeText(pre.textContent); }
  catch {
    getSelection().selectAllChildren(pre);
    document.execCommand("copy");
  }
}
for (const pre of document.querySelectorAll("pre")) {
  const block = document.createElement("div");
  block.className = "block";
  pre.replaceWith(block);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await copyText(pre);
    button.textContent = copied;
    setTimeout(() => { button.textContent = copy; }, 2000);
  });
  block.append(pre, button);
}
const key = "countinghouse:guide-language";
const inputs = [...document.querySelectorAll(".tabs input")];
const choose = (code) => { for (const input of inputs) input.checked = input.value === code; };
try { if (inputs.some(({ value }) => value === localStorage.getItem(key))) choose(localStorage.getItem(key)); } catch {}
for (const input of inputs)
  input.addEventListener("change", () => {
    // Keeps the reading position when tabs above change their height.
    const before = input.getBoundingClientRect().top;
    choose(input.value);
    scrollBy(0, input.getBoundingClientRect().top - before);
    try { localStorage.setItem(key, input.value); } catch {}
  });
`;
