import { eventSample } from "@countinghouse/contract/integration/open-api/event-samples.ts";
import { openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import { type OpenErrorName, openErrorList } from "@countinghouse/contract/integration/open-api/open-errors.ts";
import { OpenEvent } from "@countinghouse/contract/integration/open-api/open-events.ts";
import { wordsOf } from "@countinghouse/contract/integration/open-api/open-fields.ts";
import type { OpenOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { errorsByStatus, OpenErrorBody } from "@countinghouse/contract/integration/open-api/open-refusals.ts";
import { type Locale, text3 } from "@countinghouse/contract/kit/locale.ts";
import type { z } from "zod";
import { collectSchemas, type OpenJsonSchema, type OpenSchemas, refTo } from "./open-schemas.service.ts";

export interface OpenParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: OpenJsonSchema;
  readonly example?: string | number;
}

interface DescribedHeader {
  readonly description: string;
  readonly schema: OpenJsonSchema;
}

/** A call as documented. */
export interface DescribedCall {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters: readonly OpenParameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Record<string, { schema: OpenJsonSchema; example?: object }>;
  };
  readonly responses: Record<
    string,
    {
      readonly description: string;
      readonly headers?: Record<string, { readonly $ref: string }>;
      readonly content?: Record<string, { schema: OpenJsonSchema }>;
    }
  >;
  readonly "x-scope": string;
  readonly "x-refusals": readonly string[];
}

/** The OpenAPI document. */
export interface OpenDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly url: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, DescribedCall>>;
  readonly webhooks: Record<string, { readonly post: object }>;
  readonly components: {
    readonly schemas: Record<string, OpenJsonSchema>;
    readonly headers: Record<string, DescribedHeader>;
    readonly securitySchemes: Record<string, object>;
  };
}

const words = {
  title: text3("Countinghouse payments", "Countinghouse 支付", "Countinghouse 支付"),
  about: text3(
    "Amounts are integers of the currency's minor unit. Every request is signed: the text of method, path, query sorted by name and value, X-Timestamp, X-Nonce and the hex SHA-256 of the body, joined by line feeds, under HMAC-SHA256 with your secret. Names not listed are refused in test mode and ignored in live mode.",
    "金额为币种最小单位的整数。每个请求都须签名：将方法、路径、按名称和值排序的查询串、X-Timestamp、X-Nonce 及请求体的十六进制 SHA-256 以换行连接，用您的密钥计算 HMAC-SHA256。未列出的字段在测试模式下被拒绝，在生产模式下被忽略。",
    "金額為幣別最小單位的整數。每個請求都須簽章：將方法、路徑、依名稱與值排序的查詢字串、X-Timestamp、X-Nonce 及請求內容的十六進位 SHA-256 以換行連接，用您的金鑰計算 HMAC-SHA256。未列出的欄位在測試模式下會被拒絕，在正式模式下會被忽略。",
  ),
  done: text3("Done", "成功", "成功"),
  refused: text3("Refused", "被拒绝", "遭拒絕"),
  key: text3(
    "One key for one intention. Sent again with the same request, it gets the same answer",
    "一个键对应一次意图，同一请求重发得到相同响应",
    "一個鍵對應一次意圖，相同請求重送得到相同回應",
  ),
  signature: text3("Signature of a merchant's server", "商户服务器签名", "特店伺服器簽章"),
  payer: text3("Client token of one order", "单笔订单的客户端令牌", "單筆訂單的用戶端權杖"),
  event: text3("An event is sent to your endpoint", "事件发送到您的 Webhook 端点", "事件傳送到您的 Webhook 端點"),
  eventAbout: text3(
    "Check X-Webhook-Signature before anything else: `t=seconds,v1=sum`, where the sum is the hex HMAC-SHA256 of seconds, a point and the body as it came, with the endpoint's secret. The same event may come more than once and out of order.",
    "请先验证 X-Webhook-Signature：格式为 `t=秒数,v1=摘要`，摘要是用 Webhook 端点的密钥对“秒数.请求体原文”计算的十六进制 HMAC-SHA256。同一事件可能重复或乱序到达。",
    "請先驗證 X-Webhook-Signature：格式為 `t=秒數,v1=摘要`，摘要是以端點的金鑰對「秒數.請求內容原文」計算的十六進位 HMAC-SHA256。同一事件可能重複或亂序到達。",
  ),
  eventKept: text3("Kept; anything else is sent again", "已收到；其他结果会重发", "已收到；其他結果會重送"),
} as const;

