import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { callOnce, isPassing, type OpenAnswer } from "../replay/client.ts";
import type { Rig } from "./rig.ts";

/** What a client knows after a call and all its repetitions. */
export interface Heard {
  /** `unknown`: no final answer came in time, so the call may have been carried out or not. */
  readonly outcome: "acknowledged" | "refused" | "unknown";
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any call; what is read of it is compared with rows.
  readonly body: any;
}

/** What single tries met, over a whole run. */
export interface Weathered {
  /** Answers by status, `nobody` where no node listened, `cut` where the connection broke or nothing came in time. */
  readonly seen: Map<string, number>;
  /** Codes of refusals that no client could have expected, with one message each. */
  readonly surprises: Map<string, string>;
  /** How long single answers of 503 took. */
  readonly refusedMs: number[];
}

export const newWeathered = (): Weathered => ({ seen: new Map(), surprises: new Map(), refusedMs: [] });

export interface CallPlan {
  readonly path: string;
  readonly body: object;
  readonly key?: string;
  /** A careless client: every repetition under a key of its own, so that only the business number holds. */
  readonly renewsKey?: boolean;
}

const tryMs = 10_000;
const deadlineMs = 150_000;
const firstWaitMs = 200;
const waitMsMax = 5_000;

/** Refusals of a repetition that say no more than: what you ask is under way. */
const underWay = new Set(["idempotency_in_progress", "attempt_in_flight"]);

/**
 * Calls as a merchant's server does that must know the outcome: over and over, on the other node after each failure,
 * until there is a final answer or the deadline has passed.
 */
export async function call(
  { nodes, shop }: Pick<Rig, "nodes" | "shop">,
  plan: CallPlan,
  random: SeededRandom,
  weathered: Weathered,
): Promise<Heard> {
  const began = performance.now();
  const { path, body, renewsKey = false } = plan;
  const firstKey = plan.key ?? randomUUID();
  let at = random.between(0, 1);
  for (let tries = 1; ; tries += 1) {
    const key = renewsKey && tries > 1 ? randomUUID() : firstKey;
    const { appKey, appSecret } = shop;
    const base = nodes[at === 0 ? 0 : 1].address;
    const answer = await tryOnce({ base, appKey, appSecret, timeoutMs: tryMs }, { path, body, key }, weathered);
    const elapsedMs = performance.now() - began;
    const isFinal = answer && !isPassing(answer) && !underWay.has(answer.body?.bizCode);
    if (answer && isFinal) {
      const isGood = answer.status < 300;
      if (!isGood) weathered.surprises.set(`${answer.status} ${answer.body?.bizCode}`, answer.body?.message ?? "");
      return { outcome: isGood ? "acknowledged" : "refused", body: answer.body };
    }
    if (elapsedMs > deadlineMs) return { outcome: "unknown", body: undefined };
    at = 1 - at;
    // A lost connection is tried at once on the other node; whoever is told to wait does so, ever longer.
    const longest = Math.min(waitMsMax, firstWaitMs * 2 ** (tries - 1));
    await sleep(Math.max(answer?.waitMs ?? 0, random.between(firstWaitMs / 2, longest)));
  }
}

async function tryOnce(
  options: Parameters<typeof callOnce>[0],
  { path, body, key }: Pick<CallPlan, "path" | "body"> & { readonly key: string },
  { seen, refusedMs }: Weathered,
): Promise<(OpenAnswer & { readonly waitMs: number }) | undefined> {
  const count = (what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);
  const began = performance.now();
  try {
    const { answer, waitMs } = await callOnce(options, "POST", path, body, key);
    count(String(answer.status));
    if (answer.status === 503) refusedMs.push(performance.now() - began);
    return { ...answer, waitMs };
  } catch (error) {
    // Nobody took the connection, so nothing was asked; anything else was cut with the question out.
    const code = ((error as Error).cause as { code?: string } | undefined)?.code;
    count(code === "ECONNREFUSED" ? "nobody" : "cut");
    return undefined;
  }
}
