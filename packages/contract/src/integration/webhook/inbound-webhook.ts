import { z } from "zod";
import { defineEnumeration } from "../../kit/enumeration.ts";
import { exportOf } from "../../kit/export.ts";
import { Code, field, Instant, Integer } from "../../kit/field.ts";
import { between, contains, exact, oneOf } from "../../kit/list.ts";
import { text3 } from "../../kit/locale.ts";
import { command, list, query } from "../../kit/operation.ts";
import { defineResource } from "../../kit/resource.ts";
import { PaymentMode } from "../../payment-enumerations.ts";
import { idOf } from "../../payment-fields.ts";
import { reference, storedReference } from "../../references.ts";
import { inboundWebhookMessages } from "./inbound-webhook.messages.ts";

/** Where a notification of a gateway stands. */
export const InboundStatus = defineEnumeration(
  "InboundWebhookStatusEnum",
  text3("Notification status", "通知状态", "通知狀態"),
  {
    Received: ["received", text3("Received", "已接收", "已接收"), "info", "hollow"],
    Processed: ["processed", text3("Processed", "已处理", "已處理"), "success"],
    Ignored: ["ignored", text3("Nothing new", "无需处理", "無須處理"), "neutral", "hollow"],
    Parked: ["parked", text3("Waiting for its order", "等待对应订单", "等待對應訂單"), "warning", "half"],
    Failed: ["failed", text3("Failed", "失败", "失敗"), "danger"],
  },
);

/** Whether a notification was proven to be the gateway's own. */
export const InboundVerdict = defineEnumeration(
  "InboundWebhookVerdictEnum",
  text3("Signature check", "验证结果", "驗證結果"),
  {
    Valid: ["valid", text3("Valid", "验证通过", "驗證通過"), "success"],
    InvalidSignature: ["invalid_signature", text3("Invalid signature", "签名无效", "簽章無效"), "danger"],
    Unparsable: ["unparsable", text3("Unreadable", "无法解析", "無法解析"), "danger", "half"],
    AlteredCopy: ["altered_copy", text3("Altered copy", "被改动的副本", "遭竄改的副本"), "danger"],
  },
);

export const InboundId = idOf("inb");

/** Something a gateway told us. */
export const InboundWebhook = z.object({
  id: InboundId,
  gatewayAccountId: storedReference("gatewayAccount"),
  gatewayAccountName: z.string().nullable(),
  mode: PaymentMode.schema,
  eventId: Code.nullable(),
  eventType: z.string().nullable(),
  /** Our number of what it is about, where it tells. */
  objectNo: z.string().nullable(),
  verdict: InboundVerdict.schema,
  status: InboundStatus.schema,
  reason: z.string().nullable(),
  attemptCount: Integer,
  nextAttemptTime: Instant.nullable(),
  /** How often the same came again. */
  copies: Integer,
  bodyBytes: Integer,
  occurredAt: Instant.nullable(),
  createTime: Instant,
  doneTime: Instant.nullable(),
});
export type InboundWebhook = z.output<typeof InboundWebhook>;

/** The request as it came, without what proves or signs in and without card numbers. */
export const InboundDetail = InboundWebhook.extend({
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  bodySha256: z.string(),
});

const spec = {
  filters: {
    createTime: between(Instant),
    status: oneOf(InboundStatus.schema),
    verdict: oneOf(InboundVerdict.schema),
    eventType: contains(64),
    objectNo: exact(z.string().trim().max(64)),
    gatewayAccountId: exact(reference("gatewayAccount")),
    eventId: exact(field(z.string().trim().max(128), { kind: "code" })),
    mode: exact(PaymentMode.schema),
  },
  sortBy: ["createTime"],
  defaultSort: { field: "createTime", order: "desc" },
} as const;

export const inboundWebhook = defineResource({
  name: "inboundWebhook",
  record: InboundWebhook,
  for: "operator",
  refusals: {
    nothingToDo: { status: 409 },
  },
  operations: {
    page: list(InboundWebhook, spec),
    detail: query(z.object({ id: InboundId }), InboundDetail),
    /** Works proven notifications off once more that did not do what they were sent for. */
    reprocess: command(
      z.object({ ids: z.array(InboundId).min(1).max(200) }),
      z.object({ count: field(z.number().int(), { kind: "integer" }) }),
      { refusals: ["nothingToDo"] },
    ),
    export: exportOf(spec),
  },
  menu: {
    path: "/integration/inbound",
    component: "webhook/inbound.list",
    icon: "inbox",
    order: 300,
  },
  messages: inboundWebhookMessages,
});
