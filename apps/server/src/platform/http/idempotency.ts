import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { hasCardNumber } from "@countinghouse/contract/platform/card-number.ts";
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { write } from "../db/pipelined.ts";
import { prepared } from "../db/prepared.ts";
import type { Tables } from "../db/tables.ts";
import { waitOutside } from "../load/gate-place.ts";
import type { Envelope } from "./envelope.ts";

/** Hours for which a finished answer is replayed. */
export const keptHours = 72;
/**
 * Days for which a key is bound to the object that its request made, such as an order: longer than an authorisation is
 * valid.
 */
export const boundDays = 30;
/** Lease of a running claim in seconds: an older one belongs to a process that died, and may be taken over. */
const leaseSeconds = 60;

/** The claim of an idempotency key by one request. */
export interface IdempotencyClaim {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  readonly requestHash: string;
  /** Request hashes under previous secrets: a retry is recognised during rotation. */
  readonly olderHashes?: readonly string[];
  /** The request creates an object that the key is then bound to. */
  readonly mayBind?: boolean;
}

/** A claim held by one run. Once another run has taken it over, this run can no longer settle it. */
export interface HeldClaim extends IdempotencyClaim {
  readonly run: number;
}

type KeyConditions = ExpressionBuilder<Tables, "idempotencyKeys">;

/** Condition for the row of a key. */
const named =
  ({ caller, operation, key }: IdempotencyClaim) =>
  (eb: KeyConditions) =>
    eb.and({ caller, operation, key });

const hashesOf = ({ requestHash, olderHashes = [] }: IdempotencyClaim): readonly string[] => [
  requestHash,
  ...olderHashes,
];

/** Condition for the row of a key while this claim holds it: no other run has taken it over. */
const heldBy = (claim: HeldClaim) => (eb: KeyConditions) => eb.and([named(claim)(eb), eb("runs", "=", claim.run)]);

/** Stored answer to the first request with a key. */
export interface StoredAnswer<B extends object = Envelope> {
  readonly status: number;
  readonly body: B;
}

/** Result of a claim: the first request's answer, the object that it made, or leave to run. */
export type ClaimedRun<B extends object> =
  | { readonly state: "answered"; readonly answer: StoredAnswer<B> }
  | { readonly state: "bound"; readonly objectId: string }
  | { readonly state: "run"; readonly claim: HeldClaim };

