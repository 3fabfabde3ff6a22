import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { OrderTally, orderStats } from "@countinghouse/contract/order-stats/order-stats.ts";
import { holds } from "../../platform/access/permission.ts";
import type { Context } from "../../platform/http/context.ts";
import { countedUntil } from "./order-slots.store.ts";
import {
  countOrders,
  readCountries,
  readFunnel,
  readMethods,
  readPoints,
  readTallies,
  type Span,
} from "./order-stats.store.ts";

type Operations = typeof orderStats.operations;

const slotMs = 900_000;
const dayMs = 86_400_000;
const mostDays = 400;

/** Figures of orders are for those who may see orders. */
function assertSeesOrders({ actor }: Context): void {
  const permission = "coinOrder:page";
  if (!holds(actor, permission)) throw refuse("platform.forbidden", { permission }, { status: 403 });
}

/** The span as it was asked for, in UTC; refuses one that ends before it begins or is too long. */
function spanOf(ctx: Context, { mode, from, to }: { mode: "live" | "test"; from: string; to: string }): Span {
  assertSeesOrders(ctx);
  const [start, end] = [Date.parse(from), Date.parse(to)];
  if (end <= start || end - start > mostDays * dayMs) throw refuse("orderStats.spanTooLong", { days: mostDays });
  return { mode, from: new Date(start).toISOString(), to: new Date(end).toISOString() };
}

const freshness = async (ctx: Context) => ({ countedUntil: (await countedUntil(ctx.db)) ?? null });

const iso = (ms: number): string => new Date(ms).toISOString();

/** Adds tallies of the same currency. */
function merged(...lists: readonly OrderTally[][]): OrderTally[] {
  const byCurrency = new Map<string, OrderTally>();
  const plus = (a: string, b: string): string => String(BigInt(a) + BigInt(b));
  for (const one of lists.flat()) {
    const known = byCurrency.get(one.currency);
    byCurrency.set(
      one.currency,
      known
        ? {
            currency: one.currency,
            orders: known.orders + one.orders,
            attempted: known.attempted + one.attempted,
            paid: known.paid + one.paid,
            amount: plus(known.amount, one.amount),
            captured: plus(known.captured, one.captured),
            refunded: plus(known.refunded, one.refunded),
          }
        : one,
    );
  }
  return [...byCurrency.values()].sort((a, b) => b.orders - a.orders || (a.currency < b.currency ? -1 : 1));
}

/**
 * Tallies to the minute: whole quarters of an hour as they were counted, the ends from the orders themselves. Those that are counted
 * within the next minute may still miss the latest orders, so the last two are always read from the orders.
 */
async function tallyOf(ctx: Context, mode: "live" | "test", from: number, to: number): Promise<OrderTally[]> {
  const firstWhole = Math.ceil(from / slotMs) * slotMs;
  const lastWhole = Math.max(
    firstWhole,
    Math.min(Math.floor(to / slotMs), Math.floor(ctx.now.getTime() / slotMs) - 1) * slotMs,
  );
  if (firstWhole >= to || lastWhole <= firstWhole) return countOrders(ctx, { mode, from: iso(from), to: iso(to) });
  const [head, whole, tail] = [
    from < firstWhole ? await countOrders(ctx, { mode, from: iso(from), to: iso(firstWhole) }) : [],
    await readTallies(ctx, { mode, from: iso(firstWhole), to: iso(lastWhole) }),
    await countOrders(ctx, { mode, from: iso(lastWhole), to: iso(to) }),
  ];
  return merged(head, whole, tail);
}

export async function today(ctx: Context, { mode, from }: InputOf<Operations["today"]>) {
  const [start, now] = [Date.parse(from), ctx.now.getTime()];
  spanOf(ctx, { mode, from, to: iso(Math.max(now, start + 1)) });
  if (now - start > 2 * dayMs) throw refuse("orderStats.spanTooLong", { days: 2 });
  return {
    today: merged(await tallyOf(ctx, mode, start, now)),
    yesterday: merged(await tallyOf(ctx, mode, start - dayMs, now - dayMs)),
    until: iso(now),
  };
}

export async function sales(ctx: Context, { step, timeZone, ...asked }: InputOf<Operations["sales"]>) {
  return { points: await readPoints(ctx, spanOf(ctx, asked), step, timeZone), ...(await freshness(ctx)) };
}

export async function conversion(ctx: Context, asked: InputOf<Operations["conversion"]>) {
  return { ...(await readFunnel(ctx, spanOf(ctx, asked))), ...(await freshness(ctx)) };
}

export async function methods(ctx: Context, asked: InputOf<Operations["methods"]>) {
  return { methods: await readMethods(ctx, spanOf(ctx, asked)), ...(await freshness(ctx)) };
}

export async function countries(ctx: Context, asked: InputOf<Operations["countries"]>) {
  return { countries: await readCountries(ctx, spanOf(ctx, asked)), ...(await freshness(ctx)) };
}
