import { type Kysely, sql } from "kysely";
import { newId } from "../../../platform/db/new-id.ts";
import type { Tables } from "../../../platform/db/tables.ts";
import type { CallTally } from "./routing.calls.policy.ts";

type Db = Kysely<Tables>;

/** Rows in key order, so that concurrent nodes wait for each other without a deadlock. */
const sorted = <T>(counts: ReadonlyMap<string, T>): T[] =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);

/** Writes what was counted, in one transaction of its own. */
export const writeTally = (db: Db, tally: CallTally, now: Date): Promise<void> =>
  db.transaction().execute((tx) => addTally(tx, tally, now));

/** Writes what was counted, in the caller's transaction. */
export async function addTally(tx: Db, tally: CallTally, now: Date): Promise<void> {
  await writeCalls(tx, tally, now);
  await writeUsages(tx, tally);
  await writeApprovals(tx, tally);
}

async function writeCalls(tx: Db, { calls }: CallTally, now: Date): Promise<void> {
  if (calls.size === 0) return;
  const at = now.toISOString();
  await tx
    .insertInto("gatewayCalls")
    .values([...calls].map(([gatewayAccountId, count]) => ({ id: newId("gcl", now), gatewayAccountId, at, ...count })))
    .execute();
}

async function writeUsages(tx: Db, { usages }: CallTally): Promise<void> {
  if (usages.size === 0) return;
  const rows = sorted(usages).map(({ accountId, merchantId, period, amount, payments }) => ({
    gatewayAccountId: accountId,
    merchantId,
    period,
    currency: amount.currency,
    amount: String(amount.amountMinor),
    payments,
  }));
  await tx
    .insertInto("routeUsages")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["gatewayAccountId", "merchantId", "period", "currency"]).doUpdateSet({
        amount: sql`route_usages.amount + excluded.amount`,
        payments: sql`route_usages.payments + excluded.payments`,
      }),
    )
    .execute();
}

async function writeApprovals(tx: Db, { approvals }: CallTally): Promise<void> {
  if (approvals.size === 0) return;
  const rows = sorted(approvals).map(({ accountId, ...count }) => ({ gatewayAccountId: accountId, ...count }));
  await tx
    .insertInto("routeApprovals")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["gatewayAccountId", "method", "binCountry", "hour"]).doUpdateSet({
        attempts: sql`route_approvals.attempts + excluded.attempts`,
        approved: sql`route_approvals.approved + excluded.approved`,
      }),
    )
    .execute();
}
