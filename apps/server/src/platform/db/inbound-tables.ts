import type { Generated, JSONColumnType } from "kysely";
import type { Mode, TableFacts } from "./tables.ts";

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
  verdict: "valid" | "invalid_signature" | "unparsable" | "altered_copy";
  status: Generated<"received" | "processed" | "ignored" | "parked" | "failed">;
  reason: string | null;
  attemptCount: Generated<number>;
  nextAttemptTime: string | null;
  copies: Generated<number>;
  lastCopyTime: string | null;
  createTime: Generated<string>;
  doneTime: string | null;
}

/** What gateways tell us. */
export interface InboundTables {
  inboundNotifications: InboundNotificationRows;
}

/** Where it lies and who may see it. */
export const inboundManifest: Readonly<Record<keyof InboundTables, TableFacts>> = {
  inboundNotifications: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
};
