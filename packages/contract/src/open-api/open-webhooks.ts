import { z } from "zod";
import { text3 } from "../kit/locale.ts";
import { eventTypes } from "../webhook/event-types.ts";
import { OpenInstant, openText, openUrl, pageOfOpen, pageQuery, said } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";

/** A place where events are sent. */
export const OpenEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  eventTypes: said(
    z.array(z.string()),
    "Types sent there; `*` is every one",
    "订阅的事件，* 表示全部",
    "訂閱的事件，* 表示全部",
  ),
  status: said(z.string(), "Whether events are sent", "是否发送", "是否傳送"),
  name: z.string(),
  createdAt: OpenInstant,
});

/** An event as it is sent to webhooks. */
export const OpenEvent = z.object({
  id: z.string(),
  type: z.string(),
  apiVersion: z.string(),
  mode: z.enum(["live", "test"]),
  createdAt: OpenInstant,
  objectType: z.string(),
  objectNo: z.string(),
  objectSeq: said(z.int(), "Order of the events of one object", "同一对象事件的先后次序", "同一物件事件的先後次序"),
  data: z.record(z.string(), z.unknown()),
});

const EventType = z.enum(["*", ...eventTypes]);
const EndpointId = z.strictObject({ id: z.string().regex(/^[a-z]{2,5}_[0-9A-Z]{26}$/) });

export const webhookOperations = {
  createWebhookEndpoint: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Add a webhook endpoint", "新增回调地址", "新增 Webhook 端點"),
    description: text3(
      "The secret that signs its events is in this answer and never again.",
      "签名密钥仅在本次响应中出现。",
      "簽章密鑰僅在本次回應中出現。",
    ),
    body: z.strictObject({
      url: said(openUrl(), "A public https address", "公网 https 地址", "公開的 https 網址"),
      eventTypes: said(
        z.array(EventType).min(1).max(100).default(["*"]),
        "Types to send; `*` is every one",
        "订阅的事件，* 表示全部",
        "訂閱的事件，* 表示全部",
      ),
      name: said(openText(60).optional(), "Name by which people know it", "便于识别的名称", "便於辨識的名稱"),
    }),
    answer: OpenEndpoint.extend({ secret: said(z.string(), "Shown once", "仅显示一次", "僅顯示一次") }),
    refusals: ["url_refused", "too_many"],
    needsKey: true,
    secretAnswer: true,
    example: { url: "https://shop.example/hooks", eventTypes: ["order.paid", "order.failed"] },
  }),
  listWebhookEndpoints: openOperation({
    method: "GET",
    path: "/v1/webhook-endpoints",
    scope: "webhooks:read",
    group: "webhooks",
    summary: text3("List webhook endpoints", "查询回调地址", "查詢 Webhook 端點"),
    answer: z.object({ data: z.array(OpenEndpoint) }),
  }),
  deleteWebhookEndpoint: openOperation({
    method: "DELETE",
    path: "/v1/webhook-endpoints/:id",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Remove a webhook endpoint", "删除回调地址", "刪除 Webhook 端點"),
    params: EndpointId,
    answer: z.object({ id: z.string(), deleted: z.literal(true) }),
    refusals: ["not_found"],
  }),
  listEvents: openOperation({
    method: "GET",
    path: "/v1/events",
    scope: "webhooks:read",
    group: "webhooks",
    summary: text3("List events", "查询事件", "查詢事件"),
    query: z.strictObject({
      ...pageQuery,
      type: said(z.string().max(64).optional(), "Type of the event", "事件类型", "事件類型"),
      objectNo: said(z.string().max(64).optional(), "Number of the object", "对象编号", "物件編號"),
    }),
    answer: pageOfOpen(OpenEvent),
    refusals: ["cursor_invalid"],
    ratePerSecond: 25,
  }),
  resendEvent: openOperation({
    method: "POST",
    path: "/v1/events/:id/resend",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Send an event again", "重发事件", "重送事件"),
    params: EndpointId,
    answer: z.object({
      id: z.string(),
      deliveries: said(z.int(), "Deliveries started", "已发起的投递数", "已發起的投遞數"),
    }),
    refusals: ["not_found"],
    ratePerSecond: 25,
    example: {},
  }),
} as const;