/** Headers of every notification. */
export const eventHeaders = {
  "X-Webhook-Signature": text3("Time and signature", "时间与签名", "時間與簽章"),
  "X-Event-Id": text3("Id of the event", "事件编号", "事件編號"),
  "X-Event-Type": text3("Type of the event", "事件类型", "事件類型"),
  "X-Delivery-Try": text3("Which try it is, from 1", "第几次发送，从 1 起", "第幾次傳送，從 1 起"),
} as const;

/** Rate limit headers of answers. */
export const limitHeaders = {
  "X-RateLimit-Limit": text3("Calls a second", "每秒调用数", "每秒呼叫數"),
  "X-RateLimit-Burst": text3("Calls at once, after a pause", "空闲后可一次发起的调用数", "閒置後可一次發出的呼叫數"),
  "X-RateLimit-Remaining": text3("Calls that are left now", "当前剩余调用数", "目前剩餘呼叫數"),
  "X-RateLimit-Reset": text3("Seconds until there is one again", "恢复可用前的秒数", "恢復可用前的秒數"),
  "Retry-After": text3(
    "On 429 and 503, and on 409 while another request is under way: seconds to wait",
    "随 429 与 503 返回；另一请求处理中时也随 409 返回：需等待的秒数",
    "隨 429 與 503 傳回；另一請求處理中時亦隨 409 傳回：需等待的秒數",
  ),
} as const;

/** Headers of an accepted answer, and of a rate-limited one. */
const rateHeaders = Object.keys(limitHeaders).filter((name) => name !== "Retry-After");
const headersOf: Readonly<Record<string, readonly string[]>> = {
  200: rateHeaders,
  409: ["Retry-After"],
  429: Object.keys(limitHeaders),
  503: ["Retry-After"],
};

/** References to the headers of a status. */
function headersAt(status: number): { readonly headers?: Record<string, { readonly $ref: string }> } {
  const names = headersOf[status];
  if (!names) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

/** Seconds and counts, each described once. */
const describedHeaders = (locale: Locale): Record<string, DescribedHeader> =>
  Object.fromEntries(
    Object.entries(limitHeaders).map(([name, text]) => [
      name,
      { description: text[locale], schema: { type: "integer", minimum: 0 } },
    ]),
  );

type Schemas = Pick<OpenSchemas, "of" | "named">;

function parametersOf(
  schema: z.ZodObject,
  place: "path" | "query",
  { schemas, locale }: DocumentContext,
  examples: Readonly<Record<string, string>> = {},
): OpenParameter[] {
  const { properties = {}, required = [] } = schemas.of(schema, "input") as {
    properties?: Record<string, OpenJsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description: _said, ...rest }]) => {
    const text = wordsOf(schema.shape[name] as z.ZodType);
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(text ? { description: text[locale] } : {}),
      schema: rest,
      ...(examples[name] === undefined ? {} : { example: inType(rest, examples[name]) }),
    };
  });
}

/** Query values are texts; the document gives their types. */
const inType = ({ type }: OpenJsonSchema, text: string): string | number => (type === "integer" ? Number(text) : text);

interface DocumentContext {
  readonly schemas: Schemas;
  readonly locale: Locale;
}

const keyParameter = (isRequired: boolean, locale: Locale): OpenParameter => ({
  name: "Idempotency-Key",
  in: "header",
  required: isRequired,
  description: words.key[locale],
  schema: { type: "string", minLength: 1, maxLength: 255 },
});

