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

/** A capability of a provider. */
export type ConnectorCapability = (typeof GatewayCapability.members)[number]["value"];

/** One field of the credentials a gateway account needs. */
export interface ConnectorCredentialField {
  readonly name: string;
  readonly label: LocalizedText;
  /** Displayed only as set or not set; other fields are visible to readers of the account. */
  readonly secret: boolean;
  readonly required: boolean;
}

/** A gateway account opened for calls, with decrypted credentials. It lives as long as the call and is never logged. */
export interface GatewayAccountForCalls {
  readonly id: string;
  readonly tenantId: number;
  readonly gatewayId: string;
  /** The account's number at the provider. */
  readonly upstreamMid: string;
  readonly connector: string;
  readonly baseUrl: string;
  /** A live account may call public https hosts only. */
  readonly mode: "live" | "test";
  /** Further hosts that a setting allows for test accounts. */
  readonly testHosts: readonly string[];
  readonly credentials: Readonly<Record<string, string>>;
  readonly webhookSecret: string | null;
  /** Longest duration of one call in milliseconds, from the first byte sent to the last received. */
  readonly timeoutMs: number;
  readonly flights: InFlightLimits;
  readonly exponentOverrides: ExponentOverrides;
}

/** Card data in clear text: in memory for one call only. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string | null;
  readonly holderName: string | null;
}

/** Payer data for the gateway. */
export interface PayerDetails {
  readonly ip: string | null;
  /**
   * Device id of the payer for the provider's fraud script: the session id from the merchant's page, or the merchant's
   * device id.
   */
  readonly deviceId: string | null;
  readonly userAgent: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly country: string | null;
}

/** A payment to make. The attempt's number is the idempotency key: repeating the call makes no second payment. */
export interface PaymentCall {
  readonly orderNo: string;
  readonly attemptNo: string;
  /** The merchant's id. The gateway stores and returns it, so that its notifications can be assigned to a merchant. */
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
   * Set for payments without the payer: the scheme transaction id of the consent's first payment, which proves it to
   * the issuer, or our own reference where the scheme gave none. Null when the payer is present.
   */
  readonly renewalOf: string | null;
  /** Agreed future use of the card; null without consent. */
  readonly storeFor: "recurring" | "unscheduled" | null;
  readonly returnUrl: string | null;
  readonly payer: PayerDetails | null;
  /** Statement descriptor, without the account's own prefix. */
  readonly descriptor: string | null;
}

/** A sent payment: our numbers, and the gateway's as far as known. */
export interface PaymentReference {
  readonly orderNo: string;
  readonly attemptNo: string;
  readonly upstreamIntentId: string | null;
  readonly upstreamAttemptId: string | null;
}

