import { pause } from "./agenda.ts";
import type { Account, KeptAnswer } from "./book.ts";
import { ConnectionBroken, Fault } from "./fault.ts";
import type { PaymentAnswer } from "./payment-request.ts";
import { lateness, refuseBefore, spoilAnswer } from "./profiles.ts";
import { fingerprint, type World } from "./world.ts";

/** What makes two calls the same: account, operation, key, and the body they carry. */
export interface CallKey {
  readonly operation: string;
  /** Absent when the caller gave none: then every call is a new one. */
  readonly key: string | undefined;
  readonly body: unknown;
}

export interface IdempotentOutcome {
  readonly objectId: string;
  readonly isReplay: boolean;
}

function kept(world: World, name: string, requestHash: string): KeptAnswer | undefined {
  const answer = world.book.kept.get(name);
  if (!answer) return undefined;
  if (answer.requestHash !== requestHash) {
    throw new Fault(409, "idempotency_conflict", "The key was used with another body.");
  }
  if (answer.status === "in_progress") {
    throw new Fault(409, "idempotency_in_progress", "The first call with this key is not answered yet.");
  }
  return answer;
}

async function firstTime(
  world: World,
  account: Account,
  answer: KeptAnswer,
  work: () => PaymentAnswer<{ readonly id: string } | null>,
): Promise<void> {
  const { item, afterMs, isDropped } = work();
  answer.objectId = item?.id ?? "";
  await pause(world, afterMs + lateness(world, account));
  answer.status = "object";
  if (isDropped) throw new ConnectionBroken();
}

/**
 * Does the work once for its key. The same call again finds the object as it is by then, or the refusal as it was;
 * a failure of the provider, and a call it never saw, leave the key free.
 */
export async function once(
  world: World,
  account: Account,
  { operation, key, body }: CallKey,
  work: () => PaymentAnswer<{ readonly id: string } | null>,
): Promise<IdempotentOutcome> {
  refuseBefore(world, account);
  const name = `${account.id} ${operation} ${key ?? ""}`;
  const requestHash = fingerprint(world, JSON.stringify(body ?? null));
  const former = key === undefined ? undefined : kept(world, name, requestHash);
  if (former?.refusal) throw new Fault(former.refusal.status, former.refusal.code, former.refusal.message);
  if (former) {
    await pause(world, lateness(world, account));
    spoilAnswer(world, account);
    return { objectId: former.objectId, isReplay: true };
  }
  const answer: KeptAnswer = { requestHash, status: "in_progress", objectId: "", refusal: null };
  if (key !== undefined) world.book.kept.set(name, answer);
  try {
    await firstTime(world, account, answer, work);
  } catch (error) {
    if (error instanceof Fault && error.status < 500) {
      answer.status = "refusal";
      answer.refusal = { status: error.status, code: error.code, message: error.message };
    } else if (answer.objectId === "") world.book.kept.delete(name);
    throw error;
  }
  spoilAnswer(world, account);
  return { objectId: answer.objectId, isReplay: false };
}

/** A call that changes nothing: only the account's faults come before it. */
export async function look<Result>(world: World, account: Account, read: () => Result): Promise<Result> {
  refuseBefore(world, account);
  await pause(world, lateness(world, account));
  return read();
}

/** A change of something that exists, as an answer at once. */
export const done = <Item>(item: Item): PaymentAnswer<Item> => ({ item, afterMs: 0, isDropped: false });
