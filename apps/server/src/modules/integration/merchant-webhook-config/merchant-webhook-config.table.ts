import type { EndpointStatus } from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

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
  status: Generated<ValueOf<typeof EndpointStatus>>;
  statusReason: string | null;
  deleteTime: string | null;
  /** Above zero: one of several endpoints for the same events and address, from before that was unique. */
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

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    webhookEndpoints: WebhookEndpointRows;
    webhookEndpointStates: WebhookEndpointStateRows;
  }
}

export const merchantWebhookConfigTables: FactsOf<"webhookEndpoints" | "webhookEndpointStates"> = {
  webhookEndpoints: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    audited: true,
    json: ["events", "customHeaders"],
    unrecorded: ["secret", "previousSecret", "olderSecret"],
  },
  webhookEndpointStates: { scope: { merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
