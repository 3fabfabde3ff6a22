import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Course } from "./course.ts";
import { type Client, openClient } from "./http-client.ts";
import { newOrder, type Shop, signed } from "./intake-shops.ts";
import { type IntakeStage, openIntake } from "./intake-stage.ts";
import { makeOrderParties } from "./order-rows.ts";
import type { Paid, PayRequest } from "./payers.ts";
import { say, table, verdict } from "./report.ts";
import { quantile } from "./sampling.ts";
import type { Stage } from "./stage.ts";

const shopCount = 8;
/** Response times of the gateway in seconds. */
const delays = [0.2, 2, 8];
const crowds = [64, 256];
const readers = 2;
const readEveryMs = 20;
/** Duration of reads alone, before and after each crowd. */
const quietMs = 4_000;

/** Allowed slowdown of reads during payments. */
const budget = { reads: 1.2 };

interface Place {
  readonly stage: Stage;
  readonly intake: IntakeStage;
  /** One order per shop, to be read. */
  readonly orderNos: readonly string[];
  readonly reading: Client;
  readonly payers: Payers;
}

/** Results of concurrent payments, and of reads meanwhile. */
interface Result {
  readonly delay: number;
  readonly payments: number;
  /** Number of answers by kind. */
  readonly answers: Readonly<Record<string, number>>;
  readonly payP50: number;
  readonly payMax: number;
  readonly quietP50: number;
  readonly quietP95: number;
  readonly readP50: number;
  readonly readP95: number;
  readonly reads: number;
  /** Reads with another status than 200. */
  readonly refusedReads: number;
  /** Peak of the node's active connections, half-way through the longest wait. */
  readonly connections: number;
  readonly connectionsWaiting: number;
}

async function setDelay({ intake }: Place, value: number): Promise<void> {
  for (const account of ["sim_main", "sim_backup"]) {
    const answer = await fetch(`${intake.simulator.address}/v1/test/simulator/accounts/${account}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ profiles: [{ name: "delay", value }] }),
    });
    if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`);
  }
}

/** Reads orders at a steady rate until stopped; answers each duration. */
async function read({ intake, orderNos, reading }: Place, isOver: () => boolean) {
  const latencies: number[] = [];
  let refused = 0;
  const reader = async (first: number) => {
    for (let turn = first; !isOver(); turn += 1) {
      const [shop, orderNo] = [intake.shops[turn % shopCount] as Shop, orderNos[turn % shopCount]];
      const path = `/v1/orders/${orderNo}`;
      const before = performance.now();
      await reading.send("GET", path, undefined, signed(shop, "GET", path)).catch(() => {
        refused += 1;
      });
      latencies.push(performance.now() - before);
      await sleep(readEveryMs);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, at) => reader(at)));
  return { latencies, refused };
}

async function atWork({ stage }: Place): Promise<number> {
  const { rows } = await stage.owner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = $1 AND state <> 'idle'",
    [new URL(stage.appUrl).username],
  );
  return rows[0]?.count ?? 0;
}

const after = (ms: number): (() => boolean) => {
  const started = performance.now();
  return () => performance.now() - started > ms;
};

/** The payers' thread, which neither signs nor parses. */
interface Payers {
  pay(payments: number): Promise<Paid>;
  close(): Promise<void>;
}

function openPayers({ node, shops }: IntakeStage): Payers {
  const thread = new Worker(join(import.meta.dirname, "payers.ts"), { workerData: node.address });
  return {
    pay: async (payments) => {
      const paid = once(thread, "message") as Promise<[Paid]>;
      const requests = Array.from({ length: payments }, (_, at) =>
        newOrder(shops[at % shopCount] as Shop, { isPaid: true }),
      );
      thread.postMessage(requests satisfies PayRequest[]);
      return (await paid)[0];
    },
    close: async () => void (await thread.terminate()),
  };
}

