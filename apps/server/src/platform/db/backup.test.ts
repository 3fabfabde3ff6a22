import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "../../../test/database.ts";
import { backup } from "./backup.ts";
import { installJobSchema } from "./job-schema.ts";
import { migrate } from "./migrate.ts";
import { restore } from "./restore.ts";
import type { TableManifest } from "./table-manifest.ts";

const appRole = "countinghouse_backup_test";
const appPassword = "a password of this test alone";
const log = { info: () => {} };
const manifest: TableManifest = {
  children: { placement: "local", grant: "readWrite" },
  owners: { placement: "local", grant: "appendOnly" },
};
// Named so that the child sorts before its parent: the order of loading has to come from the foreign key.
const schema = `-- stage: tables
CREATE TABLE owners (id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT owners_pk PRIMARY KEY, name text, at timestamptz(3), extra jsonb, raw bytea);
CREATE TABLE children (id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT children_pk PRIMARY KEY, owner_id bigint, amount numeric,
  twice numeric GENERATED ALWAYS AS (amount * 2) STORED);
-- stage: constraints
ALTER TABLE children ADD CONSTRAINT children_owner_fk FOREIGN KEY (owner_id) REFERENCES owners (id);
-- stage: seed
INSERT INTO owners (name) VALUES ('seeded, and deleted by an operator');`;

let directory: string;
let source: TestDatabase;
let target: TestDatabase;
let file: string;

const urlsOf = (database: TestDatabase) => ({
  ownerUrl: database.ownerUrl,
  appUrl: "",
  replicaUrl: "",
  appRole,
  appPassword,
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

const restoreFile = (from = file) => restore({ urls: urlsOf(target), file: from, directory, manifest, log });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "backup-"));
  await writeFile(path.join(directory, "0001_owners.sql"), schema);
  source = await createEmptyDatabase();
  await migrate({ ...urlsOf(source), directory, manifest, log });
  await installJobSchema(source.ownerUrl, { appRole, queues: [{ name: "mail", retryLimit: 9 }] });
  await query(source.ownerUrl, "DELETE FROM owners");
  await query(
    source.ownerUrl,
    `INSERT INTO owners (name, at, extra, raw)
     SELECT E'line\\none\\ttab \\\\ 账 ' || n, now(), jsonb_build_object('n', n), decode('00ff0a', 'hex') FROM generate_series(1, 5000) n`,
  );
  await query(source.ownerUrl, "INSERT INTO children (owner_id, amount) SELECT id, 0.1 * id FROM owners");
  file = path.join(directory, "whole.backup");
});

beforeEach(async () => {
  target = await createEmptyDatabase();
});

afterEach(() => target.drop());

afterAll(async () => {
  await source.drop();
  await rm(directory, { recursive: true });
});

