import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import type { Findings } from "./findings.ts";
import { cards, startLoad } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";
import { accountNames, webhookSecretOf } from "./shop.ts";

/** A notification as the gateway made it. */
interface Made {
  readonly account: string;
  readonly body: string;
  readonly eventId: string;
}

/** What became of the deliveries of a run. */
interface Played {
  delivered: number;
  dropped: number;
  readonly acknowledged: Set<string>;
}

const dropped = 0.1;
const copiesMax = 5;
const latestMs = 90_000;

/** Takes the place of the nodes: keeps every notification the gateway makes and hands it to `take`. */
async function openRecorder(take: (made: Made) => void) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      take({ account: request.url?.slice(1) ?? "", body, eventId: JSON.parse(body).id });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Delivers once, signed at this moment as a gateway signs; true where the node said that it has it. */
async function deliver(rig: Rig, base: string, { account, body }: Made): Promise<boolean> {
  const seconds = Math.floor(Date.now() / 1000);
  const mac = createHmac("sha256", webhookSecretOf(account)).update(`${seconds}.${body}`).digest("hex");
  const path = rig.shop.hooks[account as (typeof accountNames)[number]];
  try {
    const answer = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-webhook-signature": `t=${seconds},v1=${mac}` },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Delivers as a gateway has to: again until it is acknowledged. */
async function insist(rig: Rig, made: Made, random: SeededRandom): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const node = random.pick(rig.nodes);
    if (await deliver(rig, node.address, made)) return;
    await sleep(500);
  }
}

/**
 * The true history of the payments comes in one to five copies, in any order, up to a minute and a half late, and one
 * in ten never. At the end nodes are killed the moment they acknowledged something.
 */
export async function notifications(rig: Rig, options: RunOptions): Promise<Findings> {
  const { seed, rate, seconds, kills, warmUpSeconds } = options;
  const random = new SeededRandom(seed);
  const played: Played = { delivered: 0, dropped: 0, acknowledged: new Set() };
  const waiting = new Set<Promise<void>>();
  const made: Made[] = [];
  const recorder = await openRecorder((one) => {
    made.push(one);
    if (random.chance(dropped)) {
      played.dropped += 1;
      return;
    }
    for (let copy = random.between(1, copiesMax); copy > 0; copy -= 1) {
      const lateMs = random.chance(0.3) ? random.between(0, latestMs) : random.between(0, 5_000);
      const coming = sleep(lateMs)
        .then(() => insist(rig, one, random))
        .then(() => {
          played.delivered += 1;
          played.acknowledged.add(one.eventId);
          waiting.delete(coming);
        });
      waiting.add(coming);
    }
  });
  try {
    for (const name of accountNames)
      await rig.simulator.control("PUT", `/accounts/${name}`, { webhookUrl: `${recorder.url}/${name}` });
    const auditor = startAuditor(rig);
    const load = await startLoad(rig, { rate, seed, name: "notifications", cards: lateCards });
    await sleep((warmUpSeconds + seconds) * 1000);
    for (let number = 0; number < kills; number += 1) await killAtReceipt(rig, random, made, played);
    await load.finish();
    rig.timeline.note(`${made.length} notifications were made; ${waiting.size} copies are still under way`);
    while (waiting.size > 0) await Promise.all(waiting);
    const findings = await conclude(rig, load, auditor);
    const stored = await storedOf(rig);
    const missing = [...played.acknowledged].filter((id) => !stored.has(id));
    return {
      figures: [
        ["notifications made", made.length],
        ["copies delivered", played.delivered],
        ["never delivered", played.dropped],
        ["nodes killed right after the receipt", kills],
        ["acknowledged and not stored", missing.length],
        ...findings.figures,
      ],
      broken: [
        ...findings.broken,
        ...(missing.length > 0 ? [`acknowledged and not stored: ${missing.slice(0, 3).join(", ")}`] : []),
      ],
    };
  } finally {
    await recorder.close();
  }
}

/** Payments that are decided late, told in the wrong order, told thrice or never, beside those decided at once. */
const lateCards = [cards.approved, "4008400030000000", "4008405030000009", "4008405040000007", "4008405050000004"];

async function killAtReceipt(rig: Rig, random: SeededRandom, made: readonly Made[], played: Played): Promise<void> {
  const known = made.length;
  while (made.length === known) await sleep(5);
  const newest = made.at(-1);
  const node = random.pick(rig.nodes);
  if (newest && (await deliver(rig, node.address, newest))) played.acknowledged.add(newest.eventId);
  await node.kill();
  await node.start();
}

async function storedOf(rig: Rig): Promise<ReadonlySet<string>> {
  const rows = await ask<{ event_id: string }>(
    rig,
    "SELECT event_id FROM inbound_notifications WHERE verdict = 'valid'",
  );
  return new Set(rows.map(({ event_id }) => event_id));
}
