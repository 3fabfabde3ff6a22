import type { Account } from "./book.ts";
import { second } from "./clock.ts";
import { ConnectionBroken, Fault, Garbage } from "./fault.ts";
import type { World } from "./world.ts";

/** Faults an account can be set to suffer. The README's list is made from it. */
export const profileTable = {
  outage: "every call answers 503 and books nothing",
  slow: "calls are answered late; one in twenty takes 10 s or more",
  delay: "calls are answered after `value` seconds (1 when absent)",
  flaky: "calls answer 500 and book nothing, with the probability `value` (0.2 when absent)",
  rate_limit: "every call answers 429",
  drop: "calls are executed, then the connection breaks, with the probability `value` (1 when absent)",
  garbage: "calls are executed and answered 200 with a body that is no JSON",
  pending_forever: "payments stay pending",
  bad_signature: "notifications are signed wrongly",
  duplicate_success: "every captured payment is captured a second time under another id",
  duplicate_reservation: "every payment that is reserved is reserved a second time under another id",
  duplicate_webhooks: "each notification is sent up to three times",
  reorder_webhooks: "each notification is delayed by up to 30 s of its own",
  delay_webhooks: "notifications are delayed by `value` seconds (3600 when absent)",
  lose_webhooks: "notifications are lost with the probability `value` (0.1 when absent)",
  contradict_webhooks: "a success is followed by a notification of failure",
  deny_captures: "captures are executed and answered as refused",
} as const;

export type ProfileName = keyof typeof profileTable;

export const profileNames = Object.keys(profileTable) as [ProfileName, ...ProfileName[]];

export interface ProfileSetting {
  readonly name: ProfileName;
  readonly value?: number | undefined;
}

/** The profile's value if the account suffers it, `absent` when it gives none. */
export function profileOf(account: Account, name: ProfileName, absent = 1): number | undefined {
  const setting = account.profiles.find((profile) => profile.name === name);
  return setting && (setting.value ?? absent);
}

const isHit = (world: World, probability: number | undefined): boolean =>
  probability !== undefined && world.random.next() < probability;

/** Faults that strike before anything is booked. */
export function refuseBefore(world: World, account: Account): void {
  if (profileOf(account, "outage")) throw new Fault(503, "processor_error", "The provider is out of service.");
  if (profileOf(account, "rate_limit")) throw new Fault(429, "rate_limited", "Too many calls.");
  if (isHit(world, profileOf(account, "flaky", 0.2))) {
    throw new Fault(500, "processor_error", "The provider failed; nothing was processed.");
  }
}

/** How late an account answers. A slow one takes mostly a few seconds, seldom above 10. */
export const lateness = (world: World, account: Account): number => {
  const delay = second * (profileOf(account, "delay") ?? 0);
  if (!profileOf(account, "slow")) return delay;
  const draw = world.random.next();
  return (
    delay + (draw > 0.95 ? 10 * second + Math.floor((draw - 0.95) * 100 * second) : Math.floor(draw * 10 * second))
  );
};

/** Faults that strike after the call was executed. */
export function spoilAnswer(world: World, account: Account): void {
  if (isHit(world, profileOf(account, "drop"))) throw new ConnectionBroken();
  if (profileOf(account, "garbage")) throw new Garbage();
}
