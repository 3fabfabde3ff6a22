import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { noFacts } from "../../gateways/connector/index.ts";
import { type AppliedOutcome, type AttemptRef, applyOutcome, isDue, releaseQueue } from "../order-outcome/index.ts";
import {
  callGatewayFor,
  type OrderNode,
  type Requester,
  readAttempt,
  recordOutcome,
  referenceOf,
} from "../order-processing/index.ts";
import { lockOrder, mayBeQueried, moveOrder, type NewTimelineEntry, type OrderRef } from "../order-record/index.ts";
import { type AttemptRow, attemptQueryQueue, attemptRows } from "../payment-attempt/index.ts";
import { openAttempts } from "./followed-attempt.store.ts";

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });

/** The outcome of an expired payment whose gateway is not queried. */
const runOut = { ...noFacts, kind: "expired", decline: null, exchanges: [] } as const;

/** Whether the gateway's query is overdue. */
export const isOverdue = ({ nextQueryTime }: AttemptRow, now: Date): boolean =>
  nextQueryTime !== null && Date.parse(nextQueryTime) <= now.getTime();

/** What a question came to, and whether the gateway answered it. */
type AskedOutcome = AppliedOutcome & { readonly isHeard: boolean };

/**
 * Queries the gateway about an attempt and applies the answer. A payer who did not return in time is given up if the
 * gateway still waits for them too.
 */
export async function queryAttempt(
  node: OrderNode,
  caller: Requester,
  ref: AttemptRef,
  { onlyIfDue = false }: { readonly onlyIfDue?: boolean } = {},
): Promise<AskedOutcome | undefined> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt || !mayBeQueried(attempt) || (onlyIfDue && !isDue(attempt, node.clock.now()))) return undefined;
  const outcome = await callGatewayFor(node, attempt, (connector, account) =>
    connector.query(account, referenceOf(attempt)),
  );
  const isHeard = outcome.kind !== "unknown" && outcome.kind !== "error";
  const applied = { ...(await recordOutcome(node, caller, ref, { outcome, source: "query" })), isHeard };
  const isLeft = applied.attempt.status === "authentication_pending" && isOverdue(applied.attempt, node.clock.now());
  if (!isLeft || !isHeard) return applied;
  return transact(node, caller, async (ctx) => {
    const given = await applyOutcome(ctx, ref, runOut, "query");
    await ctx.enqueue({ queue: releaseQueue, data: ref });
    return { ...given, isHeard };
  });
}

/** Schedules a query for every attempt that may have news. */
export async function requestSync(ctx: Context, ref: OrderRef): Promise<void> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  const asked = attempts.filter(mayBeQueried);
  if (asked.length === 0) throw refuse("coinOrder.nothingToAsk");
  for (const attempt of asked)
    await ctx.enqueue({ queue: attemptQueryQueue, data: { ...refOf(attempt), asked: true } });
  const timeline: NewTimelineEntry = { kind: "operator", title: "eventSyncAsked", detail: {}, visibility: "operator" };
  await moveOrder(ctx, order, { change: {}, timeline: [timeline], event: undefined });
}

/**
 * Asks the gateway at once about everything of an order that is open: for a payer who came back and waits, and before its
 * time is over. Answers whether all of it was answered.
 */
export async function syncOrder(node: OrderNode, caller: Requester, ref: OrderRef): Promise<boolean> {
  const open = await openAttempts(node.db, ref);
  let isHeard = true;
  for (const attempt of open) {
    const asked = await queryAttempt(node, caller, attempt);
    if (asked && !asked.isHeard) isHeard = false;
  }
  return isHeard;
}
