import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { phaseOf } from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { longestCallSeconds } from "../../gateways/gateway-account/index.ts";
import { type AttemptRow, attemptQueryQueue, attemptRows, updateAttempt } from "../payment-attempt/index.ts";
import { assertCancelable, isExpirable, mayBeQueried, refusalOfMove } from "./coin-order.policy.ts";
import { lockOrder, type OrderRef, type OrderRow } from "./coin-order.store.ts";
import { isDue } from "./order-attempt.service.ts";
import { callGateway, callIfWanted, isPutOff, referenceOf } from "./order-call.service.ts";
import { giveUpOpen } from "./order-confirm.service.ts";
import type { Along, Caller, OrderNode } from "./order-node.port.ts";
import { type Applied, type AttemptRef, applyOutcome, moveOrder } from "./order-outcome.service.ts";
import { releaseQueue } from "./order-release.service.ts";
import type { Heard } from "./order-report.service.ts";
import { orderTold, statusAfter } from "./order-step.service.ts";
import type { Told } from "./order-story.store.ts";
import { awaitsCapture, openAttempts, readAttempt } from "./order-sweep.store.ts";
import { takeWord } from "./order-word.service.ts";

const refOf = ({ merchantId, orderId, id }: AttemptRow): AttemptRef => ({ merchantId, orderId, attemptId: id });

interface Locked {
  readonly order: OrderRow;
  readonly attempts: AttemptRow[];
}

async function lock(ctx: Context, ref: OrderRef): Promise<Locked> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  return { order, attempts };
}

const seen = ({ order, attempts }: Locked) => ({ ...order, phase: phaseOf(order), attempts });

/** Asks for a reservation to be given back; {@link sendRelease} is to follow. Nothing can be captured of it from then on. */
export const requestRelease = async (ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRef> =>
  refOf(await markReleaseAsked(ctx, ref, reason));

async function markReleaseAsked(ctx: Context, ref: OrderRef, reason: string): Promise<AttemptRow> {
  const { order, attempts } = await lock(ctx, ref);
  if (phaseOf(order) !== "awaiting.capture") throw refusalOfMove(phaseOf(order), "release");
  const attempt = attempts.find(({ status }) => status === "authorized");
  if (!attempt) throw refusalOfMove(phaseOf(order), "release");
  await updateAttempt(ctx, attempt, { isReleaseAsked: true });
  const told: Told = { kind: "operator", title: "eventVoidAsked", detail: { reason, attemptNo: attempt.attemptNo } };
  await moveOrder(ctx, order, { change: {}, told: [told], event: undefined });
  return attempt;
}

/** Given up by us; the gateway may hold something for them still. */
const releasable: readonly AttemptRow["status"][] = ["expired", "declined", "error", "voided"];

/** The key of a release: kept while its answer is out, another one after a refusal, which gateways repeat under its key. */
const releaseKey = ({ attemptNo, releaseTries }: AttemptRow): string =>
  releaseTries === 0 ? `${attemptNo}-void` : `${attemptNo}-void-${releaseTries + 1}`;

/** Throws where the account has too much to do, for whoever asked to try again: that is no refusal of the gateway. */
async function callVoid(node: OrderNode, attempt: AttemptRow, wanted: (now: AttemptRow) => Promise<boolean>) {
  const isWanted = async () => {
    const now = await readAttempt(node.db, refOf(attempt));
    return now !== undefined && wanted(now);
  };
  const outcome = await callIfWanted(node, attempt, isWanted, (connector, account) =>
    connector.void(account, { ...referenceOf(attempt), idempotencyKey: releaseKey(attempt) }),
  );
  if (outcome && isPutOff(outcome)) throw new Error(`the release of ${attempt.attemptNo} was put off`);
  return outcome;
}

/**
 * Whether there is still something to give back. A void that was refused is over: its reservation may be captured, and is
 * given back only when somebody asks anew.
 */
async function isReleaseMeant({ db }: OrderNode, attempt: AttemptRow): Promise<boolean> {
  // What was taken of it stays taken: it is the rest that goes back.
  if (attempt.status === "captured") return attempt.nextQueryTime !== null;
  if (attempt.status !== "authorized") return releasable.includes(attempt.status);
  return attempt.isReleaseAsked || !(await awaitsCapture(db, attempt));
}

/** Gives a reservation, or a payer's open page, back at the gateway. An answer that is lost is asked for again. */
export async function sendRelease(node: OrderNode, caller: Caller, ref: AttemptRef): Promise<Applied | undefined> {
  const attempt = await readAttempt(node.db, ref);
  const isMeant = (now: AttemptRow) => isReleaseMeant(node, now);
  if (!attempt || !(await isMeant(attempt))) return undefined;
  const outcome = await callVoid(node, attempt, isMeant);
  if (!outcome) return undefined;
  const applied = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, outcome, "answer"));
  if (outcome.kind === "unknown") throw new Error(`the release of ${attempt.attemptNo} has no answer yet`);
  await noteRefusal(node, caller, attempt, outcome);
  return applied;
}

