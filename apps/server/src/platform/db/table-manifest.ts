import pg from "pg";
import { SetupError } from "./setup-error.ts";

/** Placement of a table on a Citus cluster; without Citus every table is an ordinary one. */
export type TablePlacement = "local" | "reference" | "distributed";
/**
 * Grants of the application's role on a table. Append-only rows can be inserted and read, never updated. Retained rows
 * can also be deleted once their retention is over, but not updated. Of rows that are sealed after insertion, only the
 * seal can be updated.
 */
export type TableGrant = "readWrite" | "appendOnly" | "sealedOnce" | "keptForAWhile" | "readOnly";
/** One line per table, by its name in SQL or code: its placement and its grants. */
export type TableManifest = Readonly<
  Record<string, { readonly placement: TablePlacement; readonly grant: TableGrant }>
>;

const privileges: Readonly<Record<TableGrant, readonly string[]>> = {
  readWrite: ["DELETE", "INSERT", "SELECT", "UPDATE"],
  appendOnly: ["INSERT", "SELECT"],
  sealedOnce: ["INSERT", "SELECT"],
  keptForAWhile: ["DELETE", "INSERT", "SELECT"],
  readOnly: ["SELECT"],
};

/** The migration runner's own table; the application may read it to report the schema version. */
export const migrationTable = "schema_migrations";

/** Distribution column of merchants' tables, the same in each so that joins stay on one node. */
const distributionColumn = "merchant_id";

/** The manifest with SQL table names: `auditEntries` becomes `audit_entries`. */
export function bySqlName(manifest: TableManifest): TableManifest {
  const sqlName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(manifest).map(([name, facts]) => [sqlName(name), facts]));
}

/** Whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}

/** Whether Citus has placed a table, as a distributed or a reference table. */
export async function isPlaced(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rowCount } = await client.query("SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass($1)", [
    `public.${pg.escapeIdentifier(table)}`,
  ]);
  return rowCount === 1;
}

/** Places a table as its placement says, with its rows. */
export async function placeTable(client: pg.ClientBase, name: string, placement: TablePlacement): Promise<void> {
  const table = `public.${pg.escapeIdentifier(name)}`;
  if (placement === "reference") await client.query("SELECT create_reference_table($1)", [table]);
  if (placement === "distributed")
    await client.query("SELECT create_distributed_table($1, $2)", [table, distributionColumn]);
}

/** Places the tables that exist and are not placed yet. Must run before foreign keys are added. */
export async function placeTables(client: pg.ClientBase, manifest: TableManifest): Promise<void> {
  if (!(await hasCitus(client))) return;
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT 1 FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
      ORDER BY c.relname`,
  );
  for (const { name } of rows) {
    const placement = manifest[name]?.placement;
    if (placement !== undefined) await placeTable(client, name, placement);
  }
}

/**
 * Refuses a database whose tables were created before Citus: every merchant would stay on the coordinator unnoticed,
 * and the next migration would fail.
 */
export async function refuseUnspread(client: pg.ClientBase, manifest: TableManifest): Promise<void> {
  if (!(await hasCitus(client))) return;
  const existing = new Set(await tableNames(client));
  const unplaced: string[] = [];
  for (const [name, { placement }] of Object.entries(manifest))
    if (placement !== "local" && existing.has(name) && !(await isPlaced(client, name))) unplaced.push(name);
  if (unplaced.length > 0)
    throw new SetupError(
      "notSpread",
      `This database has Citus, and ${unplaced.length} of its tables are not spread over the nodes (${unplaced.slice(0, 3).join(", ")}${unplaced.length > 3 ? ", …" : ""}): stop all nodes, take a backup, and run npm run spread.`,
    );
}

/** Refuses tables missing from the manifest, and lines without a table. */
export async function compareWithManifest(client: pg.ClientBase, manifest: TableManifest): Promise<void> {
  const existing = new Set(await tableNames(client));
  existing.delete(migrationTable);
  const unlisted = [...existing].filter((name) => !(name in manifest));
  const absent = Object.keys(manifest).filter((name) => !existing.has(name));
  const complaints = [
    ...(unlisted.length > 0 ? [`tables without a line in the table manifest: ${unlisted.join(", ")}`] : []),
    ...(absent.length > 0 ? [`lines of the table manifest without a table: ${absent.join(", ")}`] : []),
  ];
  if (complaints.length > 0)
    throw new SetupError("manifestMismatch", `The schema and its manifest differ; ${complaints.join("; ")}.`);
}

/** Grants the application's role what the manifest says on each table, and revokes the rest. */
export async function grantTables(client: pg.ClientBase, role: string, manifest: TableManifest): Promise<void> {
  const grantee = pg.escapeIdentifier(role);
  await client.query(`GRANT USAGE ON SCHEMA public TO ${grantee}`);
  await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${grantee}`);
  const held = await heldPrivileges(client, role);
  for (const name of await tableNames(client)) {
    const wanted = privileges[manifest[name]?.grant ?? "readOnly"];
    const extra = (held.get(name) ?? []).filter((privilege) => !wanted.includes(privilege));
    const missing = wanted.filter((privilege) => !(held.get(name) ?? []).includes(privilege));
    const table = `public.${pg.escapeIdentifier(name)}`;
    if (extra.length > 0) await client.query(`REVOKE ${extra.join(", ")} ON ${table} FROM ${grantee}`);
    if (missing.length > 0) await client.query(`GRANT ${missing.join(", ")} ON ${table} TO ${grantee}`);
    if (manifest[name]?.grant === "sealedOnce") await client.query(`GRANT UPDATE (seal) ON ${table} TO ${grantee}`);
  }
}

/** Names of the tables of the schema; partitions count with their parent. */
export async function tableNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
      ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
}

async function heldPrivileges(client: pg.ClientBase, role: string): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; privileges: string[] }>(
    `SELECT c.relname AS name, array_agg(a.privilege_type::text) AS privileges
       FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a
      WHERE c.relnamespace = 'public'::regnamespace AND a.grantee = $1::regrole
      GROUP BY c.relname`,
    [pg.escapeIdentifier(role)],
  );
  return new Map(rows.map((row) => [row.name, row.privileges]));
}
