import type pg from "pg";

interface Part {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

const constraintsOf = `
  SELECT con.conname AS name, con.conrelid::regclass::text AS table, pg_get_constraintdef(con.oid) AS definition
    FROM pg_constraint con
   WHERE con.contype = ANY($2) AND (con.conrelid = ANY($1::regclass[]) OR con.confrelid = ANY($1::regclass[]))`;

const indexesOf = `
  SELECT c.relname AS name, i.indrelid::regclass::text AS table, pg_get_indexdef(i.indexrelid) AS definition
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
   WHERE i.indrelid = ANY($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint con WHERE con.conindid = i.indexrelid AND con.contype IN ('p', 'u'))`;

/**
 * Truncates tables and loads them without indexes and keys, which are recreated afterwards: many times faster with the
 * same result. For temporary databases only: a failure in between leaves them without.
 */
export async function loadWithoutIndexes(
  owner: pg.Pool,
  tables: readonly string[],
  fill: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query("SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'; SET synchronous_commit = off");
    const read = async (text: string, ...values: unknown[]) =>
      (await client.query<Part>(text, [tables, ...values])).rows;
    const foreign = await read(constraintsOf, ["f"]);
    const keys = await read(constraintsOf, ["p", "u"]);
    const indexes = await read(indexesOf);
    // Foreign keys are dropped before the keys they need, and recreated after them.
    for (const { name, table } of [...foreign, ...keys]) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    }
    await client.query(`TRUNCATE ${tables.join(", ")}`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await fill(client);
    for (const { definition } of indexes) await client.query(definition);
    for (const { name, table, definition } of [...keys, ...foreign]) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
    await client.query(`VACUUM (ANALYZE) ${tables.join(", ")}`);
    // Writes go to disk now, not during the first measurement.
    await client.query("CHECKPOINT");
    await client.query("RESET ALL");
  } finally {
    client.release();
  }
}
