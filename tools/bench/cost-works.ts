import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Course } from "./course.ts";
import { roundTripsOf } from "./intake-replay.ts";
import { newOrder, type Shop } from "./intake-shops.ts";
import { type IntakeStage, openIntake } from "./intake-stage.ts";
import { makeOrderParties } from "./order-rows.ts";
import { cpuMsOf, familyOf } from "./processes.ts";
import type { Statement } from "./recording.ts";
import { say, table, verdict } from "./report.ts";
import type { Stage } from "./stage.ts";

const shopCount = 8;
/** Orders averaged, and warm-up orders before them. */
const counted = 200;
const warming = 60;
/** Delay of the server's session statistics, in milliseconds. */
const toldMs = 2_000;

/** Budgets of waits and WAL per order; CPU time is for comparison only. */
const budgets = { created: { waits: 6, walKb: 8 }, paid: { waits: 10, walKb: 37 } };

interface Cost {
  readonly name: keyof typeof budgets;
  readonly statements: number;
  readonly waits: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
}

/** Updates of a table, and those that changed no index (HOT). */
interface Updates {
  readonly table: string;
  readonly updates: number;
  readonly heapOnly: number;
}

const isChange = ({ text }: Statement): boolean => /^\s*(insert|update|delete|with)\b/i.test(text);

/** Writing transactions: explicit ones, and single statements. */
function commitsOf(statements: readonly Statement[]): number {
  let commits = 0;
  let isOpen = false;
  for (const statement of statements) {
    if (statement.text === "begin") isOpen = true;
    else if (statement.text === "commit") {
      isOpen = false;
      commits += 1;
    } else if (!isOpen && isChange(statement)) commits += 1;
  }
  return commits;
}

/**
 * The statements of an order: of several recordings, the shortest, since a node sometimes does other work meanwhile.
 */
async function statementsOf({ recorder, shops }: IntakeStage, isPaid: boolean): Promise<readonly Statement[]> {
  const recordings: Statement[][] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    const { path, body, headers } = newOrder(shops[0] as Shop, { isPaid });
    recordings.push((await recorder.recordSend("POST", path, body, headers)).statements);
  }
  const [least = []] = recordings.sort((a, b) => a.length - b.length);
  return least;
}

const walOf = async (owner: pg.Pool): Promise<number> => {
  const { rows } = await owner.query<{ at: string }>("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS at");
  return Number(rows[0]?.at);
};

async function updatesOf(owner: pg.Pool): Promise<Updates[]> {
  await sleep(toldMs);
  const { rows } = await owner.query<Updates>(`
    SELECT relname AS table, n_tup_upd::int AS updates, n_tup_hot_upd::int AS "heapOnly"
      FROM pg_stat_user_tables ORDER BY relname`);
  return rows;
}

const since = (before: readonly Updates[], now: readonly Updates[]): Updates[] =>
  now.map(({ table: name, updates, heapOnly }) => {
    const then = before.find(({ table: other }) => other === name);
    return { table: name, updates: updates - (then?.updates ?? 0), heapOnly: heapOnly - (then?.heapOnly ?? 0) };
  });

const usedBy = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);

async function measure(stage: Stage, intake: IntakeStage, name: Cost["name"]) {
  const isPaid = name === "paid";
  const statements = await statementsOf(intake, isPaid);
  const makeOrders = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      const { path, body, headers } = newOrder(intake.shops[turn % shopCount] as Shop, { isPaid });
      await intake.api.send("POST", path, body, headers);
    }
  };
  await makeOrders(warming);
  const before = await updatesOf(stage.owner);
  const database = familyOf(stage.postmasterPid);
  const [nodeMs, databaseMs, wal] = [cpuMsOf(intake.node.pid), usedBy(database), await walOf(stage.owner)];
  await makeOrders(counted);
  const cost: Cost = {
    name,
    statements: statements.length,
    waits: roundTripsOf(statements),
    commits: commitsOf(statements),
    walBytes: ((await walOf(stage.owner)) - wal) / counted,
    nodeMs: (cpuMsOf(intake.node.pid) - nodeMs) / counted,
    databaseMs: (usedBy(database) - databaseMs) / counted,
  };
  return { cost, updates: since(before, await updatesOf(stage.owner)) };
}

function sayCosts(costs: readonly Cost[]): void {
  say(`\nWhat an order costs, the mean of ${counted}, one after another (the log without images of whole pages)`);
  const columns = [
    { heading: "order" },
    { heading: "statements", decimals: 0 },
    { heading: "waits", decimals: 0 },
    { heading: "commits", decimals: 0 },
    { heading: "log kB", decimals: 1 },
    { heading: "CPU-ms node", decimals: 1 },
    { heading: "database", decimals: 1 },
    { heading: "verdict" },
  ];
  const row = (cost: Cost) => {
    const { waits, walKb } = budgets[cost.name];
    const missed = { waits: cost.waits > waits, log: cost.walBytes > walKb * 1000 };
    const { name, statements, commits, walBytes, nodeMs, databaseMs } = cost;
    return [name, statements, cost.waits, commits, walBytes / 1000, nodeMs, databaseMs, verdict(missed)];
  };
  say(table(columns, costs.map(row)));
}

function sayUpdates(updates: readonly Updates[]): void {
  say("\nUpdates of paid orders, and those that touch no index");
  const columns = [{ heading: "table" }, { heading: "an order", decimals: 1 }, { heading: "% heap-only", decimals: 0 }];
  const rows = updates
    .filter((one) => one.updates >= counted / 2)
    .map((one) => [one.table, one.updates / counted, (100 * one.heapOnly) / one.updates]);
  say(table(columns, rows));
}

/** Statements, waits, commits and WAL of an order that is created, and of one that is created, paid and posted. */
export async function costWorks({ stage }: Course): Promise<object> {
  await makeOrderParties(stage.owner, stage.tenantId);
  const intake = await openIntake(stage, shopCount);
  const set = async (sql: string) => {
    await stage.owner.query(`ALTER SYSTEM ${sql}`);
    await stage.owner.query("SELECT pg_reload_conf()");
  };
  try {
    // The first change of a page after a checkpoint logs the whole page, which depends on checkpoint timing only.
    await set("SET full_page_writes = off");
    const created = await measure(stage, intake, "created");
    const paid = await measure(stage, intake, "paid");
    const costs = [created.cost, paid.cost];
    sayCosts(costs);
    sayUpdates(paid.updates);
    return { costs, updates: paid.updates };
  } finally {
    await set("RESET full_page_writes");
    await intake.close();
  }
}
