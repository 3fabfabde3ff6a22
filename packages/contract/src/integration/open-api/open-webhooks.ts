import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { eventTypes } from "../webhook/event-types.ts";
import { instant, openText, openUrl, pageOfOpen, pageQuery, said } from "./open-fields.ts";
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
  status: said(z.string(), "Whether events are sent", "是否发送", "是否傳送"),
  name: said(z.string(), "Name", "名称", "名稱"),
  createdAt: instant("When it was added", "新增时间", "新增時間"),
});

/** An event as it is sent to webhooks. */
export const OpenEvent = z.object({
  id: said(z.string(), "The same however often it is sent", "无论发送几次都不变", "無論傳送幾次都不變"),
  type: said(z.string(), "What happened", "事件类型", "事件類型"),
  apiVersion: said(z.string(), "Version of the format", "格式版本", "格式版本"),
  mode: said(z.enum(["live", "test"]), "Live or test", "正式或测试", "正式或測試"),
  createdAt: instant("When it happened", "发生时间", "發生時間"),
  objectType: said(z.string(), "To what it happened", "对象类型", "物件類型"),
  objectNo: said(z.string(), "Number of the object", "对象编号", "物件編號"),
  objectSeq: said(z.int(), "Order of the events of one object", "同一对象事件的先后次序", "同一物件事件的先後次序"),
  data: said(
    z.record(z.string(), z.unknown()),
    "The object as it was then",
    "事件发生时的对象内容",
    "事件發生時的物件內容",
  ),
});

const EventType = z.enum(["*", ...eventTypes]);
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
        z.array(EventType).min(1).max(100).default(["*"]),
        "Types to send; `*` is every one",
        "订阅的事件，* 表示全部",
        "訂閱的事件，* 表示全部",
      ),
      name: said(openText(60).optional(), "Name by which people know it", "便于识别的名称", "便於辨識的名稱"),
    }),
    answer: OpenEndpoint.extend({ secret: said(z.string(), "Shown once", "仅显示一次", "僅顯示一次") }),
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
    answer: z.object({ data: said(z.array(OpenEndpoint), "All of this app", "该应用的全部", "此應用程式的全部") }),
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
    params: ById,
    answer: z.object({
      id: said(z.string(), "Id", "编号", "編號"),
      deliveries: said(z.int(), "Deliveries started", "已发起的投递数", "已發起的投遞數"),
    }),
    refusals: ["not_found"],
    ratePerSecond: 25,
    example: {},
  }),
} as const;
