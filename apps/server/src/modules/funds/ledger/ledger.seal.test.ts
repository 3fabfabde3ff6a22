import {
  CHAIN_START,
  sealedJournalColumns,
  sealedPostingColumns,
  sealedSealColumns,
  unkeyedLink,
} from "@countinghouse/ledger/seal.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type BookedMerchant, buildBookedMerchant, payOrder } from "../../../../test/booked-merchant.ts";
import { findingsOf, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { sha256Hex } from "../../../platform/crypto/digest.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { keepSealKeys, readSealKeys, type SealKeys } from "../../../platform/seals/seal-keys.ts";
import { journalRowsAfter, journalsOf, postingRowsOf } from "./ledger.journal.store.ts";
import { sealExistingChains } from "./ledger.seal.store.ts";

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

describe("a seal", () => {
  test.each([
    ["ledger_journals", sealedJournalColumns],
    ["ledger_postings", sealedPostingColumns],
    ["ledger_seals", [...sealedSealColumns, "hash"]],
  ])("covers every column of %s that there is", async (table, covered) => {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
      [table],
    );
    const names = rows.map(({ name }) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    expect([...covered].sort()).toEqual(names.sort());
  });

  test("names scheme and key, and is of the second scheme", async () => {
    const { merchantId } = await buildBookedMerchant(app);
    await sealBook(app, merchantId);
    const { rows } = await owner.query("SELECT DISTINCT scheme, key_id FROM ledger_seals WHERE merchant_id = $1", [
      merchantId,
    ]);
    expect(rows).toEqual([{ scheme: 2, key_id: (await sealKeys(app)).active.id }]);
  });
});

const secrets = [
  "test-installation-secret-7Qm2Zx9Lw4Vt8Kd1",
  "second-installation-4Hd6Jf1Gp0SmW8uQxYzKl",
  "third-installation-9Lw4Vt8Kd1aBcDeF7Qm2Zx",
] as const;

/** The keys after the secret was replaced so often, once the job has run. */
async function keysAfter(replaced: 0 | 1 | 2): Promise<SealKeys> {
  const { ring } = installationKeys({ current: secrets[replaced], previous: secrets[replaced - 1] });
  const { db, clock } = app.platform;
  await db.transaction().execute((tx) => keepSealKeys(tx, ring, clock.now()));
  return readSealKeys(db, ring);
}

describe("when the installation's secret is replaced", () => {
  test("seals of every earlier secret are verified still, and new ones are made with the new", async () => {
    const of = await buildBookedMerchant(app);
    for (const replaced of [0, 1, 2] as const) {
      const keys = await keysAfter(replaced);
      if (replaced > 0) await payOrder(app, of);
      await sealBook(app, of.merchantId, { keys });
      expect(await findingsOf(app, of.merchantId, { keys })).toEqual([]);
    }
    const { rows } = await owner.query("SELECT DISTINCT key_id FROM ledger_seals WHERE merchant_id = $1", [
      of.merchantId,
    ]);
    expect(rows).toHaveLength(3);
    const { ring } = installationKeys({ current: secrets[2], previous: undefined });
    const keys = await readSealKeys(app.platform.db, ring);
    expect(await findingsOf(app, of.merchantId, { keys })).toEqual([]);
  });

  test("a key that nobody can open names the seals it would be needed for", async () => {
    const of = await buildBookedMerchant(app);
    await sealBook(app, of.merchantId, { keys: await keysAfter(0) });
    const { ring } = installationKeys({ current: "stranger-2Zx9Lw4Vt8Kd1aBcDeF7Qm-installation", previous: undefined });
    const keys = await readSealKeys(app.platform.db, ring);
    expect(await findingsOf(app, of.merchantId, { keys })).toContainEqual(
      expect.objectContaining({ law: "sealed", table: "ledger_seals", key: "1", column: "key_id" }),
    );
  });
});

/** Seals a book as it was done before there were keys. */
async function sealUnkeyed({ merchantId }: BookedMerchant): Promise<void> {
  const { db } = app.platform;
  const rows = await journalRowsAfter({ db }, { merchantId, book: "live" }, 0, 100);
  let prevHash = CHAIN_START;
  for (const journal of journalsOf(rows, await postingRowsOf({ db }, merchantId, rows))) {
    const hash = unkeyedLink(prevHash, journal, sha256Hex);
    const seq = rows.find(({ id }) => id === journal.journalId)?.seq ?? 0;
    await owner.query(
      `INSERT INTO ledger_seals (merchant_id, book, seq, journal_id, prev_hash, hash, sealed_at)
       VALUES ($1, 'live', $2, $3, $4, $5, now())`,
      [merchantId, seq, journal.journalId, prevHash, hash],
    );
    prevHash = hash;
  }
  await owner.query("UPDATE ledger_books SET sealed_seq = seq WHERE merchant_id = $1", [merchantId]);
}

describe("a chain that began before there were keys", () => {
  /** Three payments sealed without a key, taken over, and one sealed with it. */
  async function mixedChain(): Promise<BookedMerchant> {
    const of = await buildBookedMerchant(app);
    await sealUnkeyed(of);
    expect(await sealExistingChains(app.platform.db, await sealKeys(app))).toBe(1);
    await payOrder(app, of);
    await sealBook(app, of.merchantId);
    return of;
  }

  test("is verified by both schemes, and taken over once", async () => {
    const of = await mixedChain();
    expect(await findingsOf(app, of.merchantId)).toEqual([]);
    const { rows } = await owner.query(
      "SELECT scheme, count(*)::int AS seals FROM ledger_seals WHERE merchant_id = $1 GROUP BY scheme ORDER BY scheme",
      [of.merchantId],
    );
    expect(rows).toEqual([
      { scheme: 1, seals: 9 },
      { scheme: 2, seals: 3 },
    ]);
    expect(await sealExistingChains(app.platform.db, await sealKeys(app))).toBe(0);
  });

  test("names an edit in its old part, though the old part was linked anew without a key", async () => {
    const of = await mixedChain();
    await owner.query("UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $1 AND seq = 4", [
      of.merchantId,
    ]);
    expect(await findingsOf(app, of.merchantId)).toContainEqual(
      expect.objectContaining({ law: "sealed", table: "ledger_journals", key: of.journalIds[3] }),
    );
    await owner.query("DELETE FROM ledger_seals WHERE merchant_id = $1", [of.merchantId]);
    await sealUnkeyed(of);
    const found = await findingsOf(app, of.merchantId);
    expect(found).toContainEqual(expect.objectContaining({ table: "ledger_seals", key: "12", column: "hash" }));
    expect((await sealBook(app, of.merchantId)).refused).not.toEqual([]);
  });
});
