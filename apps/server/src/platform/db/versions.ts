import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Context } from "../http/context.ts";
import { sealPrices } from "../seals/price-seals.store.ts";
import type { VersionColumns } from "./columns.ts";
import { change, from, insert, type NewRow, updateStamps } from "./scoped.ts";
import { assertFresh } from "./table-operations.ts";
import type { AuditedColumns, TableName, Tables } from "./tables.ts";

/** Tables whose rows are versions: requested by one person, approved by another, valid from one instant to another. */
export type VersionedTable = {
  [T in TableName]: Tables[T] extends VersionColumns ? T : never;
}[TableName];

type DecidedRow = Selectable<AuditedColumns & VersionColumns> & { readonly id: string };

type Row<T extends VersionedTable> = DecidedRow & Selectable<Tables[T]>;

/** Status of a version at an instant. */
export type VersionStatus = "pending" | "scheduled" | "active" | "ended" | "rejected";

const column = (table: TableName, name: string) => sql.ref(`${table}.${name}`);

/** SQL of a version's status at `now`; at the database's own time where no instant is given. */
export const decidedStatus = (table: VersionedTable, now?: Date): RawBuilder<VersionStatus> => {
  const at = now ? sql`${now.toISOString()}::timestamptz` : sql`now()`;
  return sql<VersionStatus>`CASE WHEN ${column(table, "decision")} <> 'approved' THEN ${column(table, "decision")}
    WHEN ${column(table, "validTo")} <= ${at} THEN 'ended'
    WHEN ${column(table, "validFrom")} > ${at} THEN 'scheduled' ELSE 'active' END`;
};

/** Whether a row of the table is in force at an instant, as SQL. */
export const inForceAt = (table: VersionedTable, at: Date): RawBuilder<boolean> => {
  const instant = at.toISOString();
  return sql<boolean>`(${column(table, "decision")} = 'approved' AND ${column(table, "validFrom")} <= ${instant}
    AND (${column(table, "validTo")} IS NULL OR ${column(table, "validTo")} > ${instant}))`;
};

/** The later of two instants in ISO 8601. */
export function laterOf(one: string, other: string): string {
  if (one > other) return one;
  return other;
}

/** Reads a pending version in scope and locks it; refuses one that was decided already. */
export async function lockPending<T extends VersionedTable>(
  ctx: Context,
  table: T,
  resource: Resource,
  { id, version }: { readonly id: string; readonly version?: number | null | undefined },
): Promise<Row<T>> {
  const row = (await from(ctx, table)
    .selectAll()
    .where(sql<boolean>`${column(table, "id")} = ${id}`)
    .forUpdate()
    .executeTakeFirst()) as Row<T> | undefined;
  if (!row) throw notFound(resource.name, id);
  assertFresh(resource, version, row.version);
  if (row.decision !== "pending") throw refuse(`${resource.name}.notPending`);
  return row;
}

/** Adds a pending version, with its seal. */
export async function insertVersion<T extends VersionedTable>(
  ctx: Context,
  table: T,
  values: NewRow<T>,
): Promise<Selectable<Tables[T]>> {
  const row = await insert(ctx, table, values);
  await sealPrices(ctx.db, table, (one) => ctx.seals.made(table, one), [(row as { readonly id: string }).id]);
  return row;
}

/** A row that somebody altered keeps its seal, which no longer matches, and so sets no price. */
async function setRow(ctx: Context, table: VersionedTable, before: DecidedRow, values: Partial<DecidedRow>) {
  const seal = await ctx.seals.changed(ctx.db, table, before as never, values);
  const after = await change(ctx, table)
    .set({ ...values, ...seal, ...updateStamps(ctx), version: before.version + 1 } as never)
    .where(sql<boolean>`id = ${before.id}`)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.recordChange({ table, id: before.id, before, after });
}

/**
 * Puts a pending version in force from its start, or from now where that has passed. Approved versions of the same
 * kind end there, so that at no instant two are in force. The caller holds the locks. Refuses with `altered`, and ends
 * nothing, where the pending version's seal does not match: it would set no price.
 */
export async function approveVersion(
  ctx: Context,
  table: VersionedTable,
  resource: Resource,
  { pending, siblings }: { readonly pending: DecidedRow; readonly siblings: readonly DecidedRow[] },
): Promise<void> {
  if (!(await ctx.seals.isGenuine(ctx.db, table, pending as never))) throw refuse(`${resource.name}.altered`);
  const now = ctx.now.toISOString();
  const start = laterOf(pending.validFrom, now);
  for (const sibling of siblings)
    if (sibling.validTo === null || sibling.validTo > start)
      await setRow(ctx, table, sibling, { validTo: laterOf(sibling.validFrom, start) });
  await setRow(ctx, table, pending, {
    decision: "approved",
    validFrom: start,
    decideTime: now,
    approveUserId: ctx.actor.userId,
    approveUserName: ctx.actor.realName,
  });
}

/** Whether the caller asked for a version, and so cannot approve it. */
export const askedByReader = ({ actor }: Pick<Context, "actor">, table: VersionedTable) =>
  sql<boolean>`coalesce(${column(table, "createUserId")} = ${actor.userId}, false)`.as("isOwn");

/** Rejects a pending version. */
export const rejectVersion = async (ctx: Context, table: VersionedTable, pending: DecidedRow, reason: string) => {
  ctx.recordReason(reason);
  await setRow(ctx, table, pending, {
    decision: "rejected",
    decisionReason: reason,
    decideTime: ctx.now.toISOString(),
  });
};
