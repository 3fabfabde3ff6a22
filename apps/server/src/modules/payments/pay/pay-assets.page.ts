/** Phone first, light and dark as the system asks. */
export const payStyle = `:root { color-scheme: light dark; --canvas: light-dark(#f6f7f9, #0e131a); --surface: light-dark(#fff, #151c25); --text: light-dark(#18212d, #e7ecf2); --soft: light-dark(#4a5564, #aeb9c6); --line: light-dark(#cdd4dc, #364353); --edge: light-dark(#7a8593, #6d7b8c); --primary: #3b72aa; --primary-hover: #2f6399; --link: light-dark(#2f6399, #86b4e0); --good: light-dark(#17663f, #7fd3a4); --good-f: light-dark(#e4f4ea, #123524); --bad: light-dark(#a32a2a, #f3a0a0); --bad-f: light-dark(#fceaea, #42191c); --warn: light-dark(#825006, #ebbe6b); --warn-f: light-dark(#fcf1dc, #3a2a0d); }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--canvas); color: var(--text); font: 16px/1.5 "Inter var", Inter, system-ui, "PingFang SC", "PingFang TC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; font-variant-numeric: tabular-nums; text-autospace: normal; }
main { width: 100%; max-width: 30rem; margin: 0 auto; flex: 1; padding: 1.25rem 1.25rem 2rem; background: var(--surface); overflow-wrap: anywhere; }
@media (min-width: 34rem) { main { flex: none; margin: 3rem auto 1.5rem; padding: 2rem; border: 1px solid var(--line); border-radius: 12px; } }
p, h1, ul { margin: 0; padding: 0; } ul { list-style: none; }
h1 { font-size: 1.1rem; font-weight: 600; margin-bottom: .75rem; }
.test { margin: -1.25rem -1.25rem 1.25rem; padding: .4rem 1.25rem; background: var(--warn-f); color: var(--warn); font-size: .875rem; text-align: center; }
@media (min-width: 34rem) { .test { margin: -2rem -2rem 1.5rem; padding: .4rem 2rem; border-radius: 12px 12px 0 0; } }
.to { color: var(--soft); } .amount { font-size: 1.9rem; line-height: 1.3; font-weight: 600; letter-spacing: -.01em; }
.note, .hint { color: var(--soft); font-size: .875rem; } main > .note { margin: .25rem 0 1rem; }
.items { margin: .5rem 0 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); } .items + .note { margin-top: .6rem; } summary { cursor: pointer; padding: .6rem 0; font-size: .9375rem; } .items li { display: flex; justify-content: space-between; gap: 1rem; padding: .3rem 0; font-size: .9375rem; } .items li span:last-child { white-space: nowrap; } .items .sum { border-top: 1px solid var(--line); margin-top: .3rem; padding: .5rem 0 .75rem; font-weight: 600; }
form { margin: 0 0 .75rem; } .card { border-top: 1px solid var(--line); padding-top: 1.25rem; margin-top: .5rem; }
.card h1 { display: inline-block; margin: 0 .75rem .25rem 0; } .brands { display: flex; flex-wrap: wrap; gap: .3rem; margin-bottom: .9rem; } .brands span { font-size: .75rem; line-height: 1.25rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 4px; color: var(--soft); } .brands.known span { opacity: .35; } .brands.known span.on { opacity: 1; border-color: var(--primary); color: var(--text); }
.field { margin-bottom: .9rem; } label { display: block; font-size: .9375rem; font-weight: 500; margin-bottom: .25rem; }
input:not([type=hidden]) { width: 100%; height: 3rem; padding: 0 .8rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; } input::placeholder { color: var(--soft); opacity: .8; } input[aria-invalid] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; } .pair .field { margin-bottom: .3rem; } .hint.wide { margin-bottom: .9rem; }
.fault { display: block; color: var(--bad); font-size: .875rem; margin-top: .2rem; }
:where(button, a.main, a.other, a.quiet) { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border-radius: 8px; cursor: pointer; border: 1px solid transparent; }
.main { background: var(--primary); color: #fff; } .main:hover { background: var(--primary-hover); } .main + .note { margin-top: .6rem; }
.other { background: var(--surface); border-color: var(--edge); color: var(--text); } .other:hover { border-color: var(--link); color: var(--link); } .deed, .deed:hover { border-color: currentColor; color: var(--bad); }
.quiet { background: none; color: var(--link); font-weight: 500; } button[disabled] { opacity: .6; cursor: progress; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.notice { padding: .8rem 1rem; border-radius: 8px; margin: 0 0 1rem; background: light-dark(#eef1f4, #232d38); } .notice.bad { background: var(--bad-f); color: var(--bad); } .notice a { color: inherit; } .notice:focus { outline: none; }
.state { border-top: 1px solid var(--line); padding: 1.5rem 0; text-align: center; } .state h1 { font-size: 1.25rem; margin-bottom: .4rem; } .state p { margin-bottom: .75rem; } main > .state:first-child { border: 0; }
.mark { width: 3.5rem; height: 3.5rem; padding: .6rem; border-radius: 50%; margin-bottom: .75rem; fill: none; stroke: currentColor; stroke-width: 2.25; stroke-linecap: round; stroke-linejoin: round; } .mark.good { background: var(--good-f); color: var(--good); } .mark.bad { background: var(--bad-f); color: var(--bad); } .mark.busy { background: var(--warn-f); color: var(--warn); }
.qr { width: min(100%, 16rem); height: auto; margin: .5rem auto 1rem; display: block; border: 1px solid var(--line); border-radius: 8px; fill: #000; }
.code { font: 600 1.5rem/1.4 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .06em; padding: .6rem; border: 1px dashed var(--edge); border-radius: 8px; user-select: all; }
.spinner { display: block; width: 2.5rem; height: 2.5rem; margin: 0 auto 1rem; border: 3px solid var(--line); border-top-color: var(--primary); border-radius: 50%; animation: turn 1s linear infinite; } @keyframes turn { to { transform: rotate(1turn); } } @media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } }
footer { display: flex; justify-content: center; align-items: center; gap: 1.25rem; padding: .75rem 1rem 1.5rem; font-size: .8125rem; color: var(--soft); } footer nav { display: flex; gap: .25rem; } footer a { color: inherit; text-decoration: none; min-width: 2.5rem; min-height: 2.5rem; display: grid; place-items: center; border-radius: 6px; } footer a[aria-current] { color: var(--link); font-weight: 600; } footer a:hover { color: var(--link); }
@media (max-width: 34rem) { body { background: var(--surface); } }
`;