export interface CaptureCall extends PaymentReference {
  readonly amount: Money;
  /** Whether the rest of the authorisation is released. */
  readonly isFinal: boolean;
  /** Repeating the key makes no second capture. */
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

/** The beneficiary of a transfer: in clear text for one call only. */
export interface PayoutBeneficiary {
  /** The transfer method where one was chosen; otherwise derived from the account. */
  readonly method?: "bank_local" | "swift" | "wallet";
  readonly holderType: "company" | "individual";
  readonly holderName: string;
  readonly country: string;
  readonly bankName: string;
  readonly swift: string | null;
  readonly routingNo: string | null;
  /** Bank branch, where a country's banks need it beside the bank code. */
  readonly branchCode?: string | null;
  readonly address?: string | null;
  readonly numberKind: "iban" | "account_no" | "wallet";
  /** Wallet type, for a wallet. */
  readonly walletType?: string | null;
  readonly number: string;
}

/** A transfer to make. Its number is the idempotency key: repeating the call makes no second transfer. */
export interface PayoutCall {
  readonly payoutNo: string;
  readonly amount: Money;
  readonly beneficiary: PayoutBeneficiary;
  /** Statement descriptor for the payee. */
  readonly statement: string;
}

export interface PayoutReference {
  readonly payoutNo: string;
  readonly providerReference: string | null;
}

/** Payout operations of a provider. */
export interface PayoutConnector {
  /** Makes a transfer. An amount that the provider's units cannot express is an `error` before anything is sent. */
  send(account: GatewayAccountForCalls, call: PayoutCall): Promise<PayoutOutcome>;
  /** Queries a transfer, by our number where the provider gave none. */
  query(account: GatewayAccountForCalls, reference: PayoutReference): Promise<PayoutQueryOutcome>;
  /** Balance for payouts in a currency, where the provider reports it: nothing beyond it is sent. */
  balance?(account: GatewayAccountForCalls, currency: CurrencyCode): Promise<PayoutBalanceOutcome>;
  /** Checks an account holder's name, where the provider supports it. Sends no money. */
  checkAccount?(account: GatewayAccountForCalls, beneficiary: PayoutBeneficiary): Promise<AccountCheckOutcome>;
}

/** A raw notification: the received bytes. */
export interface IncomingNotification {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Uint8Array;
  readonly now: Date;
  /**
   * Whether to verify the signature; false for a stored notification that was verified on arrival, because signatures
   * expire and secrets change.
   */
  readonly isProven: boolean;
}

/** A fact in a notification. Amounts have our exponents already. */
export type NotificationFact =
  | {
      readonly subject: "payment";
      readonly orderNo: string | null;
      /** Our attempt, where the gateway was told its number. */
      readonly attemptNo: string | null;
      /** The merchant of the payment, where the gateway returns it. */
      readonly merchantId: string | null;
      /** Sequence number per object, where the gateway has one; orders facts of the same instant. */
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
  /** A fact that no module handles: stored and acknowledged only. */
  | { readonly subject: "other"; readonly objectType: string; readonly upstreamId: string | null };

/** Result of reading a notification. `invalid_signature` also covers an expired or missing signature. */
export type NotificationReading =
  | "invalid_signature"
  | "unparsable"
  | {
      /** The gateway's event id, which identifies duplicates. */
      readonly eventId: string;
      readonly eventType: string;
      readonly occurredAt: string;
      readonly facts: readonly NotificationFact[];
    };

/**
 * The interface of a provider. Each method makes one call, reports its result in the types of `outcome.port.ts`, and
 * never throws for failures of gateway or network. It retries nothing and stores no payment.
 */
export interface Connector {
  readonly code: string;
  readonly name: LocalizedText;
  readonly credentialSchema: readonly ConnectorCredentialField[];
  /**
   * The provider's hosts by mode; one mode never uses the other's. Card numbers and keys are sent only to these hosts
   * and this machine's own simulator.
   */
  readonly hosts: Readonly<Record<"live" | "test", readonly string[]>>;
  readonly capabilities: readonly ConnectorCapability[];
  /** Concurrent calls that the provider allows per account, over all nodes and by mode, where documented. */
  readonly callsAtOnce?: Readonly<Record<"live" | "test", number>>;
  /** Whether the provider is a simulator and moves no money. */
  readonly isSimulated: boolean;
  /** Makes a payment. An amount that the gateway's units cannot express is an `error` before anything is sent. */
  pay(account: GatewayAccountForCalls, call: PaymentCall): Promise<PaymentOutcome>;
  /** Queries a payment: the only call that turns an unknown outcome into a known one. */
  query(account: GatewayAccountForCalls, reference: PaymentReference): Promise<QueryOutcome>;
  capture(account: GatewayAccountForCalls, call: CaptureCall): Promise<PaymentOutcome>;
  /** Releases an authorisation, or gives up a payment that waits for the payer. */
  void(account: GatewayAccountForCalls, call: VoidCall): Promise<PaymentOutcome>;
  refund(account: GatewayAccountForCalls, call: RefundCall): Promise<RefundOutcome>;
  queryRefund(account: GatewayAccountForCalls, reference: RefundReference): Promise<RefundQueryOutcome>;
  /** Payouts; absent where the provider has none, or we do not support them. */
  readonly payouts?: PayoutConnector;
  /** Settlement files; absent where the provider has none, or we do not support them. */
  readonly settlementFiles?: SettlementFiles;
  /** Whether the address answers and accepts the credentials. Changes nothing at the gateway. */
  test(account: GatewayAccountForCalls): Promise<TestOutcome>;
  /** Verifies and parses a notification, without a call. Never throws, whatever the bytes. */
  readNotification(account: GatewayAccountForCalls, incoming: IncomingNotification): NotificationReading;
}
