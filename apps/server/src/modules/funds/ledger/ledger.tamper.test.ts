import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHAIN_START, headMac, keyedLink } from "@countinghouse/ledger/seal.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type BookedMerchant, buildBookedMerchant, payOrder } from "../../../../test/booked-merchant.ts";
import { findingsOf, sealBook, sealKeys } from "../../../../test/ledger.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildTenant } from "../../../../test/people.ts";
import { sha256Hex } from "../../../platform/crypto/digest.ts";
import { createHeadFolder } from "./ledger.head-folder.service.ts";
import { compareWithTold, tellHeads } from "./ledger.heads.service.ts";
import { readHeads, type ToldChain } from "./ledger.heads.wire.ts";
import { journalRowsAfter, postingRowsOf } from "./ledger.journal.store.ts";
import type { SealFacts, StoredHead } from "./ledger.seal.policy.ts";
import { chainEnd, sealsBetween } from "./ledger.seal.store.ts";

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
async function edit({ merchantId, journalIds, orderIds }: BookedMerchant, statements: readonly string[]) {
  const texts = new Map([
    ["$m", merchantId],
    ...journalIds.map((id, index) => [`$j${index + 1}`, id] as const),
    ...orderIds.map((id, index) => [`$o${index + 1}`, id] as const),
  ]);
  for (const statement of statements)
    await owner.query(statement.replace(/\$\w+/g, (name) => `'${texts.get(name) ?? name}'`));
}

