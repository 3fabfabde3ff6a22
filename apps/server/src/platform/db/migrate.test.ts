import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../../test/database.ts";
import { type MigrateOptions, migrate } from "./migrate.ts";
import type { TableManifest } from "./table-manifest.ts";

const appRole = "countinghouse_migrate_test";
const appPassword = "a password of this test alone";
const manifest: TableManifest = {
  accounts: { placement: "local", grant: "readWrite" },
  ledgerPostings: { placement: "distributed", grant: "appendOnly" },
  currencies: { placement: "reference", grant: "readOnly" },
};
const first = `-- stage: tables
CREATE TABLE accounts (id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT accounts_pk PRIMARY KEY, name text);
CREATE TABLE ledger_postings (merchant_id text, id text, CONSTRAINT ledger_postings_pk PRIMARY KEY (merchant_id, id));
-- stage: seed
INSERT INTO accounts (name) VALUES ('cash');`;
const second = `-- stage: tables
CREATE TABLE currencies (code text CONSTRAINT currencies_pk PRIMARY KEY);
-- stage: constraints
ALTER TABLE accounts ADD CONSTRAINT accounts_name_known CHECK (name <> '');`;

let directory: string;
let database: TestDatabase;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "migrations-"));
  await write("0001_accounts", first);
  await write("0002_currencies", second);
  database = await createEmptyDatabase();
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(path.join(directory, `${name}.sql`), text);

const run = (changes: Partial<MigrateOptions> = {}): Promise<{ applied: string[] }> =>
  migrate({
    ownerUrl: database.ownerUrl,
    directory,
    manifest,
    appRole,
    appPassword,
    log: { info: () => {} },
    ...changes,
  });

async function query(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

const asOwner = (text: string): Promise<unknown[][]> => query(database.ownerUrl, text);

function asApp(text: string): Promise<unknown[][]> {
  const url = new URL(database.ownerUrl);
  url.username = appRole;
  url.password = appPassword;
  return query(url.href, text);
}

describe("migrate", () => {
  test("applies what is missing in order, and nothing the second time", async () => {
    expect(await run()).toEqual({ applied: ["0001_accounts", "0002_currencies"] });
    expect(await run()).toEqual({ applied: [] });
    expect(await asOwner("SELECT name FROM accounts")).toEqual([["cash"]]);
  });

  test("applies each migration once when several nodes start together", async () => {
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(["0001_accounts", "0002_currencies"]);
    expect(await asOwner("SELECT count(*) FROM accounts")).toEqual([["1"]]);
  });

  test("lets the application do with each table what the manifest says and no more", async () => {
    await run();
    await asApp("INSERT INTO accounts (name) VALUES ('fees')");
    await asApp("UPDATE accounts SET name = 'fee' WHERE name = 'fees'");
    await asApp("DELETE FROM accounts WHERE name = 'fee'");
    await asApp("INSERT INTO ledger_postings VALUES ('m', 'a')");
    expect(await asApp("SELECT id FROM ledger_postings")).toEqual([["a"]]);
    for (const text of [
      "UPDATE ledger_postings SET id = 'b'",
      "DELETE FROM ledger_postings",
      "TRUNCATE ledger_postings",
      "INSERT INTO currencies VALUES ('EUR')",
      "DELETE FROM schema_migrations",
      "CREATE TABLE own (id int)",
      "CREATE TEMPORARY TABLE own (id int)",
      "CREATE SCHEMA own",
      "ALTER TABLE accounts ADD COLUMN extra int",
      "DROP TABLE accounts",
    ]) {
      await expect(asApp(text), text).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("takes away a right that the manifest no longer gives", async () => {
    await run();
    await run({ manifest: { ...manifest, accounts: { placement: "local", grant: "appendOnly" } } });
    await expect(asApp("DELETE FROM accounts")).rejects.toMatchObject({ code: "42501" });
    await asApp("INSERT INTO accounts (name) VALUES ('fees')");
  });

  test("rolls a failing migration back whole and names its line", async () => {
    await write("0003_broken", "-- stage: tables\nCREATE TABLE half (id int);\nSELECT nothing;");
    await expect(run()).rejects.toMatchObject({
      code: "migrationFailed",
      message: expect.stringContaining("0003_broken.sql failed at line 3"),
    });
    expect(await asOwner("SELECT to_regclass('half')")).toEqual([[null]]);
    expect(await asOwner("SELECT count(*) FROM schema_migrations")).toEqual([["2"]]);
  });

  test("refuses a migration edited after it was applied, by name", async () => {
    await run();
    await write("0002_currencies", `${second}\n-- A later thought.`);
    await expect(run()).rejects.toMatchObject({
      code: "migrationEdited",
      message: expect.stringContaining("0002_currencies.sql"),
    });
  });

  test("takes a later text of an applied file that names the checksum it had, and does not apply it again", async () => {
    await run();
    const former = createHash("sha256").update(second).digest("hex");
    await write("0002_currencies", `-- formerly: ${former}\n\n${second}\n-- A later thought.`);
    expect(await run()).toEqual({ applied: [] });
  });

  test("refuses a database newer than the code and leaves it alone", async () => {
    await run();
    await rm(path.join(directory, "0002_currencies.sql"));
    await expect(run()).rejects.toMatchObject({
      code: "databaseNewer",
      message: expect.stringContaining("start the newer release"),
    });
  });

  test("refuses a lost file and a file put in before applied ones", async () => {
    await write("0004_more", "-- stage: tables\n");
    await run();
    await write("0003_late", "-- stage: tables\n");
    await expect(run()).rejects.toThrow("0003_late.sql is older than 0004_more");
    await rm(path.join(directory, "0003_late.sql"));
    await rm(path.join(directory, "0002_currencies.sql"));
    await expect(run()).rejects.toMatchObject({ code: "migrationMissing" });
  });

  test("refuses a table without a line in the manifest and a line without a table", async () => {
    const { currencies: _, ...rest } = manifest;
    await expect(run({ manifest: { ...rest, refunds: { placement: "local", grant: "readWrite" } } })).rejects.toThrow(
      /without a line in the table manifest: currencies; .*without a table: refunds/,
    );
  });

  test("refuses an application role that could get around its grants", async () => {
    const powerful = "countinghouse_powerful_test";
    await asOwner(`CREATE ROLE ${powerful} LOGIN CREATEROLE`);
    await expect(run({ appRole: powerful })).rejects.toMatchObject({ code: "roleTooPowerful" });
    await asOwner(`DROP ROLE ${powerful}`);
  });

  test("refuses a server that does not answer", async () => {
    await expect(run({ ownerUrl: "postgresql://nobody@127.0.0.1:1/none" })).rejects.toMatchObject({
      code: "unreachable",
    });
  });
});
