import type { ExclusionReason } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { Money } from "@countinghouse/money/money.ts";
import {
  type AccountHealth,
  type ApprovalFacts,
  type Candidate,
  defaultTerms,
  type RouteRule,
  type RoutingTerms,
  type UsageCap,
} from "./routing.candidate.policy.ts";
import type { CandidateChannel, SaleCondition } from "./routing.channel.policy.ts";
import { type CostSource, expectedCost, regionOf } from "./routing.cost.policy.ts";

type ServiceState = "enabled" | "draining" | "disabled";
type Switch = "enabled" | "disabled";

interface AmountRow {
  readonly currency: string;
  readonly min: string | null;
  readonly max: string | null;
}
interface CapRow {
  readonly currency: string;
  readonly dailyAmount: string | null;
  readonly dailyCount: number | null;
  readonly monthlyAmount: string | null;
}

/** A stored rule: amounts in minor units as text. */
export interface RuleRow {
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly methods: readonly string[];
  readonly types: readonly string[];
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
  readonly shares: readonly { readonly accountId: string; readonly percent: number }[];
}

/** A stored channel with the merchant's settings for it. */
interface ChannelRow extends SaleCondition, Pick<CandidateChannel, "id" | "sort" | "isOfGateway" | "state"> {
  readonly line: (SaleCondition & { readonly isShown: boolean; readonly devices: readonly string[] }) | null;
}

/** A merchant's stored routing terms; nulls where it has none. */
export interface RoutingRow {
  /** Of the merchant. */
  readonly country: string;
  /** Its merchant category code, ISO 18245; null where unknown. */
  readonly mcc: string | null;
  /**
   * Whether the app has a checkout, which limits its payers to the merchant's channels; otherwise every channel is
   * available.
   */
  readonly hasCheckout: boolean;
  readonly strategy: RoutingTerms["strategy"] | null;
  readonly rules: readonly RuleRow[] | null;
  readonly fallbackAccountIds: readonly string[] | null;
  readonly version: number;
}

/** A stored binding with its account, for one method. */
export interface CandidateBindingRow extends CostSource {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly gatewayId: string;
  readonly mode: "live" | "test";
  readonly priority: number;
  readonly weight: number;
  readonly status: "pending" | "enabled" | "disabled";
  readonly appIds: readonly string[];
  readonly methods: readonly string[];
  readonly types: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly binCountries: readonly string[];
  readonly unknownIssuer: "allow" | "exclude";
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly limits: readonly CapRow[];
  /** Method code of this row, with the catalogue's data. */
  readonly method: string;
  readonly category: string | null;
  readonly version: string;
  readonly providerStatus: Switch;
  readonly gatewayStatus: ServiceState;
  readonly accountStatus: ServiceState;
  readonly health: AccountHealth;
  readonly accountCurrencies: readonly string[];
  /** MCCs that the account is registered for; empty for all. */
  readonly mccs: readonly string[];
  readonly accountLimits: readonly (AmountRow & CapRow)[];
  readonly methodStatus: Switch | null;
  readonly onAccount: Switch | null;
  readonly atProvider: Switch | null;
  readonly accountMethodCurrencies: readonly string[] | null;
  readonly accountMethodCountries: readonly string[] | null;
  readonly accountMethodLimits: readonly AmountRow[] | null;
  readonly providerCurrencies: readonly string[] | null;
  readonly providerCountries: readonly string[] | null;
  readonly providerLimits: readonly AmountRow[] | null;
  readonly capabilities: readonly string[];
  readonly supports: readonly string[] | null;
  readonly flow: string | null;
  readonly channels: readonly ChannelRow[] | null;
  /** Decided and pending payments; rows of one period are summed. */
  readonly usage:
    | readonly {
        readonly ofMerchant: boolean;
        readonly period: string;
        readonly amount: string;
        readonly payments: number;
      }[]
    | null;
  readonly rates: readonly { readonly isAll: boolean; readonly attempts: number; readonly approved: number }[] | null;
}

/** The values of the payment that parsing a row needs. */
export interface ReadingFacts {
  readonly amount: Money;
  readonly binCountry: string | null;
}

/** A merchant's stored terms, or the defaults. */
export function termsOf({ strategy, rules, fallbackAccountIds, version }: RoutingRow): RoutingTerms {
  if (strategy === null) return defaultTerms;
  return { strategy, rules: (rules ?? []).map(ruleOf), fallbackAccountIds: fallbackAccountIds ?? [], version };
}

const units = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

const ruleOf = ({ shares, minAmount, maxAmount, ...sets }: RuleRow): RouteRule => ({
  when: { ...sets, minAmount: units(minAmount), maxAmount: units(maxAmount) },
  shares,
});

