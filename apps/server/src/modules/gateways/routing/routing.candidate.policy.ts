import type { ExclusionReason, Strategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { CandidateChannel, DeviceKind } from "./routing.channel.policy.ts";

type Mode = "live" | "test";
type ServiceState = "enabled" | "draining" | "disabled";
export type AccountHealth = "healthy" | "degraded" | "down";

/** The values of a payment that decide its route. */
export interface RouteRequest {
  readonly orderNo: string;
  readonly mode: Mode;
  readonly amount: Money;
  /** Code of the payment method. */
  readonly method: string;
  readonly appId: string | null;
  /** Country of the billing address; ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** Issuing country of the card; null where unknown, or without a card. */
  readonly binCountry: string | null;
  /** Whether a card is present, so that its issuing country is known or unknown rather than still to come. */
  readonly hasCard?: boolean;
  /** A payment type, such as `hosted_page`. */
  readonly type: string;
  readonly captureMethod: "automatic" | "manual";
  readonly triedAccountIds: readonly string[];
  readonly at: Date;
  /** 3-D Secure is required, by the merchant or by risk. */
  readonly needsThreeDs?: boolean;
  /** The card will be charged again without the payer. */
  readonly needsRecurring?: boolean;
  readonly needsPartialRefund?: boolean;
  /** Belongs to an earlier payment, which a draining account still serves. */
  readonly isFollowUp?: boolean;
  /** An account that may be tried again. */
  readonly retryAccountId?: string | null;
  /** The channel the payer chose, where one was offered; its gateway is binding. */
  readonly channelId?: string | null;
  readonly device?: DeviceKind | null;
  /** Accounts that can use the stored card; absent where none is used. */
  readonly tokenAccountIds?: readonly string[];
}

/** Restricting sets; an empty one allows everything. */
export interface RouteRestrictions {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
}

/** Bounds of one payment in its currency, in minor units. */
export interface AmountBounds {
  readonly min: bigint | null;
  readonly max: bigint | null;
}

/** A daily or monthly cap and its use, in minor units or number of payments. */
export interface UsageCap {
  readonly reason: ExclusionReason;
  readonly counts: "amount" | "payments";
  readonly limit: bigint;
  readonly used: bigint;
}

/** Approvals of an account: for the same method and issuing country, and in total. */
export interface ApprovalFacts {
  readonly alike: { readonly attempts: number; readonly approved: number };
  readonly all: { readonly attempts: number; readonly approved: number };
}

/** An account bound to the merchant, with everything that decides about it. */
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
  /** Whether the method is enabled at each level; null where it is not listed. */
  readonly method: { readonly onAccount: boolean | null; readonly atProvider: boolean | null };
  /** Restrictions of the binding, the account, its method and the provider's method. */
  readonly narrowings: readonly RouteRestrictions[];
  readonly bounds: readonly AmountBounds[];
  readonly allowances: readonly UsageCap[];
  readonly capabilities: ReadonlySet<string>;
  readonly channels: readonly CandidateChannel[];
  /** Whether the account is registered for the merchant's business (MCC). */
  readonly takesTrade: boolean;
  readonly health: AccountHealth;
  /** Expected cost in the order's currency, where it is known. */
  readonly cost: Money | null;
  readonly approvals: ApprovalFacts;
}

/** A row of the rule strategy: the first match names the accounts. */
export interface RouteRule {
  readonly when: {
    readonly currencies: readonly string[];
    readonly countries: readonly string[];
    readonly methods: readonly string[];
    readonly types: readonly string[];
    /** In minor units; only for rules with exactly one currency. */
    readonly minAmount: bigint | null;
    readonly maxAmount: bigint | null;
  };
  readonly shares: readonly { readonly accountId: string; readonly percent: number }[];
}

/** A merchant's routing terms. */
export interface RoutingTerms {
  readonly strategy: Strategy;
  readonly rules: readonly RouteRule[];
  /** Accounts to use after those of the rule. */
  readonly fallbackAccountIds: readonly string[];
  readonly version: number;
}

/** Routing terms of a merchant without its own. */
export const defaultTerms: RoutingTerms = {
  strategy: "priority_weight",
  rules: [],
  fallbackAccountIds: [],
  version: 0,
};
