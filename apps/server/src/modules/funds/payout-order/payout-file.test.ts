import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";
import { violationsOf } from "../../../../test/refunds.ts";
import { writeWorkbook } from "../../../platform/export/xlsx.ts";

let stage: CashoutStage;

beforeAll(async () => {
  stage = await buildCashoutStage({ autoApproveLimit: "0", withdrawFeeFixed: "100", withdrawFeeMode: "on_top" });
  await stage.put(100_000);
}, 60_000);
afterAll(() => stage?.close());

const heading = "Merchant's payout no.,Amount,Currency,Beneficiary,Country,Bank,Bank code,Account number,IBAN,Purpose";
const upload = (...rows: readonly string[]) => ({
  mode: "test" as const,
  fileName: "payouts.csv",
  data: Buffer.from([heading, ...rows].join("\r\n")).toString("base64"),
});
const good = (no: string, amount: string) =>
  `${no},${amount},USD,Paper Mill Inc,US,Paper Bank,021000021,123456780001,,Wages`;
const ordersNow = async () =>
  (await stage.finance().call(payoutOrder, "page", { mode: "test", page: 1, pageSize: 100 })).items;
const check = async (...rows: readonly string[]) => stage.finance().call(payoutOrder, "batchCheck", upload(...rows));

test("a file is looked at row by row, with the balance spent once, and nothing is asked for", async () => {
  const { rows, totals } = await check(
    good("F-1", "500.00"),
    good("F-2", "450.00"),
    good("F-3", "100.00"),
    good("F-4", "1.005"),
    "F-5,10.00,USD,Nobody,US,Paper Bank,021000022,123456780001,,",
    "F-6,10.00,USD,Nobody,US,Paper Bank,021000021,4111111111111111,,",
    good("F-1", "500.00"),
  );
  expect(rows.map(({ verdict }) => verdict)).toEqual([
    "review",
    "review",
    "refused",
    "refused",
    "refused",
    "refused",
    "refused",
  ]);
  expect(rows[2]?.refusal).toMatch(/valid amount/);
  expect(rows[4]?.refusal).toMatch(/Bank code: .*ABA/);
  expect(rows[5]?.refusal).toMatch(/card number/);
  expect(rows[6]?.refusal).toMatch(/number already/);
  expect(totals.find(({ verdict }) => verdict === "review")).toMatchObject({ count: 2, debitedAmount: "95200" });
  expect(await ordersNow()).toEqual([]);
  expect(await violationsOf(stage)).toEqual([]);
});

test("a file is asked for whole or not at all, and once", async () => {
  const file = upload(good("G-1", "20.00"), good("G-2", "2000.00"));
  expect((await stage.finance().send(payoutOrder, "batchAdd", file)).bizCode).toBe("payoutOrder.rowsRefused");
  expect(await ordersNow()).toEqual([]);
  const taken = { ...file, leaveOutRefused: true };
  expect(await stage.finance().call(payoutOrder, "batchAdd", taken)).toEqual({ added: 1, present: 0, leftOut: 1 });
  expect(await ordersNow()).toMatchObject([{ merchantPayoutNo: "G-1", amount: "2000", purpose: "salary" }]);
  expect((await check(good("G-1", "20.00"))).rows).toMatchObject([{ verdict: "present" }]);
  expect((await stage.finance().send(payoutOrder, "batchAdd", taken)).bizCode).toBe("payoutOrder.nothingToPay");
  expect((await check(good("G-1", "21.00"))).rows).toMatchObject([{ verdict: "refused" }]);
  expect(await violationsOf(stage)).toEqual([]);
});

test("a workbook is read as the same table, row by row", async () => {
  const pieces: Uint8Array[] = [];
  const texts = heading.split(",");
  async function* rows() {
    yield [good("X-1", "20.00").split(","), good("X-2", "1.005").split(",")];
  }
  const columns = texts.map((text) => ({
    heading: text,
    kind: text === "Amount" ? ("number" as const) : ("text" as const),
  }));
  for await (const piece of writeWorkbook(rows(), { title: "Payouts", columns })) pieces.push(piece);
  const file = { mode: "test" as const, fileName: "payouts.xlsx", data: Buffer.concat(pieces).toString("base64") };
  const checked = await stage.finance().call(payoutOrder, "batchCheck", file);
  expect(checked.rows.map(({ verdict }) => verdict)).toEqual(["review", "refused"]);
  const taken = { ...file, leaveOutRefused: true };
  expect(await stage.finance().call(payoutOrder, "batchAdd", taken)).toEqual({ added: 1, present: 0, leftOut: 1 });
  const broken = { ...file, data: Buffer.from("PK\u0003\u0004 no archive").toString("base64") };
  expect((await stage.finance().send(payoutOrder, "batchCheck", broken)).bizCode).toBe("payoutOrder.unreadable");
});

test("a file without rows, or without a column that is needed, is refused", async () => {
  expect((await stage.finance().send(payoutOrder, "batchCheck", upload())).bizCode).toBe("payoutOrder.emptyFile");
  const bare = { ...upload(), data: Buffer.from("Amount,Currency\r\n1,USD").toString("base64") };
  expect((await stage.finance().send(payoutOrder, "batchCheck", bare)).bizCode).toBe("payoutOrder.columnMissing");
});
