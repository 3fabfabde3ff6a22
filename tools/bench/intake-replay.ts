import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { firstJournal, newOrder, type Shop } from "./intake-shops.ts";
import type { IntakeStage } from "./intake-stage.ts";
import { ownValues, repeatable, type Statement } from "./recording.ts";

const run = promisify(execFile);

/** The statements of one order of one merchant, replayable with new values each time. */
export interface Recorded {
  readonly statements: readonly Statement[];
  readonly fresh: () => Statement[];
  /** Values that differ between two recordings: those of the order itself. */
  readonly own: ReadonlySet<unknown>;
}

// Far above the numbers in a run's books, so that journal numbers never collide.
let number = 1_000_000_000;

/** Records an order twice; the very first one warms the node's caches. */
export async function recordOrder({ recorder }: IntakeStage, shop: Shop, isPaid: boolean): Promise<Recorded> {
  const record = async () => {
    const { path, body, headers } = newOrder(shop, { isPaid });
    const { statements } = await recorder.recordSend("POST", path, body, headers);
    return statements;
  };
  await record();
  let [first, second] = [await record(), await record()];
  // A recording with other statements in between, such as the node's call counters, is repeated.
  for (let times = 0; times < 30 && textsOf(first) !== textsOf(second); times += 1) {
    const [shorter] = [first, second].sort((a, b) => a.length - b.length);
    [first, second] = [shorter ?? first, await record()];
  }
  const fresh = repeatable(
    first,
    second,
    () => {
      number += 1;
      return number;
    },
    firstJournal,
  );
  return { statements: second, fresh, own: ownValues(first, second, firstJournal) };
}

const textsOf = (statements: readonly Statement[]): string => statements.map(({ text }) => text).join();

/** Round trips to the database: pipelined statements count once. */
export const roundTripsOf = (statements: readonly Statement[]): number =>
  statements.filter(({ isFollower }) => !isFollower).length;

const folders = ["/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/libpq"];

/** The machine's newest pgbench, if any. */
export async function findPgbench(): Promise<string | undefined> {
  const versions = await readdir(folders[0] ?? "").catch(() => []);
  const places = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(folders[0] ?? "", version, "bin")),
    ...folders.slice(1).map((folder) => join(folder, "bin")),
    ...(process.env.PATH ?? "").split(":"),
  ];
  for (const place of places) {
    const file = join(place, "pgbench");
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

/** Without colons, since pgbench takes what follows one for a variable, even inside a text. */
const quoted = (text: string): string =>
  `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll(":", "\\x3a")}'`;

/** A value as SQL. Values of the order itself are derived from a random number per transaction. */
function literal(value: unknown, own: ReadonlyMap<unknown, number>): string {
  if (value === null || value === undefined) return "NULL";
  const place = own.get(value);
  if (typeof value === "number") return place === undefined ? String(value) : `((:number)::integer + ${place})`;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `ARRAY[${value.map((each) => literal(each, own)).join(", ")}]::text[]`;
  const text = value instanceof Date ? value.toISOString() : String(value);
  if (place === undefined) return quoted(text);
  // Of equal length, so that rows and indexes grow alike.
  const tail = `lpad((:fresh)::text || '${place}', ${Math.min(24, text.length)}, '0')`;
  return `(${quoted(text.slice(0, Math.max(0, text.length - 24)))} || ${tail})`;
}

const semicolon = /;\s*$/;

/** The recording as a pgbench script. */
export function scriptOf({ statements, own }: Recorded): string {
  const places = new Map([...own].map((value, index) => [value, index + 10]));
  const lines = statements.map(({ text, values }) => {
    const filled = text.replace(/\$(\d+)/g, (_mark, index: string) => literal(values[Number(index) - 1], places));
    return `${filled.replace(/\s+/g, " ").trim().replace(semicolon, "")};`;
  });
  const drawn = ["\\set fresh random(1000000000, 9000000000000)", "\\set number random(1100000000, 2000000000)"];
  return [...drawn, ...lines, ""].join("\n");
}

/**
 * Runs scripts concurrently and answers transactions per second; preparing all of them would take longer than the run.
 */
export async function runPgbench(
  file: string,
  url: string,
  scripts: readonly string[],
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "countinghouse-pgbench-"));
  try {
    const files = scripts.map((_script, index) => join(folder, `order-${index}.sql`));
    for (const [index, script] of scripts.entries()) await writeFile(files[index] ?? "", script);
    const args = [
      ...["-n", "-M", "extended", "-c", String(clients), "-j", "1", "-T", String(seconds)],
      ...files.flatMap((each) => ["-f", each]),
      url,
    ];
    const { stdout } = await run(file, args, { maxBuffer: 8_000_000 });
    const failed = Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
    if (failed > 0) throw new Error(`pgbench failed ${failed} transactions: ${stdout.slice(0, 600)}`);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