/** An error answer of one status: the common format with this call's error names. */
const refused = (status: number, names: readonly OpenErrorName[], locale: Locale) => ({
  description: `${words.refused[locale]}: ${names.join(", ")}`,
  ...headersAt(status),
  content: {
    "application/json": {
      schema: {
        allOf: [
          refTo("Error"),
          {
            type: "object",
            required: ["code", "bizCode"],
            properties: { code: { const: status }, bizCode: { enum: names } },
          },
        ],
      },
    },
  },
});

function describe(name: string, operation: OpenOperation, describing: DocumentContext): DescribedCall {
  const { schemas, locale } = describing;
  const { params, query, body, answer, needsKey, forPayer, example, exampleQuery } = operation;
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const hasBody = operation.method === "POST" && Object.keys(body.shape).length > 0;
  const errors = errorsByStatus(operation);
  const answered = schemas.named(`${capital}Answer`, answer, "output");
  return {
    operationId: name,
    tags: [operation.group],
    summary: operation.summary[locale],
    description: (operation.description ?? operation.summary)[locale],
    security: [
      { appKey: [], timestamp: [], nonce: [], signature: [] },
      ...(forPayer ? [{ publishableKey: [], clientToken: [] }] : []),
    ],
    parameters: [
      ...parametersOf(params, "path", describing),
      ...parametersOf(query, "query", describing, exampleQuery),
      ...(operation.method === "POST" ? [keyParameter(needsKey, locale)] : []),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: schemas.named(`${capital}Request`, body, "input"),
                ...(example ? { example } : {}),
              },
            },
          },
        }
      : {}),
    responses: {
      "200": {
        description: words.done[locale],
        ...headersAt(200),
        content: {
          "application/json": {
            schema: forPayer
              ? { anyOf: [answered, schemas.named(`${capital}PayerAnswer`, forPayer, "output")] }
              : answered,
          },
        },
      },
      ...Object.fromEntries(errors.map(([status, names]) => [String(status), refused(status, names, locale)])),
    },
    "x-scope": operation.scope,
    "x-refusals": operation.refusals,
  };
}

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description });

/** Builds the OpenAPI document in one language. */
export function buildOpenDocument(
  operations: readonly (readonly [string, OpenOperation])[],
  { version, locale, server }: { readonly version: string; readonly locale: Locale; readonly server: string },
): OpenDocument {
  const schemas = collectSchemas(locale);
  const paths: Record<string, Record<string, DescribedCall>> = {};
  for (const [name, operation] of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(name, operation, { schemas, locale }) };
  }
  const { groups } = openApiMessages[locale];
  const used = new Set<string>(operations.map(([, { group }]) => group));
  const event = describeEvent({ schemas, locale });
  schemas.of(OpenErrorBody, "output");
  return {
    openapi: "3.1.0",
    info: {
      title: words.title[locale],
      version,
      description: words.about[locale],
      contact: { name: "Countinghouse" },
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: server }],
    tags: Object.entries(groups)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { event: { post: event } },
    components: {
      schemas: withErrorTexts(schemas.all(), locale),
      headers: describedHeaders(locale),
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

/** A webhook request to the merchant's server, and the required answer. */
const describeEvent = ({ schemas, locale }: DocumentContext): object => ({
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
  requestBody: {
    required: true,
    content: { "application/json": { schema: schemas.of(OpenEvent, "output"), example: eventSample("order.paid") } },
  },
  responses: { "2XX": { description: words.eventKept[locale] } },
});

/** The meaning of each error code is documented with the enumeration. */
function withErrorTexts(schemas: Record<string, OpenJsonSchema>, locale: Locale): Record<string, OpenJsonSchema> {
  const { ErrorCode } = schemas;
  const lines = openErrorList.map(([name, { text }]) => `- \`${name}\`: ${text[locale]}`);
  const description = [String(ErrorCode?.description), "", ...lines].join("\n");
  return { ...schemas, ErrorCode: { ...ErrorCode, description } };
}