/** A stored binding as a candidate. */
export function candidateOf(row: CandidateBindingRow, merchant: RoutingRow, facts: ReadingFacts): Candidate {
  const { currency } = facts.amount;
  const boundsOf = (rows: readonly AmountRow[] | null) =>
    (rows ?? [])
      .filter((one) => one.currency === currency)
      .map(({ min, max }) => ({ min: units(min), max: units(max) }));
  return {
    accountId: row.accountId,
    name: row.name,
    gatewayId: row.gatewayId,
    mode: row.mode,
    priority: row.priority,
    weight: row.weight,
    version: row.version,
    binding: {
      status: row.status,
      appIds: row.appIds,
      methods: row.methods,
      types: row.types,
      binCountries: row.binCountries,
      unknownIssuer: row.unknownIssuer,
      validFrom: instant(row.validFrom),
      validTo: instant(row.validTo),
    },
    provider: row.providerStatus,
    gateway: row.gatewayStatus,
    account: row.accountStatus,
    method: {
      onAccount: row.onAccount && row.onAccount === "enabled",
      atProvider: row.atProvider && row.atProvider === "enabled" && row.methodStatus === "enabled",
    },
    narrowings: [
      { currencies: row.currencies, countries: row.countries },
      { currencies: row.accountCurrencies, countries: [] },
      { currencies: row.accountMethodCurrencies ?? [], countries: row.accountMethodCountries ?? [] },
      { currencies: row.providerCurrencies ?? [], countries: row.providerCountries ?? [] },
    ],
    bounds: [...boundsOf(row.accountLimits), ...boundsOf(row.accountMethodLimits), ...boundsOf(row.providerLimits)],
    allowances: [...allowances(row, currency, false), ...allowances(row, currency, true)],
    capabilities: capabilitiesOf(row),
    channels: (row.channels ?? []).map((channel) => channelFrom(channel, merchant)),
    takesTrade: merchant.mcc === null || row.mccs.length === 0 || row.mccs.includes(merchant.mcc),
    health: row.health,
    cost: expectedCost(facts.amount, regionOf(merchant.country, facts.binCountry), row),
    approvals: approvalsOf(row),
  };
}

function channelFrom({ line, ...channel }: ChannelRow, { hasCheckout }: RoutingRow): CandidateChannel {
  const { id, sort, isOfGateway, state } = channel;
  return {
    id,
    sort,
    isOfGateway,
    state,
    isOffered: line?.isShown ?? !hasCheckout,
    conditions: line ? [channel, line] : [channel],
    devices: line?.devices ?? [],
  };
}

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Capabilities of a method at a provider; a method without a list has the provider's. */
const capabilitiesOf = ({ capabilities, supports }: CandidateBindingRow): ReadonlySet<string> =>
  new Set(supports?.length ? capabilities.filter((capability) => supports.includes(capability)) : capabilities);

const caps = {
  account: ["account_daily_amount", "account_daily_count", "account_monthly_amount"],
  binding: ["binding_daily_amount", "binding_daily_count", "binding_monthly_amount"],
} as const satisfies Record<string, readonly ExclusionReason[]>;

/** Caps of an account, or of the merchant on it, with their use. */
function allowances(row: CandidateBindingRow, currency: string, ofMerchant: boolean): UsageCap[] {
  const limits = (ofMerchant ? row.limits : row.accountLimits).find((one) => one.currency === currency);
  if (!limits) return [];
  const [daily, dailyCount, monthly] = ofMerchant ? caps.binding : caps.account;
  const used = (isMonth: boolean) => {
    const rows = (row.usage ?? []).filter(
      (one) => one.ofMerchant === ofMerchant && (one.period.length === 7) === isMonth,
    );
    return {
      amount: rows.reduce((sum, one) => sum + BigInt(one.amount), 0n),
      payments: rows.reduce((sum, one) => sum + BigInt(one.payments), 0n),
    };
  };
  const amountCap = (reason: ExclusionReason, limit: string | null, isMonth: boolean): UsageCap[] =>
    limit === null ? [] : [{ reason, counts: "amount", limit: BigInt(limit), used: used(isMonth).amount }];
  return [
    ...amountCap(daily, limits.dailyAmount, false),
    ...amountCap(monthly, limits.monthlyAmount, true),
    ...(limits.dailyCount === null
      ? []
      : [
          {
            reason: dailyCount,
            counts: "payments" as const,
            limit: BigInt(limits.dailyCount),
            used: used(false).payments,
          },
        ]),
  ];
}

function approvalsOf({ rates }: CandidateBindingRow): ApprovalFacts {
  const sums = (isAll: boolean) => {
    const row = rates?.find((one) => one.isAll === isAll);
    return { attempts: row?.attempts ?? 0, approved: row?.approved ?? 0 };
  };
  return { alike: sums(false), all: sums(true) };
}
