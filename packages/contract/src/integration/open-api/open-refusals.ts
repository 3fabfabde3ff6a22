import { z } from "zod";
import { declareRefusals } from "../../kit/refusal.ts";
import { type OpenErrorName, openErrorList, statusesOf } from "./open-errors.ts";
import { OpenFailureCode } from "./open-failures.ts";
import { amount, describedAs, namedSchema, OpenCurrency, OpenInstant } from "./open-fields.ts";
import type { OpenOperation } from "./open-operation.ts";

// What the door itself throws, under its own names; `openErrors` says what merchants are told.
declareRefusals("openApi", {
  apiKeyDisabled: { status: 401 },
  clientTokenExpired: { status: 401 },
  clientTokenInvalid: { status: 401 },
  endpointOfAllApps: { status: 403 },
  ipNotAllowed: { status: 401 },
  nonceReplayed: { status: 401 },
  notFound: { status: 404 },
  nothingToExchange: { status: 422, field: "payoutAccountId" },
  nothingToPay: { status: 409 },
  originNotAllowed: { status: 403 },
  scopeMissing: { status: 403 },
  serviceBusy: { status: 503 },
  signatureInvalid: { status: 401 },
  simulatorAbsent: { status: 404 },
  testModeOnly: { status: 403 },
  timestampOutOfWindow: { status: 401 },
  tooManyAtOnce: { status: 429 },
  unauthorized: { status: 401 },
  unsupportedMediaType: { status: 415 },
});

/** What any call may be refused with. */
const ofEveryCall: readonly OpenErrorName[] = [
  "validation_failed",
  "card_number_refused",
  "version_unknown",
  "unauthorized",
  "signature_invalid",
  "timestamp_out_of_window",
  "nonce_replayed",
  "api_key_disabled",
  "ip_not_allowed",
  "forbidden",
  "unsupported_media_type",
  "malformed_request",
  "request_timeout",
  "headers_too_large",
  "rate_limited",
  "internal",
  "dependency_unavailable",
  "service_busy",
];

/** Everything that a call may be refused with: what it declares, and what follows from its kind. */
export function errorsOf(operation: OpenOperation): readonly OpenErrorName[] {
  const { method, params, query, needsKey, forPayer, secretAnswer, refusals } = operation;
  const names: OpenErrorName[] = [...ofEveryCall];
  if (Object.keys(params.shape).length > 0) names.push("not_found");
  if ("cursor" in query.shape) names.push("cursor_invalid");
  if (method !== "GET") names.push("body_too_large");
  if (method === "POST") names.push("idempotency_key_invalid", "idempotency_in_progress", "idempotency_key_reused");
  if (needsKey) names.push("idempotency_key_missing");
  if (secretAnswer) names.push("secret_shown_once");
  if (forPayer) names.push("client_token_invalid", "client_token_expired", "origin_not_allowed");
  return [...new Set([...names, ...refusals])];
}

/** The same by HTTP status, the lowest first. */
export function errorsByStatus(operation: OpenOperation): readonly (readonly [number, readonly OpenErrorName[]])[] {
  const byStatus = new Map<number, OpenErrorName[]>();
  for (const name of errorsOf(operation))
    for (const status of statusesOf(name)) byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  return [...byStatus].sort(([a], [b]) => a - b);
}

/** The name of what went wrong; `openErrors` says what each means. */
export const OpenErrorCode = namedSchema(
  "ErrorCode",
  z.enum(openErrorList.map(([name]) => name) as [OpenErrorName, ...OpenErrorName[]]),
  "What went wrong; a code never changes its meaning",
  "错误原因，含义固定不变",
  "錯誤原因，含義固定不變",
);

/** What is wrong with one input. */
const InputFault = namedSchema(
  "InputFault",
  z.object({
    param: describedAs(
      z.string(),
      "Path of the input, such as items.0.amount",
      "参数路径，如 items.0.amount",
      "參數路徑，如 items.0.amount",
    ),
    value: describedAs(
      z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
      "What you sent there; left out for anything about a card",
      "您传入的值；银行卡信息不予返回",
      "您傳入的值；卡片資料不予傳回",
    ),
    message: describedAs(
      z.string(),
      "What is wrong, and what to send instead",
      "错误说明及正确写法",
      "錯誤說明及正確寫法",
    ),
  }),
  "What is wrong with one input",
  "一个参数的问题",
  "一個參數的問題",
);

