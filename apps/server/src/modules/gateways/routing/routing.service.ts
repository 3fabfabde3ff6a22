import type { Context } from "../../../platform/http/context.ts";
import type { RouteRequest } from "./routing.candidate.policy.ts";
import { decideRoute, type RouteDecision } from "./routing.policy.ts";
import { candidateOf, termsOf } from "./routing.snapshot.policy.ts";
import { readSnapshot } from "./routing.store.ts";

/** A payment that looks for an account. */
export interface RouteChoice extends RouteRequest {
  readonly merchantId: string;
}

/**
 * Decides where a payment goes, from one statement, and stores nothing: the attempt keeps the decision. A merchant
 * outside the caller's reach has no accounts.
 */
export async function chooseRoute(ctx: Pick<Context, "actor" | "db">, choice: RouteChoice): Promise<RouteDecision> {
  const { method, ...facts } = choice;
  const snapshot = await readSnapshot(ctx, { ...facts, methods: [method] });
  if (!snapshot) return decideRoute([], choice, termsOf(noTerms));
  const { routing, bindings } = snapshot;
  return decideRoute(
    bindings.map((row) => candidateOf(row, routing, choice)),
    choice,
    termsOf(routing),
  );
}

const noTerms = { country: "", strategy: null, rules: null, fallbackAccountIds: null, version: 0 };
