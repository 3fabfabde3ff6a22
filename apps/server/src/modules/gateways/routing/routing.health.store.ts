import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../platform/db/tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { AccountHealth } from "./routing.candidate.policy.ts";
import {
  type ApprovalHour,
  type CallWindow,
  freshHealth,
  type HealthCause,
  type HealthState,
  windowMs,
} from "./routing.health.policy.ts";

type Db = Kysely<Tables>;

/** An account to check: it was called lately, or is not healthy. */
export interface WatchedAccount {
  readonly id: string;
  readonly name: string;
  readonly tenantId: number;
  readonly state: HealthState;
}

const iso = (ms: number): string => new Date(ms).toISOString();
const millis = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** Accounts with calls in the window, and those that are not healthy. */
export async function readWatched(db: Db, nowMs: number): Promise<readonly WatchedAccount[]> {
  const rows = await db
    .selectFrom("gatewayAccounts as a")
    .leftJoin("gatewayAccountHealths as h", "h.gatewayAccountId", "a.id")
    .select(["a.id", "a.name", "a.tenantId", "a.health", "h.since", "h.probeAt", "h.goodProbes", "h.badAt", "h.cause"])
    .select("h.health as stored")
    .where(
      sql<boolean>`(a.health <> 'healthy' OR h.health <> 'healthy' OR EXISTS (
        SELECT 1 FROM gateway_calls c WHERE c.gateway_account_id = a.id AND c.at > ${iso(nowMs - windowMs)}))`,
    )
    .where("a.status", "<>", "disabled")
    .orderBy("a.id")
    .execute();
  return rows.map(({ id, name, tenantId, stored, since, ...row }) => ({
    id,
    name,
    tenantId,
    state:
      stored && since
        ? {
            health: stored,
            sinceMs: Date.parse(since),
            probeAtMs: millis(row.probeAt),
            goodProbes: row.goodProbes ?? 0,
            badAtMs: millis(row.badAt),
            cause: row.cause as HealthCause | null,
          }
        : freshHealth(nowMs - windowMs),
  }));
}

/** The calls of an account since an instant. */
export async function readWindow(db: Db, accountId: string, sinceMs: number): Promise<CallWindow> {
  const rows = await db
    .selectFrom("gatewayCalls")
    .select(["calls", "failures", "trailingFailures", "isMisconfigured"])
    .where("gatewayAccountId", "=", accountId)
    .where("at", ">", iso(sinceMs))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  let failuresInRow = 0;
  // Nodes write concurrently: their rows count as consecutive.
  for (const { calls, trailingFailures } of rows) {
    failuresInRow += trailingFailures;
    if (trailingFailures < calls) break;
  }
  return {
    calls: rows.reduce((sum, { calls }) => sum + calls, 0),
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
    failuresInRow,
    isMisconfigured: rows.some(({ isMisconfigured }) => isMisconfigured),
  };
}

/** Stores an account's state, unless another node has stored a later one. */
export async function saveState(
  ctx: Context,
  { id, state: before }: WatchedAccount,
  state: HealthState,
): Promise<boolean> {
  const row = {
    health: state.health,
    since: iso(state.sinceMs),
    probeAt: state.probeAtMs === null ? null : iso(state.probeAtMs),
    goodProbes: state.goodProbes,
    badAt: state.badAtMs === null ? null : iso(state.badAtMs),
    cause: state.cause,
  };
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto("gatewayAccountHealths")
    .values({ gatewayAccountId: id, ...row })
    .onConflict((conflict) =>
      conflict
        .column("gatewayAccountId")
        .doUpdateSet(row)
        .where("gatewayAccountHealths.since", "=", iso(before.sinceMs))
        .where("gatewayAccountHealths.health", "=", before.health),
    )
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) return false;
  if (state.health !== before.health) await showHealth(ctx, id, before.health, state);
  return true;
}

/** Copies the health to the row that routing reads. */
async function showHealth(ctx: Context, id: string, before: AccountHealth, { health, sinceMs, cause }: HealthState) {
  await ctx.db
    .updateTable("gatewayAccounts")
    .set({ health, healthTime: iso(sinceMs) })
    .where("id", "=", id)
    .execute();
  ctx.recordChange({ table: "gatewayAccounts", id, before: { health: before }, after: { health, cause } });
}

/** Retention: calls are read for five minutes, approvals for seven days, usage for a month. */
export async function dropCounted(db: Db, nowMs: number): Promise<void> {
  const day = 86_400_000;
  await db
    .deleteFrom("gatewayCalls")
    .where("at", "<", iso(nowMs - 3 * windowMs))
    .execute();
  await db
    .deleteFrom("routeApprovals")
    .where("hour", "<", iso(nowMs - 8 * day))
    .execute();
  await db
    .deleteFrom("routeUsages")
    .where(sql<boolean>`period < ${iso(nowMs - 62 * day).slice(0, 7)}`)
    .execute();
}

/** Recomputes the approvals of the last seven days, which change slowly and are read with every order. */
export const sumApprovals = (db: Db, nowMs: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const since = iso(nowMs - 7 * 86_400_000);
    await tx.deleteFrom("routeRates").execute();
    await sql`
      INSERT INTO route_rates (gateway_account_id, method, bin_country, attempts, approved)
      SELECT gateway_account_id, coalesce(method, ''), coalesce(bin_country, ''), sum(attempts), sum(approved)
        FROM route_approvals WHERE hour >= ${since}
       GROUP BY GROUPING SETS ((gateway_account_id, method, bin_country), (gateway_account_id))`.execute(tx);
  });

/** Approvals of the last full hour, and of the same hour on the seven days before. */
export async function readApprovalHours(
  db: Db,
  nowMs: number,
): Promise<
  readonly (ApprovalHour & { readonly accountId: string; readonly tenantId: number; readonly name: string })[]
> {
  const hour = 3_600_000;
  const last = Math.floor(nowMs / hour) * hour - hour;
  const before = Array.from({ length: 7 }, (_, day) => iso(last - (day + 1) * 24 * hour));
  const { rows } = await sql<ApprovalHour & { accountId: string; tenantId: number; name: string }>`
    SELECT a.id AS account_id, a.tenant_id, a.name,
           coalesce(sum(p.attempts) FILTER (WHERE p.hour = ${iso(last)}), 0)::int AS attempts,
           coalesce(sum(p.approved) FILTER (WHERE p.hour = ${iso(last)}), 0)::int AS approved,
           coalesce(sum(p.attempts) FILTER (WHERE p.hour < ${iso(last)}), 0)::int AS usual_attempts,
           coalesce(sum(p.approved) FILTER (WHERE p.hour < ${iso(last)}), 0)::int AS usual_approved
      FROM route_approvals p JOIN gateway_accounts a ON a.id = p.gateway_account_id
     WHERE p.hour = ANY (${[iso(last), ...before]}::timestamptz[])
     GROUP BY a.id, a.tenant_id, a.name`.execute(db);
  return rows;
}
