import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import type { ApiDocument, DescribedOperation, JsonSchema } from "./openapi.ts";

const words = {
  title: text3("API documents", "接口文档", "API 文件"),
  filter: text3("Filter by name or path", "按名称或路径筛选", "依名稱或路徑篩選"),
  loading: text3("Loading…", "加载中…", "載入中…"),
  signIn: text3(
    "Sign in to the console in this browser, then reload this page.",
    "请先在此浏览器登录控制台，再刷新本页。",
    "請先在此瀏覽器登入主控台，再重新整理本頁。",
  ),
  forbidden: text3(
    "You do not have the permission “sysApi:read”.",
    "您没有“sysApi:read”权限。",
    "您沒有「sysApi:read」權限。",
  ),
  failed: text3(
    "The documents could not be loaded. Reload the page to try again.",
    "接口文档加载失败，请刷新页面重试。",
    "API 文件載入失敗，請重新整理頁面再試。",
  ),
  request: text3("Request", "请求", "請求"),
  answer: text3("Answer", "响应", "回應"),
  refusals: text3("Refusals", "错误", "錯誤"),
  permission: text3("Permission", "权限", "權限"),
  anonymous: text3("No sign-in needed", "无需登录", "無須登入"),
  signedIn: text3("Any signed-in user", "登录即可", "登入即可"),
} as const;

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const html = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** The page that shows the API documents. It holds nothing that needs a sign-in: its script fetches the rest. */
export const pageShell = (locale: Locale): string => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Countinghouse · ${words.title[locale]}</title>
<link rel="stylesheet" href="/api/docs/page.css">
<script src="/api/docs/page.js" defer></script>
</head>
<body>
<header><h1>Countinghouse · ${words.title[locale]}</h1>
<input id="filter" type="search" placeholder="${words.filter[locale]}" aria-label="${words.filter[locale]}">
<a href="/api/openapi.json" id="source" hidden>openapi.json</a></header>
<main id="content" aria-live="polite" data-401="${html(words.signIn[locale])}" data-403="${html(words.forbidden[locale])}" data-failed="${html(words.failed[locale])}">${words.loading[locale]}</main>
</body>
</html>`;

/** The API documents as an HTML fragment of the page. */
export function renderDocument(document: ApiDocument, locale: Locale): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return document.tags
    .map(({ name, description }) => {
      const own = operations.filter(({ operation }) => operation.tags.includes(name));
      const shown = own.map(({ path, method, operation }) => renderOperation(path, method, operation, locale)).join("");
      return `<section><h2>${html(description)} <small>${html(name)}</small></h2>${shown}</section>`;
    })
    .join("");
}

function renderOperation(path: string, method: string, operation: DescribedOperation, locale: Locale): string {
  const access =
    operation["x-permission"] === undefined
      ? words[operation["x-access"] === "anonymous" ? "anonymous" : "signedIn"][locale]
      : `${words.permission[locale]} ${operation["x-permission"]}`;
  const refusals = Object.entries(operation.responses).flatMap(([status, { "x-refusals": listed = [] }]) =>
    listed.map(
      ({ code, message }) =>
        `<tr><td>${html(status)}</td><td><code>${html(code)}</code></td><td>${html(message)}</td></tr>`,
    ),
  );
  const answer = Object.values(operation.responses["200"]?.content ?? {})[0]?.schema;
  const request = operation.requestBody
    ? schemaBlock(Object.values(operation.requestBody.content)[0]?.schema)
    : parameterTable(operation);
  return `<details data-name="${html(`${operation.operationId} ${path} ${operation.summary}`.toLowerCase())}">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${html(path)}</code> <span>${html(operation.summary)}</span></summary>
<p>${html(access)}</p><h3>${words.request[locale]}</h3>${request}<h3>${words.answer[locale]}</h3>${schemaBlock(answer)}
<h3>${words.refusals[locale]}</h3><table>${refusals.join("")}</table></details>`;
}

function parameterTable({ parameters = [] }: DescribedOperation): string {
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${html(name)}</code>${required ? " *" : ""}</td><td>${place}</td><td>${html(String(schema.title ?? ""))}</td><td><code>${html(JSON.stringify(withoutTitle(schema)))}</code></td></tr>`,
  );
  return `<table>${rows.join("")}</table>`;
}

const withoutTitle = ({ title: _title, ...schema }: JsonSchema): JsonSchema => schema;

const schemaBlock = (schema: JsonSchema | undefined): string =>
  `<pre tabindex="0">${html(JSON.stringify(schema ?? {}, null, 2))}</pre>`;

/** Reads the console's own token in the browser and fetches the documents with it. */
export const pageScript = `"use strict";
const content = document.getElementById("content");
const cookie = document.cookie.split("; ").find((part) => /^(__Host-)?countinghouse-token=/.test(part)) ?? "";
const token = cookie.slice(cookie.indexOf("=") + 1).split("~")[0];
const ask = (path) => fetch(path, {
  headers: { Authorization: "Bearer " + token, "Accept-Language": document.documentElement.lang, "X-Passive": "1" },
  credentials: "omit", cache: "no-store",
});
async function load() {
  const answer = token ? await ask("/api/docs/content") : { ok: false, status: 401 };
  if (!answer.ok) throw new Error(content.dataset[answer.status] ?? content.dataset.failed);
  content.innerHTML = await answer.text();
  const source = document.getElementById("source");
  source.hidden = false;
  source.addEventListener("click", async (event) => {
    event.preventDefault();
    const url = URL.createObjectURL(await (await ask("/api/openapi.json")).blob());
    Object.assign(document.createElement("a"), { href: url, download: "openapi.json" }).click();
    URL.revokeObjectURL(url);
  });
}
document.getElementById("filter").addEventListener("input", ({ target }) => {
  const wanted = target.value.trim().toLowerCase();
  for (const section of content.querySelectorAll("section")) {
    let shown = 0;
    for (const entry of section.querySelectorAll("details")) {
      entry.hidden = !entry.dataset.name.includes(wanted);
      if (!entry.hidden) shown += 1;
    }
    section.hidden = shown === 0;
  }
});
load().catch((error) => { content.textContent = error instanceof TypeError ? content.dataset.failed : error.message; });
`;

/** Styles of the page, light and dark as the system asks. */
export const pageStyle = `:root { color-scheme: light dark; --line: light-dark(#d9dee5, #333a44); --soft: light-dark(#f5f7fa, #1b2027); --accent: light-dark(#3b72aa, #7fb0e0); }
body { margin: 0 auto; max-width: 72rem; padding: 0 1.5rem 4rem; font: 15px/1.55 system-ui, sans-serif; background: light-dark(#fff, #14181d); color: light-dark(#1d2733, #dfe5ec); }
header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: 1rem 0; background: inherit; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.15rem; margin: 0; flex: 1 0 auto; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; } h3 { font-size: .9rem; margin: 1rem 0 .25rem; } small { font-weight: 400; opacity: .7; }
a { color: var(--accent); } input { font: inherit; padding: .4rem .6rem; min-width: 16rem; border: 1px solid var(--line); border-radius: 6px; background: var(--soft); color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .9rem; } summary { cursor: pointer; padding: .5rem 0; } summary span { opacity: .75; }
b { display: inline-block; min-width: 3.2rem; color: var(--accent); } pre { background: var(--soft); border-radius: 6px; padding: .75rem; overflow: auto; max-height: 28rem; } code, pre { font: 13px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; } td { border-top: 1px solid var(--line); padding: .3rem .6rem .3rem 0; vertical-align: top; overflow-wrap: anywhere; }
`;
