import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Task } from "./agenda.ts";
import type { CardBrand, TestNumber } from "./card-number.ts";
import type { DeclineCode } from "./decline-codes.ts";
import type { ProfileSetting } from "./profiles.ts";

/** A merchant account at the simulated provider: credentials, where it is notified, and which faults it suffers. */
export interface Account {
  readonly id: string;
  apiKey: string;
  clientId: string;
  /** Which wire the account is notified in. */
  face: "native" | "airwallex";
  webhookUrl: string | null;
  webhookSecret: string;
  profiles: ProfileSetting[];
  /** How long a connection hangs before it breaks, in milliseconds of the simulator's clock. */
  hangMs: number;
  /** What there is to pay out of, by currency; as much as is asked for in every other one. */
  balances?: { readonly currency: CurrencyCode; amount: bigint }[];
}

export type PaymentStatus =
  | "requires_action"
  | "pending"
  | "authorized"
  | "captured"
  | "declined"
  | "voided"
  | "expired"
  | "reversed";

export type MethodType = "card" | "sim_wallet" | "sim_qr" | "sim_voucher" | "sim_debit";

/** What is kept of a card: never its number. */
export interface CardFacts {
  readonly brand: CardBrand;
  readonly country: string;
  readonly scenario: string;
  readonly bin: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string;
}

/** One taking of a payment's money, by its own number; `reference` is the caller's, of a capture that was asked for. */
export interface Capture {
  readonly id: string;
  readonly reference: string | null;
  readonly amount: bigint;
}

export interface Payment {
  readonly id: string;
  readonly accountId: string;
  readonly intentId: string | null;
  readonly reference: string;
  readonly attempt: string | null;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly captureMethod: "automatic" | "manual";
  readonly method: MethodType;
  readonly card: CardFacts | null;
  readonly returnUrl: string | null;
  /** Of what the payer agreed to, or agreed to before. */
  readonly consent: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  status: PaymentStatus;
  capturedAmount: bigint;
  captures: readonly Capture[];
  refundedAmount: bigint;
  /** How far the money is on its way to the merchant, where the wire tells. */
  settlement: "settled" | "paid" | null;
  declineCode: DeclineCode | null;
  action: { type: "redirect" | "qr" | "voucher"; url: string; data: string; expireAt: number } | null;
  threeDs: { flow: string; eci: string; liabilityShift: boolean } | null;
  checks: { avs: "match" | "mismatch"; cvc: "match" | "mismatch" } | null;
  updatedAt: number;
  sequence: number;
}

export interface Refund {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly createdAt: number;
  status: "processing" | "succeeded" | "failed" | "reversed";
  /** Whether the scheme took it in; only the Airwallex-shaped face tells. */
  isAccepted: boolean;
  failureCode: string | null;
  acquirerReference: string | null;
  updatedAt: number;
  sequence: number;
}

export interface Dispute {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly reasonCode: string;
  readonly createdAt: number;
  stage: "inquiry" | "pre_chargeback" | "chargeback" | "pre_arbitration";
  /** What the Airwallex-shaped face tells in place of the status, where it tells more. */
  standing: "expired" | "pending_closure" | "pending_decision" | null;
  status: "needs_response" | "challenged" | "accepted" | "won" | "lost" | "withdrawn";
  /** Whether the scheme has taken the money. */
  isDebited: boolean;
  dueAt: number;
  evidenceCount: number;
  updatedAt: number;
  sequence: number;
}

export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly beneficiaryLast4: string;
  readonly createdAt: number;
  status: "processing" | "paid" | "failed" | "returned";
  failureCode: string | null;
  updatedAt: number;
  sequence: number;
}

/** A request for payment of the Airwallex-shaped face, which several payments may try to meet. */
export interface Intent {
  readonly id: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly merchantOrderId: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly returnUrl: string | null;
  readonly isThreeDsForced: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly paymentIds: string[];
  cancelledAt: number | null;
  cancellationReason: string | null;
}

export interface Delivery {
  readonly at: number;
  readonly attempt: number;
  /** HTTP status of the receiver; 0 when it could not be reached. */
  readonly status: number;
}

/** A notification as it was rendered when it happened. */
export interface Notification {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly objectId: string;
  readonly body: string;
  readonly createdAt: number;
  readonly deliveries: Delivery[];
}

/** One movement of an account's money, waiting for or listed in a settlement file. Credits are positive. */
export interface MoneyLine {
  readonly accountId: string;
  readonly type: "Settled" | "Refunded" | "RefundedReversed" | "Chargeback" | "SecondChargeback" | "ChargebackReversed";
  readonly paymentId: string;
  readonly reference: string;
  readonly modificationReference: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  readonly method: string;
  readonly at: number;
  batchNo: number | null;
}

export interface SettlementFile {
  readonly batchNo: number;
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly createdAt: number;
  readonly anomalies: readonly string[];
  /** Paid to the merchant, in minor units; absent in books of older versions. */
  readonly netAmount?: bigint;
  /** Costs and fees deducted before, in minor units. */
  readonly feeAmount?: bigint;
  readonly text: string;
}

/** An answer that is repeated for its key: an object, shown as it is now, or a refusal, shown as it was. */
export interface KeptAnswer {
  readonly requestHash: string;
  status: "in_progress" | "object" | "refusal";
  objectId: string;
  refusal: { status: number; code: string; message: string } | null;
}

/** Everything the simulator knows. A snapshot is this and nothing else. */
export interface Book {
  /** Keys the fingerprints of cards and requests. */
  readonly salt: string;
  randomState: number;
  lastNumber: number;
  clock: number;
  readonly accounts: Map<string, Account>;
  readonly payments: Map<string, Payment>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly payouts: Map<string, Payout>;
  readonly intents: Map<string, Intent>;
  readonly notifications: Map<string, Notification>;
  readonly lines: MoneyLine[];
  readonly files: SettlementFile[];
  readonly kept: Map<string, KeptAnswer>;
  /** How often something was tried, by a key that says what. */
  readonly tries: Map<string, number>;
  readonly tasks: Task[];
}

/** An empty book for the seed. */
export const emptyBook = (seed: number, salt: string): Book => ({
  salt,
  randomState: seed,
  lastNumber: 0,
  clock: 0,
  accounts: new Map(),
  payments: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  payouts: new Map(),
  intents: new Map(),
  notifications: new Map(),
  lines: [],
  files: [],
  kept: new Map(),
  tries: new Map(),
  tasks: [],
});

/** The card facts of a number that was read, without the number. */
export const cardFacts = (
  read: TestNumber,
  rest: Pick<CardFacts, "bin" | "last4" | "expMonth" | "expYear" | "fingerprint">,
): CardFacts => ({ ...read, ...rest });
