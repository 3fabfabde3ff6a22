import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { html, type Markup, type Part } from "../../../platform/http/html.ts";
import { docsFrame } from "./docs-frame.page.ts";
import type { DescribedCall, OpenDocument, Schema } from "./open-documents.service.ts";

const words = {
  keys: text3("Your test keys", "您的测试密钥", "您的測試金鑰"),
  kept: text3(
    "They stay in this page: your browser signs, and forgets them when the page closes.",
    "密钥只留在本页：由浏览器签名，关闭页面即清除。",
    "金鑰只留在本頁：由瀏覽器簽章，關閉頁面即清除。",
  ),
  unsafe: text3(
    "This browser signs only on https pages and on localhost.",
    "浏览器仅在 https 页面或 localhost 上可以签名。",
    "瀏覽器僅能在 https 頁面或 localhost 上簽章。",
  ),
  key: text3("App key", "应用标识", "應用程式金鑰"),
  secret: text3("Secret", "密钥", "密鑰"),
  guide: text3(
    "Guide: signing, webhooks, errors, test cards",
    "接入指南：签名、回调、错误、测试卡",
    "串接指南：簽章、Webhook、錯誤、測試卡",
  ),
  field: text3("Field", "字段", "欄位"),
  type: text3("Type", "类型", "類型"),
  about: text3("Meaning", "说明", "說明"),
  required: text3("required", "必填", "必填"),
  answer: text3("Answer", "响应", "回應"),
  request: text3("Request", "请求", "請求"),
  body: text3("Body", "请求体", "請求內容"),
  refusals: text3("May be refused with", "可能的错误", "可能的錯誤"),
  scope: text3("Scope", "权限", "權限"),
  attempt: text3("Try it", "试一试", "試試看"),
  send: text3("Send", "发送", "傳送"),
  samples: text3("Samples", "示例", "範例"),
} as const;

/** The page to read and try the open API. */
export function docsPage(document: OpenDocument, locale: Locale): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), call })),
  );
  const w = (name: keyof typeof words): string => words[name][locale];
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    calls: calls.filter(({ call }) => call.tags.includes(name)),
  }));
  const shown = new Map<string, string>();
  const written: Written = new Map();
  for (const { call } of calls) {
    const mark = JSON.stringify(answerOf(call));
    if (mark !== undefined && !written.has(mark)) written.set(mark, call.operationId);
  }
  const guide = html`<a href="/v1/docs/guide?lang=${locale}">${w("guide")}</a>`;
  return docsFrame({
    locale,
    title: document.info.title,
    note: document.info.version,
    links: html`<a href="/v1/openapi.json?lang=${locale}">openapi.json</a>`,
    isLive: true,
    list: groups.map(
      (group) =>
        html`<h2>${group.description}</h2><ul>${group.calls.map(({ method, call }) => html`<li><a href="#${call.operationId}"><b>${method}</b> ${call.summary}</a></li>`)}</ul>`,
    ),
    main: html`<p>${document.info.description}</p><p>${guide}</p>
<section id="keys"><h2>${w("keys")}</h2><p>${w("kept")} <strong id="unsafe" hidden>${w("unsafe")}</strong></p>
<p class="row"><label>${w("key")} <input id="key" autocomplete="off" spellcheck="false"></label>
<label>${w("secret")} <input id="secret" type="password" autocomplete="off"></label></p></section>
${groups.map((group) => html`<h2>${group.description}</h2>${group.calls.map((each) => callSection(each, locale, shown, written))}`)}`,
  });
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly call: DescribedCall;
}

/** Which call answers with a schema and nothing else, so that answers which hold it need not write it out again. */
type Written = Map<string, string>;

const answerOf = (call: DescribedCall): Schema | undefined =>
  call.responses["200"]?.content?.["application/json"]?.schema;

