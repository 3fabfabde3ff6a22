import { openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import { openErrors } from "@countinghouse/contract/integration/open-api/open-errors.ts";
import { wordsOf } from "@countinghouse/contract/integration/open-api/open-fields.ts";
import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { OpenEvent } from "@countinghouse/contract/integration/open-api/open-webhooks.ts";
import { fill, type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import { z } from "zod";

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type Schema = Record<string, unknown>;

export interface DescribedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
}

/** One call as the document describes it. */
export interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Record<string, { schema: Schema; example?: object }>;
  };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content?: Record<string, { schema: Schema }> }
  >;
  readonly "x-scope": string;
  readonly "x-refusals": readonly string[];
}

/** The document of the open API. */
export interface OpenDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, DescribedCall>>;
  readonly webhooks: Record<string, { readonly post: object }>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly securitySchemes: Record<string, object> };
}

const words = {
  title: text3("Countinghouse payments", "Countinghouse 支付", "Countinghouse 支付"),
  about: text3(
    "Amounts are integers of the currency's minor unit. Every request is signed: the text of method, path, query sorted by name and value, X-Timestamp, X-Nonce and the hex SHA-256 of the body, joined by line feeds, under HMAC-SHA256 with your secret. Names not listed are refused in test mode and ignored in live mode.",
    "金额为币种最小单位的整数。每个请求都须签名：将方法、路径、按名称和值排序的查询串、X-Timestamp、X-Nonce 及请求体的十六进制 SHA-256 以换行连接，用您的密钥计算 HMAC-SHA256。未列出的字段在测试模式下被拒绝，在生产模式下被忽略。",
    "金額為幣別最小單位的整數。每個請求都須簽章：將方法、路徑、依名稱與值排序的查詢字串、X-Timestamp、X-Nonce 及請求內容的十六進位 SHA-256 以換行連接，用您的密鑰計算 HMAC-SHA256。未列出的欄位在測試模式下會被拒絕，在正式模式下會被忽略。",
  ),
  done: text3("Done", "成功", "成功"),
  refused: text3("Refused", "被拒绝", "遭拒絕"),
  key: text3(
    "One key for one intention. Sent again with the same request, it gets the same answer",
    "一个键对应一次意图，同一请求重发得到相同响应",
    "一個鍵對應一次意圖，相同請求重送得到相同回應",
  ),
  signature: text3("Signature of a merchant's server", "商户服务器签名", "商家伺服器簽章"),
  payer: text3("Client token of one order", "单笔订单的客户端令牌", "單筆訂單的用戶端權杖"),
  event: text3("An event is sent to your endpoint", "事件发送到您的回调地址", "事件傳送到您的 Webhook 端點"),
  eventAbout: text3(
    "Check X-Webhook-Signature before anything else: `t=seconds,v1=sum`, where the sum is the hex HMAC-SHA256 of seconds, a point and the body as it came, with the endpoint's secret. The same event may come more than once and out of order.",
    "请先验证 X-Webhook-Signature：格式为 `t=秒数,v1=摘要`，摘要是用回调地址的密钥对“秒数.请求体原文”计算的十六进制 HMAC-SHA256。同一事件可能重复或乱序到达。",
    "請先驗證 X-Webhook-Signature：格式為 `t=秒數,v1=摘要`，摘要是以端點的密鑰對「秒數.請求內容原文」計算的十六進位 HMAC-SHA256。同一事件可能重複或亂序到達。",
  ),
  eventKept: text3("Kept; anything else is sent again", "已收到；其他结果会重发", "已收到；其他結果會重送"),
  errorCode: text3("The HTTP status", "HTTP 状态码", "HTTP 狀態碼"),
  errorName: text3("What happened; never changes its meaning.", "错误原因，含义固定不变。", "錯誤原因，含義固定不變。"),
  errorMessage: text3("For people, in their language", "供人阅读的说明", "供人閱讀的說明"),
  errorParam: text3("The input it belongs to", "出错的参数", "出錯的參數"),
  errorRequest: text3("Tell it to us when you ask", "咨询时请提供", "洽詢時請提供"),
  errorDoc: text3("Its place in the guide", "在指南中的位置", "在指南中的位置"),
} as const;

/** What every notification carries besides its body. */
export const eventHeaders = {
  "X-Webhook-Signature": text3("Time and signature", "时间与签名", "時間與簽章"),
  "X-Event-Id": text3("Id of the event", "事件编号", "事件編號"),
  "X-Event-Type": text3("Type of the event", "事件类型", "事件類型"),
  "X-Delivery-Try": text3("Which try it is, from 1", "第几次发送，从 1 起", "第幾次傳送，從 1 起"),
} as const;

/** Refusals that any call may meet. */
export const generalRefusals: Readonly<Record<string, readonly string[]>> = {
  "400": ["validation_failed", "version_unknown"],
  "401": [
    "unauthorized",
    "signature_invalid",
    "timestamp_out_of_window",
    "nonce_replayed",
    "api_key_disabled",
    "ip_not_allowed",
  ],
  "403": ["forbidden"],
  "429": ["rate_limited"],
  "500": ["internal"],
  "503": ["dependency_unavailable", "service_busy"],
};

