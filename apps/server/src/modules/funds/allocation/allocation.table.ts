import type { Generated } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

/** A part of a withdrawal or payout order, and the batch that brought it. Append-only. */
interface SettlementAllocations {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  currency: string;
  sourceType: "cashout" | "payout_order";
  sourceId: string;
  sourceNo: string;
  seq: number;
  /** Null for money that no batch brought. */
  batchId: string | null;
  /** Negative where it was returned. */
  amount: string;
  createTime: string;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    settlementAllocations: SettlementAllocations;
  }
}

export const allocationTables: FactsOf<"settlementAllocations"> = {
  settlementAllocations: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
};
