import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { eventTypes, everyEvent } from "../webhook/event-types.ts";
import { EndpointStatus } from "../webhook/webhook-enumerations.ts";
import { RecordedEvent } from "./open-events.ts";
import { instant, listOfOpen, named, openText, openUrl, pageOfOpen, pageQuery, said, valuesOf } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";

/** A place where events are sent. */
export const OpenEndpoint = z.object({
  id: said(z.string(), "Id", "编号", "編號"),
  url: said(z.string(), "Address", "地址", "網址"),
  eventTypes: said(
    z.array(z.string()),
    "Types sent there; `*` is every one",
    "订阅的事件，* 表示全部",
    "訂閱的事件，* 表示全部",
  ),
  status: named(
    "WebhookEndpointStatus",
    z.enum(valuesOf(EndpointStatus)),
    "Whether events are sent there",
    "是否发送",
    "是否傳送",
  ),
  name: said(z.string(), "Name", "名称", "名稱"),
  createdAt: instant("When it was added", "新增时间", "新增時間"),
});
named(
  "WebhookEndpoint",
  OpenEndpoint,
  "A place where events are sent",
  "接收事件的回调地址",
  "接收事件的 Webhook 端點",
);

const Subscription = named(
  "EventSubscription",
  z.enum([everyEvent, ...eventTypes]),
  "A type of event; `*` is every one, those of later releases included",
  "事件类型，* 表示全部，包括以后版本新增的类型",
  "事件類型，* 表示全部，包括日後版本新增的類型",
);
const idShape = z.string().regex(/^[a-z]{2,5}_[0-9A-Z]{26}$/);
const ById = z.strictObject({ id: said(idShape, "Id, as listed", "编号，见列表", "編號，見清單") });

export const webhookOperations = {
  createWebhookEndpoint: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Add a webhook endpoint", "新增回调地址", "新增 Webhook 端點"),
    description: text3(
      "The secret that signs its events is in this answer and never again. The same address and events are taken once: a try whose answer was lost ends in `already_there`, with the id to remove before the endpoint is added again.",
      "签名密钥仅在本次响应中出现。同一地址与同样的事件只能新增一次：若首次响应丢失，再次请求将返回 already_there 及端点编号，请删除该端点后重新新增。",
      "簽章密鑰僅在本次回應中出現。同一網址與相同的事件只能新增一次：若首次回應遺失，再次請求將回覆 already_there 及端點編號，請刪除該端點後重新新增。",
    ),
    body: z.strictObject({
      url: said(openUrl(), "A public https address", "公网 https 地址", "公開的 https 網址"),
      eventTypes: said(
        z.array(Subscription).min(1).max(100).default(["*"]),
        "Types to send; `*` is every one",
        "订阅的事件，* 表示全部",
        "訂閱的事件，* 表示全部",
      ),
      name: said(openText(60).optional(), "Name by which people know it", "便于识别的名称", "便於辨識的名稱"),
    }),
    answer: named(
      "CreatedWebhookEndpoint",
      OpenEndpoint.extend({ secret: said(z.string(), "Shown once", "仅显示一次", "僅顯示一次") }),
      "A new endpoint with the secret that signs its events",
      "新的回调地址及其签名密钥",
      "新的 Webhook 端點及其簽章密鑰",
    ),
    refusals: ["url_refused", "already_there", "too_many"],
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
    answer: listOfOpen("WebhookEndpoint", OpenEndpoint, "All of this app", "该应用的全部", "此應用程式的全部"),
  }),
  deleteWebhookEndpoint: openOperation({
    method: "DELETE",
    path: "/v1/webhook-endpoints/:id",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Remove a webhook endpoint", "删除回调地址", "刪除 Webhook 端點"),
    params: ById,
    answer: z.object({
      id: said(z.string(), "Id", "编号", "編號"),
      deleted: said(z.literal(true), "It is gone", "已删除", "已刪除"),
    }),
    refusals: ["stale"],
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
    answer: pageOfOpen("Event", RecordedEvent),
    ratePerSecond: 25,
  }),
  resendEvent: openOperation({
    method: "POST",
    path: "/v1/events/:id/resend",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Send an event again", "重发事件", "重送事件"),
    params: ById,
    answer: z.object({
      id: said(z.string(), "Id", "编号", "編號"),
      deliveries: said(z.int(), "Deliveries started", "已发起的投递数", "已發起的投遞數"),
    }),
    ratePerSecond: 25,
    example: {},
  }),
} as const;
