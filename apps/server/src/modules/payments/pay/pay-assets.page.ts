import { schemeRanges } from "@countinghouse/contract/platform/card-schemes.ts";
import { faceFamilies, faceName, faceRule } from "../../../platform/http/face.ts";

/** Mobile first, light and dark as the system asks, left to right and right to left. */
export const payStyle = `${faceRule(faceName)}
:root { color-scheme: light dark; --canvas: light-dark(#f6f7f9, #0e131a); --surface: light-dark(#fff, #151c25); --text: light-dark(#18212d, #e7ecf2); --soft: light-dark(#4a5564, #aeb9c6); --line: light-dark(#dfe4ea, #2c3744); --edge: light-dark(#7a8593, #6d7b8c); --link: light-dark(#2f6399, #86b4e0); --good: light-dark(#17663f, #7fd3a4); --good-f: light-dark(#e4f4ea, #123524); --bad: light-dark(#a32a2a, #f3a0a0); --bad-f: light-dark(#fceaea, #42191c); --warn: light-dark(#825006, #ebbe6b); --warn-f: light-dark(#fcf1dc, #3a2a0d); --accent: light-dark(var(--line-light), var(--line-dark)); }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--surface); color: var(--text); font: 16px/1.5 ${faceFamilies.base}; text-autospace: normal; overflow-wrap: anywhere; }
:lang(zh-tw) body { font-family: ${faceFamilies.taiwan}; }
p, h1, h2, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; } ul { list-style: none; } bdi { unicode-bidi: isolate; }
h1 { font-size: 1rem; line-height: 1.5; font-weight: 600; } h2 { font-size: .9375rem; font-weight: 600; }
.i { width: 1.25rem; height: 1.25rem; flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.test { padding: .35rem 1.25rem; background: var(--warn-f); color: var(--warn); font-size: .8125rem; text-align: center; }
.co { flex: 1; display: flex; flex-direction: column; }
.sum { background: var(--brand); color: var(--on-brand); padding: 1rem 1.25rem 1.1rem; }
.shop { display: flex; align-items: center; gap: .625rem; font-weight: 600; font-size: .9375rem; } .shop img { width: 2rem; height: 2rem; border-radius: 8px; background: #fff; object-fit: contain; }
.due { margin-top: .8rem; font-size: .8125rem; } .amount { font-size: 1.9rem; line-height: 1.2; font-weight: 600; letter-spacing: -.02em; } .amount small { font-size: .9375rem; font-weight: 400; letter-spacing: 0; }
.sum summary { cursor: pointer; font-size: .8125rem; padding: .35rem 0; width: max-content; } .lines { font-size: .875rem; border-block-start: 1px solid var(--rule); } .sum details .lines { margin-top: .25rem; } .lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .65rem 0; border-block-end: 1px solid var(--rule); } .lines span:last-child { white-space: nowrap; } .lines span:last-child, .amount { font-variant-numeric: tabular-nums; } .sum > .lines { display: none; } .lines .all { font-weight: 600; } .ref { font-size: .75rem; margin-top: .5rem; }
:root { --rule: color-mix(in srgb, var(--on-brand) 24%, transparent); }
.pay { flex: 1; display: flex; flex-direction: column; padding: 1.1rem 1.25rem 1.25rem; } .pay > * { width: 100%; max-width: 27.5rem; }
.ways { margin: .6rem 0 1rem; display: grid; grid-template-columns: repeat(3, 1fr); gap: .5rem; } .ways.two { grid-template-columns: 1fr 1fr; }
.way { position: relative; display: flex; flex-direction: column; gap: .4rem; min-height: 5.4rem; padding: .65rem .7rem .55rem; border: 1px solid var(--edge); border-radius: 8px; cursor: pointer; font-size: .9rem; line-height: 1.35; font-weight: 500; } .way:hover { border-color: var(--accent); }
.way input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; } .way .ic { display: flex; flex-wrap: wrap; gap: .15rem; align-items: center; min-height: 1.25rem; color: var(--soft); } .way > span:last-child { margin-top: auto; } .way small { display: block; font-size: .72rem; font-weight: 400; color: var(--soft); }
.way:has(input:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); background: color-mix(in srgb, var(--accent) 10%, var(--surface)); } .way:has(input:focus-visible) { outline: 2px solid var(--link); outline-offset: 3px; }
.mk { width: 1.625rem; height: 1.05rem; display: block; overflow: visible; transition: opacity .15s; } .known .mk:not(.on) { opacity: .28; filter: grayscale(1); }
.other-go, .other-note { display: none; } @supports selector(:has(*)) { form:has(.way input:not([value=card]):checked) :is(.card, .card-go, .card-note) { display: none; } form:has(.way input:not([value=card]):checked) :is(.other-go, .other-note) { display: revert; } }
@supports not selector(:has(*)) { .way { padding-inline-start: 2.4rem; } .way input { opacity: 1; inset-inline-start: .5rem; width: 1.2rem; } }
form.no-card .card, form.no-card .card-go, form.no-card .card-note { display: none; } form.no-card .other-go, form.no-card .other-note { display: revert; }
.field { margin-bottom: .85rem; } label.top { display: block; font-size: .8125rem; font-weight: 500; margin-bottom: .25rem; }
.in { position: relative; display: block; } .in .marks { position: absolute; inset-block: 0; inset-inline-end: .7rem; display: flex; gap: .3rem; align-items: center; pointer-events: none; } .in .mk { width: 2rem; height: 1.3rem; } .marks .mk:nth-child(n+4) { display: none; } .known.marks .mk.on { display: block; } .known.marks:has(.on:nth-child(n+4)) .mk:nth-child(3) { display: none; }
.in input { width: 100%; height: 2.75rem; padding-inline: .75rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px; } .number input { direction: ltr; padding-inline-end: 8rem; text-align: start; } .pair input { direction: ltr; } [dir=rtl] :is(.number, .pair) input { text-align: right; } [dir=rtl] .number input { padding-left: 8rem; padding-right: .75rem; } .in input::placeholder { color: var(--soft); opacity: .85; } .in input[aria-invalid] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); } .in input:focus { outline: none; border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), 0 0 0 4px color-mix(in srgb, var(--accent) 20%, transparent); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; } .pair .field { margin-bottom: .25rem; } .hint { color: var(--soft); font-size: .75rem; } .hint.wide { margin-bottom: .85rem; }
.fault { display: block; color: var(--bad); font-size: .8125rem; margin-top: .2rem; }
:where(button, a.main, a.other, a.quiet) { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border-radius: 8px; cursor: pointer; border: 1px solid transparent; }
.main { background: var(--brand); color: var(--on-brand); border-color: var(--accent); } .main:hover { box-shadow: inset 0 0 0 99rem color-mix(in srgb, var(--on-brand) 10%, transparent); }
.other { background: var(--surface); border-color: var(--edge); color: var(--text); font-weight: 500; margin-top: .5rem; } .other:hover { border-color: var(--accent); } .deed, .deed:hover { border-color: currentColor; color: var(--bad); }
.quiet { color: var(--link); font-weight: 500; font-size: .9rem; min-height: 2.75rem; } button[disabled] { opacity: .6; cursor: progress; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.trust { display: flex; gap: .5rem; margin: .85rem 0 .25rem; font-size: .75rem; line-height: 1.35; color: var(--soft); } .trust a { color: var(--link); } .trust .i { width: .9rem; height: .9rem; margin-top: .05rem; }
.notice { padding: .75rem .9rem; border-radius: 8px; margin: 0 0 1rem; font-size: .9rem; background: light-dark(#eef1f4, #232d38); } .notice.bad { background: var(--bad-f); color: var(--bad); } .notice a { color: inherit; } .notice:focus { outline: none; } .notice strong { font-weight: 600; }
.state { margin: .4rem 0 1.25rem; } .state h1 { font-size: 1.375rem; line-height: 1.35; letter-spacing: -.01em; margin-bottom: .35rem; } .state > p { margin-bottom: .75rem; color: var(--soft); }
.mark { width: 3rem; height: 3rem; padding: .7rem; border-radius: 50%; margin-bottom: .8rem; fill: none; stroke: currentColor; stroke-width: 2.25; stroke-linecap: round; stroke-linejoin: round; } .mark.good { background: var(--good-f); color: var(--good); } .mark.bad { background: var(--bad-f); color: var(--bad); } .mark.busy { background: var(--warn-f); color: var(--warn); }
.slip { margin: 0 0 1.1rem; border-block-start: 1px solid var(--line); font-size: .9rem; } .slip div { display: flex; justify-content: space-between; gap: 1rem; padding: .55rem 0; border-block-end: 1px solid var(--line); } .slip dt { color: var(--soft); } .slip dd { display: flex; gap: .5rem; align-items: center; text-align: end; }
.qr { width: min(100%, 16rem); height: auto; margin: .5rem 0 1rem; display: block; border: 1px solid var(--line); border-radius: 8px; fill: #000; }
.code { font: 600 1.5rem/1.4 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .06em; padding: .6rem; text-align: center; border: 1px dashed var(--edge); border-radius: 8px; user-select: all; } .state > .code { color: var(--text); }
.spinner { display: block; width: 2.5rem; height: 2.5rem; margin-bottom: 1rem; border: 3px solid var(--line); border-top-color: var(--accent); border-radius: 50%; animation: turn 1s linear infinite; } @keyframes turn { to { transform: rotate(1turn); } } @media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } }
footer { margin-top: auto; padding-top: 1rem; display: flex; flex-wrap: wrap; align-items: center; gap: .1rem 1rem; font-size: .75rem; color: var(--soft); } footer nav { display: flex; gap: .1rem .9rem; } footer a { color: inherit; text-decoration: none; min-height: 2.5rem; min-width: 1.5rem; display: grid; place-items: center; } footer a[aria-current] { color: var(--text); font-weight: 600; } footer a:hover { color: var(--link); }
@media (min-width: 56rem) {
  .co { flex-direction: row; } .sum { width: 44%; padding: 3.5rem 4.5rem 2.5rem; display: flex; flex-direction: column; align-items: flex-end; } .sum > * { width: 100%; max-width: 25rem; } .sum details { display: none; } .sum > .lines { display: block; margin-top: 1.75rem; }
  .due { margin-top: 2.5rem; font-size: .875rem; } .amount { font-size: 2.5rem; } .ref { margin-top: auto; padding-top: 2rem; } .pay { padding: 3.5rem 4.5rem 2.5rem; }
}
.alone { align-items: center; text-align: center; } .alone footer { justify-content: center; } .alone .state { margin-top: 3rem; }
`;

