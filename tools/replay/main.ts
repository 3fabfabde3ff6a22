import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { parse } from "csv-parse/sync";
import type { SoldRow } from "./business-days.ts";
import { openClient } from "./client.ts";
import { inventedOrders, inventedRates } from "./invented-file.ts";
import { type Mapping, mappingShape, type PlannedRow, planRow, resolveMapping } from "./mapping.ts";
import { methodsMeant, withMethods } from "./offered-methods.ts";
import { openOwnDatabase } from "./own-database.ts";
import { replay } from "./replay.ts";
import { reportCsv, summary } from "./report.ts";
import { lastingDays, outcomeOf, runThroughPayout } from "./through-payout.ts";

const usage = `npm run replay -- FILE.csv [options]

Signs and sends an order through the open API for each row of a CSV file, and reports row by row what became of it.
It may be stopped and started again at any time: an order that was sent is never made twice.

  --base=URL            where the product answers; http://127.0.0.1:8080 unless told
  --key=APP_KEY         a test key of an app; or COUNTINGHOUSE_APP_KEY
                        its secret is read from COUNTINGHOUSE_APP_SECRET, never from the command line
  --column FIELD=NAME   the column that gives a field; NAME,NAME joins several. Fields: merchantOrderNo, amount,
                        currency, method, email, payerAccount, country, ip, instalments, orderedAt
  --method WORD=CODE    the payment method that a word of the file means, such as credit_card=card; a kind, such as
                        wallet or voucher, means the first method of that kind which the merchant offers
  --fixed FIELD=VALUE   a field that no column gives, such as currency=EUR
  --mapping=FILE.json   the same three as one file: {"columns": {FIELD: NAME or [NAME, NAME]}, "methods": {}, "fixed": {}}
  --rate=N              orders begun in a second, at most; 20 unless told
  --concurrency=N       orders under way at once; 8 unless told
  --card=NUMBER         card that pays rows of the method card; the simulator's that always pays unless told
  --play-payer          pays waiting orders in the payer's place and moves the simulator's clock two days on
  --wait=SECONDS        how long waiting orders are looked at in the end; 60 unless told
  --limit=N             only the first N rows
  --report=FILE.csv     where the report goes; .cache/replay/ unless told
  --dry-run             reads the file and says what would be sent

npm run replay -- FILE.csv --through=payout --rates=RATES.csv [options]
npm run replay -- --invent=1000 --days=30 --through=payout

Goes on behind the payments, on an installation of its own with a clock of its own, a gateway simulator at the same time,
and merchants who have rested for a day: converts what every second merchant sold into dollars, refunds what was called off,
closes the batches by the business calendar, withdraws, pays out, takes in the gateway's files, and compares every sum with
the file by statements and arithmetic of its own. Then asks for everything once more and compares again. Ends with 1
where a sum differs. With --column, --method, --fixed, --mapping, --limit and --card as above, and

  --rates=FILE.csv      reference rates of the euro in the form of the European Central Bank's file; it has to have USD
                        and BRL on the business days of the run and of the week before it
  --from=DAY            the first day of the run; 2026-02-09 unless told
  --days=N              days that the rows are spread over; 5 unless told
  --holiday=DAY         a day on which the banks of the merchants rest; several may be named
  --merchant=COLUMN     whose sale a row is; seller_id unless told. Rows that name nobody are twelve merchants'
  --canceled=COLUMN=WORD  what says that a sale was called off; order_status=canceled unless told
  --invent=N            in place of a file, N orders a day of 24 merchants, and rates; the same in every run`;

/** npm runs a command in the project's folder; paths are meant from where it was typed. */
const fromHere = (path: string): string => resolve(process.env.INIT_CWD ?? "", path);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A mistake of whoever called, told in one sentence. */
class Misuse extends Error {}

