import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import { write } from "../../../platform/db/pipelined.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";

type Columns = Insertable<Tables["orderTimeline"]>;

/** A timeline entry to write; its sequence number is assigned on writing. */
export interface NewTimelineEntry {
  readonly kind: Columns["kind"];
  readonly title: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly time?: string;
  readonly receivedTime?: string;
  readonly step?: {
    readonly objectId: string;
    readonly from: string | null;
    readonly action: string;
    readonly to: string;
  };
  readonly actor?: TimelineAuthor;
  readonly amount?: { readonly amount: string; readonly currency: CurrencyCode };
  readonly ref?: { readonly type: string; readonly id: string };
  readonly visibility?: Columns["visibility"];
}

/** The author of a timeline entry. */
export interface TimelineAuthor {
  readonly type: Columns["actorType"];
  readonly id?: string | null;
  readonly name?: string | null;
}

/** Default author of an entry: a user of the operator or the merchant, an app, or the platform itself. */
export function timelineAuthorOf({ actor }: Pick<Context, "actor">): TimelineAuthor {
  if (actor.account === "system") return { type: "system" };
  if (actor.account === "payer") return { type: "payer" };
  const isMerchant = actor.scope.merchantIds !== "all";
  const id = actor.userId > 0 ? String(actor.userId) : actor.account;
  return { type: isMerchant ? "merchant" : "operator", id, name: actor.realName };
}

/** The timeline to append to. */
export interface TimelineEnd {
  readonly merchantId: string;
  readonly orderId: string;
  /** Present number of entries. */
  readonly after: number;
}

/**
 * Appends entries to the timeline of an order whose lock the caller holds, in one statement. The caller writes the new
 * length into the order's row.
 */
export async function writeTimeline(ctx: Context, end: TimelineEnd, entries: readonly NewTimelineEntry[]) {
  if (entries.length === 0) return;
  await write(
    ctx.db,
    ctx.db
      .insertInto("orderTimeline")
      .values(timelineRows(ctx, end, entries))
      .compile(),
  );
}

/** The rows of entries that are added to a timeline. */
export function timelineRows(
  ctx: Pick<Context, "actor" | "now">,
  { merchantId, orderId, after }: TimelineEnd,
  entries: readonly NewTimelineEntry[],
): Columns[] {
  const fallback = timelineAuthorOf(ctx);
  const now = ctx.now.toISOString();
  return entries.map((entry, index) => rowOf(entry, { merchantId, orderId, seq: after + index + 1, now, fallback }));
}

interface TimelinePosition {
  readonly merchantId: string;
  readonly orderId: string;
  readonly seq: number;
  readonly now: string;
  readonly fallback: TimelineAuthor;
}

function rowOf(entry: NewTimelineEntry, { merchantId, orderId, seq, now, fallback }: TimelinePosition): Columns {
  const actor = entry.actor ?? fallback;
  return {
    merchantId,
    orderId,
    seq,
    time: entry.time ?? now,
    receivedTime: entry.receivedTime ?? null,
    kind: entry.kind,
    title: entry.title,
    detail: JSON.stringify(entry.detail ?? {}),
    objectId: entry.step?.objectId ?? null,
    fromState: entry.step?.from ?? null,
    action: entry.step?.action ?? null,
    toState: entry.step?.to ?? null,
    actorType: actor.type,
    actorId: actor.id ?? null,
    actorName: actor.name ?? null,
    amount: entry.amount?.amount ?? null,
    currency: entry.amount?.currency ?? null,
    refType: entry.ref?.type ?? null,
    refId: entry.ref?.id ?? null,
    visibility: entry.visibility ?? "all",
  };
}

/** Appends one timeline entry without the order's lock: one statement increments the length and returns it. */
export async function addTimelineEntry(
  ctx: Context,
  merchantId: string,
  orderId: string,
  entry: NewTimelineEntry,
): Promise<void> {
  const { timelineSeq } = await ctx.db
    .updateTable("coinOrders")
    .set({ timelineSeq: sql<number>`timeline_seq + 1` })
    .where("merchantId", "=", merchantId)
    .where("id", "=", orderId)
    .returning("timelineSeq")
    .executeTakeFirstOrThrow();
  await writeTimeline(ctx, { merchantId, orderId, after: timelineSeq - 1 }, [entry]);
}

type Exchange = Insertable<Tables["orderExchanges"]>;

/** Stores exchanges with merchants and gateways; they must be masked. */
export async function keepExchanges({ db }: Pick<Context, "db">, exchanges: readonly Exchange[]): Promise<void> {
  if (exchanges.length > 0)
    await write(
      db,
      db
        .insertInto("orderExchanges")
        .values([...exchanges])
        .compile(),
    );
}
