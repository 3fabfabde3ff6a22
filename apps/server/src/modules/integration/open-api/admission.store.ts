import { type SqlBool, sql } from "kysely";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Context } from "../../../platform/http/context.ts";
import { claiming, type IdempotencyClaim } from "../../../platform/http/idempotency.ts";

type Db = Context["db"];

/** A rate limit (token bucket): tokens a second, and the burst that can be saved up. */
export interface CallAllowance {
  readonly bucket: string;
  readonly perSecond: number;
  readonly burst: number;
  /** How long a caller may wait for a token in seconds: as many tokens are lent. None by default. */
  readonly waitSeconds?: number;
}

/** A nonce, which each app may use once. */
export interface Nonce {
  readonly appId: string;
  readonly nonce: string;
  readonly expiresAt: Date;
  /** Mark of the request that may repeat it; null where none may. */
  readonly mark: Buffer | null;
}

/** Tokens to take and the nonce to spend for a request. */
export interface AdmissionRequest {
  readonly allowances: readonly CallAllowance[];
  readonly nonce?: Nonce;
  /** The request's idempotency key, claimed if it is admitted. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** The result of admission. */
export interface Admission {
  /** False when a rate limit is exhausted; the nonce is then unspent, so that the same request may be retried. */
  readonly isGranted: boolean;
  /** False when the nonce was used before, unless by the same request, which may be repeated. */
  readonly isFresh: boolean;
  /** How long to wait before processing, in milliseconds: until the lent tokens are earned. */
  readonly waitMs: number;
  /** Tokens left of the first rate limit. */
  readonly remaining: number;
  /** Whole seconds until the most exhausted rate limit has a token. */
  readonly retryAfterSeconds: number;
  /** Result of claiming the key. */
  readonly runs: number | undefined;
}

/**
 * Takes a token from every rate limit, spends the nonce and claims the key, in one statement shared by all nodes.
 * Commits without waiting for the disk: a power cut may lose the last half second of nonces, but concurrent requests
 * are never both admitted, and a key is on disk before anything bound to it.
 */
export async function admitRequest(
  db: Db,
  now: Date,
  { allowances, nonce, claim }: AdmissionRequest,
): Promise<Admission> {
  const at = now.toISOString();
  // Sorted, so that two requests never deadlock on each other's rows.
  const asked = [...allowances].sort((a, b) => (a.bucket < b.bucket ? -1 : 1));
  const rows = sql.join(
    asked.map(({ bucket, burst }) => sql`(${bucket}, ${burst}::float8 - 1, ${at}::timestamptz, true)`),
  );
  const perSecond = sql`(${caseOf(asked, ({ perSecond }) => perSecond)})`;
  const burst = sql`(${caseOf(asked, (each) => each.burst)})`;
  const least = sql`(${caseOf(asked, (each) => 1 - inAdvance(each))})`;
  const elapsed = sql`greatest(0, extract(epoch FROM ${at}::timestamptz - held.refilled_at))`;
  const refilled = sql`least(${burst}, held.tokens + ${perSecond} * ${elapsed})`;
  const spent = nonce
    ? sql`INSERT INTO api_nonces AS held (app_id, nonce, expires_at, mark)
          SELECT ${nonce.appId}, ${nonce.nonce}, ${nonce.expiresAt.toISOString()}::timestamptz, ${nonce.mark}::bytea
           WHERE (SELECT bool_and(is_granted) FROM taken)
          ON CONFLICT (app_id, nonce) DO UPDATE SET mark = held.mark WHERE held.mark = excluded.mark
          RETURNING 1 AS one`
    : sql`SELECT 1 AS one`;
  const isLetIn = sql<SqlBool>`(SELECT bool_and(is_granted) FROM taken) AND EXISTS (SELECT 1 FROM spent)`;
  const claimed = claim ? claiming(claim, now, isLetIn) : sql`SELECT NULL::integer AS runs`;
  const result = await sql<TakenAllowance>`
    WITH relaxed AS (SELECT set_config('synchronous_commit', 'off', true) AS setting),
    taken AS (
      INSERT INTO api_allowances AS held (bucket, tokens, refilled_at, is_granted) VALUES ${rows}
      ON CONFLICT (bucket) DO UPDATE SET
        tokens = ${refilled} - CASE WHEN ${refilled} >= ${least} THEN 1 ELSE 0 END,
        refilled_at = greatest(held.refilled_at, excluded.refilled_at),
        is_granted = ${refilled} >= ${least}
      RETURNING bucket, tokens, is_granted),
    spent AS (${spent}),
    claimed AS (${claimed})
    SELECT taken.bucket, taken.tokens, taken.is_granted, EXISTS (SELECT 1 FROM spent) AS is_fresh,
           (SELECT runs FROM claimed) AS runs
      FROM taken, relaxed`.execute(prepared(db));
  return judged(allowances, result.rows);
}

interface TakenAllowance {
  readonly bucket: string;
  readonly tokens: number;
  readonly isGranted: boolean;
  readonly isFresh: boolean;
  readonly runs: number | null;
}

/** How many may be given before they are there. */
const inAdvance = ({ perSecond, waitSeconds = 0 }: CallAllowance): number => perSecond * waitSeconds;

const caseOf = (asked: readonly CallAllowance[], value: (allowance: CallAllowance) => number) =>
  sql`CASE held.bucket ${sql.join(
    asked.map((each) => sql`WHEN ${each.bucket} THEN ${value(each)}::float8`),
    sql` `,
  )} END`;

function judged(allowances: readonly CallAllowance[], rows: readonly TakenAllowance[]): Admission {
  const tokensOf = ({ bucket }: CallAllowance) => rows.find((row) => row.bucket === bucket)?.tokens ?? 0;
  const waits = allowances.map((each) => (1 - inAdvance(each) - tokensOf(each)) / each.perSecond);
  const [first] = allowances;
  return {
    isGranted: rows.every(({ isGranted }) => isGranted),
    isFresh: rows.every(({ isFresh }) => isFresh),
    waitMs: Math.max(0, ...allowances.map((each) => (-1_000 * tokensOf(each)) / each.perSecond)),
    remaining: first ? Math.max(0, Math.floor(tokensOf(first))) : 0,
    retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits))),
    runs: rows[0]?.runs ?? undefined,
  };
}

/** Deletes expired nonces, and rate limits that have been full for long. */
export async function purgeAdmissions(db: Db, now: Date): Promise<void> {
  const anHourAgo = new Date(now.getTime() - 3_600_000).toISOString();
  await db.deleteFrom("apiNonces").where("expiresAt", "<", now.toISOString()).execute();
  await db.deleteFrom("apiAllowances").where("refilledAt", "<", anHourAgo).execute();
}
