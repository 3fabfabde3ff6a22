import type { ApprovalFacts, Candidate, RouteRequest, RouteRule, RoutingTerms } from "./routing.candidate.policy.ts";

/**
 * A text's hash, evenly distributed over 32 bits: FNV-1a with MurmurHash3's finaliser, because FNV alone leaves texts
 * with different endings close together. Equal on every node.
 */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Accounts by priority and then id, so that the reading order has no influence. */
const byPriority = (a: Candidate, b: Candidate): number =>
  a.priority - b.priority || (a.accountId < b.accountId ? -1 : a.accountId > b.accountId ? 1 : 0);

/** A traffic weight in fifths: a degraded account keeps 20 % of its own. */
const fifths = (share: number, { health }: Pick<Candidate, "health">): number =>
  health === "degraded" ? share : share * 5;

interface WeightedCandidate {
  readonly candidate: Candidate;
  readonly weight: number;
}

/** Draws all candidates in sequence, in proportion to their weights among those left; deterministic by the text. */
function drawAll(weighed: readonly WeightedCandidate[], text: string): Candidate[] {
  const point = hashOf(text);
  const left = [...weighed];
  const drawn: Candidate[] = [];
  while (left.length > 0) {
    const total = left.reduce((sum, { weight }) => sum + weight, 0);
    let rest = point % total;
    const at = left.findIndex(({ weight }) => {
      rest -= weight;
      return rest < 0;
    });
    drawn.push(...left.splice(at, 1).map(({ candidate }) => candidate));
  }
  return drawn;
}

const isFallback = ({ weight }: Candidate): boolean => weight === 0;

/** By priority, then by weight within it; candidates of zero weight come last. */
function byPriorityAndWeight(candidates: readonly Candidate[], { orderNo }: RouteRequest): Candidate[] {
  const sorted = candidates.toSorted(byPriority);
  const weighing = sorted.filter((candidate) => !isFallback(candidate));
  const priorities = [...new Set(weighing.map(({ priority }) => priority))];
  const drawn = priorities.flatMap((priority) =>
    drawAll(
      weighing
        .filter((candidate) => candidate.priority === priority)
        .map((candidate) => ({ candidate, weight: fifths(candidate.weight, candidate) })),
      orderNo,
    ),
  );
  return [...drawn, ...sorted.filter(isFallback)];
}

/** Cheapest first; unknown costs come after known ones, and equal costs go by priority. */
function byCost(candidates: readonly Candidate[]): Candidate[] {
  const compareCost = (a: Candidate, b: Candidate): number => {
    if (a.cost === null || b.cost === null) return Number(a.cost === null) - Number(b.cost === null);
    if (a.cost.amountMinor === b.cost.amountMinor) return 0;
    return a.cost.amountMinor < b.cost.amountMinor ? -1 : 1;
  };
  return candidates.toSorted(
    (a, b) => Number(isFallback(a)) - Number(isFallback(b)) || compareCost(a, b) || byPriority(a, b),
  );
}

/** Payments of one kind needed before their own rate counts. */
const attemptsMin = 200;
/** Pseudo-payments at the account's mean that smooth a measured rate: a Beta prior of 20 and 20. */
const priorAttempts = 40;

/**
 * Approval rate of an account, 0 to 1. Payments of the same method and issuing country count separately once there are
 * 200; before that the account's mean is used, which itself starts at one half.
 */
export function approvalRateOf({ alike, all }: ApprovalFacts): number {
  const mean = (all.approved + priorAttempts / 2) / (all.attempts + priorAttempts);
  return alike.attempts < attemptsMin
    ? mean
    : (alike.approved + priorAttempts * mean) / (alike.attempts + priorAttempts);
}

/** Percentage of orders that test another account than the best one. */
const exploredPercent = 5;

/** Whether an order is a test one; deterministic by its number. */
export const isExploring = (orderNo: string): boolean => hashOf(`${orderNo}:explore`) % 100 < exploredPercent;

/** Best approval rate first; a few orders start with another account, so that its rate stays known. */
function bySuccess(candidates: readonly Candidate[], { orderNo }: RouteRequest): Candidate[] {
  const best = candidates.toSorted(
    (a, b) =>
      Number(isFallback(a)) - Number(isFallback(b)) ||
      approvalRateOf(b.approvals) - approvalRateOf(a.approvals) ||
      byPriority(a, b),
  );
  const others = best.slice(1).filter((candidate) => !isFallback(candidate));
  const measured = others[hashOf(`${orderNo}:which`) % others.length];
  if (!measured || !isExploring(orderNo)) return best;
  return [measured, ...best.filter((candidate) => candidate !== measured)];
}

const admits = (set: readonly string[], code: string | null): boolean =>
  set.length === 0 || (code !== null && set.includes(code));

/** Whether a rule matches a payment. */
export const matchesRule = ({ when }: RouteRule, { amount, country, method, type }: RouteRequest): boolean =>
  admits(when.currencies, amount.currency) &&
  admits(when.countries, country) &&
  admits(when.methods, method) &&
  admits(when.types, type) &&
  (when.minAmount === null || amount.amountMinor >= when.minAmount) &&
  (when.maxAmount === null || amount.amountMinor <= when.maxAmount);

/**
 * The accounts of the first matching rule, drawn by their percentages, then the fallback list in order. Accounts in
 * neither take nothing. Without a matching rule and a list, priority and weight decide.
 */
function byRule(
  candidates: readonly Candidate[],
  request: RouteRequest,
  { rules, fallbackAccountIds }: RoutingTerms,
): Candidate[] {
  const rule = rules.find((one) => matchesRule(one, request));
  if (!rule && fallbackAccountIds.length === 0) return byPriorityAndWeight(candidates, request);
  const percentOf = new Map(rule?.shares.map(({ accountId, percent }) => [accountId, percent]));
  const named = candidates.toSorted(byPriority).flatMap((candidate) => {
    const weight = fifths(percentOf.get(candidate.accountId) ?? 0, candidate);
    return weight > 0 ? [{ candidate, weight }] : [];
  });
  const drawn = drawAll(named, request.orderNo);
  const following = fallbackAccountIds.flatMap((id) => candidates.filter(({ accountId }) => accountId === id));
  return [...new Set([...drawn, ...following])];
}

/** The accounts that may take a payment, first choice first. Accounts that a rule excludes are missing. */
export function rankAccounts(
  candidates: readonly Candidate[],
  request: RouteRequest,
  terms: RoutingTerms,
): readonly Candidate[] {
  if (terms.strategy === "least_cost") return byCost(candidates);
  if (terms.strategy === "success_rate") return bySuccess(candidates, request);
  if (terms.strategy === "rule") return byRule(candidates, request, terms);
  return byPriorityAndWeight(candidates, request);
}
