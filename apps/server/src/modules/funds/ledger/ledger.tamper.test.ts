import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHAIN_START, headMac, keyedLink } from "@countinghouse/ledger/seal.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { edits, withoutLastOrder, withoutLastPayment } from "../../../../test/book-edits.ts";
import { type BookedMerchant, buildBookedMerchant, payOrder } from "../../../../test/booked-merchant.ts";
import { findingsOf, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { rowEdits } from "../../../../test/row-edits.ts";
import { sha256Hex } from "../../../platform/crypto/digest.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { compareWithPublished, publishHeads } from "./ledger.heads.service.ts";
import { type PublishedChain, readHeads } from "./ledger.heads.wire.ts";
import { journalRowsAfter, postingRowsOf } from "./ledger.journal.store.ts";
import type { SealFacts, StoredHead } from "./ledger.seal.policy.ts";
import { chainEnd, sealsBetween } from "./ledger.seal.store.ts";
import { booksOfTenant } from "./ledger.verify.store.ts";

let app: TestApp;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  app = await buildTestApp();
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  folder = await mkdtemp(join(tmpdir(), "heads-"));
});
afterAll(async () => {
  await owner.end();
  await app.close();
  await rm(folder, { recursive: true });
});

/** Runs statements one by one as the owner; `$m` is the merchant, `$j1` … its journals, `$o1` … its orders. */
async function edit(
  { merchantId, journalIds, orderIds, captureIds, dueId }: BookedMerchant,
  statements: readonly string[],
) {
  const texts = new Map([
    ["$m", merchantId],
    ...journalIds.map((id, index) => [`$j${index + 1}`, id] as const),
    ...orderIds.map((id, index) => [`$o${index + 1}`, id] as const),
    ...captureIds.map((id, index) => [`$c${index + 1}`, id] as const),
    ["$d", dueId] as const,
  ]);
  for (const statement of statements)
    await owner.query(statement.replace(/\$\w+/g, (name) => `'${texts.get(name) ?? name}'`));
}

/** Everything that a verification finds in the book of a merchant, its chain compared with what was told outside. */
async function verify(of: BookedMerchant, store = createHeadFolder(join(folder, of.merchantId))) {
  const told = await compareWithPublished(app.platform.db, of.tenantId, { keys: await sealKeys(app), stores: [store] });
  const found = [];
  for (const { merchantId, book } of await booksOfTenant(app.platform.db, of.tenantId))
    found.push(...(await findingsOf(app, merchantId, { book })));
  return [...found, ...told.violations];
}

/** A sealed book that verifies; with `told` its head was told outside too. */
async function sealed({ told = false } = {}): Promise<BookedMerchant> {
  const of = await buildBookedMerchant(app);
  await sealBook(app, of.merchantId);
  if (told) await tell(of);
  expect(await verify(of)).toEqual([]);
  return of;
}

const tell = async ({ merchantId }: BookedMerchant) =>
  publishHeads(app.platform.db, {
    keys: await sealKeys(app),
    stores: [createHeadFolder(join(folder, merchantId))],
    witnesses: [],
    now: app.clock.now(),
  });

/** What the head of the merchant's chain was told to be. */
async function toldChain({ merchantId }: BookedMerchant): Promise<PublishedChain | undefined> {
  const store = createHeadFolder(join(folder, merchantId));
  const [day = ""] = await store.days();
  return readHeads(await store.read(day), await sealKeys(app))?.chains.find((one) => one.merchantId === merchantId);
}

