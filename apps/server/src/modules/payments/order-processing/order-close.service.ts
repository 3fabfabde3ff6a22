import {
  endedPhases,
  type OrderPhase,
  phaseOf,
} from "@countinghouse/contract/payments/coin-order/coin-order.lifecycle.ts";
import { together } from "../../../platform/db/pipelined.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Context } from "../../../platform/http/context.ts";
import { orderEntry, statusAfter } from "../order-outcome/index.ts";
import {
  assertCancelable,
  isExpirable,
  lockOrder,
  moveOrder,
  type OrderRef,
  type OrderRow,
} from "../order-record/index.ts";
import { type AttemptRow, attemptRows } from "../payment-attempt/index.ts";
import { giveUpOpen } from "./order-confirm.service.ts";
import type { OrderNode, Requester, SameTransactionWrite } from "./order-node.port.ts";
import { endReservation } from "./order-void.service.ts";

interface Locked {
  readonly order: OrderRow;
  readonly attempts: AttemptRow[];
}

async function lock(ctx: Context, ref: OrderRef): Promise<Locked> {
  const [order, attempts] = await together([lockOrder(ctx, ref), attemptRows(ctx, ref.merchantId, ref.orderId)]);
  return { order, attempts };
}

const seen = ({ order, attempts }: Locked) => ({ ...order, phase: phaseOf(order), attempts });

/** Who cancelled an order, for its timeline. */
export type CanceledBy = "reasonMerchant" | "reasonPayer" | "reasonOperator";

/** Cancels a locked order, unless its payment may still succeed. */
export async function cancelLocked(
  ctx: Context,
  ref: OrderRef,
  { by, reason }: { readonly by: CanceledBy; readonly reason?: string | null },
): Promise<OrderRow> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  assertCancelable(seen(locked));
  const timeline = await giveUpOpen(ctx, attempts);
  const canceled = canceledMove(ctx, order, { by, reason: reason ?? null });
  return moveOrder(ctx, order, { ...canceled, timeline: [...timeline, ...canceled.timeline] });
}

/** The order's step for a cancellation. */
export function canceledMove(
  { now }: Pick<Context, "now">,
  order: OrderRow,
  { by, reason = null }: { readonly by: CanceledBy; readonly reason?: string | null },
) {
  const ended = orderEntry(order, "cancel", { attempt: null, order: "cancel", effects: [] }, by);
  const { actor: _actor, ...asCaller } = { ...ended, detail: { ...ended.detail, text: reason ?? "" } };
  const change = { canceledTime: now.toISOString(), ...statusAfter("cancel") };
  return { change, timeline: [asCaller], event: "order.canceled" } as const;
}

/** The order's step for its expiry. */
export function expiredMove({ now }: Pick<Context, "now">, order: OrderRow) {
  const change = { canceledTime: now.toISOString(), ...statusAfter("expire") };
  const timeline = [orderEntry(order, "expire", { attempt: null, order: "expire", effects: [] })];
  return { change, timeline, event: "order.expired" } as const;
}

/**
 * Closes an expired order. Its authorisation is queried first and released where it still stands: our own clock ends
 * no authorisation. Throws while the gateway gives no answer, so that the sweep retries.
 */
export async function expireOrder(node: OrderNode, caller: Requester, ref: OrderRef): Promise<void> {
  const reserved = await transact(node, caller, (ctx) => expireUnreserved(ctx, ref));
  if (reserved) await endReservation(node, caller, reserved);
}

/** Phases that need no closing: the payment went on meanwhile, or the order was ended. */
const movedOn: readonly OrderPhase[] = [...endedPhases, "pending"];

/**
 * Closes the order unless money is authorised for it; then answers the authorised attempt. Throws for an order that
 * cannot be closed as it stands, so that no sweep takes it for done.
 */
async function expireUnreserved(ctx: Context, ref: OrderRef): Promise<AttemptRow | undefined> {
  const locked = await lock(ctx, ref);
  const { order, attempts } = locked;
  const phase = phaseOf(order);
  if (Date.parse(order.expireTime) > ctx.now.getTime() || movedOn.includes(phase)) return undefined;
  if (phase === "awaiting.capture") {
    const reserved = attempts.find(({ status }) => status === "authorized");
    if (!reserved) throw new Error(`the order ${order.orderNo} awaits its capture, and no attempt of it is authorised`);
    return reserved;
  }
  if (!isExpirable(seen(locked), ctx.now))
    throw new Error(`the order ${order.orderNo} is over in ${phase} while a payment of it is under way`);
  const timeline = await giveUpOpen(ctx, attempts);
  const expired = expiredMove(ctx, order);
  await moveOrder(ctx, order, { ...expired, timeline: [...timeline, ...expired.timeline] });
  return undefined;
}

/** Cancels an order for a merchant's server or a payer. */
export const cancelOrder = (
  node: OrderNode,
  caller: Requester,
  ref: OrderRef,
  why: { readonly by: CanceledBy; readonly reason?: string | null },
  along?: SameTransactionWrite,
): Promise<OrderRow> =>
  transact(node, caller, async (ctx) => {
    const order = await cancelLocked(ctx, ref, why);
    await along?.(ctx, order.id);
    return order;
  });
