import { operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { sendOperation } from "./http-client.ts";
import { type Plan, planOf } from "./plan.ts";
import { cpuMsOf } from "./processes.ts";
import type { Statement } from "./recording.ts";
import { say } from "./report.ts";
import { median, overRounds, ratePerSecond, type Sample, sample, sampleInTurns, type Work } from "./sampling.ts";
import type { Stage } from "./stage.ts";

/** A benchmarked query. */
export interface ListWork {
  readonly name: string;
  readonly resource: Resource;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Statements of the operation itself, without those of sign-in. */
  readonly statements: RegExp;
  /** Requested with compression, as browsers do. */
  readonly compressed?: boolean;
  /** Session headers of the caller. */
  readonly session: Readonly<Record<string, string>>;
  /** Measured with sixteen concurrent callers too. */
  readonly isCrowded?: boolean;
}

/** Times of an operation for one query, against bare SQL and the minimal API. In milliseconds. */
export interface ListResult {
  readonly name: string;
  readonly rows: number;
  readonly sqlP50: number;
  readonly apiP50: number;
  readonly apiP95: number;
  /** Server time divided by the time of bare SQL. */
  readonly ratio: number;
  /** At sixteen callers; absent where a single call is so slow that they would only queue for a core. */
  readonly apiP50At16: number | undefined;
  readonly apiP95At16: number | undefined;
  readonly sqlPerSecondAt16: number | undefined;
  readonly peerPerSecondAt16: number | undefined;
  readonly apiPerSecond: number;
  readonly apiPerSecondAt16: number | undefined;
  /** Share of the minimal API's requests per second: at sixteen callers, else at one. */
  readonly share: number;
  /** The node's CPU time per request, at sixteen callers. */
  readonly cpuMs: number | undefined;
  /** The database's query plan. */
  readonly plan: Plan;
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
  readonly plan: Plan;
  readonly isCrowded: boolean;
  readonly sql: Variant;
  readonly peer: Variant;
  readonly api: Variant;
}

const variant = (work: Work): Variant => ({ work, alone: [], crowded: [], cpuMs: [] });

/**
 * Measures every query, in rounds that alternate between bare SQL, minimal API and node. What was not measured when the
 * time is up is omitted.
 */
export async function measureLists(
  stage: Stage,
  rows: number,
  works: readonly ListWork[],
  isLate: () => boolean,
): Promise<ListResult[]> {
  const prepared: Prepared[] = [];
  for (const work of works) {
    if (isLate()) break;
    const each = await prepare(stage, work);
    await sampleRound(each, stage.node.pid);
    prepared.push(each);
  }
  for (let round = 1; round < rounds; round += 1) {
    for (const each of prepared) {
      if (isLate()) break;
      await sampleRound(each, stage.node.pid);
    }
  }
  const left = works.slice(prepared.length).map(({ name }) => name);
  if (left.length > 0) say(`the time was up before these were asked for: ${left.join("; ")}`);
  return prepared.map((each) => toResult(each, rows));
}

/** Records the statements of a query, passes them to the minimal API, and warms all three. */
async function prepare(stage: Stage, work: ListWork): Promise<Prepared> {
  const { name, resource, operation, input, compressed, session } = work;
  const { api, peerApi, bare, recorder } = stage;
  const recorded = await recorder.record(resource, operation, input, session);
  const statements = recorded.statements.filter(({ text }) => work.statements.test(text));
  if (statements.length === 0) throw new Error(`${pathOf(resource, operation)} sent no statement of its own`);
  // A list reads page and total concurrently; other operations read sequentially.
  const isList = operationOf(resource, operation).list !== undefined;
  const path = `/works/${encodeURIComponent(`${resource.name} ${name}`)}`;
  await peerApi.send("PUT", path, { statements, isList });
  const run = ({ text, values }: Statement) => bare.query(text, [...values]);
  const headers = compressed ? { ...session, "accept-encoding": "gzip, deflate, br, zstd" } : session;
  const prepared: Prepared = {
    name,
    isCrowded: work.isCrowded ?? false,
    plan: await planOf(bare, statements),
    sql: variant(async () => {
      if (isList) return Promise.all(statements.map(run));
      for (const statement of statements) await run(statement);
    }),
    peer: variant(() => peerApi.send("POST", path, {})),
    api: variant(() => sendOperation(api.send, resource, operation, input, headers)),
  };
  for (const { work } of [prepared.sql, prepared.peer, prepared.api]) {
    await sample(work, { concurrency: 1, ms: 30, callsMin: 1 });
  }
  return prepared;
}

/** One round: each of the three alone, in turns, and with sixteen callers where requested. */
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

function toResult({ name, plan, sql, peer, api }: Prepared, rows: number): ListResult {
  const ifCrowded = (samples: readonly Sample[], of: (samples: readonly Sample[]) => number) =>
    samples.length === 0 ? undefined : of(samples);
  const sqlP50 = overRounds(sql.alone, 0.5);
  const apiP50 = overRounds(api.alone, 0.5);
  const apiAt16 = ifCrowded(api.crowded, ratePerSecond);
  const peerAt16 = ifCrowded(peer.crowded, ratePerSecond);
  return {
    name,
    rows,
    plan,
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
