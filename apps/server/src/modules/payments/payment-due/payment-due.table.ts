import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { DueAction, DueKind, DueStatus } from "@countinghouse/contract/payments/payment-due/due-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface PaymentDues {
  merchantId: string;
  id: string;
  tenantId: number;
  dueNo: string;
  orderId: string;
  orderNo: string;
  attemptId: string;
  mode: Mode;
  kind: ValueOf<typeof DueKind>;
  status: ValueOf<typeof DueStatus>;
  gatewayAccountId: string;
  upstreamPaymentId: string;
  amount: string;
  currency: CurrencyCode;
  expectedAmount: string;
  expectedCurrency: CurrencyCode;
  heldAmount: string;
  bookedAmount: Generated<string>;
  /** Amount returned to the payer. */
  returnedAmount: Generated<string>;
  captureId: string | null;
  action: ValueOf<typeof DueAction> | null;
  proposeUserId: number | null;
  proposeUserName: string | null;
  proposeReason: string | null;
  proposeTime: string | null;
  decideUserId: number | null;
  decideUserName: string | null;
  decideReason: string | null;
  decideTime: string | null;
  createTime: string;
  version: Generated<number>;
  needsApproval: Generated<boolean>;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    paymentDues: PaymentDues;
  }
}

export const paymentDueTables: FactsOf<"paymentDues"> = {
  paymentDues: { scope: { tenant: "tenantId", merchant: "merchantId" }, placement: "distributed", grant: "readWrite" },
};
