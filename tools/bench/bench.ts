import { join } from "node:path";
import { type ListResult, measureLists } from "./list-bench.ts";
import { measureCommand, measureRenewal, measureSignIn, type OperationResult } from "./operation-bench.ts";
import { familyOf, memoryMibOf } from "./processes.ts";
import { keep, machine, say, table, verdict } from "./report.ts";
import { makeAccounts, makePositions, makeVisits, tenantAccount } from "./rows.ts";
import { openStage, root, type Stage, signIn } from "./stage.ts";

const usage = "npm run bench [-- --rows=100000,1000000] [-- --seconds=220]";
const budget = { ratio: 2, p95Ms: 50, share: 0.5, growth: 1.5 };

interface Options {
  readonly scales: readonly number[];
  /** After so many seconds no further round is begun. */
  readonly seconds: number;
}

function optionsFrom(args: readonly string[]): Options {
  const given = new Map(args.map((arg) => arg.replace(/^--/, "").split("=") as [string, string | undefined]));
  const scales = (given.get("rows") ?? "100000,1000000").split(",").map(Number);
  const seconds = Number(given.get("seconds") ?? 220);
  const isKnown = [...given.keys()].every((name) => ["rows", "seconds"].includes(name));
  const isSound = scales.every((rows) => Number.isInteger(rows) && rows >= 20_000 && rows <= 10_000_000) && seconds > 0;
  if (!isKnown || !isSound) throw new Error(`The options are not known; rows go from 20,000 to 10,000,000: ${usage}`);
  return { scales, seconds };
}

function sayLists(rows: number, results: readonly ListResult[]): void {
  say(`\nVisit log, ${rows.toLocaleString("en")} rows, page of 20 with its total (medians of interleaved rounds, ms)`);
  say(
    `budgets: API at most ${budget.ratio} × bare SQL, p95 at most ${budget.p95Ms} ms, at least ${budget.share * 100} % of the minimal API's requests/s`,
  );
  const columns = [
    { heading: "asked for" },
    { heading: "SQL p50" },
    { heading: "API p50" },
    { heading: "API p95" },
    { heading: "× SQL" },
    { heading: "API/s c1", decimals: 0 },
    { heading: "SQL/s c16", decimals: 0 },
    { heading: "min/s c16", decimals: 0 },
    { heading: "API/s c16", decimals: 0 },
    { heading: "p95 c16", decimals: 1 },
    { heading: "% of min", decimals: 0 },
    { heading: "CPU/req" },
    { heading: "verdict" },
  ];
  say(
    table(
      columns,
      results.map((r) => [
        r.name,
        r.sqlP50,
        r.apiP50,
        r.apiP95,
        r.ratio,
        r.apiPerSecond,
        r.sqlPerSecondAt16,
        r.peerPerSecondAt16,
        r.apiPerSecondAt16,
        r.apiP95At16,
        r.share * 100,
        r.cpuMs,
        verdictOf(r),
      ]),
    ),
  );
}

const verdictOf = ({ ratio, apiP95, share }: ListResult): string =>
  verdict({ "× SQL": ratio > budget.ratio, p95: apiP95 > budget.p95Ms, share: share < budget.share });

function sayGrowth(lists: readonly ListResult[], scales: readonly number[]): void {
  const [least, most] = [Math.min(...scales), Math.max(...scales)];
  if (least === most) return;
  say(
    `\nGrowth from ${least.toLocaleString("en")} to ${most.toLocaleString("en")} rows; budget: at most ${budget.growth} × the time`,
  );
  const of = (rows: number, name: string) =>
    lists.find((result) => result.rows === rows && result.name === name)?.apiP50 ?? Number.NaN;
  const names = [...new Set(lists.map(({ name }) => name))];
  say(
    table(
      [
        { heading: "asked for" },
        { heading: "API p50, few" },
        { heading: "API p50, many" },
        { heading: "×" },
        { heading: "verdict" },
      ],
      names.map((name) => {
        const growth = of(most, name) / of(least, name);
        return [name, of(least, name), of(most, name), growth, verdict({ growth: growth > budget.growth })];
      }),
    ),
  );
}

function sayOperations(results: readonly OperationResult[]): void {
  say(
    `\nSign-in and a command through HTTP with every check, beside their bare parts (ms; no budget but the list's ${budget.ratio} × as a mark)`,
  );
  const columns = [
    { heading: "operation" },
    { heading: "bare part" },
    { heading: "bare p50" },
    { heading: "API p50" },
    { heading: "API p95" },
    { heading: "× bare" },
    { heading: "bare/s c16", decimals: 0 },
    { heading: "API/s c16", decimals: 0 },
    { heading: "CPU/req" },
    { heading: "mark" },
  ];
  say(
    table(
      columns,
      results.map((r) => [
        r.name,
        r.bare,
        r.bareP50,
        r.apiP50,
        r.apiP95,
        r.ratio,
        r.barePerSecondAt16,
        r.apiPerSecondAt16,
        r.cpuMs,
        verdict({ "× bare": r.ratio > budget.ratio }),
      ]),
    ),
  );
}

/** Memory of the node and of the database's processes, in MiB. */
function memoryOf({ node, postmasterPid }: Stage) {
  return { node: memoryMibOf(familyOf(node.pid)), database: memoryMibOf(familyOf(postmasterPid)) };
}

async function run({ scales, seconds }: Options): Promise<void> {
  const started = performance.now();
  const isLate = () => performance.now() - started > seconds * 1000;
  say(`machine: ${machine()}`);
  const { stage, close } = await openStage();
  const stop = () => void close().finally(() => process.exit(130));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const idle = memoryOf(stage);
    await makeAccounts(stage.owner);
    await makePositions(stage.owner, stage.tenantId);
    const operations = [
      ...(await measureSignIn(stage)),
      ...(await measureRenewal(stage)),
      ...(await measureCommand(stage)),
    ];
    sayOperations(operations);
    const lists: ListResult[] = [];
    for (const rows of scales) {
      await makeVisits(stage.owner, rows, stage.tenantId);
      const sessions = { platform: await signIn(stage.api), tenant: await signIn(stage.api, tenantAccount) };
      const results = await measureLists(stage, rows, sessions, isLate);
      sayLists(rows, results);
      lists.push(...results);
    }
    sayGrowth(lists, scales);
    const loaded = memoryOf(stage);
    const memory = { idle, loaded };
    say("\nMemory, MiB (pages shared by several processes counted once)");
    say(
      table(
        [{ heading: "when" }, { heading: "API node", decimals: 0 }, { heading: "PostgreSQL", decimals: 0 }],
        Object.entries(memory).map(([when, { node, database }]) => [when, node, database]),
      ),
    );
    say(`\nAPI node, start to ready on a migrated database: ${Math.round(stage.node.readyMs)} ms`);
    const took = (performance.now() - started) / 1000;
    say(`${isLate() ? "the time was up, some rounds were left out; " : ""}whole run ${Math.round(took)} s`);
    await keep(join(root, ".cache/bench.json"), {
      budget,
      lists,
      operations,
      memory,
      readyMs: stage.node.readyMs,
      seconds: took,
    });
    say("kept in .cache/bench.json");
  } finally {
    await close();
  }
}

try {
  await run(optionsFrom(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`The benchmark could not measure: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
