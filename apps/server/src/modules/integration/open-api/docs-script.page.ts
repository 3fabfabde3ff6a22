import { samples } from "@countinghouse/contract/integration/open-api/samples.ts";
import { faceFamilies, faceName, faceRule } from "../../../platform/http/face.ts";

/** Signs with WebCrypto in the browser and shows the answer. Keys are read from the page and never stored. */
export const docsScript = `"use strict";
const bytes = new TextEncoder();
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => "%" + sign.charCodeAt(0).toString(16).toUpperCase());
const byId = (id) => document.getElementById(id);
if (!globalThis.crypto?.subtle) byId("unsafe").hidden = false;

async function signature(secret, text) {
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
}

async function send(form) {
  const { method } = form.dataset;
  let { path } = form.dataset;
  const query = [];
  for (const input of form.querySelectorAll("input")) {
    if (input.dataset.in === "path") path = path.replace("{" + input.name + "}", encode(input.value.trim()));
    else if (input.value !== "") query.push([encode(input.name), encode(input.value)]);
  }
  const search = query.sort().map((pair) => pair.join("=")).join("&");
  const body = method === "POST" ? (form.elements.body?.value ?? "") : "";
  const timestamp = String(Math.floor(new Date / 1000));
  const nonce = crypto.randomUUID();
  const hash = hex(await crypto.subtle.digest("SHA-256", bytes.encode(body)));
  const text = [method, path, search, timestamp, nonce, hash].join("\\n");
  const headers = {
    "X-App-Key": byId("key").value.trim(), "X-Timestamp": timestamp, "X-Nonce": nonce,
    "X-Signature": await signature(byId("secret").value.trim(), text), "X-Api-Version": "2026-06-01",
    "Accept-Language": document.documentElement.lang,
  };
  if (method === "POST") headers["Idempotency-Key"] = crypto.randomUUID();
  if (body !== "") headers["Content-Type"] = "application/json";
  const started = performance.now();
  const answer = await fetch(path + (search && "?" + search), {
    method, headers, credentials: "omit", cache: "no-store", ...(body === "" ? {} : { body }),
  });
  const answered = await answer.text();
  let shown = answered;
  try { shown = JSON.stringify(JSON.parse(answered), null, 2); } catch {}
  return answer.status + " · " + Math.round(performance.now() - started) + " ms · X-Request-Id " +
    answer.headers.get("x-request-id") + "\\n\\n" + shown;
}

for (const form of document.forms) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    const shown = form.querySelector("pre");
    button.disabled = true;
    shown.hidden = false;
    shown.textContent = "…";
    try { shown.textContent = await send(form); }
    catch (error) { shown.textContent = String(error); }
    finally { button.disabled = false; }
  });
}
`;

