import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { openScopes } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../cashouts.ts";
import { buildPayoutEntry } from "../payouts.ts";

let stage: CashoutStage;
beforeAll(async () => {
  stage = await buildCashoutStage({ autoApproveLimit: "10000", withdrawFeeFixed: "0" });
  const { db } = stage.app.platform;
  await db.updateTable("payoutAccounts").set({ isDefault: false }).where("id", "=", stage.fundingId).execute();
  const capabilities = ["authorize", "capture", "refund", "query", "payout"];
  await db.updateTable("upstreamGateways").set({ capabilities }).execute();
  await stage.addFunding({ gatewayAccountId: stage.accounts.main, accountNo: "99887766" });
  await stage.put(1_000_000);
}, 60_000);
afterAll(() => stage?.close());

const numbers = ["729183640001", "729183640002", "729183640003", "729183640004"] as const;

test("whole numbers of accounts stand nowhere after payouts by form, file and server", async () => {
  const { db } = stage.app.platform;
  const finance = stage.finance();
  const { id } = await finance.call(payoutOrder, "add", buildPayoutEntry({ accountNo: numbers[0] }) as never);
  const heading = "Merchant's payout no.,Amount,Currency,Beneficiary,Country,Bank,Bank code,Account number,Purpose";
  const row = `N-1,20.00,USD,Paper Mill,US,Paper Bank,021000021,${numbers[1]},Wages`;
  const bad = `N-2,20.00,USD,Paper Mill,US,Paper Bank,02100002,${numbers[1]},Wages`;
  const file = (text: string) => ({
    mode: "test" as const,
    fileName: "a.csv",
    data: Buffer.from(`${heading}\r\n${text}`).toString("base64"),
  });
  await finance.call(payoutOrder, "batchCheck", file(`${row}\r\n${bad}`));
  await finance.call(payoutOrder, "batchAdd", file(row));
  await db
    .updateTable("appKeys")
    .set({ scopes: [...openScopes] })
    .where("appKey", "=", stage.shop.appKey)
    .execute();
  const beneficiary = { type: "company", name: "Paper Mill", country: "US", bankName: "Paper Bank" };
  const body = (accountNo: string, bankCode: string) => ({
    ...{ merchantPayoutNo: `S-${bankCode}`, amount: 2_000, currency: "USD", method: "bank_local" },
    beneficiary: { ...beneficiary, bankCode, accountNo },
  });
  for (const bankCode of ["021000021", "021000022"])
    await stage.shop.send("POST", "/v1/payout-orders", { body: body(numbers[2], bankCode), key: bankCode });
  const account = { mode: "test", currency: "USD", holderType: "company", holderName: "Shop Limited", country: "US" };
  const details = { bankName: "Harbour Bank", swift: "HARBUS33", accountNo: numbers[3] };
  await finance.call(payoutAccount, "add", { ...account, ...details } as never);
  await finance.send(payoutAccount, "add", { ...account, ...details, swift: "x" } as never);
  const { items } = await finance.call(payoutOrder, "page", { mode: "test", pageSize: 50 });
  for (const one of items) await stage.operator(302).send(payoutOrder, "approve", { id: one.id, version: one.version });
  await stage.operator(302).send(payoutOrder, "reveal", { id });
  await stage.follow();
  await stage.follow(4_000);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const found: string[] = [];
  for (const { name } of tables)
    for (const number of numbers) {
      const hit = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.raw(name)} AS t
        WHERE t::text LIKE ${`%${number}%`}`
        .execute(db)
        .catch(() => undefined);
      if ((hit?.rows[0]?.count ?? 0) > 0) found.push(`${name} ${number}`);
    }
  expect((await finance.call(payoutOrder, "page", { mode: "test", pageSize: 50 })).items.length).toBe(3);
  expect(found).toEqual([]);
});