/** A release was refused, so the reservation stands: whoever asked may look again and decide anew. */
async function noteRefusal(node: OrderNode, caller: Caller, attempt: AttemptRow, { kind }: Heard): Promise<void> {
  if (kind !== "error" && kind !== "declined") return;
  const change = { isReleaseAsked: false, releaseTries: attempt.releaseTries + 1 };
  await transact(node, caller, (ctx) => updateAttempt(ctx, attempt, change));
}

/** Who calls an order off, as its story says. */
export type CanceledBy = "reasonMerchant" | "reasonPayer" | "reasonOperator";

/** Calls an order off, unless its payment may still go through. */
export async function cancelLocked(
  ctx: Context,
  ref: OrderRef,
  { by, reason }: { readonly by: CanceledBy; readonly reason?: string | null },
): Promise<OrderRow> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  assertCancelable(seen(locked));
  const told = await giveUpOpen(ctx, attempts);
  const ended = orderTold(order, "cancel", { attempt: null, order: "cancel", effects: [] }, by);
  const { actor: _actor, ...asCaller } = { ...ended, detail: { ...ended.detail, text: reason ?? "" } };
  return moveOrder(ctx, order, {
    change: { canceledTime: ctx.now.toISOString(), ...statusAfter("cancel") },
    told: [...told, asCaller],
    event: "order.canceled",
  });
}

/**
 * Closes an order whose time has passed. What is reserved for it is asked after first, and given back where it still
 * stands: our own clock ends no authorisation. Throws while the gateway does not say, for the sweep to come back to it.
 */
export async function expireOrder(node: OrderNode, caller: Caller, ref: OrderRef): Promise<void> {
  const reserved = await transact(node, caller, (ctx) => expireUnreserved(ctx, ref));
  if (reserved) await endReservation(node, caller, reserved);
}

/** Closes the order unless money is reserved for it; then answers the attempt that reserved it. */
async function expireUnreserved(ctx: Context, ref: OrderRef): Promise<AttemptRow | undefined> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  if (Date.parse(order.expireTime) > ctx.now.getTime()) return undefined;
  if (phaseOf(order) === "awaiting.capture") return attempts.find(({ status }) => status === "authorized");
  if (!isExpirable(seen(locked), ctx.now)) return undefined;
  const told = await giveUpOpen(ctx, attempts);
  await moveOrder(ctx, order, {
    change: { canceledTime: ctx.now.toISOString(), ...statusAfter("expire") },
    told: [...told, orderTold(order, "expire", { attempt: null, order: "expire", effects: [] })],
    event: "order.expired",
  });
  return undefined;
}

/** Ends a reservation whose time has passed by what its gateway says of it. Nothing can be captured of it any more. */
async function endReservation(node: OrderNode, caller: Caller, attempt: AttemptRow): Promise<void> {
  const ref = refOf(attempt);
  const heard = await callGateway(node, attempt, (connector, account) =>
    connector.query(account, referenceOf(attempt)),
  );
  const asked = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, heard, "query"));
  if (asked.attempt.status !== "authorized") return;
  if (heard.kind !== "authorized") throw new Error(`the gateway does not say what became of ${attempt.attemptNo}`);
  const outcome = await callVoid(node, attempt, async ({ status }) => status === "authorized");
  if (!outcome) return;
  // Released because its time is over, whatever the gateway calls that.
  const ended: Heard = outcome.kind === "voided" ? { ...outcome, kind: "expired", decline: null } : outcome;
  const released = await transact(node, caller, (ctx) => applyOutcome(ctx, ref, ended, "answer"));
  await noteRefusal(node, caller, attempt, outcome);
  if (released.attempt.status === "authorized") throw new Error(`${attempt.attemptNo} was not released`);
}