/** Fingerprint that tells a retry from a conflicting reuse of the key; independent of the order of members. */
export function hashRequest(input: unknown): string {
  const canonical = JSON.stringify(input, (_key, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash("sha256")
    .update(canonical ?? "null")
    .digest("base64url");
}

/**
 * Reads the idempotency key of a request. Refuses one that is not 1 to 255 visible ASCII characters or holds a card
 * number.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw refuse("platform.idempotencyKeyInvalid");
  if (hasCardNumber(header)) {
    const fields = [{ field: "Idempotency-Key", message: "platform.cardNumberHere" }];
    throw refuse("platform.cardNumberRefused", { fields: "Idempotency-Key" }, { fields });
  }
  return header;
}

/**
 * The statement that claims a key where `guard` holds. Returns how often the key's request was started, and no row
 * where another request has the key.
 */
export function claiming(claim: IdempotencyClaim, now: Date, guard: Expression<SqlBool> = sql<SqlBool>`true`) {
  const startedAt = now.toISOString();
  // A key that may be bound is claimed for the binding's whole life: `expires_at` is indexed, and binding must not
  // change an indexed column.
  const hours = claim.mayBind ? boundDays * 24 : keptHours;
  const expiresAt = new Date(now.getTime() + hours * 3_600_000).toISOString();
  const stale = new Date(now.getTime() - leaseSeconds * 1_000).toISOString();
  return sql<{ runs: number }>`
    INSERT INTO idempotency_keys AS held (caller, operation, key, request_hash, state, started_at, expires_at)
    SELECT ${claim.caller}, ${claim.operation}, ${claim.key}, ${claim.requestHash}, 'running', ${startedAt}::timestamptz,
           ${expiresAt}::timestamptz
     WHERE ${guard}
    ON CONFLICT (caller, operation, key) DO UPDATE
      SET request_hash = excluded.request_hash, state = 'running', status = NULL, body = NULL,
          started_at = excluded.started_at, expires_at = excluded.expires_at, object_id = NULL,
          runs = CASE WHEN held.expires_at < ${startedAt} THEN 1 ELSE held.runs + 1 END
      WHERE held.expires_at < ${startedAt}
         OR (held.state = 'running' AND held.object_id IS NULL AND held.started_at < ${stale}
             AND held.request_hash = ANY(${hashesOf(claim)}::text[]))
    RETURNING runs`;
}

/**
 * Evaluates the result of {@link claiming}, in `runs`. Answers that this request must run, or the first request's
 * object or answer. Refuses with 409 while the first request has made nothing yet, and when its body differs. A claim
 * whose process died before it made anything is taken over after a minute; a key bound to an object never runs again.
 */
export async function claimedBy<B extends object>(
  db: Kysely<Tables>,
  claim: IdempotencyClaim,
  runs: number | undefined,
): Promise<ClaimedRun<B>> {
  if (runs !== undefined) return { state: "run", claim: { ...claim, run: runs } };
  const made = await madeBy<B>(db, claim);
  if (!made || made === "given back") throw stillRunning();
  return made;
}

/** The object or answer of the first request with a key; undefined while it has made nothing yet. */
async function madeBy<B extends object>(
  db: Kysely<Tables>,
  claim: IdempotencyClaim,
): Promise<ClaimedRun<B> | "given back" | undefined> {
  const held = await db
    .selectFrom("idempotencyKeys")
    .select(["requestHash", "state", "status", "body", "objectId"])
    .where(named(claim))
    .executeTakeFirst();
  if (!held) return "given back";
  if (!hashesOf(claim).includes(held.requestHash)) throw refuse("platform.idempotencyMismatch");
  if (held.objectId) return { state: "bound", objectId: held.objectId };
  if (held.state === "running" || held.status === null) return undefined;
  return { state: "answered", answer: { status: held.status, body: held.body as unknown as B } };
}

/** Pauses in milliseconds between checks on a key that another request holds: seconds in all. */
const lookAgainMs = [20, 40, 80, 160, 320, 640, 1_280, 1_280] as const;

/**
 * {@link claimedBy} for a key that is bound to the object of its request. A concurrent retry waits for that object
 * instead of being refused, holding no connection and no lock meanwhile, and runs itself where the first request made
 * nothing and released the key.
 */
export async function claimedInTime<B extends object>(
  db: Kysely<Tables>,
  claim: IdempotencyClaim,
  runs: number | undefined,
  now: () => Date,
): Promise<ClaimedRun<B>> {
  if (runs !== undefined || !claim.mayBind) return claimedBy(db, claim, runs);
  for (const waitMs of lookAgainMs) {
    const made = await madeBy<B>(db, claim);
    if (made && made !== "given back") return made;
    if (made) {
      const again = await claimKey(db, claim, now());
      if (again !== undefined) return claimedBy<B>(db, claim, again);
    }
    await waitOutside(() => sleep(waitMs));
  }
  return claimedBy(db, claim, undefined);
}

/** Claims a key in its own transaction; see {@link claimedBy}. */
export async function claimRun<B extends object>(
  db: Kysely<Tables>,
  claim: IdempotencyClaim,
  now: Date,
): Promise<ClaimedRun<B>> {
  return claimedBy<B>(db, claim, await claimKey(db, claim, now));
}

/** Executes {@link claiming}. */
export async function claimKey(db: Kysely<Tables>, claim: IdempotencyClaim, now: Date): Promise<number | undefined> {
  const { rows } = await claiming(claim, now).execute(prepared(db));
  return rows[0]?.runs;
}

const stillRunning = (): Refusal => refuse("platform.idempotencyInProgress", {}, { headers: { "Retry-After": "1" } });

/**
 * Binds a key to the object of its request, in the transaction that creates the object and before any call to a
 * gateway: both are committed, or neither. Rolls the transaction back when another run has taken the key over.
 */
export async function bindKey(tx: Kysely<Tables>, claim: HeldClaim, objectId: string): Promise<void> {
  const binding = tx
    .updateTable("idempotencyKeys")
    .set({ objectId })
    .where(heldBy(claim))
    .where("state", "=", "running")
    .where("objectId", "is", null)
    .returning("runs");
  // The answer is not awaited: where no row was bound, the statement itself fails, and with it the commit.
  const bound = sql`WITH bound AS (${binding}) SELECT 1 / count(*) FROM bound`;
  await write(tx, bound.compile(tx), (error) => (isDivisionByZero(error) ? stillRunning() : error));
}

const isDivisionByZero = (error: Error): boolean => (error as { code?: string }).code === "22012";

/** Whether a run's object was committed: the binding commits with it. */
export async function isBound(db: Kysely<Tables>, claim: HeldClaim): Promise<boolean> {
  const row = await db.selectFrom("idempotencyKeys").select("objectId").where(heldBy(claim)).executeTakeFirst();
  return (row?.objectId ?? null) !== null;
}

/** Stores the answer; answers whether this run still held the claim. */
async function finishKey(db: Kysely<Tables>, claim: HeldClaim, answer: StoredAnswer<object>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("idempotencyKeys")
    .set({
      state: "finished",
      status: answer.status,
      body: JSON.stringify(answer.body),
      expiresAt: sql<string>`least(expires_at, started_at + make_interval(hours => ${keptHours}::integer))`,
    })
    .where(heldBy(claim))
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Stores the answer of a finished run. A run that stalled until another took its key over leaves the other's answer in
 * place.
 */
export async function keepAnswer(db: Kysely<Tables>, claim: HeldClaim, answer: StoredAnswer<object>): Promise<void> {
  await finishKey(db, claim, answer);
}

/**
 * Stores the answer in the command's transaction, and rolls the command back when another run has taken its key over.
 */
export async function keepAnswerInside(
  tx: Kysely<Tables>,
  claim: HeldClaim,
  answer: StoredAnswer<object>,
): Promise<void> {
  if (!(await finishKey(tx, claim, answer))) throw stillRunning();
}

/** A refusal that was the first answer under the same key; its body is sent again unchanged. */
export class ReplayedRefusal extends Error {
  readonly status: number;
  readonly body: Envelope;
  constructor(status: number, body: Envelope) {
    super("replayed refusal");
    this.status = status;
    this.body = body;
  }
}

/** The stored answer; throws a {@link ReplayedRefusal} when it was a refusal. */
export function replayed({ status, body }: StoredAnswer): Envelope {
  if (status >= 400) throw new ReplayedRefusal(status, body);
  return body;
}

/** Keeps a refusal caused by the caller under its key; a failure on our side releases the key for a retry. */
export async function settleFailedClaim(
  db: Kysely<Tables>,
  claim: HeldClaim,
  error: unknown,
  answer: (refusal: Refusal) => Envelope,
): Promise<void> {
  const isFinal = error instanceof Refusal && error.status < 500 && error.status !== 429;
  if (isFinal) await keepAnswer(db, claim, { status: error.status, body: answer(error) });
  else await releaseKey(db, claim);
}

/** Releases a key after a failure on our side that made nothing, so that the caller may retry with it. */
export async function releaseKey(db: Kysely<Tables>, claim: HeldClaim): Promise<void> {
  await db
    .deleteFrom("idempotencyKeys")
    .where(heldBy(claim))
    .where("state", "=", "running")
    .where("objectId", "is", null)
    .execute();
}
