import { join } from "node:path";
import { announcementWorks } from "./announcement-works.ts";
import { costWorks } from "./cost-works.ts";
import { budget, type Works } from "./course.ts";
import { floodWorks } from "./flood-works.ts";
import { intakeWorks } from "./intake-works.ts";
import { operationWorks } from "./operation-works.ts";
import { orderWorks } from "./order-bench.ts";
import { familyOf, memoryMibOf } from "./processes.ts";
import { keep, machine, say, table } from "./report.ts";
import { makeAccounts } from "./rows.ts";
import { openStage, root, type Stage } from "./stage.ts";
import { strangerWorks } from "./stranger-works.ts";
import { visitWorks } from "./visit-works.ts";
import { waitingWorks } from "./waiting-works.ts";

/** Every benchmark, in order. */
const works: Readonly<Record<string, Works>> = {
  operations: operationWorks,
  flood: floodWorks,
  strangers: strangerWorks,
  visits: visitWorks,
  orders: orderWorks,
  intake: intakeWorks,
  waiting: waitingWorks,
  costs: costWorks,
  announcements: announcementWorks,
};
const usage = `npm run bench [-- --works=${Object.keys(works).join(",")}] [-- --rows=100000,1000000] [-- --seconds=220] [-- --data=folder]`;

interface Options {
  readonly works: readonly string[];
  readonly scales: readonly number[];
  /** No further round starts after this many seconds. */
  readonly seconds: number;
  /** Folder of the database between runs; a temporary one by default. */
  readonly data: string | undefined;
}

function optionsFrom(args: readonly string[]): Options {
  const given = new Map(args.map((arg) => arg.replace(/^--/, "").split("=") as [string, string | undefined]));
  const asked = given.get("works")?.split(",") ?? ["operations", "visits"];
  const scales = (given.get("rows") ?? "100000,1000000")
    .split(",")
    .map(Number)
    .sort((a, b) => a - b);
  const seconds = Number(given.get("seconds") ?? 220);
  const isKnown = [...given.keys()].every((name) => ["works", "rows", "seconds", "data"].includes(name));
  const isSound = scales.every((rows) => Number.isInteger(rows) && rows >= 20_000 && rows <= 10_000_000) && seconds > 0;
  if (!isKnown || !isSound || !asked.every((name) => Object.hasOwn(works, name)))
    throw new Error(`The options are not known; rows go from 20,000 to 10,000,000: ${usage}`);
  return { works: Object.keys(works).filter((name) => asked.includes(name)), scales, seconds, data: given.get("data") };
}

/** Memory of the node and the database's processes, in MiB. */
function memoryOf({ node, postmasterPid }: Stage) {
  return { node: memoryMibOf(familyOf(node.pid)), database: memoryMibOf(familyOf(postmasterPid)) };
}

async function run({ works: asked, scales, seconds, data }: Options): Promise<void> {
  const started = performance.now();
  const startClock = () => {
    const from = performance.now();
    return () => performance.now() - from > seconds * 1000;
  };
  const isLate = startClock();
  say(`machine: ${machine()}`);
  const { stage, close } = await openStage(data);
  const stop = () => void close().finally(() => process.exit(130));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const idle = memoryOf(stage);
    await makeAccounts(stage.owner);
    const figures: object[] = [];
    for (const name of asked) figures.push((await works[name]?.({ stage, scales, isLate, startClock })) ?? {});
    const memory = { idle, loaded: memoryOf(stage) };
    sayMemory(memory);
    say(`\nAPI node, start to ready on a migrated database: ${Math.round(stage.node.readyMs)} ms`);
    const took = (performance.now() - started) / 1000;
    say(`${isLate() ? "the time was up, some rounds were left out; " : ""}whole run ${Math.round(took)} s`);
    const { readyMs } = stage.node;
    await keep(join(root, ".cache/bench.json"), Object.assign({ budget, memory, readyMs, seconds: took }, ...figures));
    say("kept in .cache/bench.json");
  } finally {
    await close();
  }
}

function sayMemory(memory: Readonly<Record<string, ReturnType<typeof memoryOf>>>): void {
  say("\nMemory, MiB (pages shared by several processes counted once)");
  say(
    table(
      [{ heading: "when" }, { heading: "API node", decimals: 0 }, { heading: "PostgreSQL", decimals: 0 }],
      Object.entries(memory).map(([when, { node, database }]) => [when, node, database]),
    ),
  );
}

try {
  await run(optionsFrom(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`The benchmark could not measure: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