/** Light and dark by the system's setting. */
export const docsStyle = `${faceRule(faceName)}
:root { color-scheme: light dark; --canvas: light-dark(#fff, #12171d); --text: light-dark(#18212d, #dfe5ec); --soft: light-dark(#4a5564, #a6b1be); --line: light-dark(#cdd4dc, #333c47); --fill: light-dark(#f1f3f6, #1b222a); --accent: light-dark(#2f6399, #7fb0e0); --edge: light-dark(#7a8593, #7d8896); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.6 ${faceFamilies.base}; background: var(--canvas); color: var(--text); }
:lang(zh-tw) body { font-family: ${faceFamilies.taiwan}; }
header { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; align-items: baseline; padding: .9rem 1.5rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.1rem; margin: 0 auto 0 0; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; } h3 { font-size: 1rem; margin: 0 0 .4rem; overflow-wrap: anywhere; } small { font-weight: 400; color: var(--soft); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; } a[aria-current] { color: inherit; font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.sides { display: grid; grid-template-columns: 16rem minmax(0, 56rem); gap: 2.5rem; max-width: 78rem; margin: 0 auto; padding: 0 1.5rem 4rem; }
.list { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding-bottom: 1rem; font-size: .9rem; } .list h2 { font-size: .8rem; color: var(--soft); margin: 1.2rem 0 .2rem; } .list ul { list-style: none; margin: 0; padding: 0; } .list .more { margin-top: 1rem; } .list a { display: block; padding: .15rem 0; color: inherit; }
section { border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.1rem; margin: 0 0 1rem; scroll-margin-top: 1rem; } section > h2 { margin-top: 0; } p { margin: .3rem 0 .7rem; }
b { font: 600 .78rem ui-monospace, monospace; color: var(--accent); } em { font-style: normal; font-size: .78rem; color: var(--soft); }
code, pre { font: 13px/1.55 ui-monospace, "SFMono-Regular", Menlo, monospace; } code { background: var(--fill); border-radius: 4px; padding: .05rem .3rem; overflow-wrap: anywhere; } pre { background: var(--fill); border-radius: 6px; padding: .75rem; overflow: auto; max-height: 26rem; margin: .4rem 0 .8rem; }
ol { margin: .3rem 0 .9rem; padding-inline-start: 1.3rem; } li { margin: .15rem 0; }
.block { position: relative; } .block > button { position: absolute; inset-block-start: .4rem; inset-inline-end: .4rem; min-height: 2rem; padding: .1rem .7rem; font-size: .8rem; background: var(--canvas); color: var(--accent); border: 1px solid var(--line); } .block > pre { padding-inline-end: 5rem; }
.tabs fieldset { display: flex; flex-wrap: wrap; gap: .15rem; margin: .5rem 0 0; padding: 0; border: 0; border-bottom: 1px solid var(--line); } .tabs label { flex: none; display: block; padding: .35rem .8rem; margin-bottom: -1px; font-weight: 500; color: var(--soft); cursor: pointer; border-bottom: 2px solid transparent; } .tabs input { position: absolute; width: 1px; opacity: 0; } .tabs label:has(:checked) { color: var(--accent); border-color: var(--accent); } .tabs label:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: -2px; }
@supports selector(:has(*)) { .panel { display: none; } ${samples.map(({ code }) => `.tabs:has([value=${code}]:checked) > .panel[data-code=${code}]`).join(", ")} { display: block; } }
.flow { display: block; width: 100%; max-width: 44rem; height: auto; margin: .4rem 0 .8rem; font-size: 13px; } .flow rect { fill: var(--fill); stroke: var(--edge); } .flow .good rect { stroke: var(--accent); stroke-width: 2; } .flow text { fill: var(--text); text-anchor: middle; font-weight: 600; } .flow path { fill: none; stroke: var(--soft); stroke-width: 1.5; } .flow marker path { fill: var(--soft); stroke: none; }
details { border-top: 1px solid var(--line); } summary { cursor: pointer; padding: .5rem 0; font-weight: 500; }
.wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; margin-bottom: .6rem; } th { text-align: start; font-weight: 500; color: var(--soft); } th, td { border-bottom: 1px solid var(--line); padding: .35rem .8rem .35rem 0; vertical-align: top; } td:nth-child(2) { overflow-wrap: anywhere; min-width: 6rem; color: var(--soft); } td:nth-child(3) { min-width: 10rem; }
form, .row { display: flex; flex-wrap: wrap; gap: .7rem 1rem; align-items: end; } label { display: grid; gap: .2rem; flex: 1 1 14rem; font-size: .9rem; } .full { flex-basis: 100%; } form pre { flex-basis: 100%; }
input, textarea { font: 13px/1.5 ui-monospace, monospace; padding: .45rem .6rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--canvas); color: inherit; width: 100%; }
button { font: inherit; font-weight: 500; padding: .45rem 1.1rem; min-height: 40px; border: 0; border-radius: 6px; background: light-dark(#3b72aa, #6a9aca); color: light-dark(#fff, #0f1620); cursor: pointer; } button:disabled { opacity: .6; }
@media (max-width: 60rem) { .sides { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 1rem 3rem; } .list { position: static; max-height: none; } header { padding: .8rem 1rem; } }
`;
