import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { html, type Markup, type MarkupPart } from "../../../platform/http/html.ts";
import { docsFrame } from "./docs-frame.page.ts";
import type { DescribedCall, OpenDocument } from "./open-documents.service.ts";
import type { OpenJsonSchema } from "./open-schemas.service.ts";

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
  key: text3("App key", "App Key", "App Key"),
  secret: text3("Secret", "密钥", "金鑰"),
  guide: text3(
    "Guide: signing, webhooks, errors, test cards",
    "接入指南：签名、Webhook、错误、测试卡",
    "串接指南：簽章、Webhook、錯誤、測試卡",
  ),
  field: text3("Field", "字段", "欄位"),
  type: text3("Type", "类型", "類型"),
  about: text3("Meaning", "说明", "說明"),
  required: text3("required", "必填", "必填"),
  answer: text3("Answer", "响应", "回應"),
  toPayer: text3("to the payer's browser", "付款人浏览器调用时", "付款人瀏覽器呼叫時"),
  body: text3("Body", "请求体", "請求內容"),
  refusals: text3("May be refused with", "可能的错误", "可能的錯誤"),
  scope: text3("Scope", "权限", "權限"),
  attempt: text3("Try it", "试一试", "試試看"),
  send: text3("Send", "发送", "傳送"),
  samples: text3("Samples", "示例", "範例"),
  objects: text3("Objects", "数据对象", "資料物件"),
  values: text3("One of", "取值", "可能的值"),
} as const;

/** Reference of the open API, where calls can be tried. */
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
  const guide = html`<a href="/v1/docs/guide?lang=${locale}">${w("guide")}</a>`;
  return docsFrame({
    locale,
    title: document.info.title,
    note: document.info.version,
    links: html`<a href="/v1/openapi.json?lang=${locale}">openapi.json</a>`,
    script: "/v1/docs/page.js",
    list: groups
      .map(
        (group) =>
          html`<h2>${group.description}</h2><ul>${group.calls.map(({ method, call }) => html`<li><a href="#${call.operationId}"><b>${method}</b> ${call.summary}</a></li>`)}</ul>`,
      )
      .concat(html`<h2><a href="#objects">${w("objects")}</a></h2>`),
    main: html`<p>${document.info.description}</p><p>${guide}</p>
<section id="keys"><h2>${w("keys")}</h2><p>${w("kept")} <strong id="unsafe" hidden>${w("unsafe")}</strong></p>
<p class="row"><label>${w("key")} <input id="key" autocomplete="off" spellcheck="false"></label>
<label>${w("secret")} <input id="secret" type="password" autocomplete="off"></label></p></section>
${groups.map((group) => html`<h2>${group.description}</h2>${group.calls.map((each) => callSection(each, locale))}`)}
<h2 id="objects">${w("objects")}</h2>${sectionsOf(document.components.schemas, locale)}`,
  });
}

interface Listed {
  readonly path: string;
  readonly method: string;
  readonly call: DescribedCall;
}

/** Answers of a call: to the merchant's server, then to the payer's browser where it may call. */
function answersOf(call: DescribedCall): readonly OpenJsonSchema[] {
  const schema = call.responses["200"]?.content?.["application/json"]?.schema ?? {};
  return (schema.anyOf as readonly OpenJsonSchema[] | undefined) ?? [schema];
}

/** The named schemas, without the single events, which are in {@link eventFields}. */
const sectionsOf = (components: Components, locale: Locale): Markup[] => {
  const events = (components.Event?.oneOf ?? []) as readonly OpenJsonSchema[];
  const hidden = new Set(events.map(nameOf));
  return Object.entries(components)
    .filter(([name]) => !hidden.has(name))
    .map(([name, schema]) => schemaSection(name, schema, components, locale));
};

/** Anchor of a schema on the page; none for an unnamed one. */
function schemaLink(schema: OpenJsonSchema): Markup | undefined {
  const name = nameOf(schema);
  return name === undefined ? undefined : html`<a href="#schema-${name}"><code>${name}</code></a>`;
}

const nameOf = ({ $ref }: OpenJsonSchema): string | undefined =>
  typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;

/** Enumerations up to this size are listed; longer ones are in the document and the guide. */
const valuesShown = 24;

/** A named schema, once: its fields, its values, or its event variants. */
function schemaSection(name: string, schema: OpenJsonSchema, components: Components, locale: Locale): Markup {
  const { description = "", enum: values, oneOf } = schema as { description?: string } & Partial<Choice>;
  const shown = values?.slice(0, valuesShown).map((value) => html`<code>${value}</code> `);
  const about = html`<p>${description.split("\n")[0]}</p>`;
  const content = shown
    ? html`<p>${words.values[locale]} ${shown}${values && values.length > valuesShown && "…"}</p>`
    : oneOf
      ? eventFields(oneOf, components, locale)
      : tableOf(fieldRows(schema, locale), locale);
  return html`<section id="schema-${name}"><h3><code>${name}</code></h3>${about}${content}</section>`;
}

type Components = OpenDocument["components"]["schemas"];

interface Choice {
  readonly enum: readonly string[];
  readonly oneOf: readonly OpenJsonSchema[];
}

/** Events differ only in their data. */
function eventFields(options: readonly OpenJsonSchema[], components: Components, locale: Locale): Markup {
  const events = options.map((option) => components[nameOf(option) ?? ""] ?? {});
  const rows = events.map((event) => {
    const { type, data } = event.properties as Record<
      string,
      OpenJsonSchema & { properties?: Record<string, OpenJsonSchema> }
    >;
    const object = data?.properties?.object ?? {};
    return html`<tr><td><code>${String(type?.const)}</code><td>${typeOf(object)}<td>${String(type?.description ?? "")}`;
  });
  return html`${tableOf(fieldRows(events[0] ?? {}, locale), locale)}${tableOf(rows, locale)}`;
}

