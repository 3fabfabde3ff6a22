import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a notification to a merchant's server stands. */
export const DeliveryStatus = defineEnumeration(
  "WebhookDeliveryStatusEnum",
  text3("Delivery status", "投递状态", "投遞狀態"),
  {
    Queued: ["queued", text3("Queued", "待发送", "待傳送"), "neutral", "hollow"],
    Sending: ["sending", text3("Sending", "发送中", "傳送中"), "progress", "turning"],
    Delivered: ["delivered", text3("Delivered", "已送达", "已送達"), "success"],
    RetryWait: ["retry_wait", text3("Waiting to retry", "等待重试", "等待重試"), "warning", "half"],
    Dead: ["dead", text3("Given up", "已放弃", "已放棄"), "danger"],
    Skipped: ["skipped", text3("Skipped", "已跳过", "已略過"), "neutral", "hollow"],
  },
);

/** Whether a merchant's endpoint is told of what happens. */
export const EndpointStatus = defineEnumeration(
  "WebhookEndpointStatusEnum",
  text3("Endpoint status", "端点状态", "端點狀態"),
  {
    Enabled: ["enabled", text3("Enabled", "启用", "啟用"), "success"],
    Disabled: ["disabled", text3("Paused", "已暂停", "已暫停"), "neutral", "hollow"],
    AutoDisabled: ["auto_disabled", text3("Switched off by failures", "因失败停用", "因失敗停用"), "danger"],
  },
);

/** Where a failure came from. */
export const ExceptionSource = defineEnumeration("EventExceptionSourceEnum", text3("Source", "来源", "來源"), {
  Outbox: ["outbox", text3("Domain event", "领域事件", "領域事件")],
  InboundWebhook: ["inbound_webhook", text3("Gateway notification", "网关通知", "閘道通知"), "info"],
  OutboundWebhook: ["outbound_webhook", text3("Merchant notification", "商户通知", "特店通知"), "info"],
  Job: ["job", text3("Background job", "后台任务", "背景工作"), "neutral"],
  Connector: ["connector", text3("Connector", "网关连接", "閘道連線"), "accent"],
  Ledger: ["ledger", text3("Ledger", "账务", "帳務"), "warning"],
  Recon: ["recon", text3("Reconciliation", "对账", "對帳"), "warning"],
  Import: ["import", text3("Import", "导入", "匯入"), "neutral"],
});

export const ExceptionLevel = defineEnumeration("EventExceptionLevelEnum", text3("Level", "级别", "等級"), {
  Warning: ["warning", text3("Warning", "警告", "警告"), "warning", "half"],
  Error: ["error", text3("Error", "错误", "錯誤"), "danger", "half"],
  Critical: ["critical", text3("Critical", "严重", "嚴重"), "danger"],
});

export const ExceptionStatus = defineEnumeration("EventExceptionStatusEnum", text3("Status", "状态", "狀態"), {
  Open: ["open", text3("Open", "待处理", "待處理"), "danger"],
  Retrying: ["retrying", text3("Retrying", "重试中", "重試中"), "progress", "turning"],
  Resolved: ["resolved", text3("Resolved", "已解决", "已解決"), "success"],
  Ignored: ["ignored", text3("Ignored", "已忽略", "已忽略"), "neutral", "hollow"],
});

/** The closed sets of notifications and failures. */
export const webhookEnumerations = [
  DeliveryStatus,
  EndpointStatus,
  ExceptionSource,
  ExceptionLevel,
  ExceptionStatus,
] as const;
