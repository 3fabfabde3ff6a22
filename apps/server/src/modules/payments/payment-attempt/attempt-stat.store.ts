import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import type { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { sql } from "kysely";
import type { Context } from "../../../platform/http/context.ts";
import { type AttemptRow, attemptsInScope } from "./payment-attempt.store.ts";

const daysMax = 31;
const dayMs = 86_400_000;

type Asked = InputOf<typeof paymentAttempt.operations.stat>;

interface Bucket {
  readonly status: AttemptRow["status"];
  readonly declineCode: string | null;
  readonly gatewayAccountId: string;
  readonly hour: string;
  readonly count: number;
}

/** Sums counts by a key, largest first. */
function tally<K extends string>(buckets: readonly Bucket[], keyOf: (bucket: Bucket) => K | null): [K, Bucket[]][] {
  const groups = [...Map.groupBy(buckets, keyOf)].flatMap(([key, group]): [K, Bucket[]][] =>
    key === null ? [] : [[key, group]],
  );
  return groups.sort((a, b) => sumOf(b[1]) - sumOf(a[1]));
}

const sumOf = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { count }) => sum + count, 0);
const withStatus = (buckets: readonly Bucket[], ...statuses: readonly string[]): number =>
  sumOf(buckets.filter(({ status }) => statuses.includes(status)));

/** Attempts of a span by outcome, decline code, account and hour: one query, aggregated in four ways. */
export async function statOfAttempts(ctx: Context, { mode, from, to, merchantId, gatewayAccountId }: Asked) {
  const span = Date.parse(to) - Date.parse(from);
  if (span > daysMax * dayMs) throw refuse("paymentAttempt.spanTooLong", { days: daysMax });
  let query = attemptsInScope(ctx)
    .where("paymentAttempts.mode", "=", mode)
    .where("paymentAttempts.startedTime", ">=", from)
    .where("paymentAttempts.startedTime", "<", to);
  if (merchantId) query = query.where("paymentAttempts.merchantId", "=", merchantId);
  if (gatewayAccountId) query = query.where("paymentAttempts.gatewayAccountId", "=", gatewayAccountId);
  const hour = sql<string>`date_trunc('hour', payment_attempts.started_time AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  const buckets: Bucket[] = await query
    .select([
      "paymentAttempts.status",
      "paymentAttempts.declineCode",
      "paymentAttempts.gatewayAccountId",
      hour.as("hour"),
      sql<number>`count(*)`.as("count"),
    ])
    .groupBy(["paymentAttempts.status", "paymentAttempts.declineCode", "paymentAttempts.gatewayAccountId", hour])
    .execute();
  const names = await accountNames(ctx, [...new Set(buckets.map(({ gatewayAccountId: id }) => id))]);
  return {
    total: sumOf(buckets),
    captured: withStatus(buckets, "captured"),
    byStatus: tally(buckets, ({ status }) => status).map(([status, group]) => ({
      status,
      count: sumOf(group),
    })),
    byDecline: tally(buckets, ({ declineCode }) => declineCode).map(([declineCode, group]) => ({
      declineCode,
      count: sumOf(group),
    })),
    byAccount: tally(buckets, (bucket) => bucket.gatewayAccountId).map(([id, group]) => ({
      gatewayAccountId: id,
      gatewayAccountName: names.get(id) ?? null,
      total: sumOf(group),
      captured: withStatus(group, "captured"),
    })),
    byHour: tally(buckets, (bucket) => bucket.hour)
      .map(([at, group]) => ({
        hour: at,
        total: sumOf(group),
        captured: withStatus(group, "captured"),
        declined: withStatus(group, "declined", "error"),
      }))
      .sort((a, b) => a.hour.localeCompare(b.hour)),
  };
}

async function accountNames({ db }: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("gatewayAccounts")
    .select(["id", "name"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