/** What several calls answer alike is written out once; `shown` says where. */
function callSection(
  { path, method, call }: Listed,
  locale: Locale,
  shown: Map<string, string>,
  written: Written,
): Markup {
  const w = (name: keyof typeof words): string => words[name][locale];
  const content = call.requestBody?.content["application/json"];
  const answer = answerOf(call);
  const mark = JSON.stringify(answer);
  const first = shown.get(mark) ?? call.operationId;
  shown.set(mark, first);
  const inputs = call.parameters.filter((parameter) => parameter.in !== "header");
  const parameterRows = inputs.map(({ name, required, description, schema }) =>
    row({ name, schema: { ...schema, description }, isRequired: required }, locale),
  );
  const table = (rows: Part) =>
    html`<div class="wide"><table><tr><th>${w("field")}<th>${w("type")}<th>${w("about")}${rows}</table></div>`;
  return html`<section id="${call.operationId}"><h3><b>${method}</b> <code>${path}</code> ${call.summary}</h3>
${call.description && html`<p>${call.description}</p>`}<p>${w("scope")} <code>${call["x-scope"]}</code>${
    call["x-refusals"].length > 0 &&
    html` · ${w("refusals")} ${call["x-refusals"].map((name) => html`<code>${name}</code> `)}`
  }</p>
${inputs.length > 0 && table(parameterRows)}
${content && html`<details><summary>${w("body")}</summary>${table(fieldRows(content.schema, locale))}</details>`}
${answer && (first === call.operationId ? html`<details><summary>${w("answer")}</summary>${table(fieldRows(answer, locale, "", written))}</details>` : html`<p>${w("answer")} <a href="#${first}"><code>${first}</code></a></p>`)}
<details><summary>${w("samples")}</summary><pre tabindex="0">${samplesOf({ path, method, call })}</pre></details>
<details class="try"><summary>${w("attempt")}</summary><form data-method="${method}" data-path="${path}">
${inputs.map((parameter) => html`<label>${parameter.name} <input name="${parameter.name}" data-in="${parameter.in}" value="${parameter.example}"${parameter.required && html` required`} spellcheck="false"></label>`)}
${content && html`<label class="full">${w("body")}<textarea name="body" rows="8" spellcheck="false">${JSON.stringify(content.example ?? {}, null, 2)}</textarea></label>`}
<button>${w("send")}</button><pre aria-live="polite" hidden></pre></form></details></section>`;
}

/** The call by the two functions that the guide shows, in Node and in a shell. What stands in the path is a variable. */
function samplesOf({ path, method, call }: Listed): string {
  const example = call.requestBody?.content["application/json"]?.example;
  const body = example ? JSON.stringify(example) : "";
  const query = call.parameters.flatMap(({ name, example: value }) => (value ? [[name, value] as const] : [])).sort();
  const place = path.includes("{") ? `\`${path.replace(/\{/g, "${")}\`` : `"${path}"`;
  const asked = query.length > 0 ? `, ${body || "undefined"}, ${JSON.stringify(Object.fromEntries(query))}` : "";
  const shellPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => `$${name}`);
  const search = query.map(([name, value]) => `${name}=${value}`).join("&");
  const rest = search ? ` '${body}' '${search}'` : body && ` '${body}'`;
  return `await call("${method}", ${place}${asked || (body && `, ${body}`)});\nsign ${method} "${shellPath}"${rest}`;
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** An optional value is one of two; the other is null. */
function inner(schema: Schema): Schema {
  const choices = schema.anyOf as readonly Schema[] | undefined;
  const found = choices?.find(({ type }) => type !== "null");
  return found ? { ...found, ...schema, anyOf: undefined } : schema;
}

function typeOf(schema: Schema): string {
  const { type, enum: values, const: only, items, format, default: preset } = inner(schema);
  const base = Array.isArray(values)
    ? values.length > 12
      ? "string"
      : values.join(" | ")
    : only !== undefined
      ? String(only)
      : type === "array"
        ? `${typeOf((items ?? {}) as Schema)}[]`
        : String(format ?? type ?? "object");
  return preset === undefined ? base : `${base} = ${JSON.stringify(preset)}`;
}

const row = ({ name, schema, isRequired }: Field, locale: Locale, writtenAt?: string): Markup =>
  html`<tr><td><code>${name}</code>${isRequired && html` <em>${words.required[locale]}</em>`}<td>${typeOf(schema)}<td>${String(schema.description ?? "")}${writtenAt !== undefined && html` <a href="#${writtenAt}"><code>${writtenAt}</code></a>`}`;

/** Every field of a schema, those of inner objects under their path unless a call of their own shows them. */
function fieldRows(schema: Schema, locale: Locale, path = "", written: Written = new Map()): Markup[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, part]) => {
    const field = inner(part);
    const below = field.type === "array" ? (field.items as Schema) : field;
    const place = `${path}${name}${field.type === "array" ? "[]" : ""}`;
    const isRequired = required.includes(name) && part.default === undefined;
    const writtenAt = below?.properties ? written.get(JSON.stringify(below)) : undefined;
    return [
      row({ name: place, schema: part, isRequired }, locale, writtenAt),
      ...(below?.properties && writtenAt === undefined ? fieldRows(below, locale, `${place}.`, written) : []),
    ];
  });
}
