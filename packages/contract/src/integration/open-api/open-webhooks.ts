import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { eventTypes, everyEvent } from "../webhook/event-types.ts";
import { EndpointStatus } from "../webhook/webhook-enumerations.ts";
import { RecordedEvent } from "./open-events.ts";
import {
  describedAs,
  instant,
  listOfOpen,
  namedSchema,
  OpenInstant,
  openText,
  openUrl,
  pageOfOpen,
  pageQuery,
  valuesOf,
} from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";

/** A place where events are sent. */
export const OpenEndpoint = z.object({
  id: describedAs(z.string(), "Id", "编号", "編號"),
  url: describedAs(z.string(), "Address", "地址", "網址"),
  eventTypes: describedAs(
    z.array(z.string()),
    "Types sent there; `*` is every one",
    "订阅的事件，* 表示全部",
    "訂閱的事件，* 表示全部",
  ),
  status: namedSchema(
    "WebhookEndpointStatus",
    z.enum(valuesOf(EndpointStatus)),
    "Whether events are sent; auto_disabled was switched off by its failures",
    "是否发送；auto_disabled 表示因持续失败而停用",
    "是否傳送；auto_disabled 表示因持續失敗而停用",
  ),
  name: describedAs(z.string(), "Name by which people know it", "便于识别的名称", "便於辨識的名稱"),
  allApps: describedAs(
    z.boolean(),
    "Told of every app of the merchant: made in the console, and changed there alone",
    "接收该商户全部应用的事件：在控制台创建，仅可在控制台修改",
    "接收該特店所有應用程式的事件：於主控台建立，僅可於主控台變更",
  ),
  previousSecretExpireTime: describedAs(
    OpenInstant.nullable(),
    "Until when the secret before the present one signs as well",
    "上一密钥同时签名的截止时间",
    "上一金鑰同時簽章的截止時間",
  ),
  createdAt: instant("When it was added", "新增时间", "新增時間"),
});
namedSchema(
  "WebhookEndpoint",
  OpenEndpoint,
  "A place where events are sent",
  "接收事件的 Webhook 端点",
  "接收事件的 Webhook 端點",
);

const Subscription = namedSchema(
  "EventSubscription",
  z.enum([everyEvent, ...eventTypes]),
  "A type of event; `*` is every one, those of later releases included",
  "事件类型，* 表示全部，包括以后版本新增的类型",
  "事件類型，* 表示全部，包括日後版本新增的類型",
);
const idShape = z.string().regex(/^[a-z]{2,5}_[0-9A-Z]{26}$/);
const ById = z.strictObject({ id: describedAs(idShape, "Id, as listed", "编号，见列表", "編號，見清單") });

const url = describedAs(openUrl(), "A public https address", "公网 https 地址", "公開的 https 網址");
const EventTypes = describedAs(
  z.array(Subscription).min(1).max(100),
  "Types to send; `*` is every one",
  "订阅的事件，* 表示全部",
  "訂閱的事件，* 表示全部",
);
const name = describedAs(openText(60), "Name by which people know it", "便于识别的名称", "便於辨識的名稱");
const EndpointWithSecret = namedSchema(
  "WebhookEndpointWithSecret",
  OpenEndpoint.extend({ secret: describedAs(z.string(), "Shown once", "仅显示一次", "僅顯示一次") }),
  "An endpoint with the secret that signs its events from now on",
  "Webhook 端点及其当前签名密钥",
  "Webhook 端點及其目前的簽章金鑰",
);