const tableOf = (rows: MarkupPart, locale: Locale): Markup =>
  html`<div class="wide"><table><tr><th>${words.field[locale]}<th>${words.type[locale]}<th>${words.about[locale]}${rows}</table></div>`;

function callSection({ path, method, call }: Listed, locale: Locale): Markup {
  const w = (name: keyof typeof words): string => words[name][locale];
  const content = call.requestBody?.content["application/json"];
  const [answer, toPayer] = answersOf(call).map(schemaLink);
  const inputs = call.parameters.filter((parameter) => parameter.in !== "header");
  const parameterRows = inputs.map(({ name, required, description, schema }) =>
    row({ name, schema: { ...schema, description }, isRequired: required }, locale),
  );
  return html`<section id="${call.operationId}"><h3><b>${method}</b> <code>${path}</code> ${call.summary}</h3>
${call.description !== call.summary && html`<p>${call.description}</p>`}<p>${w("scope")} <code>${call["x-scope"]}</code>${
    call["x-refusals"].length > 0 &&
    html` · ${w("refusals")} ${call["x-refusals"].map((name) => html`<code>${name}</code> `)}`
  }</p>
${inputs.length > 0 && tableOf(parameterRows, locale)}
${content && html`<p>${w("body")} ${schemaLink(content.schema)}</p>`}
<p>${w("answer")} ${answer}${toPayer && html` · ${w("toPayer")} ${toPayer}`}</p>
<details><summary>${w("samples")}</summary><pre tabindex="0">${samplesOf({ path, method, call })}</pre></details>
<details class="try"><summary>${w("attempt")}</summary><form data-method="${method}" data-path="${path}">
${inputs.map((parameter) => html`<label>${parameter.name} <input name="${parameter.name}" data-in="${parameter.in}" value="${parameter.example}"${parameter.required && html` required`} spellcheck="false"></label>`)}
${content && html`<label class="full">${w("body")}<textarea name="body" rows="8" spellcheck="false">${JSON.stringify(content.example ?? {}, null, 2)}</textarea></label>`}
<button>${w("send")}</button><pre aria-live="polite" hidden></pre></form></details></section>`;
}

/** The call with the guide's two functions, in TypeScript and shell. Path parameters are variables. */
function samplesOf({ path, method, call }: Listed): string {
  const example = call.requestBody?.content["application/json"]?.example;
  const body = example ? JSON.stringify(example) : "";
  const query = call.parameters.flatMap(({ name, example: value }) => (value ? [[name, value] as const] : [])).sort();
  const place = path.includes("{") ? `\`${path.replace(/\{/g, "${")}\`` : `"${path}"`;
  const parts = [
    ...(method === "POST" ? ["key"] : []),
    ...(body ? [`body: ${body}`] : []),
    ...(query.length > 0 ? [`query: ${JSON.stringify(Object.fromEntries(query))}`] : []),
  ].join(", ");
  const shellPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => `$${name}`);
  const search = query.map(([name, value]) => `${name}=${value}`).join("&");
  const given = [body && `'${body}'`, method === "POST" && '"$key"', search && `'${search}'`];
  const last = given.findLastIndex(Boolean);
  const rest = given.slice(0, last + 1).map((one) => ` ${one || "''"}`);
  return `await call("${method}", ${place}${parts && `, { ${parts} }`});\ncall ${method} "${shellPath}"${rest.join("")}`;
}

interface Field {
  readonly name: string;
  readonly schema: OpenJsonSchema;
  readonly isRequired: boolean;
}

/** An optional value is a union with null. */
function inner(schema: OpenJsonSchema): OpenJsonSchema {
  const choices = schema.anyOf as readonly OpenJsonSchema[] | undefined;
  const found = choices?.find(({ type }) => type !== "null");
  return found ? { ...found, ...schema, anyOf: undefined } : schema;
}

function typeOf(schema: OpenJsonSchema): Markup {
  const bare = inner(schema);
  const { type, enum: values, const: only, items, format, default: preset } = bare;
  const link = schemaLink(bare);
  const base = Array.isArray(values)
    ? html`${values.join(" | ")}`
    : only !== undefined
      ? html`${String(only)}`
      : type === "array"
        ? html`${typeOf((items ?? {}) as OpenJsonSchema)}[]`
        : (link ?? html`${format ? String(format) : [type ?? "object"].flat().join(" | ")}`);
  return preset === undefined ? base : html`${base} = ${JSON.stringify(preset)}`;
}

const row = ({ name, schema, isRequired }: Field, locale: Locale): Markup =>
  html`<tr><td><code>${name}</code>${isRequired && html` <em>${words.required[locale]}</em>`}<td>${typeOf(schema)}<td>${String(schema.description ?? "")}`;

/** Every field of a schema; unnamed inner objects are listed under their path. */
function fieldRows(schema: OpenJsonSchema, locale: Locale, path = ""): Markup[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, OpenJsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, part]) => {
    const field = inner(part);
    const below = field.type === "array" ? (field.items as OpenJsonSchema) : field;
    const place = `${path}${name}${field.type === "array" ? "[]" : ""}`;
    const isRequired = required.includes(name) && part.default === undefined;
    return [
      row({ name: place, schema: part, isRequired }, locale),
      ...(below?.properties ? fieldRows(below, locale, `${place}.`) : []),
    ];
  });
}
