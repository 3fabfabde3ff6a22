import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CaptureStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { UncheckedJsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface Captures {
  merchantId: string;
  id: string;
  tenantId: number;
  captureNo: string;
  orderId: string;
  orderNo: string;
  attemptId: string;
  mode: Mode;
  seq: number;
  status: ValueOf<typeof CaptureStatus>;
  isFinal: boolean;
  amount: string;
  currency: CurrencyCode;
  reason: string | null;
  gatewayAccountId: string;
  gatewayKey: string | null;
  upstreamId: string | null;
  failureCode: string | null;
  upstreamCode: string | null;
  upstreamMessage: string | null;
  askedTime: string;
  sentTime: string | null;
  finishedTime: string | null;
  sendCount: Generated<number>;
  queryCount: Generated<number>;
  isPriced: Generated<boolean>;
  settleCurrency: CurrencyCode | null;
  settleAmount: string | null;
  feeAmount: string | null;
  feeTaxAmount: string | null;
  netAmount: string | null;
  gatewayCostAmount: string | null;
  gatewayCostCurrency: CurrencyCode | null;
  fxRate: string | null;
  fx: UncheckedJsonColumn;
  feeRule: UncheckedJsonColumn;
  dueDate: string | null;
  /** Amount claimed by open and successful refunds, and their claim on the merchant's balance. */
  refundClaimed: Generated<string>;
  refundClaimedSettle: Generated<string>;
  /** Amount returned by refunds. */
  refundedAmount: Generated<string>;
  /** Fee and tax returned with refunds; never returned twice. */
  returnedFee: Generated<string>;
  returnedFeeTax: Generated<string>;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    captures: Captures;
  }
}

export const captureTables: FactsOf<"captures"> = {
  captures: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["fx", "feeRule"],
  },
};
