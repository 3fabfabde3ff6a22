import pg from "pg";
import { setupLock } from "./migrate.ts";
import { SetupError } from "./setup-error.ts";
import { bySqlName, hasCitus, isPlaced, placeTable, type TableManifest } from "./table-manifest.ts";

/** What to distribute, and where to report progress. */
export interface SpreadOptions {
  /** Connection string of the schema owner on the coordinator. */
  readonly ownerUrl: string;
  readonly manifest: TableManifest;
  readonly log: { info(message: string): void };
}

/** A foreign key to drop while its tables are placed. */
interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Distributes a database created without Citus over the nodes of its cluster as the manifest says. Drops the foreign
 * keys of the tables that move, places reference tables first, then the distributed ones with their rows, and adds the
 * keys again, so that every reference is checked. Runs in one transaction, all or nothing. Tables placed already stay
 * where they are. Answers how many were placed. No node of the product may run meanwhile.
 *
 * Throws a `SetupError` for a database without Citus and for one that is in use.
 */
export async function spreadTables({ ownerUrl, manifest, log }: SpreadOptions): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "countinghouse-spread" });
  client.on("error", () => {});
  await client.connect();
  try {
    if (!(await hasCitus(client)))
      throw new SetupError(
        "notSpread",
        "The database has no Citus: run CREATE EXTENSION citus on the coordinator and add its workers, then npm run spread again.",
      );
    await refuseWhileUsed(client);
    await client.query("BEGIN");
    await client.query(setupLock);
    await client.query("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'");
    const placed = await spread(client, bySqlName(manifest), log);
    await client.query("COMMIT");
    return placed;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A node that writes while its tables move would wait that long and time out. */
async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
        AND application_name LIKE 'countinghouse%'
      GROUP BY application_name`,
  );
  if (rows.length > 0)
    throw new SetupError(
      "notSpread",
      `Nodes are at work in this database (${rows.map(({ name, count }) => `${count} × ${name}`).join(", ")}): stop them, then run npm run spread again.`,
    );
}

async function spread(client: pg.Client, manifest: TableManifest, log: SpreadOptions["log"]): Promise<number> {
  const wanted = (["reference", "distributed"] as const).flatMap((placement) =>
    Object.entries(manifest)
      .filter(([, facts]) => facts.placement === placement)
      .map(([name]) => ({ name, placement })),
  );
  const missing: typeof wanted = [];
  for (const table of wanted) if (!(await isPlaced(client, table.name))) missing.push(table);
  if (missing.length === 0) return 0;
  const keys = await foreignKeysOf(
    client,
    wanted.map(({ name }) => name),
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const [at, { name, placement }] of missing.entries()) {
    const started = performance.now();
    await placeTable(client, name, placement);
    await client.query("SELECT truncate_local_data_after_distributing_table($1)", [publicName(name)]);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    log.info(`${at + 1} of ${missing.length}: ${name} is ${placement} (${seconds} s)`);
  }
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  log.info(`${keys.length} foreign keys are checked and back`);
  return missing.length;
}

const publicName = (table: string): string => `public.${pg.escapeIdentifier(table)}`;

/** Foreign keys from or to these tables, those to reference tables first. */
async function foreignKeysOf(client: pg.Client, tables: readonly string[]): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT k.conrelid::regclass::text AS table, quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
       FROM pg_constraint k
       JOIN pg_class f ON f.oid = k.conrelid
       JOIN pg_class t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = 'public'::regnamespace
        AND (f.relname = ANY ($1) OR t.relname = ANY ($1))
      ORDER BY array_position($1, t.relname::text), f.relname, k.conname`,
    [tables],
  );
  return rows;
}
