import type pg from "pg";
import type { Course } from "./course.ts";
import { findPgbench, type Recorded, recordOrder, roundTripsOf, runPgbench, scriptOf } from "./intake-replay.ts";
import { newOrder, type Shop } from "./intake-shops.ts";
import { type IntakeStage, openIntake } from "./intake-stage.ts";
import { makeOrderParties, makeOrders } from "./order-rows.ts";
import { cpuMsOf, familyOf } from "./processes.ts";
import { replay, type Statement } from "./recording.ts";
import { say, table, verdict } from "./report.ts";
import { median, overRounds, quantile, ratePerSecond, type Sample, sample, type Work } from "./sampling.ts";
import type { Stage } from "./stage.ts";

const shopCount = 8;
const rounds = 3;
const crowd = 16;
const flood = 64;
const roundMs = 2_500;

/** Budget as a share of pgbench's throughput, for orders of many merchants and of one. */
const budget = { share: 1 / 2, hotShare: 1 / 3, cpuMs: 15, roundTrips: 6, walKb: 8, growth: 1.5 };

/** A benchmark case: kind of order, number of merchants, concurrency. */
interface Case {
  readonly name: string;
  readonly isPaid: boolean;
  readonly isHot: boolean;
  readonly callers: number;
}

/** The case that is repeated with more rows. */
const growing: Case = { name: "paid, many merchants", isPaid: true, isHot: false, callers: 1 };
const cases: readonly Case[] = [
  { name: "created, many merchants", isPaid: false, isHot: false, callers: 1 },
  { name: "created, many merchants", isPaid: false, isHot: false, callers: crowd },
  growing,
  { name: "paid, many merchants", isPaid: true, isHot: false, callers: crowd },
  { name: "paid, one merchant", isPaid: true, isHot: true, callers: crowd },
];

/** CPU time per order, by process. */
interface Spent {
  readonly node: number;
  readonly database: number;
  readonly simulator: number;
}

interface Result extends Case {
  readonly apiP50: number;
  readonly apiP95: number;
  readonly apiPerSecond: number;
  readonly barePerSecond: number;
  readonly bareP50: number;
  readonly pgbenchPerSecond: number | undefined;
  readonly cpuMs: Spent;
  readonly walBytes: number;
}

/** Recordings made before anything is timed. */
interface Prepared {
  readonly stage: Stage;
  readonly intake: IntakeStage;
  readonly paid: readonly Recorded[];
  readonly created: readonly Recorded[];
  readonly pgbench: string | undefined;
}

const turning = <T>(all: readonly T[]): (() => T) => {
  let turn = 0;
  return () => {
    turn += 1;
    return all[turn % all.length] as T;
  };
};

const shopsOf = ({ isHot }: Case, shops: readonly Shop[]): readonly Shop[] => (isHot ? shops.slice(0, 1) : shops);

function apiWork({ intake }: Prepared, of: Case): Work {
  const next = turning(shopsOf(of, intake.shops));
  return async () => {
    const { path, body, headers } = newOrder(next(), of);
    const answer = await intake.api.send("POST", path, body, headers);
    const { status } = JSON.parse(answer.body.toString("utf8")) as { status: string };
    if (status !== (of.isPaid ? "paid" : "created")) throw new Error(`an order became ${status}`);
  };
}

const recordedOf = ({ paid, created }: Prepared, { isPaid, isHot }: Case): readonly Recorded[] => {
  const recorded = isPaid ? paid : created;
  return isHot ? recorded.slice(0, 1) : recorded;
};

function bareWork(prepared: Prepared, of: Case): Work {
  const next = turning(recordedOf(prepared, of));
  return () => replay(prepared.stage.bare, next().fresh());
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

type Clocks = ReadonlyMap<number, number>;
const clocksOf = (pids: readonly number[]): Clocks => new Map(pids.map((pid) => [pid, cpuMsOf(pid)]));
/** CPU time since a reading; processes started meanwhile count fully, ended ones cannot be read. */
const usedSince = (before: Clocks, now: Clocks): number =>
  sum([...now].map(([pid, ms]) => Math.max(0, ms - (before.get(pid) ?? 0))));

const clocks = ({ stage, intake }: Prepared) => ({
  node: clocksOf([intake.node.pid]),
  database: clocksOf(familyOf(stage.postmasterPid)),
  simulator: clocksOf([intake.simulator.pid]),
});

const walOf = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query<{ at: string }>("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at");
  return Number(rows[0]?.at);
};