/** What a gateway would say of something whose time is over, where nobody asks it. */
const runOut = {
  kind: "expired",
  decline: null,
  upstreamIntentId: null,
  upstreamAttemptId: null,
  transactionNo: null,
  amount: null,
  capturedAmount: null,
  captures: null,
  refundedAmount: null,
  arn: null,
  credential: null,
  authCode: null,
  avs: null,
  cvc: null,
  threeDs: null,
  card: null,
  occurredAt: null,
  exchanges: [],
} as const;

/** Whether the gateway was to be asked about an attempt before now. */
export const isOverdue = ({ nextQueryTime }: AttemptRow, now: Date): boolean =>
  nextQueryTime !== null && Date.parse(nextQueryTime) <= now.getTime();

/**
 * Asks the gateway about an attempt and takes its answer in. A payer who did not come back in time is given up when the
 * gateway still waits for it too.
 */
export async function queryAttempt(
  node: OrderNode,
  caller: Caller,
  ref: AttemptRef,
  { onlyIfDue = false }: { readonly onlyIfDue?: boolean } = {},
): Promise<Applied | undefined> {
  const attempt = await readAttempt(node.db, ref);
  if (!attempt || !mayBeQueried(attempt) || (onlyIfDue && !isDue(attempt, node.clock.now()))) return undefined;
  const outcome = await callGateway(node, attempt, (connector, account) =>
    connector.query(account, referenceOf(attempt)),
  );
  const applied = await takeWord(node, caller, ref, { outcome, source: "query" });
  const isLeft = applied.attempt.status === "authentication_pending" && isOverdue(applied.attempt, node.clock.now());
  if (!isLeft || outcome.kind === "unknown") return applied;
  return transact(node, caller, async (ctx) => {
    const given = await applyOutcome(ctx, ref, runOut, "query");
    await ctx.enqueue({ queue: releaseQueue, data: ref });
    return given;
  });
}

/** Asks for a question to the gateway about every attempt it may know something new of. */
export async function requestSync(ctx: Context, ref: OrderRef): Promise<void> {
  const { order, attempts } = await lock(ctx, ref);
  const asked = attempts.filter(mayBeQueried);
  if (asked.length === 0) throw refuse("coinOrder.nothingToAsk");
  for (const attempt of asked)
    await ctx.enqueue({ queue: attemptQueryQueue, data: { ...refOf(attempt), asked: true } });
  const told: Told = { kind: "operator", title: "eventSyncAsked", detail: {}, visibility: "operator" };
  await moveOrder(ctx, order, { change: {}, told: [told], event: undefined });
}

/** Releases a reservation for a merchant's server that waits for the outcome; one that is lost is asked for again later. */
export async function voidOrder(
  node: OrderNode,
  caller: Caller,
  ref: OrderRef,
  reason: string,
  along?: Along,
): Promise<void> {
  const attempt = await transact(node, caller, async (ctx) => {
    const asked = await markReleaseAsked(ctx, ref, reason);
    await along?.(ctx, asked.id);
    const startAfterSeconds = await longestCallSeconds(ctx, asked.gatewayAccountId);
    await ctx.enqueue({ queue: releaseQueue, data: refOf(asked), startAfterSeconds });
    return refOf(asked);
  });
  await sendRelease(node, caller, attempt).catch((error: unknown) => {
    node.platform.logger.warn({ err: error }, "a release is asked for again");
  });
}

/** Calls an order off for a merchant's server or a payer. */
export const cancelOrder = (
  node: OrderNode,
  caller: Caller,
  ref: OrderRef,
  why: { readonly by: CanceledBy; readonly reason?: string | null },
  along?: Along,
): Promise<OrderRow> =>
  transact(node, caller, async (ctx) => {
    const order = await cancelLocked(ctx, ref, why);
    await along?.(ctx, order.id);
    return order;
  });

/** Asks the gateway at once about everything of an order that is open: for a payer who came back and waits. */
export async function syncOrder(node: OrderNode, caller: Caller, ref: OrderRef): Promise<void> {
  const open = await openAttempts(node.db, ref);
  for (const attempt of open) await queryAttempt(node, caller, attempt);
}
