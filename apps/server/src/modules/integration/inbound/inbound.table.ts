import type { InboundStatus, InboundVerdict } from "@countinghouse/contract/integration/webhook/inbound-webhook.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface InboundNotificationRows {
  id: string;
  tenantId: number;
  gatewayAccountId: string;
  mode: Mode;
  dedupeKey: string;
  eventId: string | null;
  eventType: string | null;
  occurredAt: string | null;
  objectNo: string | null;
  headers: JSONColumnType<Record<string, string>, string | undefined, string>;
  body: Buffer;
  bodyBytes: number;
  bodySha256: string;
  verdict: ValueOf<typeof InboundVerdict>;
  status: Generated<ValueOf<typeof InboundStatus>>;
  reason: string | null;
  attemptCount: Generated<number>;
  nextAttemptTime: string | null;
  copies: Generated<number>;
  lastCopyTime: string | null;
  createTime: Generated<string>;
  doneTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    inboundNotifications: InboundNotificationRows;
  }
}

export const inboundTables: FactsOf<"inboundNotifications"> = {
  inboundNotifications: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite", json: ["headers"] },
};
