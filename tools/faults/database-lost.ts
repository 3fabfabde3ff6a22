import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "../../apps/server/src/seed/seeded-random.ts";
import { startAuditor } from "./audit.ts";
import { conclude } from "./conclude.ts";
import { type Findings, spread } from "./findings.ts";
import { startLoad } from "./load.ts";
import { ask, type Rig } from "./rig.ts";
import type { RunOptions } from "./run.ts";

const readyMsMax = 30_000;

/** Milliseconds until every node says that it can do its work again. */
export async function untilReady({ nodes }: Rig): Promise<number> {
  const began = performance.now();
  for (;;) {
    const asked = nodes.map(({ address }) =>
      fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    if ((await Promise.all(asked)).every(Boolean)) return performance.now() - began;
    if (performance.now() - began > readyMsMax) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
}

/** The processes that were there before must be there after: nobody had to start a node again. */
const sameProcesses = (rig: Rig, before: readonly number[]): string[] =>
  rig.nodes.flatMap(({ name, pid }, index) => (pid === before[index] ? [] : [`${name} did not live through it`]));

const terminateAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'auditor'`;

/** The database is stopped for a while, then its sessions are ended every second. */
export async function databaseStopped(rig: Rig, { seed, rate, seconds, warmUpSeconds }: RunOptions): Promise<Findings> {
  const auditor = startAuditor(rig);
  const load = await startLoad(rig, { rate, seed, name: "database-stopped" });
  await sleep(warmUpSeconds * 1000);
  const before = rig.nodes.map(({ pid }) => pid);
  rig.timeline.note("the database is stopped, as with pg_ctl stop -m immediate");
  await rig.cluster.stopImmediately();
  const alive = await aliveAndUnready(rig);
  await sleep((seconds * 1000) / 2);
  const startMs = await rig.cluster.start();
  rig.timeline.note(`the database is back after ${Math.round(startMs)} ms`);
  const readyMs = await untilReady(rig);
  rig.timeline.note("every session is ended once a second");
  const end = performance.now() + (seconds * 1000) / 2;
  let rounds = 0;
  while (performance.now() < end) {
    await ask(rig, terminateAll).catch(() => []);
    rounds += 1;
    await sleep(1_000);
  }
  const calmMs = await untilReady(rig);
  const findings = await conclude(rig, load, auditor);
  const late = load.weathered.refusedMs.filter((ms) => ms > answerMsMax).length;
  return {
    figures: [
      ["ready after the database was back", `${Math.round(readyMs)} ms`],
      ["rounds of ending every session", rounds],
      ["ready after the last round", `${Math.round(calmMs)} ms`],
      ["time of an answer of 503", spread(load.weathered.refusedMs)],
      [`answers of 503 slower than ${answerMsMax / 1000} s`, late],
      ...findings.figures,
    ],
    broken: [
      ...findings.broken,
      ...alive,
      ...sameProcesses(rig, before),
      ...(readyMs > 10_000 ? [`not ready within 10 s of the database's return (${Math.round(readyMs)} ms)`] : []),
    ],
  };
}

/** Longest time a caller waits to hear that the database is away: the wait for a connection, and some. */
const answerMsMax = 4_000;

/** While the database is away a node lives, says that it is not ready, and refuses quickly. */
async function aliveAndUnready({ nodes }: Rig): Promise<string[]> {
  await sleep(1_000);
  const broken: string[] = [];
  for (const { name, address } of nodes) {
    const health = await fetch(`${address}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
    const ready = await fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
    if (health !== 200) broken.push(`${name} answers ${health} to the question whether it lives`);
    if (ready !== 503) broken.push(`${name} answers ${ready} to the question whether it is ready`);
  }
  return broken;
}

/** The whole tree of the database's processes is killed, over and over. */
export async function databaseKilled(rig: Rig, { seed, rate, kills, warmUpSeconds }: RunOptions): Promise<Findings> {
  const random = new SeededRandom(seed);
  const auditor = startAuditor(rig);
  const load = await startLoad(rig, { rate, seed, name: "database-killed" });
  await sleep(warmUpSeconds * 1000);
  const before = rig.nodes.map(({ pid }) => pid);
  const recoveries: number[] = [];
  const readies: number[] = [];
  for (let number = 0; number < kills; number += 1) {
    await sleep(random.between(2_000, 5_000));
    rig.timeline.note("kill -9 every process of the database");
    await rig.cluster.killTree();
    recoveries.push(await rig.cluster.start());
    readies.push(await untilReady(rig));
  }
  const findings = await conclude(rig, load, auditor);
  return {
    figures: [
      ["kills", kills],
      ["database started to accepting", spread(recoveries)],
      ["accepting to both nodes ready", spread(readies)],
      ...findings.figures,
    ],
    broken: [...findings.broken, ...sameProcesses(rig, before)],
  };
}
