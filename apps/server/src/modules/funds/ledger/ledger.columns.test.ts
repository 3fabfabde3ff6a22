import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { refundImport } from "@countinghouse/contract/payments/refund-import/refund-import.ts";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BankStage, buildBankStage } from "../../../../test/bank-statements.ts";
import { settleHolding } from "../../../../test/deposits.ts";
import { jobContext } from "../../../../test/jobs.ts";
import { sealKeys } from "../../../../test/ledger.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { checkAudit } from "../../../platform/audit/audit-chain.store.ts";
import { merDepositWorkers } from "../mer-deposit/index.ts";
import { inputListener } from "./ledger.input.service.ts";
import { sealWorker } from "./ledger.seal.worker.ts";

let stage: BankStage;
let owner: pg.Client;
beforeAll(async () => {
  stage = await buildBankStage();
  const { app, merchantId } = stage;
  owner = new pg.Client({ connectionString: app.database.ownerUrl });
  await owner.connect();
  // What the database itself refuses is not what is tried here.
  const { rows } = await owner.query(
    `SELECT conrelid::regclass AS table, conname AS name FROM pg_constraint
      WHERE contype IN ('c', 'f', 'u') AND conrelid = ANY($1::text[]::regclass[])`,
    [Object.keys(beside)],
  );
  for (const { table, name } of rows) await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows: indexes } = await owner.query(
    `SELECT indexrelid::regclass AS name FROM pg_index
      WHERE indisunique AND NOT indisprimary AND indrelid = ANY($1::text[]::regclass[])`,
    [Object.keys(beside)],
  );
  for (const { name } of indexes) await owner.query(`DROP INDEX ${name}`);
  await sealWorker(app.platform).run(jobContext(app), {});
  await stage.put(100_000);
  const asked = { mode: "test", currency: "USD", amount: "50000", payoutAccountId: stage.payeeId } as const;
  const { id } = await stage.finance().call(cashout, "add", asked);
  const version = async () => (await stage.operator(301).call(cashout, "detail", { id })).version;
  await stage.operator(302).call(cashout, "approve", { id, version: await version(), remark: "Known" });
  await stage.operator(301).call(cashout, "markPaid", { id, version: await version(), bankReference: "FT-1" });
  await stage.finance().call(payoutOrder, "add", buildPayoutEntry({ amount: "1000" }) as never);
  const releaseDate = "2027-06-01";
  const hold = await settleHolding(app, { merchantId, book: "test", net: 10_000n, reserve: 1_000n, releaseDate });
  const { version: seen } = await stage.operator(301).call(merDeposit, "detail", { id: hold });
  const release = { id: hold, version: seen, amount: "100", reason: "Agreed" };
  await stage.operator(301).call(merDeposit, "release", release);
  await stage.put(-200_000);
  await merDepositWorkers.find(({ queue }) => queue === "deposit-watch")?.run(jobContext(app), {});
  const text = "Order no.,Amount,Currency,Reason,Remark,Merchant refund no\nOR1,1.00,USD,duplicate,,";
  const file = {
    merchantId,
    mode: "test",
    fileName: "refunds.csv",
    data: Buffer.from(text).toString("base64"),
  } as const;
  await stage.operator(301).call(refundImport, "add", file);
  await stage.takeStatement([
    { amount: "19", text: "?" },
    { amount: "-3", code: "NCHG" },
  ]);
}, 90_000);
afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

const stamps = [
  "version",
  "create_time",
  "create_user_id",
  "create_user_name",
  "update_time",
  "update_user_id",
  "update_user_name",
];

/** Columns that say nothing of money, to whom it goes or who said so. */
const beside: Readonly<Record<string, readonly string[]>> = {
  cashouts: [],
  payout_orders: [],
  // When it is looked after again.
  payouts: ["next_retry_time"],
  mer_deposits: [],
  mer_deposit_moves: [],
  negative_balances: [],
  refund_import_rows: [],
  // Who wrote a row, and when, is in the audit trail.
  // What is put into another book is named there.
  payout_accounts: ["merchant_id", "mode", ...stamps],
  bank_statements: ["merchant_id", "mode", ...stamps.filter((name) => name !== "create_time")],
  bank_lines: ["version"],
};

/** Another value than the one that stands in a column, by its type. */
const other = (column: string, type: string): string => {
  const was = `"${column}"`;
  switch (type) {
    case "text":
      return `coalesce(${was} || 'x', 'x')`;
    case "boolean":
      return `NOT coalesce(${was}, false)`;
    case "jsonb":
      return `'["x"]'`;
    case "date":
      return `coalesce(${was} + 1, '2026-01-01')`;
    case "timestamp with time zone":
      return `coalesce(${was} + interval '1 day', '2026-01-01')`;
    default:
      return `coalesce(${was} + 1, 1)`;
  }
};

/** What looks over the books and over the audit trail, of whichever merchant; what names most comes first. */
const looks: readonly (() => Promise<readonly string[]>)[] = [
  () => violationsOf(stage),
  () => violationsOf({ ...stage, merchantId: stage.house }),
  async () => {
    const keys = await sealKeys(stage.app);
    const { findings } = await checkAudit(stage.app.platform.db, keys, inputListener(keys));
    return findings.map(({ law, table, column }) => `${law} ${table}.${column}`);
  },
];

/** What each of them finds. */
async function named(): Promise<string[][]> {
  const found: string[][] = [];
  for (const look of looks) found.push([...(await look())].sort());
  return found;
}

/** Whether one of them finds something else than when all was sound: the first that does is enough. */
async function isNamed(sound: readonly string[][]): Promise<boolean> {
  for (const [at, look] of looks.entries())
    if (JSON.stringify([...(await look())].sort()) !== JSON.stringify(sound[at])) return true;
  return false;
}

test.each(Object.keys(beside))("whatever the owner of the database alters in %s is named", async (table) => {
  const { rows: columns } = await owner.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  );
  const { rows } = await owner.query(`SELECT * FROM ${table}`);
  expect([table, rows.length > 0]).toEqual([table, true]);
  const sound = await named();
  await owner.query(`CREATE TEMP TABLE kept AS SELECT * FROM ${table}`);
  const unnamed: string[] = [];
  for (const { name, type } of columns) {
    await owner.query(`UPDATE ${table} SET "${name}" = ${other(name, type)}`);
    if (!(await isNamed(sound))) unnamed.push(name);
    await owner.query(`DELETE FROM ${table}`);
    await owner.query(`INSERT INTO ${table} SELECT * FROM kept`);
  }
  await owner.query("DROP TABLE kept");
  expect(unnamed).toEqual(beside[table]);
  expect(await named()).toEqual(sound);
});