export const webhookOperations = {
  createWebhookEndpoint: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Add a webhook endpoint", "新增 Webhook 端点", "新增 Webhook 端點"),
    description: text3(
      "The secret that signs its events is in this answer and never again. The same address and events are taken once: a try whose answer was lost ends in `already_there`, with the id to remove before the endpoint is added again.",
      "签名密钥仅在本次响应中出现。同一地址与同样的事件只能新增一次：若首次响应丢失，再次请求将返回 already_there 及端点编号，请删除该端点后重新新增。",
      "簽章金鑰僅在本次回應中出現。同一網址與相同的事件只能新增一次：若首次回應遺失，再次請求將回覆 already_there 及端點編號，請刪除該端點後重新新增。",
    ),
    body: z.strictObject({
      url,
      eventTypes: EventTypes.default(["*"]),
      name: name.optional(),
    }),
    answer: EndpointWithSecret,
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
    summary: text3("List webhook endpoints", "查询 Webhook 端点", "查詢 Webhook 端點"),
    answer: listOfOpen("WebhookEndpoint", OpenEndpoint, "All of this app", "该应用的全部", "此應用程式的全部"),
  }),
  getWebhookEndpoint: openOperation({
    method: "GET",
    path: "/v1/webhook-endpoints/:id",
    scope: "webhooks:read",
    group: "webhooks",
    summary: text3("Read a webhook endpoint", "查询单个 Webhook 端点", "查詢單一 Webhook 端點"),
    params: ById,
    answer: OpenEndpoint,
  }),
  updateWebhookEndpoint: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints/:id",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Change a webhook endpoint", "修改 Webhook 端点", "變更 Webhook 端點"),
    description: text3(
      "What is left out stays. While it is disabled nothing is queued for it; what was waiting is sent once it is enabled again.",
      "未传入的项保持不变。停用期间不产生新的投递；此前等待中的投递在重新启用后发送。",
      "未傳入的項目維持不變。停用期間不產生新的投遞；先前等待中的投遞於重新啟用後傳送。",
    ),
    params: ById,
    body: z
      .strictObject({
        url: url.optional(),
        eventTypes: EventTypes.optional(),
        name: name.optional(),
        status: describedAs(
          z.enum(["enabled", "disabled"]).optional(),
          "Whether events are sent",
          "是否发送",
          "是否傳送",
        ),
      })
      .refine((body) => Object.keys(body).length > 0),
    answer: OpenEndpoint,
    refusals: ["endpoint_of_all_apps", "url_refused", "already_there", "invalid_state_transition"],
    example: { eventTypes: ["order.paid", "order.updated"], status: "enabled" },
  }),
  rotateWebhookSecret: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints/:id/rotate-secret",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Replace an endpoint's secret", "更换 Webhook 端点的密钥", "更換 Webhook 端點的金鑰"),
    description: text3(
      "The new secret is in this answer and never again. It signs at once, and for 24 hours the secret before it signs as well: X-Webhook-Signature is then `t=seconds,v1=by the new secret,v1=by the one before`, and a receiver that knows either accepts the event. If the answer is lost, replace the secret again: both secrets before the present one sign until their 24 hours are over.",
      "新密钥仅在本次响应中出现，并立即用于签名；此后 24 小时内旧密钥也同时签名：X-Webhook-Signature 为 `t=秒数,v1=新密钥的摘要,v1=旧密钥的摘要`，接收方持有任一密钥即可验证。若响应丢失，请再次更换：此前的两个密钥在各自的 24 小时内都继续签名。",
      "新金鑰僅在本次回應中出現，並立即用於簽章；其後 24 小時內舊金鑰也同時簽章：X-Webhook-Signature 為 `t=秒數,v1=新金鑰的摘要,v1=舊金鑰的摘要`，接收端持有任一金鑰即可驗證。若回應遺失，請再次更換：先前的兩個金鑰於各自的 24 小時內都繼續簽章。",
    ),
    params: ById,
    answer: EndpointWithSecret,
    refusals: ["endpoint_of_all_apps"],
    needsKey: true,
    secretAnswer: true,
    example: {},
  }),
  testWebhookEndpoint: openOperation({
    method: "POST",
    path: "/v1/webhook-endpoints/:id/test",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Send a sample to an endpoint", "向 Webhook 端点发送测试事件", "向 Webhook 端點傳送測試事件"),
    description: text3(
      "The sample is of its type's shape and carries the number `SAMPLE`, which no object of yours has. Live endpoints are sent test.ping only.",
      "测试事件与其类型的结构一致，编号为 SAMPLE，不涉及任何真实订单。生产端点只发送 test.ping。",
      "測試事件與其類型的結構一致，編號為 SAMPLE，不涉及任何真實訂單。正式端點只傳送 test.ping。",
    ),
    params: ById,
    body: z.strictObject({
      eventType: describedAs(
        z.enum(eventTypes).default("test.ping"),
        "Type of the sample",
        "测试事件的类型",
        "測試事件的類型",
      ),
    }),
    answer: z.object({
      eventId: describedAs(
        z.string(),
        "Id of the sample, as in X-Event-Id and in the list of events",
        "测试事件的编号，与 X-Event-Id 及事件列表一致",
        "測試事件的編號，與 X-Event-Id 及事件清單一致",
      ),
    }),
    refusals: ["endpoint_of_all_apps", "endpoint_off", "ping_only"],
    ratePerSecond: 5,
    example: { eventType: "test.ping" },
  }),
  deleteWebhookEndpoint: openOperation({
    method: "DELETE",
    path: "/v1/webhook-endpoints/:id",
    scope: "webhooks:write",
    group: "webhooks",
    summary: text3("Remove a webhook endpoint", "删除 Webhook 端点", "刪除 Webhook 端點"),
    params: ById,
    answer: z.object({
      id: describedAs(z.string(), "Id", "编号", "編號"),
      deleted: describedAs(z.literal(true), "It is gone", "已删除", "已刪除"),
    }),
    refusals: ["endpoint_of_all_apps", "stale"],
  }),
  listEvents: openOperation({
    method: "GET",
    path: "/v1/events",
    scope: "webhooks:read",
    group: "webhooks",
    summary: text3("List events", "查询事件", "查詢事件"),
    query: z.strictObject({
      ...pageQuery,
      type: describedAs(z.enum(eventTypes).optional(), "Type of the event", "事件类型", "事件類型"),
      objectNo: describedAs(z.string().max(64).optional(), "Number of the object", "对象编号", "物件編號"),
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
      id: describedAs(z.string(), "Id", "编号", "編號"),
      deliveries: describedAs(z.int(), "Deliveries started", "已发起的投递数", "已發起的投遞數"),
    }),
    ratePerSecond: 25,
    example: {},
  }),
} as const;
