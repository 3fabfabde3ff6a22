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

/** How long a finished answer is replayed. */
export const keptHours = 72;
/** How long a key is bound to what its request made, such as an order: longer than a reservation lives. */
export const boundDays = 30;
/** A running claim older than this belongs to a process that died, and may be taken over. */
const leaseSeconds = 60;

/** The claim of one key by one request. */
export interface IdempotencyClaim {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  readonly requestHash: string;
  /** Its hashes under secrets before the present one: a repetition is known while the secret is being replaced. */
  readonly olderHashes?: readonly string[];
  /** The request makes an object that the key is then bound to. */
  readonly mayBind?: boolean;
}

/** A claim in the hands of one run. Once another run has taken it over, this one settles nothing any more. */
export interface HeldClaim extends IdempotencyClaim {
  readonly run: number;
}

type KeyConditions = ExpressionBuilder<Tables, "idempotencyKeys">;

/** The row of a key. */
const named =
  ({ caller, operation, key }: IdempotencyClaim) =>
  (eb: KeyConditions) =>
    eb.and({ caller, operation, key });

const hashesOf = ({ requestHash, olderHashes = [] }: IdempotencyClaim): readonly string[] => [
  requestHash,
  ...olderHashes,
];

/** The row of a key while a claim holds it: no other run has taken it over. */
const heldBy = (claim: HeldClaim) => (eb: KeyConditions) => eb.and([named(claim)(eb), eb("runs", "=", claim.run)]);

/** Stored answer of the first request with a key. */
export interface StoredAnswer<B extends object = Envelope> {
  readonly status: number;
  readonly body: B;
}

/** What a claim came to: an answer that was given before, an object that was made before, or leave to run. */
export type ClaimedRun<B extends object> =
  | { readonly state: "answered"; readonly answer: StoredAnswer<B> }
  | { readonly state: "bound"; readonly objectId: string }
  | { readonly state: "run"; readonly claim: HeldClaim };

/** Hash of what was asked, independent of the order of members. */
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

/** Reads the key of a request. Refuses one that is not 1 to 255 visible ASCII characters, or holds a card number. */
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
 * The statement that claims a key where `guard` holds: it gives back how often the request of the key was begun, and
 * nothing where another request has the key.
 */
export function claiming(claim: IdempotencyClaim, now: Date, guard: Expression<SqlBool> = sql<SqlBool>`true`) {
  const startedAt = now.toISOString();
  // Binding a key changes nothing that an index covers: it is claimed for as long as it would be bound.
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
 * What the statement of {@link claiming} came to: `runs` is what it gave back. Answers that this request must run, or
 * what the request that came first made or was answered; refuses with 409 while that one has made nothing yet, and for
 * another body. A claim whose process died before it made anything is taken over after a minute; a key that is bound to
 * an object never runs again.
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

/** What the request that came first with a key made or was answered; nothing while it has made nothing yet. */
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

/** Between one look and the next of a request whose key another one holds: seconds in all. */
const lookAgainMs = [20, 40, 80, 160, 320, 640, 1_280, 1_280] as const;

/**
 * {@link claimedBy} for a key that is bound to what its request makes: whoever repeats the request at the same moment
 * waits for that object instead of being sent away, with no connection and no lock in hand meanwhile, and runs where the
 * first one made nothing and gave the key back.
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

/** Claims a key in a transaction of its own; see {@link claimedBy}. */
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
 * Binds a key to what its request makes, in the transaction that makes it and before anything leaves the house: both
 * are there afterwards, or neither. Undoes the transaction when another run has taken the key over.
 */
export async function bindKey(tx: Kysely<Tables>, claim: HeldClaim, objectId: string): Promise<void> {
  const binding = tx
    .updateTable("idempotencyKeys")
    .set({ objectId })
    .where(heldBy(claim))
    .where("state", "=", "running")
    .where("objectId", "is", null)
    .returning("runs");
  // Nobody waits for the answer: where no row was bound, the statement itself fails, and the commit with it.
  const bound = sql`WITH bound AS (${binding}) SELECT 1 / count(*) FROM bound`;
  await write(tx, bound.compile(tx), (error) => (isDivisionByZero(error) ? stillRunning() : error));
}

const isDivisionByZero = (error: Error): boolean => (error as { code?: string }).code === "22012";

/** Whether what a run made was committed: a binding goes with its transaction. */
export async function isBound(db: Kysely<Tables>, claim: HeldClaim): Promise<boolean> {
  const row = await db.selectFrom("idempotencyKeys").select("objectId").where(heldBy(claim)).executeTakeFirst();
  return (row?.objectId ?? null) !== null;
}

/** Stores the answer; answers whether the claim was still this run's to settle. */
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
 * Stores the answer of a run that is over. A run that stood still for so long that another one took its key over leaves
 * that one's answer alone.
 */
export async function keepAnswer(db: Kysely<Tables>, claim: HeldClaim, answer: StoredAnswer<object>): Promise<void> {
  await finishKey(db, claim, answer);
}

/** Stores the answer in the command's transaction, and undoes the command when another run has taken its key over. */
export async function keepAnswerInside(
  tx: Kysely<Tables>,
  claim: HeldClaim,
  answer: StoredAnswer<object>,
): Promise<void> {
  if (!(await finishKey(tx, claim, answer))) throw stillRunning();
}

/** A refusal that was answered before under the same key; its body goes out again as it was. */
export class ReplayedRefusal extends Error {
  readonly status: number;
  readonly body: Envelope;
  constructor(status: number, body: Envelope) {
    super("replayed refusal");
    this.status = status;
    this.body = body;
  }
}

/** The stored answer once more; throws a {@link ReplayedRefusal} when the first answer was a refusal. */
export function replayed({ status, body }: StoredAnswer): Envelope {
  if (status >= 400) throw new ReplayedRefusal(status, body);
  return body;
}

/** A refusal of the caller's own making is kept under its key; a failure of ours frees the key for another try. */
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

/** Gives a key back after a failure on our side that made nothing, so that the caller may try again with it. */
export async function releaseKey(db: Kysely<Tables>, claim: HeldClaim): Promise<void> {
  await db
    .deleteFrom("idempotencyKeys")
    .where(heldBy(claim))
    .where("state", "=", "running")
    .where("objectId", "is", null)
    .execute();
}