describe("backup and restore", () => {
  test("bring every row back equal, and nothing that was deleted", async () => {
    const taken = await backup(source.ownerUrl, file);
    expect(taken.rows).toBeGreaterThanOrEqual(10_001);
    expect(await restoreFile()).toEqual(taken);
    for (const text of [
      "SELECT * FROM owners ORDER BY id",
      "SELECT * FROM children ORDER BY id",
      "SELECT name, retry_limit FROM pgboss.queue",
    ]) {
      expect(await query(target.ownerUrl, text)).toEqual(await query(source.ownerUrl, text));
    }
  });

  test("take jobs for the same wherever the server puts their rows", async () => {
    // Finished work leaves gaps, and the server fills those of a partition as it likes: the rows lie in another order then.
    await query(
      source.ownerUrl,
      `INSERT INTO pgboss.job (name, data)
       SELECT 'mail', jsonb_build_object('text', left(repeat(md5(n::text), 60), n * 7919 % 1900)) FROM generate_series(1, 1500) n`,
    );
    await query(source.ownerUrl, "DELETE FROM pgboss.job WHERE length(data->>'text') % 3 = 0");
    const mixed = path.join(directory, "mixed.backup");
    const taken = await backup(source.ownerUrl, mixed);
    expect(await restoreFile(mixed)).toMatchObject({ rows: taken.rows });
    const text = "SELECT data FROM pgboss.job";
    const [before, after] = [await query(source.ownerUrl, text), await query(target.ownerUrl, text)];
    await query(source.ownerUrl, "DELETE FROM pgboss.job");
    expect(after).not.toEqual(before);
  });

  test("go on numbering where the source stopped", async () => {
    await restoreFile();
    const text = "INSERT INTO owners (name) VALUES ('next') RETURNING id";
    expect(await query(target.ownerUrl, text)).toEqual([["5002"]]);
  });

  test("give the application its rights and no more", async () => {
    await restoreFile();
    const url = new URL(target.ownerUrl);
    url.username = appRole;
    url.password = appPassword;
    expect(await query(url.href, "SELECT count(*) FROM owners")).toEqual([["5000"]]);
    await expect(query(url.href, "DELETE FROM owners")).rejects.toMatchObject({ code: "42501" });
  });

  test("show one moment while rows keep coming", async () => {
    const moment = path.join(directory, "moment.backup");
    let writing = true;
    const writer = (async () => {
      while (writing) {
        await query(
          source.ownerUrl,
          "WITH o AS (INSERT INTO owners (name) VALUES ('late') RETURNING id) INSERT INTO children (owner_id, amount) SELECT id, 1 FROM o",
        );
      }
    })();
    await backup(source.ownerUrl, moment);
    writing = false;
    await writer;
    await restoreFile(moment);
    expect(
      await query(target.ownerUrl, "SELECT (SELECT count(*) FROM owners) = (SELECT count(*) FROM children)"),
    ).toEqual([[true]]);
  });

  test("refuse a database that is not empty", async () => {
    await query(target.ownerUrl, "CREATE TABLE kept (id int)");
    await expect(restoreFile()).rejects.toMatchObject({ code: "notEmpty" });
  });

  test.each([
    ["cut short", (whole: Buffer) => whole.subarray(0, whole.length - 100)],
    ["changed in one byte", (whole: Buffer) => recompress(whole, (text) => text.replace("line", "lime"))],
    ["without its end", (whole: Buffer) => gzipSync(gunzipSync(whole).subarray(0, -120))],
    ["that is something else", () => Buffer.from("a letter")],
  ])("refuse a file %s, naming it, and touch nothing", async (_, damage) => {
    const bad = path.join(directory, "bad.backup");
    await writeFile(bad, damage(await readFile(file)));
    await expect(restoreFile(bad)).rejects.toMatchObject({
      code: "backupInvalid",
      message: expect.stringContaining(bad),
    });
    expect(await query(target.ownerUrl, "SELECT to_regclass('public.schema_migrations')")).toEqual([[null]]);
  });

  test("leave the database empty, and ready for another attempt, where loading fails", async () => {
    const unknown = path.join(directory, "unknown.backup");
    await query(source.ownerUrl, "CREATE TABLE stray AS SELECT 1 AS id");
    await backup(source.ownerUrl, unknown);
    await query(source.ownerUrl, "DROP TABLE stray");
    await expect(restoreFile(unknown)).rejects.toThrow("stray");
    expect((await restoreFile()).rows).toBeGreaterThan(10_000);
  });

  test("say in one sentence that no database answers, and leave no file", async () => {
    const none = path.join(directory, "none.backup");
    await expect(backup("postgresql://nobody@127.0.0.1:1/none", none)).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("127.0.0.1:1"),
    });
    expect(existsSync(none)).toBe(false);
  });

  test("refuse a file of a newer release", async () => {
    const newer = path.join(directory, "newer.backup");
    await query(source.ownerUrl, "INSERT INTO schema_migrations VALUES ('0002_later', 'x')");
    await backup(source.ownerUrl, newer);
    await query(source.ownerUrl, "DELETE FROM schema_migrations WHERE name = '0002_later'");
    await expect(restoreFile(newer)).rejects.toMatchObject({
      code: "backupNewer",
      message: expect.stringContaining("0002_later"),
    });
  });

  test("bring a file of an older release up to this one", async () => {
    const later = path.join(directory, "0002_later.sql");
    await writeFile(later, "-- stage: tables\nALTER TABLE owners ADD COLUMN later int NOT NULL DEFAULT 7;");
    try {
      await restoreFile();
      expect(await query(target.ownerUrl, "SELECT DISTINCT later FROM owners")).toEqual([[7]]);
    } finally {
      await rm(later);
    }
  });
});

function recompress(whole: Buffer, change: (text: string) => string): Buffer {
  return gzipSync(Buffer.from(change(gunzipSync(whole).toString("latin1")), "latin1"));
}
