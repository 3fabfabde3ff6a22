import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import type {
  AttemptStatus,
  AttemptTrigger,
  ConsentInitiator,
  ConsentUsage,
} from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import type { RouteDecisionView } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { NullableJsonColumn, UncheckedJsonColumn } from "../../../platform/db/columns.ts";
import type { FactsOf, Mode } from "../../../platform/db/tables.ts";

interface PaymentAttempts {
  merchantId: string;
  id: string;
  tenantId: number;
  attemptNo: string;
  orderId: string;
  orderNo: string;
  mode: Mode;
  seq: number;
  status: ValueOf<typeof AttemptStatus>;
  trigger: ValueOf<typeof AttemptTrigger>;
  gatewayId: string | null;
  gatewayAccountId: string;
  channelId: string | null;
  paymentMethod: string;
  methodCategory: ValueOf<typeof PaymentMethodCategory>;
  isThreeDsForced: Generated<boolean>;
  routeDecision: NullableJsonColumn<RouteDecisionView>;
  amount: string;
  currency: CurrencyCode;
  authorizedAmount: Generated<string>;
  capturedAmount: Generated<string>;
  isReleaseAsked: Generated<boolean>;
  /** How often its gateway refused the release: each further release has a key of its own. */
  releaseTries: Generated<number>;
  /** Parsed by the contract's `Agreement`; null for attempts from before agreements. */
  agreement: UncheckedJsonColumn;
  /** Names of incidents reported about it, each once. */
  reported: NullableJsonColumn<string[]>;
  nextAction: UncheckedJsonColumn;
  upstreamIntentId: string | null;
  upstreamAttemptId: string | null;
  transactionNo: string | null;
  arn: string | null;
  authCode: string | null;
  avsResult: string | null;
  cvcResult: string | null;
  threeDs: UncheckedJsonColumn;
  declineCode: string | null;
  declineCategory: string | null;
  upstreamCode: string | null;
  upstreamMessage: string | null;
  merchantAdviceCode: string | null;
  retryable: boolean | null;
  retryAfter: string | null;
  expectedCost: string | null;
  cardBrand: string | null;
  cardBin: string | null;
  cardLast4: string | null;
  cardCountry: string | null;
  cardFingerprint: string | null;
  consentInitiator: ValueOf<typeof ConsentInitiator> | null;
  consentUsage: ValueOf<typeof ConsentUsage> | null;
  consentReference: string | null;
  schemeTransactionId: string | null;
  tokenReference: string | null;
  isDuplicate: Generated<boolean>;
  upstreamTime: string | null;
  queryCount: Generated<number>;
  notFoundCount: Generated<number>;
  nextQueryTime: string | null;
  startedTime: string;
  finishedTime: string | null;
  latencyMs: number | null;
  /** Keyed digest of the columns that `sealedColumns` lists. */
  seal: Generated<string | null>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    paymentAttempts: PaymentAttempts;
  }
}

export const paymentAttemptTables: FactsOf<"paymentAttempts"> = {
  paymentAttempts: {
    scope: { tenant: "tenantId", merchant: "merchantId" },
    placement: "distributed",
    grant: "readWrite",
    json: ["routeDecision", "nextAction", "threeDs", "agreement", "reported"],
  },
};
