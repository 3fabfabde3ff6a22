import type { Context } from "../../../platform/http/context.ts";
import type { RouteRequest } from "./routing.candidate.policy.ts";
import type { CostSource } from "./routing.cost.policy.ts";
import { decideRoute, type RouteDecision } from "./routing.policy.ts";
import { candidateOf, termsOf } from "./routing.snapshot.policy.ts";
import { readSnapshot } from "./routing.store.ts";

/** A payment to route. */
export interface RouteChoice extends RouteRequest {
  readonly merchantId: string;
}

/** A route, with each account's gateway cost. */
export interface PricedRoute {
  readonly decision: RouteDecision;
  /** By the account's id. */
  readonly costs: ReadonlyMap<string, CostSource>;
}

/**
 * Routes a payment from one statement, without storing anything: the attempt stores the decision. A merchant outside
 * the caller's scope has no accounts.
 */
export async function chooseRoute(ctx: Pick<Context, "actor" | "db">, choice: RouteChoice): Promise<RouteDecision> {
  return (await routeWithCosts(ctx, choice)).decision;
}

/** {@link chooseRoute} for a payment about to be priced: from the same statement. */
export async function routeWithCosts(ctx: Pick<Context, "actor" | "db">, choice: RouteChoice): Promise<PricedRoute> {
  const { method, ...facts } = choice;
  return routeBy(await readSnapshot(ctx, { ...facts, methods: [method] }), choice);
}

/** {@link routeWithCosts} from a snapshot read before; undefined where the merchant is outside the caller's scope. */
export function routeBy(snapshot: Awaited<ReturnType<typeof readSnapshot>>, choice: RouteChoice): PricedRoute {
  if (!snapshot) return { decision: decideRoute([], choice, termsOf(noTerms)), costs: new Map() };
  const { routing, bindings } = snapshot;
  const decision = decideRoute(
    bindings.map((row) => candidateOf(row, routing, choice)),
    choice,
    termsOf(routing),
  );
  return { decision, costs: new Map(bindings.map((row) => [row.accountId, row])) };
}

const noTerms = {
  country: "",
  mcc: null,
  hasCheckout: false,
  strategy: null,
  rules: null,
  fallbackAccountIds: null,
  version: 0,
};
