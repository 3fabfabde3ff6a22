import type {
  SettlementBlock,
  SettlementStatus,
  SettlementVoidCause,
} from "@countinghouse/contract/funds/settlements/settlement-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface SettlementBatches {
  merchantId: string;
  id: string;
  tenantId: number;
  batchNo: string;
  mode: Mode;
  currency: string;
  /** The day it is settled, in the merchant's settlement zone. */
  date: string;
  /** Its place among the batches of the book and currency that were ever closed; null while it collects. */
  seq: number | null;
  status: ValueOf<typeof SettlementStatus>;
  periodFrom: string | null;
  periodTo: string | null;
  grossAmount: Generated<string>;
  feeAmount: Generated<string>;
  refundAmount: Generated<string>;
  disputeAmount: Generated<string>;
  penaltyAmount: Generated<string>;
  taxAmount: Generated<string>;
  adjustmentAmount: Generated<string>;
  amount: Generated<string>;
  reserveAmount: Generated<string>;
  reserveRatio: number | null;
  reserveReleaseDate: string | null;
  lineCount: Generated<number>;
  checksum: string | null;
  termsId: string | null;
  holdReason: string | null;
  blockedBy: ValueOf<typeof SettlementBlock> | null;
  closeUserId: number | null;
  closeUserName: string | null;
  closedTime: string | null;
  confirmedTime: string | null;
  settledTime: string | null;
  journalId: string | null;
  voidCause: ValueOf<typeof SettlementVoidCause> | null;
  voidReason: string | null;
  /** Of a void one, the batch whose bill tells what moved in its period, where that is none of the period after it. */
  coveredBy: string | null;
  voidTime: string | null;
  createTime: string;
  eventSeq: Generated<number>;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    settlementBatches: SettlementBatches;
  }
}

export const settlementsTables: FactsOf<"settlementBatches"> = {
  settlementBatches: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
  },
};
