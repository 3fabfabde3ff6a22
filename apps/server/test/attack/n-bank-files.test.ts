import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankStage, buildBankStage } from "../bank-statements.ts";
import { buildPayoutEntry } from "../payouts.ts";

let stage: BankStage;
beforeAll(async () => {
  stage = await buildBankStage();
  await stage.put(100_000);
}, 120_000);
afterAll(() => stage?.close());

const number = "4111111111111111";

describe("a bank statement", () => {
  test("keeps no card number that stands where the bank's own number of it does", async () => {
    const { status } = await stage.send(stage.mt940([{ amount: "1" }], { number }));
    const rows = await stage.app.platform.db.selectFrom("bankStatements").select("bankNo").execute();
    expect([status, rows.filter(({ bankNo }) => bankNo.includes(number))]).toEqual([expect.any(Number), []]);
  });

  test("with a NUL where the bank's own number of it stands is refused in words", async () => {
    const { status } = await stage.send(stage.mt940([{ amount: "2" }], { number: "7\u0000" }));
    expect(status).toBeLessThan(500);
  });

  test("with a bank's own number that is far too long is refused in words", async () => {
    const { status } = await stage.send(stage.mt940([{ amount: "4" }], { number: "7".repeat(9_001) }));
    expect(status).toBeLessThan(500);
  });

  test("shows no text that turns round how it is read, which any payer can write", async () => {
    const id = await stage.takeStatement([{ amount: "3", text: "Paid \u202e001 DSU\u202c by Shop" }]);
    const { items } = await stage.operator(301).call(bankLine, "page", { mode: "test", statementId: id });
    expect(items[0]?.remittance).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

describe("a payout order", () => {
  const heading = "Merchant's payout no.,Amount,Currency,Beneficiary,Country,Bank,Bank code,Account number,Purpose";
  const byFile = (name: string) =>
    stage.finance().send(payoutOrder, "batchAdd", {
      mode: "test",
      fileName: "payouts.csv",
      data: Buffer.from(
        `${heading}\r\nF-${name.length},20.00,USD,${name},US,Paper Bank,021000021,123456780001,Wages`,
      ).toString("base64"),
    });

  test.each(["Paper \u202elliM\u202c Inc", "Paper \u0000Mill"])(
    "to %j is refused of a file as it is of a form",
    async (name) => {
      const entry = buildPayoutEntry({ beneficiaryName: name, amount: "2000" });
      const byForm = await stage.finance().send(payoutOrder, "add", entry as never);
      expect(byForm.status).toBe(400);
      const answer = await byFile(name);
      expect([answer.status, answer.bizCode]).toEqual([409, "payoutOrder.rowsRefused"]);
    },
  );
});
