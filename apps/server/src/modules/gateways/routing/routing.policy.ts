import type { ExclusionReason, Strategy } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { AccountHealth, Candidate, RouteRequest, RoutingTerms } from "./routing.candidate.policy.ts";
import { channelOf } from "./routing.channel.policy.ts";
import { exclusionsOf } from "./routing.filter.policy.ts";
import { approvalRateOf, hashOf, rankAccounts } from "./routing.order.policy.ts";

/** Where a payment goes. */
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
  /** Minor units of the order's currency. */
  readonly cost: string | null;
  /** In hundredths of a per cent. */
  readonly approvalRate: number;
}

/** An account that may not, and everything that speaks against it. */
export interface ExcludedAccount {
  readonly accountId: string;
  readonly name: string;
  /** The first of the reasons. */
  readonly reason: ExclusionReason;
  readonly reasons: readonly ExclusionReason[];
}

/** Where a payment goes and why: the whole of it is stored with the attempt. Data only, so that it can be. */
export interface RouteDecision {
  readonly chosen: Route | null;
  /** Those that may take it, the chosen one first: what follows is asked when it fails. */
  readonly candidates: readonly RankedAccount[];
  readonly excluded: readonly ExcludedAccount[];
  readonly strategy: Strategy;
  /** Where the card was issued, as it was known then; null where it was not, absent where there was no card. */
  readonly issuerCountry?: string | null;
  /** Names the configuration the decision was made from: an equal one decides equally. */
  readonly version: string;
}

/**
 * Decides where a payment goes. The same request over the same candidates gives the same decision, in whatever order
 * they come, so that a decision can be made again later, and one over a draft be compared with it.
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

/** The decision without accounts that turned out not to do after all, for a reason each: the next in order takes over. */
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

/** A short name of the configuration; health and usage are not part of it. */
function versionOf(candidates: readonly Candidate[], { strategy, version }: RoutingTerms): string {
  const parts = candidates.map((candidate) => `${candidate.accountId}@${candidate.version}`).toSorted();
  const text = [`${strategy}@${version}`, ...parts].join("|");
  return `${hashOf(text).toString(16).padStart(8, "0")}${hashOf(`${text}#`).toString(16).padStart(8, "0")}`;
}
