import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, Mode, TableFacts } from "./tables.ts";

type DeliveryStatus = "queued" | "sending" | "delivered" | "retry_wait" | "dead" | "skipped";
type Source = "outbox" | "inbound_webhook" | "outbound_webhook" | "job" | "connector" | "ledger" | "recon" | "import";
type Level = "warning" | "error" | "critical";

interface WebhookEndpointRows extends AuditedColumns {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Generated<Mode>;
  appId: string | null;
  kind: Generated<"listed" | "per_order">;
  name: string;
  url: string;
  events: JSONColumnType<string[]>;
  secret: string;
  previousSecret: string | null;
  previousSecretExpireTime: string | null;
  olderSecret: string | null;
  olderSecretExpireTime: string | null;
  apiVersion: string;
  timeoutSeconds: Generated<number>;
  maxInFlight: Generated<number>;
  customHeaders: JSONColumnType<Record<string, string>, string | undefined>;
  status: Generated<"enabled" | "disabled" | "auto_disabled">;
  statusReason: string | null;
  deleteTime: string | null;
  /** Above zero: one of several for the same events at one address, from before there could only be one. */
  twinNo: Generated<number>;
}

interface WebhookEndpointStateRows {
  merchantId: string;
  endpointId: string;
  leaseOwner: string | null;
  leaseUntil: string | null;
  wakeAt: string | null;
  lastSuccessTime: string | null;
  lastFailureTime: string | null;
  failingSince: string | null;
  failures: Generated<number>;
}

/** What names the object that an event is about. */
interface EventObject {
  objectType: string;
  objectId: string;
  objectNo: string;
  objectSeq: number;
}

interface MerchantEventRows extends EventObject {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  appId: string | null;
  type: string;
  data: JSONColumnType<{ object: object; previous?: object }>;
  endpointIds: JSONColumnType<string[]>;
  notifyUrl: string | null;
  createTime: string;
}

interface WebhookDeliveryRows extends EventObject {
  merchantId: string;
  id: string;
  tenantId: number;
  endpointId: string;
  eventId: string;
  mode: Mode;
  appId: string | null;
  eventType: string;
  /** Where it goes, if the endpoint has no address of its own. */
  url: string | null;
  status: Generated<DeliveryStatus>;
  attemptCount: Generated<number>;
  scheduleStep: Generated<number>;
  isManual: Generated<boolean>;
  nextAttemptTime: string | null;
  sender: string | null;
  lastHttpStatus: number | null;
  lastError: string | null;
  reason: string | null;
  createTime: string;
  doneTime: string | null;
}

interface WebhookAttemptRows {
  merchantId: string;
  id: string;
  deliveryId: string;
  endpointId: string;
  number: number;
  at: string;
  url: string;
  signature: string;
  httpStatus: number | null;
  latencyMs: number;
  responseHead: string | null;
  error: string | null;
  isManual: boolean;
  isSuccess: boolean;
}

/** What a failure says of itself, in a group and in each occurrence. */
interface FailureColumns {
  tenantId: number | null;
  fingerprint: string;
  exceptionNo: string;
  source: Source;
  eventType: string;
  level: Level;
  message: string;
  objectType: string | null;
  objectId: string | null;
  merchantId: string | null;
}

interface EventExceptionRows extends FailureColumns {
  id: string;
  occurrences: number;
  firstTime: string;
  lastTime: string;
  status: Generated<"open" | "retrying" | "resolved" | "ignored">;
  canRetry: Generated<boolean>;
  retryCount: Generated<number>;
  retryTime: string | null;
  assigneeId: number | null;
  assigneeName: string | null;
  resolveUserId: number | null;
  resolveUserName: string | null;
  remark: string | null;
  version: Generated<number>;
}

interface EventExceptionItemRows extends FailureColumns {
  id: string;
  exceptionId: string | null;
  at: string;
  stack: string | null;
  payload: JSONColumnType<object> | null;
  retry: JSONColumnType<{ queue: string; data: object }> | null;
  retriedTime: string | null;
}

/** What merchants' servers are told, and what failed. */
export interface WebhookTables {
  webhookEndpoints: WebhookEndpointRows;
  webhookEndpointStates: WebhookEndpointStateRows;
  merchantEvents: MerchantEventRows;
  webhookDeliveries: WebhookDeliveryRows;
  webhookAttempts: WebhookAttemptRows;
  eventExceptions: EventExceptionRows;
  eventExceptionItems: EventExceptionItemRows;
}

const ofMerchant = { tenant: "tenantId", merchant: "merchantId" } as const;

export const webhookManifest: Readonly<Record<keyof WebhookTables, TableFacts>> = {
  webhookEndpoints: { scope: ofMerchant, placement: "distributed", grant: "readWrite", audited: true },
  webhookEndpointStates: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  merchantEvents: { scope: ofMerchant, placement: "distributed", grant: "appendOnly" },
  webhookDeliveries: { scope: ofMerchant, placement: "distributed", grant: "readWrite" },
  webhookAttempts: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
  eventExceptions: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  eventExceptionItems: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
