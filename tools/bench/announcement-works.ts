import { type Kysely, sql } from "kysely";
import { pipelinedTransaction } from "../../apps/server/src/platform/db/pipelined.ts";
import { openPool, queryBuilder } from "../../apps/server/src/platform/db/pool.ts";
import type { Tables } from "../../apps/server/src/platform/db/tables.ts";
import { recordEvent } from "../../apps/server/src/platform/outbox/outbox.ts";
import type { Course } from "./course.ts";
import { say, table } from "./report.ts";
import type { Stage } from "./stage.ts";

const callers = 64;
const connections = 40;
const spanMs = 4_000;
const rounds = 2;
/** Commit latency of the disk in microseconds: as it is, and simulated by the server's `commit_delay`. */
const disks = [0, 1_000];
const event = { topic: "bench.announced", payload: {}, audience: { userIds: [0] } };

type Tx = Kysely<Tables>;

/** Transactions that record an event, by how it is announced. */
const ways: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  "told to nobody": (tx) =>
    tx.insertInto("outboxEvents").values({ topic: event.topic, payload: "{}", audience: "{}" }).execute(),
  "told inside the transaction": async (tx) => {
    await ways["told to nobody"]?.(tx);
    await sql`SELECT pg_notify('bench', 'told')`.execute(tx);
  },
  "told after the commit": (tx) => recordEvent(tx, event),
};

/** Commits per second of 64 concurrent callers, each with one event. */
async function commitsOf(db: Kysely<Tables>, work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const until = performance.now() + spanMs;
  let commits = 0;
  const call = async () => {
    for (; performance.now() < until; commits += 1) await pipelinedTransaction(db, work);
  };
  await Promise.all(Array.from({ length: callers }, call));
  return commits / (spanMs / 1000);
}

async function onDisk({ appUrl }: Stage, commitDelay: number): Promise<Readonly<Record<string, number>>> {
  const pool = openPool({ url: appUrl, max: connections, onError: () => {} });
  pool.on("connect", (client) => {
    void client.query(`SET commit_delay = ${commitDelay}; SET commit_siblings = 0`);
  });
  const db = queryBuilder(pool);
  const best: Record<string, number> = {};
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of Object.entries(ways))
        best[name] = Math.max(best[name] ?? 0, await commitsOf(db, work));
  } finally {
    await db.destroy();
  }
  return best;
}

/**
 * Cost of announcing events: a server-wide lock until each commit is on disk, against one statement for many events.
 */
export async function announcementWorks({ stage }: Course): Promise<object> {
  await stage.owner.query(`GRANT SET ON PARAMETER commit_delay TO ${new URL(stage.appUrl).username}`);
  const announcements: object[] = [];
  for (const commitDelay of disks) {
    const commits = await onDisk(stage, commitDelay);
    announcements.push({ commitDelay, commits });
    say(
      `\nCommits a second with an event each, ${callers} callers, ${connections} connections, commit_delay ${commitDelay} µs`,
    );
    say(
      table(
        [{ heading: "event" }, { heading: "commits/s", decimals: 0 }, { heading: "share" }],
        Object.entries(commits).map(([name, rate]) => [name, rate, rate / (commits["told to nobody"] ?? rate)]),
      ),
    );
  }
  return { announcements };
}