/** Everything that a verification finds in the book of a merchant, its chain compared with what was told outside. */
async function verify(of: BookedMerchant, store = createHeadFolder(join(folder, of.merchantId))) {
  const told = await compareWithTold(app.platform.db, of.tenantId, { keys: await sealKeys(app), store });
  return [...(await findingsOf(app, of.merchantId)), ...told.violations];
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
  tellHeads(app.platform.db, app.clock.now(), {
    keys: await sealKeys(app),
    store: createHeadFolder(join(folder, merchantId)),
    witnesses: [],
  });

/** What the head of the merchant's chain was told to be. */
async function toldChain({ merchantId }: BookedMerchant): Promise<ToldChain | undefined> {
  const store = createHeadFolder(join(folder, merchantId));
  const [day = ""] = await store.days();
  return readHeads(await store.read(day), await sealKeys(app))?.chains.find((one) => one.merchantId === merchantId);
}

/** What takes the last payment out, with its seals, and makes counters and balances agree. */
const withoutLastPayment = [
  "DELETE FROM ledger_postings WHERE merchant_id = $m AND seq > 6",
  "DELETE FROM ledger_journals WHERE merchant_id = $m AND seq > 6",
  "DELETE FROM ledger_seals WHERE merchant_id = $m AND seq > 6",
  "UPDATE ledger_books SET seq = 6, sealed_seq = 6 WHERE merchant_id = $m",
  `UPDATE ledger_balances b SET last_journal_id = (
     SELECT p.journal_id FROM ledger_postings p WHERE p.merchant_id = $m AND b.account IN (p.debit_account, p.credit_account)
      ORDER BY p.seq DESC LIMIT 1) WHERE merchant_id = $m`,
  `UPDATE ledger_balances b SET amount = (
     SELECT CASE b.account WHEN p.debit_account THEN p.debit_after ELSE p.credit_after END FROM ledger_postings p
      WHERE p.merchant_id = $m AND b.account IN (p.debit_account, p.credit_account)
      ORDER BY p.seq DESC, p.line DESC LIMIT 1) WHERE merchant_id = $m`,
];

const withoutLastOrder = [
  "DELETE FROM coin_order_particulars WHERE merchant_id = $m AND order_id = $o3",
  "DELETE FROM coin_orders WHERE merchant_id = $m AND id = $o3",
];

interface Edit {
  readonly what: string;
  readonly statements: readonly string[];
  /** The row that has to be named, with the same stand-ins as the statements. */
  readonly names: { readonly table: string; readonly key: string; readonly column?: string | null };
}

const edits: readonly Edit[] = [
  {
    what: "a posting's book",
    statements: ["UPDATE ledger_postings SET book = 'test' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "book" },
  },
  {
    what: "a posting's number in the book",
    statements: ["UPDATE ledger_postings SET seq = 99 WHERE merchant_id = $m AND journal_id = $j9"],
    names: { table: "ledger_postings", key: "$j9 1", column: "seq" },
  },
  {
    what: "a posting's amount",
    statements: ["UPDATE ledger_postings SET amount = 10001 WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "debit_after" },
  },
  {
    what: "an amount with every sum after it",
    statements: [
      "UPDATE ledger_postings SET amount = amount + 1, debit_after = debit_after + 1, credit_after = credit_after + 1 WHERE merchant_id = $m AND journal_id = $j9",
      "UPDATE ledger_balances SET amount = amount + 1 WHERE merchant_id = $m AND kind = 'cost'",
      "UPDATE ledger_balances SET amount = amount - 1 WHERE merchant_id = $m AND kind = 'gateway_receivable'",
      "UPDATE ledger_postings SET credit_after = credit_after - 2 WHERE merchant_id = $m AND journal_id = $j9",
      "UPDATE coin_orders SET gateway_cost_amount = gateway_cost_amount + 1 WHERE merchant_id = $m AND id = $o3",
    ],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a posting's currency",
    statements: ["UPDATE ledger_postings SET currency = 'EUR' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "currency" },
  },
  {
    what: "a posting's account",
    statements: [
      "UPDATE ledger_postings SET credit_account = 'mer:' || $m || ':available:USD' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a posting's account to none there is",
    statements: ["UPDATE ledger_postings SET debit_account = 'cash' WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: "debit_account" },
  },
  {
    what: "a posting's account to a stranger's",
    statements: [
      "UPDATE ledger_postings SET credit_account = 'mer:mer_other:pending:USD' WHERE merchant_id = $m AND journal_id = $j4",
    ],
    names: { table: "ledger_postings", key: "$j4 1", column: "credit_account" },
  },
  {
    what: "a posting taken out",
    statements: ["DELETE FROM ledger_postings WHERE merchant_id = $m AND journal_id = $j4"],
    names: { table: "ledger_postings", key: "$j4 1", column: null },
  },
  {
    what: "a journal's description",
    statements: ["UPDATE ledger_journals SET description = 'Other' WHERE merchant_id = $m AND id = $j4"],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a journal's time",
    statements: [
      "UPDATE ledger_journals SET posted_at = posted_at + interval '1 ms' WHERE merchant_id = $m AND id = $j9",
    ],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a journal's effective date",
    statements: ["UPDATE ledger_journals SET effective_date = '2026-11-01' WHERE merchant_id = $m AND id = $j9"],
    names: { table: "ledger_journals", key: "$j9", column: null },
  },
  {
    what: "a journal's key",
    statements: ["UPDATE ledger_journals SET idempotency_key = 'other' WHERE merchant_id = $m AND id = $j4"],
    names: { table: "ledger_journals", key: "$j4", column: "idempotency_key" },
  },
  {
    what: "a journal's order",
    statements: ["UPDATE ledger_journals SET order_id = $o1 WHERE merchant_id = $m AND id = $j4"],
    names: { table: "coin_orders", key: "$o2", column: "captured_amount" },
  },
  ...["fee_amount", "fee_tax_amount", "net_amount", "settle_amount", "gateway_cost_amount"].map((column) => ({
    what: `an order's ${column}`,
    statements: [`UPDATE coin_orders SET ${column} = ${column} + 1 WHERE merchant_id = $m AND id = $o2`],
    names: { table: "coin_orders", key: "$o2", column },
  })),
  {
    what: "an order's captured amount",
    statements: ["UPDATE coin_orders SET captured_amount = 9999 WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "captured_amount" },
  },
  {
    what: "an order's settlement currency",
    statements: ["UPDATE coin_orders SET settle_currency = 'EUR' WHERE merchant_id = $m AND id = $o2"],
    names: { table: "coin_orders", key: "$o2", column: "settle_currency" },
  },
  {
    what: "an order that was taken out",
    statements: [
      "DELETE FROM coin_order_particulars WHERE merchant_id = $m AND order_id = $o2",
      "DELETE FROM coin_orders WHERE merchant_id = $m AND id = $o2",
    ],
    names: { table: "coin_orders", key: "$o2", column: null },
  },
  {
    what: "a balance",
    statements: ["UPDATE ledger_balances SET amount = amount + 1 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "amount" },
  },
  {
    what: "a balance beyond every amount",
    statements: ["UPDATE ledger_balances SET amount = 9999999999999999999 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "amount" },
  },
  {
    what: "a balance's bucket",
    statements: ["UPDATE ledger_balances SET kind = 'available' WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "kind" },
  },
  {
    what: "a balance's last journal",
    statements: ["UPDATE ledger_balances SET last_journal_id = $j1 WHERE merchant_id = $m AND kind = 'pending'"],
    names: { table: "ledger_balances", key: "mer:$m:pending:USD", column: "last_journal_id" },
  },
  {
    what: "the count of the journals",
    statements: ["UPDATE ledger_books SET seq = 12 WHERE merchant_id = $m"],
    names: { table: "ledger_books", key: "live", column: "seq" },
  },
  {
    what: "the count of the seals",
    statements: ["UPDATE ledger_books SET sealed_seq = 6 WHERE merchant_id = $m"],
    names: { table: "ledger_books", key: "live", column: "sealed_seq" },
  },
  ...["hash", "prev_hash"].map((column) => ({
    what: `a seal's ${column}`,
    statements: [`UPDATE ledger_seals SET ${column} = repeat('a', 64) WHERE merchant_id = $m AND seq = 4`],
    names: column === "hash" ? { table: "ledger_journals", key: "$j4" } : { table: "ledger_seals", key: "4", column },
  })),
  {
    what: "a seal's time",
    statements: ["UPDATE ledger_seals SET sealed_at = sealed_at - interval '1 day' WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_journals", key: "$j4", column: null },
  },
  {
    what: "a seal's journal",
    statements: ["UPDATE ledger_seals SET journal_id = $j5 WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: "journal_id" },
  },
  {
    what: "a seal's key",
    statements: ["UPDATE ledger_seals SET key_id = 'unknown' WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: "key_id" },
  },
  {
    what: "a seal in the middle",
    statements: ["DELETE FROM ledger_seals WHERE merchant_id = $m AND seq = 4"],
    names: { table: "ledger_seals", key: "4", column: null },
  },
  {
    what: "the last seal",
    statements: ["DELETE FROM ledger_seals WHERE merchant_id = $m AND seq = 9"],
    names: { table: "ledger_seals", key: "9", column: null },
  },
  {
    what: "the head of the chain",
    statements: ["DELETE FROM ledger_heads WHERE merchant_id = $m"],
    names: { table: "ledger_heads", key: "live", column: null },
  },
  {
    what: "the last payment, its order left",
    statements: withoutLastPayment,
    names: { table: "coin_orders", key: "$o3", column: "captured_amount" },
  },
  {
    what: "the last payment and its order",
    statements: [...withoutLastPayment, ...withoutLastOrder],
    names: { table: "ledger_seals", key: "9", column: null },
  },
  {
    what: "the last payment, its order, the head",
    statements: [
      ...withoutLastPayment,
      ...withoutLastOrder,
      `UPDATE ledger_heads SET length = 6, hash = (SELECT hash FROM ledger_seals WHERE merchant_id = $m AND seq = 6)
        WHERE merchant_id = $m`,
    ],
    names: { table: "ledger_heads", key: "live", column: "mac" },
  },
];

describe("an edit by the owner of the database", () => {
  test.each(edits)("is named with its row: $what", async ({ statements, names }) => {
    const of = await sealed();
    await edit(of, statements);
    const key = names.key
      .replace("$m", of.merchantId)
      .replace(/\$j(\d)/, (_, number) => of.journalIds[Number(number) - 1] ?? "")
      .replace(/\$o(\d)/, (_, number) => of.orderIds[Number(number) - 1] ?? "");
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
    const of = { tenantId: place.tenantId, merchantId: await buildMerchant(app, place), journalIds: [], orderIds: [] };
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