/** Measures a case in turns with its bare statements, so that disturbances affect both alike. */
async function measure(prepared: Prepared, of: Case): Promise<Result> {
  const [api, bare] = [apiWork(prepared, of), bareWork(prepared, of)];
  const sampling = { concurrency: of.callers, ms: roundMs, callsMin: 2 * of.callers };
  await sample(api, { ...sampling, ms: 500 });
  await sample(bare, { ...sampling, ms: 200 });
  const scripts = recordedOf(prepared, of).map(scriptOf);
  const samples = { api: [] as Sample[], bare: [] as Sample[] };
  const pgbench: number[] = [];
  const used = { node: 0, database: 0, simulator: 0, wal: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [before, walBefore] = [clocks(prepared), await walOf(prepared.stage.owner)];
    samples.api.push(await sample(api, sampling));
    const after = clocks(prepared);
    used.wal += (await walOf(prepared.stage.owner)) - walBefore;
    for (const who of ["node", "database", "simulator"] as const) used[who] += usedSince(before[who], after[who]);
    samples.bare.push(await sample(bare, sampling));
    const { pgbench: program, stage } = prepared;
    if (program) pgbench.push(await runPgbench(program, stage.appUrl, scripts, { clients: of.callers, seconds: 3 }));
  }
  const orders = sum(samples.api.map(({ latenciesMs }) => latenciesMs.length));
  return {
    ...of,
    apiP50: overRounds(samples.api, 0.5),
    apiP95: overRounds(samples.api, 0.95),
    apiPerSecond: ratePerSecond(samples.api),
    bareP50: overRounds(samples.bare, 0.5),
    barePerSecond: ratePerSecond(samples.bare),
    pgbenchPerSecond: pgbench.length > 0 ? median(pgbench) : undefined,
    cpuMs: {
      node: used.node / orders,
      database: used.database / orders,
      simulator: used.simulator / orders,
    },
    walBytes: used.wal / orders,
  };
}

function sayStatements(name: string, statements: readonly Statement[]): void {
  const transactions = statements.filter(({ text }) => text === "begin").length;
  say(
    `\n${name}: ${statements.length} statements, ${transactions} transactions, ${roundTripsOf(statements)} round trips ` +
      "(+ goes out behind the one above without waiting for its answer)",
  );
  for (const { text, isFollower } of statements)
    say(`  ${isFollower ? "+" : "-"} ${text.replace(/\s+/g, " ").trim().slice(0, 100)}`);
}

function sayRates(results: readonly Result[]): void {
  say(
    `\nOrders through HTTP beside their own statements (share of the faster of bare driver and pgbench; budgets ${budget.share} and ${budget.hotShare.toFixed(2)} for one merchant)`,
  );
  const columns = [
    { heading: "orders" },
    { heading: "callers", decimals: 0 },
    { heading: "API p50" },
    { heading: "API p95" },
    { heading: "API/s", decimals: 0 },
    { heading: "bare p50" },
    { heading: "bare/s", decimals: 0 },
    { heading: "pgbench/s", decimals: 0 },
    { heading: "share" },
    { heading: "verdict" },
  ];
  const rows = results.map((r) => {
    const share = r.apiPerSecond / Math.max(r.pgbenchPerSecond ?? 0, r.barePerSecond);
    return [
      r.name,
      r.callers,
      r.apiP50,
      r.apiP95,
      r.apiPerSecond,
      r.bareP50,
      r.barePerSecond,
      r.pgbenchPerSecond,
      share,
      r.callers === 1 ? "" : verdict({ share: share < (r.isHot ? budget.hotShare : budget.share) }),
    ];
  });
  say(table(columns, rows));
}

function sayCosts(results: readonly Result[], roundTrips: number): void {
  say(
    `\nWhat an order costs (budgets for a creation: ${budget.cpuMs} CPU-ms of node and database, ${budget.roundTrips} round trips, ${budget.walKb} kB of WAL)`,
  );
  const columns = [
    { heading: "orders" },
    { heading: "callers", decimals: 0 },
    { heading: "CPU-ms node" },
    { heading: "database" },
    { heading: "simulator" },
    { heading: "WAL kB", decimals: 1 },
    { heading: "verdict" },
  ];
  const rows = results.map(({ name, callers, cpuMs, walBytes, isPaid }) => {
    const missed = {
      CPU: cpuMs.node + cpuMs.database > budget.cpuMs,
      "round trips": roundTrips > budget.roundTrips,
      WAL: walBytes > budget.walKb * 1000,
    };
    return [name, callers, cpuMs.node, cpuMs.database, cpuMs.simulator, walBytes / 1000, isPaid ? "" : verdict(missed)];
  });
  say(table(columns, rows));
}

/** Gateway time as stored with orders: not ours, but part of a caller's wait. */
async function gatewayMs({ owner }: Stage): Promise<number> {
  const { rows } = await owner.query<{ ms: number }>(
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms)::float8 AS ms FROM order_exchanges WHERE direction = 'gateway_out'",
  );
  return rows[0]?.ms ?? Number.NaN;
}