const options = {
  base: { type: "string", default: "http://127.0.0.1:8080" },
  key: { type: "string", default: process.env.COUNTINGHOUSE_APP_KEY ?? "" },
  column: { type: "string", multiple: true },
  method: { type: "string", multiple: true },
  fixed: { type: "string", multiple: true },
  mapping: { type: "string" },
  rate: { type: "string", default: "20" },
  concurrency: { type: "string", default: "8" },
  card: { type: "string", default: "4008400010000004" },
  "play-payer": { type: "boolean", default: false },
  wait: { type: "string", default: "60" },
  limit: { type: "string" },
  report: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  through: { type: "string" },
  rates: { type: "string" },
  from: { type: "string", default: "2026-02-09" },
  days: { type: "string", default: "5" },
  holiday: { type: "string", multiple: true, default: [] },
  merchant: { type: "string", default: "seller_id" },
  canceled: { type: "string", default: "order_status=canceled" },
  invent: { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Options that only one of the two ways acts on: the other one refuses them. */
const ofSending = ["base", "key", "rate", "concurrency", "play-payer", "wait", "report", "dry-run"];
const ofThrough = ["rates", "from", "days", "holiday", "merchant", "canceled", "invent"];

function assertActedOn(tokens: readonly { readonly kind: string; readonly name?: string }[], isThrough: boolean): void {
  const given = tokens.flatMap(({ kind, name }) => (kind === "option" && name !== undefined ? [name] : []));
  const idle = given.find((name) => (isThrough ? ofSending : ofThrough).includes(name));
  if (idle === undefined) return;
  throw new Misuse(isThrough ? `--${idle} says nothing with --through.` : `--${idle} wants --through=payout.`);
}

const readOptions = () => {
  try {
    return parseArgs({ options, allowPositionals: true, tokens: true, args: process.argv.slice(2) });
  } catch (error) {
    throw new Misuse(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};
type Given = ReturnType<typeof readOptions>["values"];

const pairs = (name: string, given: readonly string[] = []): [string, string][] =>
  given.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) throw new Misuse(`--${name} wants NAME=VALUE, not "${text}".`);
    return [text.slice(0, at), text.slice(at + 1)];
  });

const positive = (name: string, text: string): number => {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw new Misuse(`--${name} wants a number above zero, not "${text}".`);
  return value;
};

async function readMapping({ mapping, column, method, fixed }: Given): Promise<Mapping> {
  const stored: unknown = mapping === undefined ? {} : JSON.parse(await readFile(fromHere(mapping), "utf8"));
  const base = mappingShape.safeParse(stored);
  if (!base.success) throw new Misuse(`The mapping file is not as described: ${base.error.issues[0]?.message}.`);
  const columns = pairs("column", column).map(([field, names]) => [
    field,
    names.includes(",") ? names.split(",") : names,
  ]);
  const merged = mappingShape.safeParse({
    columns: { ...base.data.columns, ...Object.fromEntries(columns) },
    methods: { ...base.data.methods, ...Object.fromEntries(pairs("method", method)) },
    fixed: { ...base.data.fixed, ...Object.fromEntries(pairs("fixed", fixed)) },
  });
  if (!merged.success)
    throw new Misuse(`An option names what is not known: ${merged.error.issues[0]?.path.join(".")}.\n\n${usage}`);
  return merged.data;
}

const textOf = (file: string): Promise<string> =>
  readFile(file, "utf8").catch(() => {
    throw new Misuse(`The file ${file} cannot be read.`);
  });

/** A row as it was read, beside the cells that it was read from. */
interface ReadRow {
  readonly row: PlannedRow;
  readonly cells: Readonly<Record<string, string>>;
}

async function planText(text: string, given: Given): Promise<ReadRow[]> {
  const [header = [], ...lines] = parse(text, {
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
  }) as string[][];
  const mapping = resolveMapping(await readMapping(given), header);
  const taken = given.limit === undefined ? lines : lines.slice(0, positive("limit", given.limit));
  return taken.map((line, index) => {
    const cells = Object.fromEntries(header.map((name, at) => [name, line[at] ?? ""]));
    return { row: planRow(mapping, index + 2, cells), cells };
  });
}

/** Merchants that rows are shared among whose own nobody knows. */
const unnamedSellers = 12;
const inventedSellers = 24;
const seed = 15;

/** The rows as sales of merchants. What cannot be sent ends the run before it begins: a sum over a part says nothing. */
function soldRows(read: readonly ReadRow[], { merchant, canceled }: Given): SoldRow[] {
  const [[column, word] = ["", ""]] = pairs("canceled", [canceled]);
  for (const name of [merchant, column])
    if (read[0] && !(name in read[0].cells)) throw new Misuse(`The file has no column "${name}".`);
  return read.map(({ row, cells }) => {
    if ("problem" in row) throw new Misuse(`line ${row.line}: ${row.problem}`);
    const seller = cells[merchant] || `unnamed-${(row.line % unnamedSellers) + 1}`;
    return { row, seller, isCanceled: cells[column] === word };
  });
}

const simulated = { credit_card: "card", boleto: "sim_voucher", voucher: "sim_voucher", debit_card: "sim_debit" };
const inventedMethods = Object.entries(simulated).map(([word, code]) => `${word}=${code}`);

/** From payment to payout, of a file or of one that is invented. */
async function runThrough(file: string | undefined, given: Given): Promise<number> {
  const { through, invent, from, rates, holiday } = given;
  if (through !== "payout") throw new Misuse(`--through knows payout, not "${through}".`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from)) throw new Misuse(`--from wants a day such as 2026-02-09, not "${from}".`);
  if ((file === undefined) === (invent === undefined)) throw new Misuse(`A file or --invent=N is needed.\n\n${usage}`);
  if (file !== undefined && rates === undefined) throw new Misuse("--through wants --rates=FILE.csv for a file.");
  const days = Math.ceil(positive("days", given.days));
  const invented = { seed, rows: days * Math.ceil(positive("invent", invent ?? "1")), sellers: inventedSellers };
  const columns = ["merchantOrderNo=order_id,payment_sequential", "amount=payment_value", "method=payment_type"];
  const read = file
    ? await planText(await textOf(fromHere(file)), given)
    : await planText(inventedOrders(invented), { ...given, column: columns, method: inventedMethods });
  const rows = soldRows(read, given);
  const started = Date.now();
  const database = await openOwnDatabase();
  try {
    const run = await runThroughPayout({
      rows,
      days,
      from,
      holidays: holiday,
      rates: rates ? await textOf(fromHere(rates)) : inventedRates(seed, addDays(from, -7), days + lastingDays),
      cardNumber: given.card,
      database,
      say,
    });
    for (const line of outcomeOf(run)) say(line);
    say(`${((Date.now() - started) / 1000).toFixed(0)} s`);
    return run.untied.length === 0 && run.isSame ? 0 : 1;
  } finally {
    await database.drop();
  }
}

async function run(): Promise<number> {
  const { values, positionals, tokens } = readOptions();
  const [file] = positionals;
  const isThrough = values.through !== undefined;
  if (values.help || (file === undefined && !isThrough) || positionals.length > 1) {
    say(usage);
    return values.help ? 0 : 2;
  }
  assertActedOn(tokens, isThrough);
  if (isThrough || file === undefined) return runThrough(file, values);
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
