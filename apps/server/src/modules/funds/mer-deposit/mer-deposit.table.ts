import type {
  DepositMoveKind,
  DepositSource,
  DepositStatus,
  DepositType,
} from "@countinghouse/contract/funds/mer-deposit/deposit-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated } from "kysely";
import type { JsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface MerDeposits {
  merchantId: string;
  id: string;
  tenantId: number;
  depositNo: string;
  mode: Mode;
  currency: string;
  type: ValueOf<typeof DepositType>;
  source: ValueOf<typeof DepositSource>;
  settlementBatchId: string | null;
  settlementBatchNo: string | null;
  ratio: number | null;
  bankAccount: string | null;
  reason: string | null;
  amount: string;
  releasedAmount: Generated<string>;
  usedAmount: Generated<string>;
  remainAmount: string;
  holdDays: number | null;
  holdDate: string;
  releaseDate: string | null;
  status: ValueOf<typeof DepositStatus>;
  freezeReason: string | null;
  createTime: string;
  /** SHA-256 of each of its movements; null for holds without movements since these are listed. */
  moveDigests: JsonColumn<string[]> | null;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface MerDepositMoves {
  merchantId: string;
  id: string;
  tenantId: number;
  depositId: string;
  /** The hold's version after it. */
  seq: number;
  mode: Mode;
  currency: string;
  kind: ValueOf<typeof DepositMoveKind>;
  amount: string | null;
  fromDate: string | null;
  toDate: string | null;
  journalId: string | null;
  reason: string | null;
  operatorId: number | null;
  operatorName: string | null;
  time: string;
}

/** A period in which an available balance is negative. */
interface NegativeBalances {
  merchantId: string;
  id: string;
  tenantId: number;
  mode: Mode;
  currency: string;
  since: string;
  writtenOffAmount: string | null;
  endedTime: string | null;
  version: Generated<number>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merDeposits: MerDeposits;
    merDepositMoves: MerDepositMoves;
    negativeBalances: NegativeBalances;
  }
}

const scope = { tenant: "tenantId", merchant: "merchantId" } as const;

export const merDepositTables: FactsOf<"merDeposits" | "merDepositMoves" | "negativeBalances"> = {
  merDeposits: { scope, placement: "distributed", grant: "readWrite", json: ["moveDigests"] },
  merDepositMoves: { scope, placement: "distributed", grant: "appendOnly" },
  negativeBalances: { scope, placement: "distributed", grant: "readWrite" },
};
