import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import type { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { ExponentOverrides } from "@countinghouse/money/gateway-units.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { InFlightLimits } from "./flights.service.ts";
import type {
  AccountCheckOutcome,
  PaymentOutcome,
  PaymentReport,
  PayoutBalanceOutcome,
  PayoutOutcome,
  PayoutQueryOutcome,
  PayoutReport,
  QueryOutcome,
  RefundOutcome,
  RefundQueryOutcome,
  RefundReport,
  TestOutcome,
} from "./outcome.port.ts";
import type { SettlementFiles } from "./settlement-file.port.ts";

/** Something a provider can do. */
export type ConnectorCapability = (typeof GatewayCapability.members)[number]["value"];

/** One field of the credentials a gateway account needs. */
export interface ConnectorCredentialField {
  readonly name: string;
  readonly label: LocalizedText;
  /** Shown as set or not set and never again; others may be read by whoever may read the account. */
  readonly secret: boolean;
  readonly required: boolean;
}

/** A gateway account, opened for calls: credentials in the clear. It lives as long as the call and is never logged. */
export interface GatewayAccountForCalls {
  readonly id: string;
  readonly tenantId: number;
  readonly gatewayId: string;
  /** The account's number at the provider. */
  readonly upstreamMid: string;
  readonly connector: string;
  readonly baseUrl: string;
  /** A live account reaches public https hosts only. */
  readonly mode: "live" | "test";
  /** Hosts besides that a test account may reach, since a setting names them. */
  readonly testHosts: readonly string[];
  readonly credentials: Readonly<Record<string, string>>;
  readonly webhookSecret: string | null;
  /** Longest time one call may take, from the first byte sent to the last received. */
  readonly timeoutMs: number;
  readonly flights: InFlightLimits;
  readonly exponentOverrides: ExponentOverrides;
}

/** Card data in the clear: in memory for one call, and nowhere else. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string | null;
  readonly holderName: string | null;
}

/** Who pays, as far as the gateway is told. */
export interface PayerDetails {
  readonly ip: string | null;
  /**
   * By what the provider's own script knows the payer's device: the session id that the merchant's page gave it, or the
   * merchant's id of the device.
   */
  readonly deviceId: string | null;
  readonly userAgent: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly country: string | null;
}

/** A payment to be made. The attempt's number is the idempotency key: the same call again makes no second payment. */
export interface PaymentCall {
  readonly orderNo: string;
  readonly attemptNo: string;
  /** Whose payment it is. The gateway keeps it and tells it again, so that its notifications are read by merchant. */
  readonly merchantId: string;
  readonly amount: Money;
  readonly captureMethod: "automatic" | "manual";
  /** Code of the payment method catalogue: `card_visa`, `sim_wallet`, `alipay`. */
  readonly method: string;
  readonly card: CardDetails | null;
  /** Account of a direct debit. */
  readonly debitAccount: string | null;
  readonly threeDs: "automatic" | "force";
  /**
   * Set when the payer is not there: what the scheme calls the first payment of the consent, which proves it to the
   * issuer, or our own reference of it where the scheme told none. Null when the payer is there.
   */
  readonly renewalOf: string | null;
  /** For what the payer lets the merchant charge the card again; null where nothing was agreed to. */
  readonly storeFor: "recurring" | "unscheduled" | null;
  readonly returnUrl: string | null;
  readonly payer: PayerDetails | null;
  /** What the payer's statement shows, without the account's own prefix. */
  readonly descriptor: string | null;
}

/** A payment that was sent: by our numbers, and by the gateway's as far as it told them. */
export interface PaymentReference {
  readonly orderNo: string;
  readonly attemptNo: string;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

export interface CaptureCall extends PaymentReference {
  readonly amount: Money;
  /** Whether the rest of the reservation is released. */
  readonly isFinal: boolean;
  /** The same key again makes no second capture. */
  readonly idempotencyKey: string;
}

export interface VoidCall extends PaymentReference {
  readonly idempotencyKey: string;
}

export interface RefundCall extends PaymentReference {
  readonly amount: Money;
  /** Number of the refund, and its idempotency key. */
  readonly refundNo: string;
  readonly reason: string | null;
}

export interface RefundReference extends PaymentReference {
  readonly refundNo: string;
  readonly upstreamRefundId: string | null;
}

/** Whom a transfer goes to: in memory for one call, and nowhere else in the clear. */
export interface PayoutBeneficiary {
  /** How it is to be sent, where somebody said so; else by what the account is. */
  readonly method?: "bank_local" | "swift" | "wallet";
  readonly holderType: "company" | "individual";
  readonly holderName: string;
  readonly country: string;
  readonly bankName: string;
  readonly swift: string | null;
  readonly routingNo: string | null;
  /** Of a bank where a country's banks need it beside the code. */
  readonly branchCode?: string | null;
  readonly address?: string | null;
  readonly numberKind: "iban" | "account_no" | "wallet";
  /** Which wallet, where it is one. */
  readonly walletType?: string | null;
  readonly number: string;
}

/** A transfer to be made. Its number is the idempotency key: the same call again makes no second transfer. */
export interface PayoutCall {
  readonly payoutNo: string;
  readonly amount: Money;
  readonly beneficiary: PayoutBeneficiary;
  /** What the payee's statement shows. */
  readonly statement: string;
}

export interface PayoutReference {
  readonly payoutNo: string;
  readonly providerReference: string | null;
}

/** What a provider that pays out can be asked for. */
export interface PayoutConnector {
  /** Makes a transfer. An amount the provider's units cannot hold is an `error` before anything is sent. */
  send(account: GatewayAccountForCalls, call: PayoutCall): Promise<PayoutOutcome>;
  /** What the provider knows of a transfer, by our number where it told none. */
  query(account: GatewayAccountForCalls, reference: PayoutReference): Promise<PayoutQueryOutcome>;
  /** What there is to pay out of in a currency, where the provider tells that: nothing beyond it is sent. */
  balance?(account: GatewayAccountForCalls, currency: CurrencyCode): Promise<PayoutBalanceOutcome>;
  /** Whether an account is of the name it is said to be of, where the provider tells that. Nothing is sent. */
  checkAccount?(account: GatewayAccountForCalls, beneficiary: PayoutBeneficiary): Promise<AccountCheckOutcome>;
}

/** A notification as it came in: the very bytes, before anything read them. */
export interface IncomingNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly now: Date;
  /** Whether the proof is checked, or was when this came in and was kept: proofs age, and secrets change. */
  readonly isProven: boolean;
}

/** Something a notification says. Amounts are ours: exponents are converted before they get here. */
export type NotificationFact =
  | {
      readonly subject: "payment";
      readonly orderNo: string | null;
      /** Our attempt, where the gateway was told its number. */
      readonly attemptNo: string | null;
      /** Whose payment it is, where the gateway was told and tells it. */
      readonly merchantId: string | null;
      /** Counts up per object, where the gateway counts; orders facts of one instant. */
      readonly upstreamSeq: number | null;
      readonly outcome: PaymentReport;
    }
  | {
      readonly subject: "refund";
      readonly refundNo: string | null;
      readonly upstreamSeq: number | null;
      readonly outcome: RefundReport;
    }
  | { readonly subject: "payout"; readonly payoutNo: string | null; readonly outcome: PayoutReport }
  /** Something no module takes in. It is kept and answered, and nothing else happens. */
  | { readonly subject: "other"; readonly objectType: string; readonly upstreamId: string | null };

/** What became of reading a notification. `invalid_signature` covers a stale or missing proof as well. */
export type NotificationReading =
  | "invalid_signature"
  | "unparsable"
  | {
      /** The gateway's own id of the event, by which copies are told. */
      readonly eventId: string;
      readonly eventType: string;
      readonly occurredAt: string;
      readonly facts: readonly NotificationFact[];
    };

/**
 * A provider behind one face. An implementation makes one call each, tells what came of it in the words of
 * `outcome.port.ts`, and never throws for what a gateway or a network did. It retries nothing and keeps no payment.
 */
export interface Connector {
  readonly code: string;
  readonly name: LocalizedText;
  readonly credentialSchema: readonly ConnectorCredentialField[];
  /**
   * Hosts at which the provider answers, by mode: those of one take no traffic of the other. Card numbers and keys are
   * sent to no other but this machine's own simulator.
   */
  readonly hosts: Readonly<Record<"live" | "test", readonly string[]>>;
  readonly capabilities: readonly ConnectorCapability[];
  /** How many calls at once the provider takes for one account, over all nodes and by mode, where it says so. */
  readonly callsAtOnce?: Readonly<Record<"live" | "test", number>>;
  /** Whether the provider exists to prove the platform against, and moves no money. */
  readonly isSimulated: boolean;
  /** Makes a payment. An amount the gateway's units cannot hold is an `error` before anything is sent. */
  pay(account: GatewayAccountForCalls, call: PaymentCall): Promise<PaymentOutcome>;
  /** What the gateway knows of a payment. The only thing that may turn an unknown outcome into a known one. */
  query(account: GatewayAccountForCalls, reference: PaymentReference): Promise<QueryOutcome>;
  capture(account: GatewayAccountForCalls, call: CaptureCall): Promise<PaymentOutcome>;
  /** Releases a reservation, or gives up on a payer who was asked to act. */
  void(account: GatewayAccountForCalls, call: VoidCall): Promise<PaymentOutcome>;
  refund(account: GatewayAccountForCalls, call: RefundCall): Promise<RefundOutcome>;
  queryRefund(account: GatewayAccountForCalls, reference: RefundReference): Promise<RefundQueryOutcome>;
  /** Transfers to people's accounts; none where the provider makes none, or we ask it for none. */
  readonly payouts?: PayoutConnector;
  /** Settlement files; none where the provider writes none, or we read none of its. */
  readonly settlementFiles?: SettlementFiles;
  /** Whether the address answers and knows the credentials. Changes nothing at the gateway. */
  test(account: GatewayAccountForCalls): Promise<TestOutcome>;
  /** Proves and reads a notification, without a call. Never throws, whatever the bytes are. */
  readNotification(account: GatewayAccountForCalls, incoming: IncomingNotification): NotificationReading;
}
