import type { DeliveryStatus } from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

/** Key of an event's object. */
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
  /** The address, where the endpoint has none of its own. */
  url: string | null;
  status: Generated<ValueOf<typeof DeliveryStatus>>;
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

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merchantEvents: MerchantEventRows;
    webhookDeliveries: WebhookDeliveryRows;
    webhookAttempts: WebhookAttemptRows;
  }
}

export const webhookTables: FactsOf<"merchantEvents" | "webhookDeliveries" | "webhookAttempts"> = {
  merchantEvents: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "appendOnly",
    json: ["data", "endpointIds"],
  },
  webhookDeliveries: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
  webhookAttempts: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
