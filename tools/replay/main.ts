import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { openClient } from "./client.ts";
import { methodsMeant, withMethods } from "./offered-methods.ts";
import { assertActedOn, fromHere, Misuse, positive, readOptions, usage } from "./options.ts";
import { planText, textOf } from "./read-orders.ts";
import { replay } from "./replay.ts";
import { reportCsv, summary } from "./report.ts";
import { runThrough } from "./through-command.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(): Promise<number> {
  const { values, positionals, tokens } = readOptions();
  const [file] = positionals;
  const isThrough = values.through !== undefined;
  if (values.help || (file === undefined && !isThrough) || positionals.length > 1) {
    say(usage);
    return values.help ? 0 : 2;
  }
  assertActedOn(tokens, isThrough);
  if (isThrough || file === undefined) return runThrough(file, values, say);
  const rows = (await planText(await textOf(fromHere(file)), values)).map(({ row }) => row);
  const orders = rows.filter((row) => "order" in row);
  say(`${rows.length} rows, ${orders.length} of them orders, ${rows.length - orders.length} that are none`);
  if (values["dry-run"]) {
    for (const row of rows) if ("problem" in row) say(`line ${row.line}: ${row.problem}`);
    return 0;
  }
  const appSecret = process.env.COUNTINGHOUSE_APP_SECRET ?? "";
  if (values.key === "" || appSecret === "") {
    throw new Misuse(
      "An app's test key is needed: --key=… and its secret in COUNTINGHOUSE_APP_SECRET. The console shows the key under Merchants, Apps, and the secret when it is made there.",
    );
  }
  const stop = new AbortController();
  process.once("SIGINT", () => {
    say("stopping; start again to go on");
    stop.abort();
  });
  const started = Date.now();
  const client = openClient({ base: values.base.replace(/\/$/, ""), appKey: values.key, appSecret });
  const meant = await methodsMeant(client, rows);
  for (const [word, method] of meant) if (word !== method) say(`${word} means ${method}`);
  const results = await replay({
    client,
    rows: withMethods(rows, meant),
    perSecond: positive("rate", values.rate),
    concurrency: Math.ceil(positive("concurrency", values.concurrency)),
    cardNumber: values.card,
    playsPayer: values["play-payer"],
    waitMs: positive("wait", values.wait) * 1000,
    onProgress: progress(orders.length),
    signal: stop.signal,
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    now: Date.now,
  });
  const report =
    values.report === undefined
      ? resolve(join(".cache/replay", `${basename(file, ".csv")}.report.csv`))
      : fromHere(values.report);
  await mkdir(dirname(report), { recursive: true });
  await writeFile(report, reportCsv(results));
  say(`\n${orders.length} orders in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  for (const line of summary(results)) say(line);
  say(`report ${report}`);
  return results.some(({ outcome }) => outcome === "unsent") ? 1 : 0;
}

/** A line that is written over on a terminal, and every tenth of the way elsewhere. */
function progress(total: number): (done: number) => void {
  let said = 0;
  return (done) => {
    const tenth = Math.floor((done * 10) / total);
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total}`);
    else if (tenth > said || done === total) say(`${done} of ${total}`);
    said = Math.max(said, tenth);
  };
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = error instanceof Misuse ? 2 : 1;
  },
);