/** Reads alone, reads during concurrent payments, and reads alone again. */
async function measure(place: Place, delay: number, payments: number): Promise<Result> {
  await setDelay(place, delay);
  const before = await read(place, after(quietMs));
  let isPaid = false;
  let connections = 0;
  const watch = async () => {
    while (!isPaid) {
      connections = Math.max(connections, await atWork(place));
      await sleep(50);
    }
  };
  const halfway = async () => {
    await sleep(delay * 500);
    return atWork(place);
  };
  const [paid, beside, , connectionsWaiting] = await Promise.all([
    place.payers.pay(payments).finally(() => {
      isPaid = true;
    }),
    read(place, () => isPaid),
    watch(),
    halfway(),
  ]);
  const again = await read(place, after(quietMs));
  const quiet = [...before.latencies, ...again.latencies];
  return {
    delay,
    payments,
    answers: paid.answers,
    payP50: quantile(paid.latencies, 0.5),
    payMax: Math.max(...paid.latencies),
    quietP50: quantile(quiet, 0.5),
    quietP95: quantile(quiet, 0.95),
    readP50: quantile(beside.latencies, 0.5),
    readP95: quantile(beside.latencies, 0.95),
    reads: beside.latencies.length,
    refusedReads: beside.refused,
    connections,
    connectionsWaiting,
  };
}

function sayResults(results: readonly Result[]): void {
  say(
    `\nPayments at once at a gateway that takes its time, of ${shopCount} merchants, and reads beside them (budgets: all paid or waiting, p95 of reads ${budget.reads} × quiet)`,
  );
  const columns = [
    { heading: "answers in s", decimals: 1 },
    { heading: "at once", decimals: 0 },
    { heading: "became" },
    { heading: "p50 s" },
    { heading: "last s" },
    { heading: "reads", decimals: 0 },
    { heading: "quiet p95", decimals: 1 },
    { heading: "beside p95", decimals: 1 },
    { heading: "×" },
    { heading: "connections", decimals: 0 },
    { heading: "while waiting", decimals: 0 },
    { heading: "verdict" },
  ];
  const rows = results.map((r) => {
    const became = Object.entries(r.answers).map(([status, count]) => `${count} ${status}`);
    const isRefused = Object.keys(r.answers).some((status) => status !== "paid" && status !== "pending");
    const ratio = r.readP95 / r.quietP95;
    const missed = { payments: isRefused, "refused reads": r.refusedReads > 0, reads: ratio > budget.reads };
    const [p50, last] = [r.payP50 / 1000, r.payMax / 1000];
    const kept = [r.connections, r.connectionsWaiting];
    return [
      r.delay,
      r.payments,
      became.join(", "),
      p50,
      last,
      r.reads,
      r.quietP95,
      r.readP95,
      ratio,
      ...kept,
      verdict(missed),
    ];
  });
  say(table(columns, rows));
}

/** What payments waiting for a gateway leave to other calls. */
export async function waitingWorks({ stage, startClock }: Course): Promise<object> {
  await makeOrderParties(stage.owner, stage.tenantId);
  const intake = await openIntake(stage, shopCount);
  const reading = openClient(intake.node.address);
  const payers = openPayers(intake);
  try {
    const orderNos: string[] = [];
    for (const shop of intake.shops) {
      const { path, body, headers } = newOrder(shop, { isPaid: true });
      const answer = await reading.send("POST", path, body, headers);
      orderNos.push((JSON.parse(answer.body.toString("utf8")) as { orderNo: string }).orderNo);
    }
    const place: Place = { stage, intake, orderNos, reading, payers };
    const isLate = startClock();
    const results: Result[] = [];
    // The first crowd meets a node with cold code.
    await payers.pay(crowds[0] ?? 1);
    for (const delay of delays)
      for (const payments of crowds) if (!isLate()) results.push(await measure(place, delay, payments));
    sayResults(results);
    return { waiting: results };
  } finally {
    reading.close();
    await payers.close();
    await intake.close();
  }
}
