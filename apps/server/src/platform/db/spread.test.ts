import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { becomeCoordinator } from "../../../test/citus.ts";
import { createEmptyDatabase, type TestDatabase } from "../../../test/database.ts";
import { migrate } from "./migrate.ts";
import { spreadTables } from "./spread.ts";
import type { TableManifest } from "./table-manifest.ts";

const hasCluster = process.env.TEST_POSTGRES === "citus";
if (!hasCluster)
  process.stderr.write("!!! SKIPPED: spreading tables over a cluster (set TEST_POSTGRES=citus and CITUS_BIN)\n");

const manifest: TableManifest = {
  merchants: { placement: "reference", grant: "readWrite" },
  orders: { placement: "distributed", grant: "readWrite" },
  attempts: { placement: "distributed", grant: "readWrite" },
  users: { placement: "local", grant: "readWrite" },
};
const schema = `-- stage: tables
CREATE TABLE merchants (id text COLLATE "C" CONSTRAINT merchants_pk PRIMARY KEY);
CREATE TABLE orders (merchant_id text COLLATE "C", id text COLLATE "C", amount bigint, CONSTRAINT orders_pk PRIMARY KEY (merchant_id, id));
CREATE TABLE attempts (merchant_id text COLLATE "C", id text COLLATE "C", order_id text COLLATE "C", CONSTRAINT attempts_pk PRIMARY KEY (merchant_id, id));
CREATE TABLE users (id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT users_pk PRIMARY KEY, account text);
-- stage: constraints
ALTER TABLE orders ADD CONSTRAINT orders_merchant_fk FOREIGN KEY (merchant_id) REFERENCES merchants (id);
ALTER TABLE attempts ADD CONSTRAINT attempts_order_fk FOREIGN KEY (merchant_id, order_id) REFERENCES orders (merchant_id, id);
-- stage: seed
INSERT INTO merchants SELECT 'mer_' || n FROM generate_series(1, 20) n;
INSERT INTO orders SELECT 'mer_' || (n % 20 + 1), 'ord_' || n, n FROM generate_series(1, 2000) n;
INSERT INTO attempts SELECT 'mer_' || (n % 20 + 1), 'att_' || n, 'ord_' || n FROM generate_series(1, 2000) n;
INSERT INTO users (account) VALUES ('admin');`;

let database: TestDatabase;
let directory: string;
const log = { info: () => {} };

const migrated = () =>
  migrate({ ownerUrl: database.ownerUrl, directory, manifest, appRole: "countinghouse_spread_test", log });

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasCluster)("a database that was made without Citus", () => {
  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), "spread-"));
    await writeFile(path.join(directory, "0001_all.sql"), schema);
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(directory, { recursive: true });
  });

  test("is refused at the start once it has Citus, spread with its rows and keys, and then taken", async () => {
    await migrated();
    await expect(spreadTables({ ownerUrl: database.ownerUrl, manifest, log })).rejects.toMatchObject({
      code: "notSpread",
    });
    await becomeCoordinator(database.ownerUrl);
    await expect(migrated()).rejects.toMatchObject({ code: "notSpread" });
    expect(await spreadTables({ ownerUrl: database.ownerUrl, manifest, log })).toBe(3);
    expect(await spreadTables({ ownerUrl: database.ownerUrl, manifest, log })).toBe(0);
    const tables = await query<{ name: string; type: string }>(
      "SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables ORDER BY 1",
    );
    expect(tables).toEqual([
      { name: "attempts", type: "distributed" },
      { name: "merchants", type: "reference" },
      { name: "orders", type: "distributed" },
    ]);
    expect(await query("SELECT count(*)::int AS count, sum(amount)::int AS sum FROM orders")).toEqual([
      { count: 2000, sum: 2_001_000 },
    ]);
    await expect(query("INSERT INTO attempts VALUES ('mer_1', 'att_0', 'ord_none')")).rejects.toThrow(
      /attempts_order_fk/,
    );
    await migrated();
  });
});
