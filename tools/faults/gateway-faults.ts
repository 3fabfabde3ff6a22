import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import type { Findings } from "./findings.ts";
import type { Weather } from "./gate.ts";
import { startLoad } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";
import { accountNames } from "./shop.ts";

/** One way in which a gateway misbehaves. */
interface Fault {
  readonly name: string;
  /** What an account suffers. */
  readonly profile?: { readonly name: string; readonly value?: number };
  /** What the way to it suffers. */
  readonly weather?: Weather;
}

const faults: readonly Fault[] = [
  { name: "time-outs", weather: { kind: "silent" } },
  { name: "answers that never arrive", weather: { kind: "mute" } },
  { name: "resets in the middle of an answer", weather: { kind: "reset", afterBytes: 60 } },
  { name: "one byte at a time", weather: { kind: "trickle", bytes: 1, everyMs: 20 } },
  { name: "a connection broken after the payment was made", profile: { name: "drop", value: 0.6 } },
  { name: "answers of 500", profile: { name: "flaky", value: 0.5 } },
  { name: "answers of 503", profile: { name: "outage" } },
  { name: "answers of 429", profile: { name: "rate_limit" } },
  { name: "answers of 200 without JSON", profile: { name: "garbage" } },
  { name: "answers that come late", profile: { name: "slow" } },
  { name: "payments that stay pending", profile: { name: "pending_forever" } },
  { name: "success, then a notification of failure", profile: { name: "contradict_webhooks" } },
  { name: "every payment taken twice", profile: { name: "duplicate_success" } },
  { name: "lost notifications", profile: { name: "lose_webhooks", value: 0.5 } },
];

/** A gateway that is out of order can leave a payment without an account to try: that is an answer, and a true one. */
const expected = /no_route/;

/** Everything a gateway can do wrong, one after the other, in an order that the seed decides. */
export async function gatewayFaults(rig: Rig, { seed, rate, seconds, warmUpSeconds }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const auditor = startAuditor(rig);
  const load = await startLoad(rig, { rate, seed, name: "gateway-faults" });
  await sleep(warmUpSeconds * 1000);
  const left = [...faults];
  while (left.length > 0) {
    const [fault] = left.splice(random.between(0, left.length - 1), 1);
    if (!fault) break;
    rig.timeline.note(`the gateway: ${fault.name}`);
    await suffer(rig, fault);
    await sleep((seconds * 1000) / faults.length);
    await suffer(rig, { name: "nothing" });
  }
  const findings = await conclude(rig, load, auditor, { expected });
  return { ...findings, figures: [["kinds of faults", faults.length], ...findings.figures, ...(await outcomes(rig))] };
}

async function suffer({ simulator, toGateway }: Rig, { profile, weather }: Fault): Promise<void> {
  toGateway.weather = weather ?? { kind: "pass" };
  // What hangs in a gate stays there until somebody gives up; new weather is for new connections too.
  if (!weather) toGateway.sever();
  for (const name of accountNames)
    await simulator.control("PUT", `/accounts/${name}`, { profiles: profile ? [profile] : [] });
}

/** What the product said of the attempts, and what it noted for people. */
async function outcomes(rig: Rig): Promise<[string, string | number][]> {
  const attempts = await ask<{ status: string; count: number }>(
    rig,
    "SELECT status, count(*)::int AS count FROM payment_attempts GROUP BY 1 ORDER BY 2 DESC",
  );
  const [noted] = await ask<{ dues: number; unknown: number }>(
    rig,
    `SELECT (SELECT count(*)::int FROM payment_dues) AS dues,
            (SELECT count(DISTINCT object_id)::int FROM order_timeline WHERE to_state = 'unknown') AS unknown`,
  );
  return [
    ["attempts by state", attempts.map(({ status, count }) => `${status}: ${count}`).join(", ")],
    ["attempts that were unknown for a time", noted?.unknown ?? 0],
    ["taken twice and noted as due", noted?.dues ?? 0],
  ];
}