/** What zod knows of a schema, with what was said of its fields. */
export function schemaOf(schema: z.ZodType, io: "input" | "output", locale: Locale): Schema {
  const { $schema: _draft, ...described } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const text = wordsOf(zodSchema as unknown as z.ZodType);
      if (text) jsonSchema.description = text[locale];
      // The format says it in one word.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return described;
}

function parametersOf(
  schema: z.ZodObject,
  place: "path" | "query",
  locale: Locale,
  examples: Readonly<Record<string, string>> = {},
): DescribedParameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input", locale) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: rest,
    ...(examples[name] === undefined ? {} : { example: examples[name] }),
  }));
}

const errorContent = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

function describe(name: string, operation: OpenOperation, locale: Locale): DescribedCall {
  const { params, query, body, answer, needsKey, forPayer, example, exampleQuery } = operation;
  const key: DescribedParameter = {
    name: "Idempotency-Key",
    in: "header",
    required: needsKey,
    description: words.key[locale],
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
  const hasBody = operation.method === "POST" && Object.keys(body.shape).length > 0;
  const refused = (names: readonly string[]) => ({
    description: `${words.refused[locale]}: ${names.join(", ")}`,
    content: errorContent,
  });
  return {
    operationId: name,
    tags: [operation.group],
    summary: operation.summary[locale],
    ...(operation.description ? { description: operation.description[locale] } : {}),
    security: [
      { appKey: [], timestamp: [], nonce: [], signature: [] },
      ...(forPayer ? [{ publishableKey: [], clientToken: [] }] : []),
    ],
    parameters: [
      ...parametersOf(params, "path", locale),
      ...parametersOf(query, "query", locale, exampleQuery),
      ...(operation.method === "POST" ? [key] : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: schemaOf(body, "input", locale), ...(example ? { example } : {}) },
            },
          },
        }
      : {}),
    responses: {
      "200": {
        description: words.done[locale],
        content: { "application/json": { schema: schemaOf(answer, "output", locale) } },
      },
      ...Object.fromEntries(Object.entries(generalRefusals).map(([status, names]) => [status, refused(names)])),
      ...(operation.refusals.length > 0 ? { "4XX": refused(operation.refusals) } : {}),
      ...(operation.method === "POST" ? { "409": refused(["idempotency_in_progress", "idempotency_key_reused"]) } : {}),
    },
    "x-scope": operation.scope,
    "x-refusals": operation.refusals,
  };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

/** Describes the whole open API in one language. */
export function buildOpenDocument(
  operations: readonly (readonly [string, OpenOperation])[],
  { version, locale, server }: { readonly version: string; readonly locale: Locale; readonly server: string },
): OpenDocument {
  const paths: Record<string, Record<string, DescribedCall>> = {};
  for (const [name, operation] of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation, locale) };
  }
  const { groups } = openApiMessages[locale];
  const used = new Set<string>(operations.map(([, { group }]) => group));
  return {
    openapi: "3.1.0",
    info: { title: words.title[locale], version, description: fill(words.about[locale]) },
    servers: [{ url: server }],
    tags: Object.entries(groups)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { event: { post: describeEvent(locale) } },
    components: {
      schemas: { Error: errorSchema(locale) },
      securitySchemes: {
        appKey: header("X-App-Key", words.signature[locale]),
        timestamp: header("X-Timestamp", words.signature[locale]),
        nonce: header("X-Nonce", words.signature[locale]),
        signature: header("X-Signature", words.signature[locale]),
        publishableKey: header("X-App-Key", words.payer[locale]),
        clientToken: { type: "http", scheme: "bearer", description: words.payer[locale] },
      },
    },
  };
}

/** What a merchant's server is sent, and what it has to answer. */
const describeEvent = (locale: Locale): object => ({
  operationId: "receiveEvent",
  tags: ["webhooks"],
  summary: words.event[locale],
  description: words.eventAbout[locale],
  security: [],
  parameters: Object.entries(eventHeaders).map(([name, text]) => ({
    name,
    in: "header",
    required: true,
    description: text[locale],
    schema: { type: "string" },
  })),
  requestBody: { required: true, content: { "application/json": { schema: schemaOf(OpenEvent, "output", locale) } } },
  responses: { "2XX": { description: words.eventKept[locale] } },
});

const errorSchema = (locale: Locale): Schema => ({
  type: "object",
  required: ["code", "bizCode", "message", "requestId", "docKey"],
  properties: {
    code: { type: "integer", description: words.errorCode[locale] },
    bizCode: { type: "string", description: errorList(locale) },
    message: { type: "string", description: words.errorMessage[locale] },
    param: { type: "string", description: words.errorParam[locale] },
    requestId: { type: "string", description: words.errorRequest[locale] },
    docKey: { type: "string", description: words.errorDoc[locale] },
  },
});

const errorList = (locale: Locale): string =>
  [words.errorName[locale], ...Object.entries(openErrors).map(([name, text]) => `- \`${name}\`: ${text[locale]}`)].join(
    "\n",
  );
