import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { sealKeys } from "../../../../test/ledger.ts";
import { operatingTenantId } from "../../../platform/access/actor.ts";
import { sealedAuditSealColumns, sealedEntryColumns } from "../../../platform/audit/audit-chain.policy.ts";
import { checkAudit, sealAudit, settledEntries } from "../../../platform/audit/audit-chain.store.ts";
import { ledgerWorkers } from "./index.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { compareWithPublished } from "./ledger.heads.service.ts";

let app: TestApp;
let owner: pg.Client;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heads-"));
  app = await buildTestApp({ environment: { COUNTINGHOUSE_LEDGER_HEADS: folder } });
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  await owner.query("DELETE FROM audit_entries");
});
afterEach(async () => {
  await owner.end();
  await app.close();
  await rm(folder, { recursive: true });
});

const write = async (client: pg.Client, id?: number) => {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO audit_entries (id, at, tenant_id, operation, input, changes, request_id, elapsed_ms)
     VALUES (coalesce($1, nextval(pg_get_serial_sequence('audit_entries', 'id'))), now(), 1, 'sysPos.add',
             '{"name": "Clerk", "n": 1.50}', '[{"id": 1, "table": "positions"}]', 'req', 3)
     RETURNING id`,
    [id ?? null],
  );
  return Number(rows[0]?.id);
};

const run = (queue: string, data: object = {}) => {
  const worker = ledgerWorkers(app.platform).find((one) => one.queue === queue);
  if (!worker) throw new Error(`no worker of ${queue}`);
  return worker.run(jobContext(app), data);
};

const seal = async () => {
  let upTo: number | undefined;
  // Commands of every database of the server are waited for, those of the suites beside this one too.
  while (upTo === undefined) upTo = await settledEntries(app.platform.db);
  return sealAudit(app.platform.db, { keys: await sealKeys(app), now: app.clock.now(), upTo });
};

const check = async () => (await checkAudit(app.platform.db, await sealKeys(app))).findings;

/** Six entries, sealed, that verify: their ids. */
async function sealedTrail(): Promise<number[]> {
  const ids = [];
  for (let index = 0; index < 6; index += 1) ids.push(await write(owner));
  expect(await seal()).toEqual({ sealed: 6, refused: [] });
  expect(await check()).toEqual([]);
  return ids;
}

describe("the chain over the audit trail", () => {
  test.each([
    ["audit_entries", sealedEntryColumns],
    ["audit_seals", [...sealedAuditSealColumns, "hash"]],
  ])("covers every column of %s that there is", async (table, covered) => {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [table],
    );
    const names = rows.map(({ name }) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    expect([...covered].sort()).toEqual(names.sort());
  });

  test.each([
    ["operation", "'sysPos.remove'"],
    ["input", `'{"name": "Other"}'`],
    ["changes", "'[]'"],
    ["actor_account", "'somebody'"],
    ["at", "at - interval '1 day'"],
    ["tenant_id", "NULL"],
    ["reason", "''"],
  ])("names an entry whose %s was edited", async (column, value) => {
    const ids = await sealedTrail();
    await owner.query(`UPDATE audit_entries SET ${column} = ${value} WHERE id = $1`, [ids[2]]);
    expect(await check()).toEqual([
      expect.objectContaining({ law: "sealed", table: "audit_entries", key: String(ids[2]), column: null }),
    ]);
  });

  test("names an entry that was removed, with its seal or without", async () => {
    const ids = await sealedTrail();
    await owner.query("DELETE FROM audit_entries WHERE id = $1", [ids[3]]);
    const removed = { law: "sealed", table: "audit_entries", key: String(ids[3]), found: null };
    expect(await check()).toEqual([expect.objectContaining(removed)]);
    await owner.query("DELETE FROM audit_seals WHERE entry_id = $1", [ids[3]]);
    expect(await check()).toContainEqual(expect.objectContaining({ table: "audit_seals", key: "4", found: null }));
  });

  test("names the last entry when it was removed with its seal, and seals nothing in its place", async () => {
    const ids = await sealedTrail();
    await owner.query("DELETE FROM audit_entries WHERE id = $1", [ids[5]]);
    await owner.query("DELETE FROM audit_seals WHERE entry_id = $1", [ids[5]]);
    const gone = expect.objectContaining({ table: "audit_seals", key: "6", expected: "6", found: null });
    expect(await check()).toEqual([gone]);
    await write(owner);
    expect(await seal()).toEqual({ sealed: 0, refused: [gone] });
  });

  test("names an entry that was slipped in, and never seals it", async () => {
    const ids = await sealedTrail();
    await owner.query("UPDATE audit_entries SET id = id + 100000 WHERE id = $1", [await write(owner)]);
    await seal();
    const slipped = await write(owner, (ids[5] ?? 0) + 10);
    expect(await seal()).toEqual({ sealed: 0, refused: [] });
    expect(await check()).toEqual([
      {
        law: "sealed",
        table: "audit_entries",
        key: String(slipped),
        column: null,
        expected: null,
        found: String(slipped),
      },
    ]);
  });

  test("names an edit that was sealed again by somebody who lacks nothing but the key", async () => {
    const ids = await sealedTrail();
    const strange = { id: "other", hmac: (text: string) => text.length.toString(16).padStart(64, "0") };
    await owner.query("UPDATE audit_entries SET operation = 'sysPos.update' WHERE id = $1", [ids[3]]);
    await owner.query("DELETE FROM audit_seals");
    await owner.query("DELETE FROM audit_heads");
    const keys = { ...(await sealKeys(app)), active: strange };
    await sealAudit(app.platform.db, { keys, now: app.clock.now(), upTo: ids[5] ?? 0 });
    const { active } = await sealKeys(app);
    await owner.query("UPDATE audit_seals SET key_id = $1", [active.id]);
    await owner.query("UPDATE audit_heads SET key_id = $1", [active.id]);
    const found = await check();
    expect(found).toContainEqual(expect.objectContaining({ table: "audit_entries", key: String(ids[3]) }));
    expect(found).toContainEqual(expect.objectContaining({ table: "audit_heads", key: "audit", column: "mac" }));
  });

  test("waits for a command that took a lower id and has not ended", async () => {
    const other = new pg.Client({ connectionString: app.database.ownerUrl });
    await other.connect();
    await other.query("BEGIN");
    const early = await write(other);
    const late = await write(owner);
    const settled = settledEntries(app.platform.db);
    await other.query("COMMIT");
    await other.end();
    expect(await settled).toBe(late);
    expect(early).toBeLessThan(late);
    expect(await seal()).toEqual({ sealed: 2, refused: [] });
    expect(await check()).toEqual([]);
  });
});

describe("the head of the audit trail", () => {
  test("leaves with those of the books, and names an edit that the job itself sealed anew", async () => {
    const ids = await sealedTrail();
    await run("ledger-heads");
    await owner.query("UPDATE audit_entries SET operation = 'sysPos.update' WHERE id = $1", [ids[1]]);
    await owner.query("DELETE FROM audit_seals");
    await owner.query("DELETE FROM audit_heads");
    await run("ledger-seal");
    const { rows } = await owner.query(
      "SELECT level FROM event_exception_items WHERE event_type = 'audit.sealRefused'",
    );
    expect(rows).toEqual([{ level: "critical" }]);
    expect((await owner.query("SELECT seq FROM audit_seals")).rows).toEqual([]);

    expect((await seal()).refused).toEqual([]);
    const means = { keys: await sealKeys(app), stores: [createHeadFolder(folder)] };
    const { violations } = await compareWithPublished(app.platform.db, operatingTenantId, means);
    expect(violations).toEqual([
      expect.objectContaining({ law: "published", table: "audit_seals", key: "6", column: "hash", merchantId: null }),
    ]);
  });

  test("is looked at by the nightly verification, which names the row", async () => {
    const ids = await sealedTrail();
    await owner.query("UPDATE audit_entries SET reason = 'other' WHERE id = $1", [ids[0]]);
    await run("ledger-verify-nightly");
    const { rows: waiting } = await owner.query("SELECT id FROM ledger_verifications WHERE tenant_id = 1");
    await run("ledger-verify", { id: waiting[0].id });
    const { rows } = await owner.query("SELECT status, violations FROM ledger_verifications WHERE id = $1", [
      waiting[0].id,
    ]);
    expect(rows[0]).toMatchObject({
      status: "failed",
      violations: [{ law: "sealed", table: "audit_entries", key: String(ids[0]) }],
    });
  });
});