/** Makes typing a card easier; everything works without it. */
export const payScript = `"use strict";
const brands = [[/^3[47]/, "amex"], [/^3(?:0[0-5]|[689])/, "diners"], [/^35/, "jcb"], [/^4/, "visa"], [/^(?:5[1-5]|2[2-7])/, "mastercard"], [/^62/, "unionpay"], [/^6(?:011|4[4-9]|5)/, "discover"]];
const field = (id) => document.getElementById(id);
const digits = (text) => text.normalize("NFKC").replace(/\\D/g, "");
const number = field("number");
number?.addEventListener("input", () => {
  const typed = digits(number.value).slice(0, 19);
  const brand = brands.find(([prefix]) => prefix.test(typed))?.[1];
  if (number.selectionStart === number.value.length)
    number.value = brand === "amex" ? typed.replace(/^(\\d{4})(\\d{1,6})?(\\d{1,5})?.*/, (_all, ...parts) => parts.slice(0, 3).filter(Boolean).join(" ")) : typed.replace(/(\\d{4})(?=\\d)/g, "$1 ");
  const row = document.querySelector("[data-brands]");
  const shown = [...row.children];
  row.classList.toggle("known", shown.some((each) => each.dataset.brand === brand));
  for (const each of shown) each.classList.toggle("on", each.dataset.brand === brand);
});
const expiry = field("expiry");
expiry?.addEventListener("input", (event) => {
  if (event.inputType?.startsWith("delete")) return;
  const typed = digits(expiry.value).slice(0, 4);
  if (!/[/]/.test(expiry.value) && typed.length >= 2) expiry.value = typed.slice(0, 2) + " / " + typed.slice(2);
});
for (const form of document.forms)
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
  });
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
for (const time of document.querySelectorAll("time"))
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
`;