/** More callers than connections: they wait, or are refused. */
async function floodWith(prepared: Prepared) {
  const { intake, stage } = prepared;
  const answers = new Map<string, number>();
  const latencies: number[] = [];
  let connections = 0;
  const started = performance.now();
  const isOver = () => performance.now() - started > 5_000;
  const next = turning(intake.shops);
  const caller = async () => {
    while (!isOver()) {
      const { path, body, headers } = newOrder(next(), { isPaid: true });
      const before = performance.now();
      const answer = await intake.api.send("POST", path, body, headers).then(
        () => "200",
        (error: Error) => /answered (\d+)/.exec(error.message)?.[1] ?? error.message,
      );
      latencies.push(performance.now() - before);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      const { rows } = await stage.owner.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1 AND state <> 'idle'",
        [new URL(stage.appUrl).username],
      );
      connections = Math.max(connections, rows[0]?.count ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.all([watch(), ...Array.from({ length: flood }, caller)]);
  const perSecond = (answers.get("200") ?? 0) / ((performance.now() - started) / 1000);
  return {
    callers: flood,
    answers: Object.fromEntries(answers),
    connections,
    perSecond,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
  };
}

function sayFlood({ callers, answers, connections, perSecond, p50, p95 }: Awaited<ReturnType<typeof floodWith>>): void {
  const told = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  say(
    `\n${callers} callers paying orders at once: ${told.join(", ")}; ${perSecond.toFixed(0)} paid a second, ` +
      `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, at most ${connections} connections at work`,
  );
}

async function prepare(stage: Stage, intake: IntakeStage): Promise<Prepared> {
  const record = async (isPaid: boolean) => {
    const recorded: Recorded[] = [];
    for (const shop of intake.shops) recorded.push(await recordOrder(intake, shop, isPaid));
    return recorded;
  };
  const [created, paid] = [await record(false), await record(true)];
  return { stage, intake, created, paid, pgbench: await findPgbench() };
}

/** Everything with the fewest orders, and the slowdown of one order with more. */
async function measureAll(prepared: Prepared, { scales, isLate, stage }: Course) {
  const results: Result[] = [];
  const grown: { readonly rows: number; readonly apiP50: number }[] = [];
  for (const rows of scales) {
    if (isLate()) break;
    await makeOrders(stage.owner, rows, stage.tenantId);
    const asked = results.length === 0 ? cases : [growing];
    for (const of of asked) {
      const result = await measure(prepared, of);
      if (asked === cases) results.push(result);
      if (of === growing) grown.push({ rows, apiP50: result.apiP50 });
    }
  }
  return { results, grown };
}

function sayGrowth(grown: Awaited<ReturnType<typeof measureAll>>["grown"]): void {
  const [first, last] = [grown[0], grown.at(-1)];
  if (!first || !last || first === last) return;
  const times = grown.map(({ rows, apiP50 }) => `${apiP50.toFixed(1)} ms beside ${rows.toLocaleString("en")} orders`);
  const growth = last.apiP50 / first.apiP50;
  const judged = verdict({ growth: growth > budget.growth });
  say(
    `\nA paid order, one caller: ${times.join(", ")}; growth ${growth.toFixed(2)} (budget ${budget.growth}): ${judged}`,
  );
}

/** Orders created, paid and posted through HTTP, against their bare statements. */
export async function intakeWorks(course: Course): Promise<object> {
  const { stage } = course;
  await makeOrderParties(stage.owner, stage.tenantId);
  const intake = await openIntake(stage, shopCount);
  try {
    const prepared = await prepare(stage, intake);
    const [created, paid] = [prepared.created[0]?.statements ?? [], prepared.paid[0]?.statements ?? []];
    sayStatements("An order that is created", created);
    sayStatements("An order that is created, paid by card and booked", paid);
    const { results, grown } = await measureAll(prepared, course);
    const [gateway, crowded] = [await gatewayMs(stage), await floodWith(prepared)];
    sayRates(results);
    sayCosts(results, roundTripsOf(created));
    say(
      `\nThe gateway (the simulator) answers in ${gateway.toFixed(0)} ms (p50): part of API p50 of a paid order alone.`,
    );
    sayGrowth(grown);
    sayFlood(crowded);
    const counted = (statements: readonly Statement[]) => ({
      statements: statements.length,
      roundTrips: roundTripsOf(statements),
    });
    return {
      intake: { created: counted(created), paid: counted(paid), results, grown, gatewayMs: gateway, crowded },
    };
  } finally {
    await intake.close();
  }
}
