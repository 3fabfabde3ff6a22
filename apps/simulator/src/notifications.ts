import { createHmac } from "node:crypto";
import { later, type Task } from "./agenda.ts";
import type { Account } from "./book.ts";
import { hour, minute, second } from "./clock.ts";
import { profileOf } from "./profiles.ts";
import { newId, type World } from "./world.ts";

/** Pauses between tries of a notification nobody acknowledged: some three days in all. */
export const retryAfterMs = [
  10 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
] as const;

const answerWithinMs = 10 * second;

/** What a notification carries in either wire. */
export interface RenderedNotification {
  readonly type: string;
  readonly body: (id: string) => string;
}

export interface Dispatch {
  /** Pauses before each copy; one copy at once when absent, none when empty. */
  readonly copiesAfterMs?: readonly number[];
}

/** Pauses of each copy after the account's profiles have had their say. */
function copies(world: World, account: Account, planned: readonly number[]): number[] {
  const loss = profileOf(account, "lose_webhooks", 0.1);
  const repeats = profileOf(account, "duplicate_webhooks") ? 1 + world.random.pick(3) : 1;
  const delay = second * (profileOf(account, "delay_webhooks", 3_600) ?? 0);
  const own = (): number => (profileOf(account, "reorder_webhooks") ? world.random.pick(30 * second) : 0);
  return planned
    .flatMap((afterMs) => Array.from({ length: repeats }, () => afterMs + delay + own()))
    .filter(() => loss === undefined || world.random.next() >= loss);
}

/** Records what happened and sends it to the account's receiver, if it has one. */
export function notify(
  world: World,
  account: Account,
  objectId: string,
  { type, body }: RenderedNotification,
  { copiesAfterMs = [0] }: Dispatch = {},
): void {
  const id = newId(world, "evt");
  const createdAt = world.clock.now();
  world.book.notifications.set(id, {
    id,
    accountId: account.id,
    type,
    objectId,
    body: body(id),
    createdAt,
    deliveries: [],
  });
  for (const afterMs of copies(world, account, copiesAfterMs)) later(world, afterMs, "deliver", id, "0");
}

/** The headers that prove a notification, in the account's wire. */
export function signatureHeaders(account: Account, body: string, instant: number): Record<string, string> {
  const secret = profileOf(account, "bad_signature") ? `not ${account.webhookSecret}` : account.webhookSecret;
  const sign = (text: string): string => createHmac("sha256", secret).update(text).digest("hex");
  if (account.face === "airwallex") {
    return { "x-timestamp": String(instant), "x-signature": sign(`${instant}${body}`) };
  }
  const seconds = Math.floor(instant / second);
  return { "x-webhook-signature": `t=${seconds},v1=${sign(`${seconds}.${body}`)}` };
}

async function post(url: string, headers: Record<string, string>, body: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch {
    // Whatever went wrong on the way is one thing to a sender: not acknowledged.
    return 0;
  }
}

/** Sends one copy of a notification; one that is not acknowledged is tried again later. */
export async function deliver(world: World, task: Task): Promise<void> {
  const notification = world.book.notifications.get(task.id);
  const account = notification && world.book.accounts.get(notification.accountId);
  if (!notification || !account?.webhookUrl || !world.mayNotify(account.webhookUrl)) return;
  const attempt = Number(task.detail) + 1;
  const { body, id, type, deliveries } = notification;
  const headers = { "x-event-id": id, "x-event-type": type, "x-delivery-try": String(attempt) };
  // Signed with the wall clock's kin, the simulator's: a receiver that tests freshness must share it.
  const signed = signatureHeaders(account, body, world.clock.now());
  const status = await post(account.webhookUrl, { ...headers, ...signed }, body);
  deliveries.push({ at: task.at, attempt, status });
  world.say(`notify ${account.id} ${type} ${notification.objectId} try ${attempt} -> ${status}`);
  const pauseMs = retryAfterMs[attempt - 1];
  if ((status < 200 || status > 299) && pauseMs !== undefined) {
    world.book.tasks.push({ ...task, at: task.at + pauseMs, detail: String(attempt) });
  }
}