const ranges = JSON.stringify(schemeRanges.map(({ prefix, scheme }) => [prefix.source, scheme]));

/** Makes card entry easier; everything works without it. */
export const payScript = `"use strict";
const ranges = ${ranges}.map(([prefix, brand]) => [new RegExp(prefix), brand]);
const field = (id) => document.getElementById(id);
const digits = (text) => text.normalize("NFKC").replace(/\\D/g, "");
const number = field("number");
const cvc = field("cvc");
number?.addEventListener("input", () => {
  const typed = digits(number.value).slice(0, 19);
  const brand = ranges.find(([prefix]) => prefix.test(typed))?.[1];
  if (number.selectionStart === number.value.length)
    number.value = brand === "amex" ? typed.replace(/^(\\d{4})(\\d{1,6})?(\\d{1,5})?.*/, (_all, ...parts) => parts.slice(0, 3).filter(Boolean).join(" ")) : typed.replace(/(\\d{4})(?=\\d)/g, "$1 ");
  cvc.placeholder = brand === "amex" ? cvc.dataset.four : cvc.dataset.three;
  let name = "";
  for (const row of document.querySelectorAll("[data-brands]")) {
    const marks = [...row.children];
    const known = marks.find((mark) => mark.dataset.brand === brand);
    row.classList.toggle("known", Boolean(known));
    for (const mark of marks) mark.classList.toggle("on", mark === known);
    if (known) name = known.getAttribute("aria-label");
  }
  const told = field("brand-told");
  if (told.textContent !== name) told.textContent = name;
});
const expiry = field("expiry");
expiry?.addEventListener("input", (event) => {
  if (event.inputType?.startsWith("delete")) return;
  const typed = digits(expiry.value).slice(0, 4);
  if (!/[/]/.test(expiry.value) && typed.length >= 2) expiry.value = typed.slice(0, 2) + " / " + typed.slice(2);
});
for (const form of document.forms) {
  const needs = () => { for (const input of form.querySelectorAll(".card input")) input.required = form.elements.method.value === "card"; };
  if (number && form.contains(number)) { needs(); form.addEventListener("change", needs); }
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
  });
}
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
for (const time of document.querySelectorAll("time"))
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
`;