describe("an edit by the owner of the database", () => {
  test.each([...edits, ...rowEdits])("is named with its row: $what", async ({ statements, names }) => {
    const of = await sealed();
    await edit(of, statements);
    const key = names.key
      .replace("$m", of.merchantId)
      .replace("$d", of.dueId)
      .replace(/\$j(\d)/, (_, number) => of.journalIds[Number(number) - 1] ?? "")
      .replace(/\$o(\d)/, (_, number) => of.orderIds[Number(number) - 1] ?? "")
      .replace(/\$c(\d)/, (_, number) => of.captureIds[Number(number) - 1] ?? "");
    const found = await verify(of);
    expect(found).toContainEqual(expect.objectContaining({ ...names, key }));
    expect(await verify(of)).toEqual(found);
  });

  const reseal = [
    "UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $m AND id = $j4",
    "DELETE FROM ledger_seals WHERE merchant_id = $m AND seq >= 4",
    "UPDATE ledger_books SET sealed_seq = 3 WHERE merchant_id = $m",
  ];

  test("is not sealed again by the job, and named: a description, its seals taken out and the counter set back", async () => {
    const of = await sealed();
    await edit(of, reseal);
    const { refused } = await sealBook(app, of.merchantId);
    expect(refused).toContainEqual(
      expect.objectContaining({ table: "ledger_books", column: "sealed_seq", expected: "9", found: "3" }),
    );
    expect(await verify(of)).toEqual(expect.arrayContaining([...refused]));
  });

  test("is not sealed again either when the head is taken out too", async () => {
    const of = await sealed();
    await edit(of, [...reseal, "DELETE FROM ledger_heads WHERE merchant_id = $m"]);
    const { refused } = await sealBook(app, of.merchantId);
    expect(refused).toEqual([expect.objectContaining({ table: "ledger_heads", key: "live", found: null })]);
    expect(await verify(of)).toEqual(expect.arrayContaining([...refused]));
  });

  test("is not sealed again where a head was told outside, though nothing is left that says it was ever sealed", async () => {
    const of = await sealed({ told: true });
    await edit(of, [
      "UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $m AND id = $j4",
      "DELETE FROM ledger_seals WHERE merchant_id = $m",
      "DELETE FROM ledger_heads WHERE merchant_id = $m",
      "UPDATE ledger_books SET sealed_seq = 0 WHERE merchant_id = $m",
    ]);
    const told = await toldChain(of);
    expect(told?.length).toBe(9);
    const { refused } = await sealBook(app, of.merchantId, { told });
    expect(refused).toEqual([
      { law: "published", table: "ledger_seals", key: "9", column: null, expected: told?.hash, found: null },
    ]);
    expect(await verify(of)).toEqual([expect.objectContaining(refused[0] ?? {})]);
    // Whoever seals without knowing what was told is found out afterwards: the keyed chain comes to another hash.
    await sealBook(app, of.merchantId);
    expect(await verify(of)).toEqual([
      expect.objectContaining({
        law: "published",
        table: "ledger_seals",
        key: "9",
        column: "hash",
        expected: told?.hash,
      }),
    ]);
  });

  test("is named where the whole chain was linked anew by somebody who lacks nothing but the key", async () => {
    const of = await sealed();
    const { db } = app.platform;
    await edit(of, ["UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $m AND id = $j4"]);
    const book = { merchantId: of.merchantId, book: "live" } as const;
    const journals = await journalRowsAfter({ db }, book, 0, 100);
    const postings = Map.groupBy(await postingRowsOf({ db }, of.merchantId, journals), ({ journalId }) => journalId);
    const seals = await sealsBetween(db, book, { after: 0, upTo: 9 });
    let prevHash = CHAIN_START;
    for (const journal of journals) {
      const seal = { ...(seals.get(journal.seq) as SealFacts), prevHash };
      const lines = (postings.get(journal.id) ?? []).toSorted((a, b) => a.line - b.line);
      const hash = keyedLink(seal, { journal, postings: lines }, sha256Hex);
      await owner.query("UPDATE ledger_seals SET prev_hash = $1, hash = $2 WHERE merchant_id = $3 AND seq = $4", [
        prevHash,
        hash,
        of.merchantId,
        journal.seq,
      ]);
      prevHash = hash;
    }
    const { head } = await chainEnd(db, book);
    const mac = headMac({ ...(head as StoredHead), hash: prevHash }, sha256Hex);
    await owner.query("UPDATE ledger_heads SET hash = $1, mac = $2 WHERE merchant_id = $3", [
      prevHash,
      mac,
      of.merchantId,
    ]);
    const found = await verify(of);
    expect(found).toContainEqual(expect.objectContaining({ table: "ledger_journals", key: of.journalIds[3] }));
    expect(found).toContainEqual(expect.objectContaining({ table: "ledger_heads", key: "live", column: "mac" }));
  });

  test("is named where the head is put back as somebody had copied it, once a later one was told outside", async () => {
    const place = await buildTenant(app);
    const of = {
      tenantId: place.tenantId,
      merchantId: await buildMerchant(app, place),
      journalIds: [],
      orderIds: [],
      captureIds: [],
      dueId: "",
    };
    for (let paid = 0; paid < 2; paid += 1) await payOrder(app, of);
    await sealBook(app, of.merchantId);
    await edit(of, ["CREATE TABLE head_copy AS SELECT * FROM ledger_heads WHERE merchant_id = $m"]);
    const last = await payOrder(app, of);
    await sealBook(app, of.merchantId);
    await tell(of);
    const told = await toldChain(of);
    await edit({ ...of, orderIds: ["", "", last] }, [
      ...withoutLastPayment,
      "DELETE FROM ledger_heads WHERE merchant_id = $m",
      "INSERT INTO ledger_heads SELECT * FROM head_copy",
      ...withoutLastOrder,
    ]);
    // What the database says by itself is whole: it is what it said before the last payment.
    expect(await findingsOf(app, of.merchantId)).toEqual([]);
    expect(await verify(of)).toEqual([
      expect.objectContaining({ law: "published", key: "9", column: null, expected: told?.hash, found: null }),
    ]);
    await payOrder(app, of);
    expect((await sealBook(app, of.merchantId, { told })).refused).toHaveLength(1);
  });
});

describe("a charge that is not what was agreed on", () => {
  test.each([
    ["fee", { fee: 289, tax: 20 }, ["fee_amount", "net_amount"]],
    ["tax", { fee: 290, tax: 19 }, ["fee_tax_amount", "net_amount"]],
  ])("is named with its order, though everything repeats it and is sealed: %s", async (_what, charge, columns) => {
    const of = await sealed();
    const orderId = await payOrder(app, of, charge);
    await sealBook(app, of.merchantId);
    expect((await verify(of)).map(({ table, key, column }) => [table, key, column])).toEqual(
      columns.map((column) => ["coin_orders", orderId, column]),
    );
  });
});
