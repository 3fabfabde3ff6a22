import type { ExclusionReason, Strategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { AccountHealth, Candidate, RouteRequest, RoutingTerms } from "./routing.candidate.policy.ts";
import { channelOf } from "./routing.channel.policy.ts";
import { exclusionsOf } from "./routing.filter.policy.ts";
import { approvalRateOf, hashOf, rankAccounts } from "./routing.order.policy.ts";

/** The route of a payment. */
export interface Route {
  readonly gatewayAccountId: string;
  readonly gatewayId: string;
  readonly channelId: string | null;
}

/** An account that may take the payment. */
export interface RankedAccount extends Route {
  readonly name: string;
  readonly priority: number;
  readonly weight: number;
  readonly health: AccountHealth;
  /** In minor units of the order's currency. */
  readonly cost: string | null;
  /** In basis points. */
  readonly approvalRate: number;
}

/** An excluded account with all reasons. */
export interface ExcludedAccount {
  readonly accountId: string;
  readonly name: string;
  /** The first reason. */
  readonly reason: ExclusionReason;
  readonly reasons: readonly ExclusionReason[];
}

/** The routing decision with its reasons, stored with the attempt; therefore data only. */
export interface RouteDecision {
  readonly chosen: Route | null;
  /** The eligible accounts, chosen one first: the next is used when it fails. */
  readonly candidates: readonly RankedAccount[];
  readonly excluded: readonly ExcludedAccount[];
  readonly strategy: Strategy;
  /** Issuing country of the card as then known; null where unknown, absent without a card. */
  readonly issuerCountry?: string | null;
  /** Fingerprint of the configuration: an equal one gives the same decision. */
  readonly version: string;
}

/**
 * Decides the route of a payment. Deterministic for equal request and candidates, in whatever order they come, so that
 * a decision can be reproduced, and compared with one over a draft.
 */
export function decideRoute(
  candidates: readonly Candidate[],
  request: RouteRequest,
  terms: RoutingTerms,
): RouteDecision {
  const judged = candidates.map((candidate) => ({ candidate, reasons: exclusionsOf(candidate, request) }));
  const eligible = judged.filter(({ reasons }) => reasons.length === 0).map(({ candidate }) => candidate);
  const ranked = rankAccounts(eligible, request, terms);
  const leftOut = eligible.filter((candidate) => !ranked.includes(candidate));
  const excluded = [
    ...judged.flatMap(({ candidate, reasons }) => excludedFor(candidate, reasons)),
    ...leftOut.flatMap((candidate) => excludedFor(candidate, ["not_in_rule"])),
  ].toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  const first = ranked[0];
  return {
    chosen: first ? routeOf(first, request) : null,
    candidates: ranked.map((candidate) => rankedAccount(candidate, request)),
    excluded,
    strategy: terms.strategy,
    ...(request.hasCard ? { issuerCountry: request.binCountry } : {}),
    version: versionOf(candidates, terms),
  };
}

/** The decision without accounts that were excluded later, each with its reason: the next in order takes over. */
export function leaveOut(decision: RouteDecision, reasons: ReadonlyMap<string, ExclusionReason>): RouteDecision {
  const candidates = decision.candidates.filter(({ gatewayAccountId }) => !reasons.has(gatewayAccountId));
  const left = decision.candidates.flatMap(({ gatewayAccountId: accountId, name }) => {
    const reason = reasons.get(accountId);
    return reason ? [{ accountId, name, reason, reasons: [reason] }] : [];
  });
  const [first] = candidates;
  const chosen = first
    ? { gatewayAccountId: first.gatewayAccountId, gatewayId: first.gatewayId, channelId: first.channelId }
    : null;
  const excluded = [...decision.excluded, ...left].toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1));
  return { ...decision, chosen, candidates, excluded };
}

const routeOf = ({ accountId, gatewayId, channels }: Candidate, request: RouteRequest): Route => ({
  gatewayAccountId: accountId,
  gatewayId,
  channelId: channelOf(channels, request)?.id ?? null,
});

const rankedAccount = (candidate: Candidate, request: RouteRequest): RankedAccount => ({
  ...routeOf(candidate, request),
  name: candidate.name,
  priority: candidate.priority,
  weight: candidate.weight,
  health: candidate.health,
  cost: candidate.cost === null ? null : String(candidate.cost.amountMinor),
  approvalRate: Math.round(approvalRateOf(candidate.approvals) * 10_000),
});

function excludedFor({ accountId, name }: Candidate, reasons: readonly ExclusionReason[]): ExcludedAccount[] {
  const [reason] = reasons;
  return reason ? [{ accountId, name, reason, reasons }] : [];
}

/** Fingerprint of the configuration, without health and usage. */
function versionOf(candidates: readonly Candidate[], { strategy, version }: RoutingTerms): string {
  const parts = candidates.map((candidate) => `${candidate.accountId}@${candidate.version}`).toSorted();
  const text = [`${strategy}@${version}`, ...parts].join("|");
  return `${hashOf(text).toString(16).padStart(8, "0")}${hashOf(`${text}#`).toString(16).padStart(8, "0")}`;
}
