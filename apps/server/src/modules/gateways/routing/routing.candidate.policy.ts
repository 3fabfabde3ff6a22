import type { ExclusionReason, Strategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { CandidateChannel, DeviceKind } from "./routing.channel.policy.ts";

type Mode = "live" | "test";
type ServiceState = "enabled" | "draining" | "disabled";
export type AccountHealth = "healthy" | "degraded" | "down";

/** What is to be paid, as far as it decides where. */
export interface RouteRequest {
  readonly orderNo: string;
  readonly mode: Mode;
  readonly amount: Money;
  /** Code of the payment method. */
  readonly method: string;
  readonly appId: string | null;
  /** Of the billing address; ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Where the card was issued; null where that is not known, or no card is there. */
  readonly binCountry: string | null;
  /** There is a card, so that its issuer's country is known or unknown, and not merely yet to come. */
  readonly hasCard?: boolean;
  /** A payment type, such as `hosted_page`. */
  readonly type: string;
  readonly captureMethod: "automatic" | "manual";
  readonly triedAccountIds: readonly string[];
  readonly at: Date;
  /** 3-D Secure is asked for, by the merchant or by risk. */
  readonly needsThreeDs?: boolean;
  /** The card is charged again later without the payer. */
  readonly needsRecurring?: boolean;
  readonly needsPartialRefund?: boolean;
  /** Belongs to something begun earlier, which a draining account still serves. */
  readonly isFollowUp?: boolean;
  /** An account that may be asked again although it was tried. */
  readonly retryAccountId?: string | null;
  /** The channel the payer chose, where one was offered; its gateway binds. */
  readonly channelId?: string | null;
  readonly device?: DeviceKind | null;
  /** The accounts that can use the stored card; absent where none is used. */
  readonly tokenAccountIds?: readonly string[];
}

/** Sets that narrow; an empty one allows everything. */
export interface RouteRestrictions {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
}

/** Bounds of one payment in its currency, in minor units. */
export interface AmountBounds {
  readonly min: bigint | null;
  readonly max: bigint | null;
}

/** A cap over a day or a month, with what of it is used, in minor units or payments. */
export interface UsageCap {
  readonly reason: ExclusionReason;
  readonly counts: "amount" | "payments";
  readonly limit: bigint;
  readonly used: bigint;
}

/** How many of an account's payments were approved: of the same method and issuer's country, and in all. */
export interface ApprovalFacts {
  readonly alike: { readonly attempts: number; readonly approved: number };
  readonly all: { readonly attempts: number; readonly approved: number };
}

/** An account that is bound to the merchant, with everything that decides about it. */
export interface Candidate {
  readonly accountId: string;
  readonly name: string;
  readonly gatewayId: string;
  readonly mode: Mode;
  readonly priority: number;
  readonly weight: number;
  /** Changes whenever the configuration of the account or its binding does. */
  readonly version: string;
  readonly binding: {
    readonly status: "pending" | "enabled" | "disabled";
    readonly appIds: readonly string[];
    readonly methods: readonly string[];
    readonly types: readonly string[];
    readonly binCountries: readonly string[];
    readonly unknownIssuer: "allow" | "exclude";
    readonly validFrom: Date | null;
    readonly validTo: Date | null;
  };
  readonly provider: "enabled" | "disabled";
  readonly gateway: ServiceState;
  readonly account: ServiceState;
  /** Whether the method is switched on at each level; null where it is not listed. */
  readonly method: { readonly onAccount: boolean | null; readonly atProvider: boolean | null };
  /** Of the binding, the account, its method and the provider's method. */
  readonly narrowings: readonly RouteRestrictions[];
  readonly bounds: readonly AmountBounds[];
  readonly allowances: readonly UsageCap[];
  readonly capabilities: ReadonlySet<string>;
  readonly channels: readonly CandidateChannel[];
  /** Whether the account is registered for what the merchant trades in. */
  readonly takesTrade: boolean;
  readonly health: AccountHealth;
  /** Expected cost in the order's currency, where it is known. */
  readonly cost: Money | null;
  readonly approvals: ApprovalFacts;
}

/** A row of the rule strategy: the first that matches names the accounts. */
export interface RouteRule {
  readonly when: {
    readonly currencies: readonly string[];
    readonly countries: readonly string[];
    readonly methods: readonly string[];
    readonly types: readonly string[];
    /** Minor units; only of rules with exactly one currency. */
    readonly minAmount: bigint | null;
    readonly maxAmount: bigint | null;
  };
  readonly shares: readonly { readonly accountId: string; readonly percent: number }[];
}

/** How a merchant's orders are routed. */
export interface RoutingTerms {
  readonly strategy: Strategy;
  readonly rules: readonly RouteRule[];
  /** Accounts that follow when those of the rule are exhausted. */
  readonly fallbackAccountIds: readonly string[];
  readonly version: number;
}

/** What a merchant without terms of its own is routed by. */
export const defaultTerms: RoutingTerms = {
  strategy: "priority_weight",
  rules: [],
  fallbackAccountIds: [],
  version: 0,
};