/** The body of every error. */
export const OpenErrorBody = namedSchema(
  "Error",
  z.object({
    code: describedAs(z.int(), "The HTTP status", "HTTP 状态码", "HTTP 狀態碼"),
    bizCode: OpenErrorCode,
    message: describedAs(
      z.string(),
      "For people: in English, or in the language of Accept-Language",
      "供人阅读的说明，默认英文，可由 Accept-Language 指定",
      "供人閱讀的說明，預設英文，可由 Accept-Language 指定",
    ),
    param: describedAs(
      z.string().optional(),
      "The first input that it belongs to",
      "首个出错的参数",
      "第一個出錯的參數",
    ),
    params: describedAs(
      z.array(InputFault).optional(),
      "Every input that it belongs to, up to 20",
      "全部出错的参数，至多 20 项",
      "全部出錯的參數，至多 20 項",
    ),
    leftMinor: amount(
      "What can still be captured, in minor units",
      "剩余可请款金额，最小货币单位",
      "剩餘可請款金額，最小貨幣單位",
    ).optional(),
    refundable: amount(
      "What can still be refunded, in minor units",
      "可退金额，最小货币单位",
      "可退金額，最小貨幣單位",
    ).optional(),
    balance: amount("What your balance holds", "余额", "餘額").optional(),
    needed: amount("What it takes of it", "所需金额", "所需金額").optional(),
    reason: describedAs(
      z.enum(["format", "min", "max", "step", "fee", "balance"]).optional(),
      "Why an amount cannot be taken out: below the least, above the most, no multiple of the step, all of it fee, more than there is",
      "金额不可提取的原因：低于下限、高于上限、不是步长的整数倍、不足以支付手续费、超过余额",
      "金額無法提取的原因：低於下限、高於上限、不是級距的整數倍、不足以支付手續費、超過餘額",
    ),
    withdrawable: amount("What may be taken out in all", "可提取总额", "可提取總額").optional(),
    min: amount("The least at once", "单笔下限", "單筆下限").optional(),
    max: amount(
      "The most at once; left out without one",
      "单笔上限，无上限时不出现",
      "單筆上限，無上限時不出現",
    ).optional(),
    step: amount(
      "Multiples of this alone; any where 0",
      "须为其整数倍，0 表示不限",
      "須為其整數倍，0 表示不限",
    ).optional(),
    bucket: describedAs(
      z.enum(["pending", "available"]).optional(),
      "Which of your balances it is taken of",
      "扣款的余额账户",
      "扣款的餘額科目",
    ),
    currency: describedAs(OpenCurrency.optional(), "Of these amounts", "以上金额的币种", "以上金額的幣別"),
    declineCode: describedAs(
      OpenFailureCode.optional(),
      "How the issuer declined the card",
      "发卡行拒绝代码",
      "發卡銀行拒絕代碼",
    ),
    until: describedAs(
      OpenInstant.optional(),
      "The card is not sent again before",
      "在此之前该卡不会再次提交",
      "在此之前此卡不會再次送出",
    ),
    endpointId: describedAs(
      z.string().optional(),
      "The endpoint that is there already",
      "已有的 Webhook 端点编号",
      "既有的 Webhook 端點編號",
    ),
    from: describedAs(z.string().optional(), "Where the order stands", "订单当前阶段", "訂單目前階段"),
    event: describedAs(z.string().optional(), "What was asked of it", "请求的操作", "要求的操作"),
    allowed: describedAs(
      z.array(z.string()).optional(),
      "What can happen to it as it stands",
      "当前阶段可能发生的操作",
      "目前階段可能發生的操作",
    ),
    requestId: describedAs(z.string(), "Tell it to us when you ask", "咨询时请提供", "洽詢時請提供"),
    docKey: describedAs(z.string(), "Its place in the guide", "在指南中的位置", "在指南中的位置"),
  }),
  "What every error looks like",
  "错误响应的格式",
  "錯誤回應的格式",
);
export type OpenErrorView = z.input<typeof OpenErrorBody>;
