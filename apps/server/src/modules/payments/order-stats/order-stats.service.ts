import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { OrderTally, orderStats } from "@countinghouse/contract/payments/order-stats/order-stats.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { Context } from "../../../platform/http/context.ts";
import { countedUntil } from "./order-slots.store.ts";
import { type SpanDivision, startsOf } from "./order-stats.policy.ts";
import {
  type CountByValue,
  countByValue,
  countOrders,
  countriesOf,
  funnelOf,
  methodsOf,
  readByValue,
  readPoints,
  readTallies,
  type StatsSpan,
} from "./order-stats.store.ts";

type Operations = typeof orderStats.operations;

const slotMs = 900_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const mostDays = 400;

/** Refuses an actor without permission to see orders. */
function assertSeesOrders({ actor }: Context): void {
  const permission = "coinOrder:page";
  if (!holds(actor, permission)) throw refuse("platform.forbidden", { permission });
}

/** The requested span in UTC; refuses one that ends before it begins or is too long. */
function spanOf(ctx: Context, { mode, from, to }: { mode: "live" | "test"; from: string; to: string }): StatsSpan {
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
 * Tallies to the minute: whole days and quarters from the counts, both ends from the orders themselves. The next
 * refresh may still change the latest counts, so the last two quarters are always read from orders.
 */
async function tallyOf(
  ctx: Context,
  of: Omit<StatsSpan, "from" | "to">,
  from: number,
  to: number,
): Promise<OrderTally[]> {
  const lastCounted = (Math.floor(ctx.now.getTime() / slotMs) - 1) * slotMs;
  const firstQuarter = Math.ceil(from / slotMs) * slotMs;
  const lastQuarter = Math.max(firstQuarter, Math.min(Math.floor(to / slotMs) * slotMs, lastCounted));
  const firstDay = Math.min(Math.ceil(firstQuarter / dayMs) * dayMs, lastQuarter);
  const lastDay = Math.max(firstDay, Math.floor(lastQuarter / dayMs) * dayMs);
  const within = (start: number, end: number): StatsSpan => ({ ...of, from: iso(start), to: iso(end) });
  const orders = (start: number, end: number) => (start < end ? countOrders(ctx, within(start, end)) : []);
  const counted = (start: number, end: number, facet: "quarter" | "country") =>
    start < end ? readTallies(ctx, within(start, end), facet) : [];
  const parts = await Promise.all([
    orders(from, Math.min(firstQuarter, to)),
    counted(firstQuarter, firstDay, "quarter"),
    counted(firstDay, lastDay, "country"),
    counted(lastDay, lastQuarter, "quarter"),
    orders(Math.max(from, lastQuarter), to),
  ]);
  return merged(...parts);
}

/** Earlier than the first order of any installation. */
const beginning = Date.parse("2000-01-01T00:00:00.000Z");

/** Totals of a span's orders per currency, at a cost independent of their number; undefined before the first count. */
export async function tallyOrders(
  ctx: Context,
  { mode, from, to, merchantIds }: Omit<StatsSpan, "from" | "to"> & { from: string | null; to: string | null },
): Promise<OrderTally[] | undefined> {
  if ((await countedUntil(ctx.db)) === undefined) return undefined;
  const end = to === null ? ctx.now.getTime() + dayMs : Date.parse(to);
  return tallyOf(
    ctx,
    { mode, ...(merchantIds ? { merchantIds } : {}) },
    from === null ? beginning : Date.parse(from),
    end,
  );
}

/**
 * Whether a span, and every day of the zone within it, begins on the hour; then one hourly count replaces four
 * quarters.
 */
function facetOf({ from, to }: StatsSpan, timeZone = "UTC"): "quarter" | "hour" {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const isWhole = (ms: number) => ms % hourMs === 0;
  if (!isWhole(start) || !isWhole(end)) return "quarter";
  const minute = new Intl.DateTimeFormat("en", { timeZone, minute: "numeric" });
  for (let at = start; at < end; at += 7 * dayMs) if (minute.format(at) !== "0") return "quarter";
  return minute.format(end) === "0" ? "hour" : "quarter";
}

/** Orders of a span by method or country: whole days (UTC) from the counts, both ends from the orders themselves. */
async function byValue(ctx: Context, facet: "method" | "country", span: StatsSpan): Promise<CountByValue[]> {
  const [start, end] = [Date.parse(span.from), Date.parse(span.to)];
  const [firstDay, lastDay] = [Math.ceil(start / dayMs) * dayMs, Math.floor(end / dayMs) * dayMs];
  if (lastDay <= firstDay) return countByValue(ctx, facet, span);
  const parts = await Promise.all([
    start < firstDay ? countByValue(ctx, facet, { ...span, to: iso(firstDay) }) : [],
    readByValue(ctx, facet, { ...span, from: iso(firstDay), to: iso(lastDay) }),
    lastDay < end ? countByValue(ctx, facet, { ...span, from: iso(lastDay) }) : [],
  ]);
  return parts.flat();
}

/** Totals of a span by hour or day. */
async function pointsOf(ctx: Context, span: StatsSpan, { step, timeZone }: SpanDivision) {
  const points = await readPoints(ctx, span, { facet: facetOf(span, timeZone), step, timeZone });
  return { starts: startsOf(span, { step, timeZone }), points };
}

export async function figures(ctx: Context, { step, timeZone, ...asked }: InputOf<Operations["figures"]>) {
  const span = spanOf(ctx, asked);
  const earlier = spanOf(ctx, { mode: asked.mode, from: asked.before, to: asked.from });
  const [start, startBefore] = [Date.parse(span.from), Date.parse(earlier.from)];
  const until = Math.max(start, Math.min(Date.parse(span.to), ctx.now.getTime()));
  const untilBefore = Math.min(startBefore + (until - start), start);
  const { mode } = span;
  const now = await pointsOf(ctx, span, { step, timeZone });
  const before = await pointsOf(ctx, earlier, { step, timeZone });
  return {
    now: await tallyOf(ctx, { mode }, start, until),
    before: await tallyOf(ctx, { mode }, startBefore, untilBefore),
    starts: now.starts,
    startsBefore: before.starts,
    points: now.points,
    pointsBefore: before.points,
    until: iso(until),
    ...(await freshness(ctx)),
  };
}

export async function conversion(ctx: Context, asked: InputOf<Operations["conversion"]>) {
  const { mode, from, to } = spanOf(ctx, asked);
  return { ...funnelOf(await tallyOf(ctx, { mode }, Date.parse(from), Date.parse(to))), ...(await freshness(ctx)) };
}

export async function methods(ctx: Context, asked: InputOf<Operations["methods"]>) {
  return { methods: methodsOf(await byValue(ctx, "method", spanOf(ctx, asked))), ...(await freshness(ctx)) };
}

export async function countries(ctx: Context, asked: InputOf<Operations["countries"]>) {
  return { countries: countriesOf(await byValue(ctx, "country", spanOf(ctx, asked))), ...(await freshness(ctx)) };
}
