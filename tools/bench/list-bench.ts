import { sysLogVis } from "@countinghouse/contract/log-vis/log-vis.ts";
import { type ListWork, listWorks } from "./list-works.ts";
import { cpuMsOf } from "./processes.ts";
import type { Statement } from "./recording.ts";
import { median, overRounds, ratePerSecond, type Sample, sample, sampleInTurns, type Work } from "./sampling.ts";
import type { Stage } from "./stage.ts";

/** What the list endpoint took for one way of asking, beside the bare SQL and the peer. Times in milliseconds. */
export interface ListResult {
  readonly name: string;
  readonly rows: number;
  readonly sqlP50: number;
  readonly apiP50: number;
  readonly apiP95: number;
  /** Server time over the time of the bare SQL. */
  readonly ratio: number;
  /** At sixteen callers; absent where a single call already takes so long that they would only queue for a core. */
  readonly apiP50At16: number | undefined;
  readonly apiP95At16: number | undefined;
  readonly sqlPerSecondAt16: number | undefined;
  readonly peerPerSecondAt16: number | undefined;
  readonly apiPerSecond: number;
  readonly apiPerSecondAt16: number | undefined;
  /** Share of the minimal API's requests a second: at sixteen callers, else at one. */
  readonly share: number;
  /** Processor time of the node a request, at sixteen callers. */
  readonly cpuMs: number | undefined;
}

const rounds = 3;
const alone = { ms: 300, callsMin: 2 };
const crowded = { concurrency: 16, ms: 220, callsMin: 32 };
const tooSlowForCrowdMs = 60;

interface Variant {
  readonly work: Work;
  readonly alone: Sample[];
  readonly crowded: Sample[];
  /** Processor time of the node a call, with sixteen callers. */
  readonly cpuMs: number[];
}

interface Prepared {
  readonly name: string;
  readonly isCrowded: boolean;
  readonly sql: Variant;
  readonly peer: Variant;
  readonly api: Variant;
}

/** Headers of the two people who ask. */
export interface Sessions {
  /** Sees every tenant. */
  readonly platform: Readonly<Record<string, string>>;
  /** Sees one tenant only. */
  readonly tenant: Readonly<Record<string, string>>;
}

const variant = (work: Work): Variant => ({ work, alone: [], crowded: [], cpuMs: [] });

/** Measures every way of asking for a page, in rounds in which bare SQL, peer and node take turns. */
export async function measureLists(
  stage: Stage,
  rows: number,
  sessions: Sessions,
  isLate: () => boolean,
): Promise<ListResult[]> {
  const deepest = await stage.api.call<{ nextCursor: string }>(
    sysLogVis,
    "page",
    { page: 100, pageSize: 100 },
    sessions.platform,
  );
  const prepared: Prepared[] = [];
  for (const work of listWorks(deepest.nextCursor)) prepared.push(await prepare(stage, work, sessions));
  for (let round = 0; round < rounds; round += 1) {
    for (const each of prepared) {
      if (round > 0 && isLate()) break;
      await sampleRound(each, stage.node.pid);
    }
  }
  return prepared.map((each) => toResult(each, rows));
}

/** Takes down the two statements of the work, teaches them to the peer, and warms all three. */
async function prepare(stage: Stage, work: ListWork, sessions: Sessions): Promise<Prepared> {
  const { name, input, compressed, inTenant } = work;
  const session = inTenant ? sessions.tenant : sessions.platform;
  const { api, peerApi, bare, recorder } = stage;
  const { statements } = await recorder.record(sysLogVis, "page", input, session);
  const [page, count] = statements.filter(({ text }) => text.includes('from "visits"'));
  if (!page || !count)
    throw new Error(`the list sent ${statements.length} statements where a page and a count are expected`);
  const path = `/works/${encodeURIComponent(name)}`;
  await peerApi.send("PUT", path, { page, count });
  const run = ({ text, values }: Statement) => bare.query(text, [...values]);
  const headers = compressed ? { ...session, "accept-encoding": "gzip, deflate, br, zstd" } : session;
  const prepared: Prepared = {
    name,
    isCrowded: work.isCrowded ?? false,
    sql: variant(() => Promise.all([run(page), run(count)])),
    peer: variant(() => peerApi.send("POST", path, {})),
    api: variant(() => api.send("POST", "/api/sysLogVis/page", input, headers)),
  };
  for (const { work } of [prepared.sql, prepared.peer, prepared.api]) {
    await sample(work, { concurrency: 1, ms: 30, callsMin: 1 });
  }
  return prepared;
}

/** One round: each of the three alone, in turns, and where asked for with sixteen callers. */
async function sampleRound({ isCrowded, sql, peer, api }: Prepared, pid: number): Promise<void> {
  const three = [sql, peer, api];
  const samples = await sampleInTurns(
    three.map(({ work }) => work),
    alone,
  );
  for (const [index, each] of three.entries()) each.alone.push(samples[index] as Sample);
  if (!isCrowded || overRounds(sql.alone, 0.5) > tooSlowForCrowdMs) return;
  for (const each of three) {
    const before = cpuMsOf(pid);
    const many = await sample(each.work, crowded);
    each.crowded.push(many);
    each.cpuMs.push((cpuMsOf(pid) - before) / many.latenciesMs.length);
  }
}

function toResult({ name, sql, peer, api }: Prepared, rows: number): ListResult {
  const ifCrowded = (samples: readonly Sample[], of: (samples: readonly Sample[]) => number) =>
    samples.length === 0 ? undefined : of(samples);
  const sqlP50 = overRounds(sql.alone, 0.5);
  const apiP50 = overRounds(api.alone, 0.5);
  const apiAt16 = ifCrowded(api.crowded, ratePerSecond);
  const peerAt16 = ifCrowded(peer.crowded, ratePerSecond);
  return {
    name,
    rows,
    sqlP50,
    apiP50,
    apiP95: overRounds(api.alone, 0.95),
    ratio: apiP50 / sqlP50,
    apiP50At16: ifCrowded(api.crowded, (samples) => overRounds(samples, 0.5)),
    apiP95At16: ifCrowded(api.crowded, (samples) => overRounds(samples, 0.95)),
    sqlPerSecondAt16: ifCrowded(sql.crowded, ratePerSecond),
    peerPerSecondAt16: peerAt16,
    apiPerSecond: ratePerSecond(api.alone),
    apiPerSecondAt16: apiAt16,
    share: apiAt16 && peerAt16 ? apiAt16 / peerAt16 : ratePerSecond(api.alone) / ratePerSecond(peer.alone),
    cpuMs: api.cpuMs.length === 0 ? undefined : median(api.cpuMs),
  };
}
