import { readFileSync } from "node:fs";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankStage, buildBankStage } from "../../../../test/bank-statements.ts";
import { buildPayoutEntry } from "../../../../test/payouts.ts";

let stage: BankStage;
beforeAll(async () => {
  stage = await buildBankStage();
}, 120_000);
afterAll(() => stage?.close());

type Line = Awaited<ReturnType<BankStage["lines"]>>[number];
const items = (lines: readonly Line[]) => lines.map(({ id, version }) => ({ id, version }));
const end = (lines: readonly Line[], resolution: string) =>
  stage.operator(301).send(bankLine, "resolve", { items: items(lines), resolution, reason: "Looked into" });
const available = async () =>
  Number((await stage.finance().call(cashout, "terms", { mode: "test", currency: "USD" })).available);
const exceptionsOf = async (objectId: string) => {
  const { db } = stage.app.platform;
  const rows = await db.selectFrom("eventExceptions").select("eventType").where("objectId", "=", objectId).execute();
  return rows.map(({ eventType }) => eventType);
};
const givenUp = { failureCode: "given_up", remark: "The bank knows nothing of it" } as const;
const withdrawal = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const order = (id: string) => stage.operator(301).call(payoutOrder, "detail", { id });
/** A payout order by hand that is on its way. */
const payOut = async (amount: string): Promise<string> => {
  await stage.put(Number(amount));
  const { id } = await stage.finance().call(payoutOrder, "add", buildPayoutEntry({ amount }) as never);
  const { status, version } = await order(id);
  if (status === "review") await stage.operator(302).call(payoutOrder, "approve", { id, version });
  return id;
};

describe("a bank's reference", () => {
  test("pays one transfer alone, whatever that carries out", async () => {
    const [one, two] = [await stage.withdraw(11_000), await stage.withdraw(11_000)];
    const third = await payOut("11000");
    const mark = async (id: string, bankReference: string) =>
      stage.operator(301).send(cashout, "markPaid", { id, version: (await withdrawal(id)).version, bankReference });
    expect((await mark(one.id, "FT-77")).status).toBe(200);
    const again = await mark(two.id, " FT-77");
    expect(again).toMatchObject({ status: 409, bizCode: "cashout.referenceTaken" });
    expect(JSON.stringify(again.body)).toContain(one.payoutNo);
    expect((await withdrawal(two.id)).status).toBe("processing");
    const other = { id: third, version: (await order(third)).version, bankReference: "FT-77" };
    expect((await stage.operator(301).send(payoutOrder, "markPaid", other)).bizCode).toBe("payoutOrder.referenceTaken");
    expect((await mark(two.id, "FT-78")).status).toBe(200);
    const { db } = stage.app.platform;
    const write = db
      .updateTable("payouts")
      .set({ providerReference: "FT-77" })
      .where("sourceId", "=", two.id)
      .execute();
    await expect(write).rejects.toMatchObject({ constraint: "payouts_hand_reference_unique" });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a transfer that people gave up and that its bank shows", () => {
  test("by its number is told as an exception, and paid after all once somebody confirms", async () => {
    const { id, payoutNo } = await stage.withdraw(41_000);
    const before = await available();
    const { version } = await withdrawal(id);
    await stage.operator(301).call(cashout, "markFailed", { id, version, ...givenUp });
    expect((await available()) - before).toBe(41_000);
    const statement = await stage.takeStatement([{ amount: "-410", text: `Transfer ${payoutNo}` }]);
    const lines = await stage.lines(statement);
    expect(lines).toMatchObject([{ matchStatus: "status_mismatch", status: "open", ourRefNo: payoutNo }]);
    expect(await exceptionsOf(id)).toEqual(["payout.shownByBank"]);
    await stage.match(statement, true);
    expect(await exceptionsOf(id)).toHaveLength(1);
    const ids = lines.map((line) => line.id);
    expect(await stage.operator(301).call(bankLine, "plan", { ids, resolution: "confirm" })).toMatchObject({
      effects: [{ resolution: "paid_late", event: "J80", count: 1, amount: "-41000" }],
    });
    expect((await end(lines, "charge")).bizCode).toBe("bankLine.notBookedYet");
    expect((await end(lines, "confirm")).status).toBe(200);
    expect(await withdrawal(id)).toMatchObject({
      status: "paid",
      failureCode: null,
      bankReference: expect.any(String),
    });
    expect(await available()).toBe(before);
    expect(await stage.lines(statement)).toMatchObject([{ status: "resolved", resolution: "paid_late" }]);
    expect(await stage.detail(statement)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
  });

  test("by amount and day alone is proposed behind one that is on its way, and paid after all where it is that", async () => {
    const lost = await payOut("42000");
    const { version } = await order(lost);
    await stage.operator(301).call(payoutOrder, "markFailed", { id: lost, version, ...givenUp });
    const next = await payOut("42000");
    const first = await stage.takeStatement([{ amount: "-420", text: "no number" }]);
    expect(await stage.lines(first)).toMatchObject([{ matchStatus: "proposed", ourSourceId: next }]);
    expect((await end(await stage.lines(first), "confirm")).status).toBe(200);
    expect((await order(next)).status).toBe("paid");
    expect(await exceptionsOf(lost)).toEqual([]);
    const second = await stage.takeStatement([{ amount: "-420", text: "no number either" }]);
    expect(await stage.lines(second)).toMatchObject([{ matchStatus: "proposed", ourSourceId: lost }]);
    expect(await exceptionsOf(lost)).toEqual(["payout.shownByBank"]);
    expect((await end(await stage.lines(second), "confirm")).status).toBe(200);
    expect(await order(lost)).toMatchObject({ status: "paid", failureCode: null });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a line that is only like a transfer", () => {
  test("on its way is booked as a charge by nobody, and one that was paid leaves it free", async () => {
    const { id } = await stage.withdraw(43_000);
    const waiting = await stage.takeStatement([{ amount: "-430", text: "no number" }]);
    expect(await stage.lines(waiting)).toMatchObject([{ matchStatus: "proposed", difference: "-43000" }]);
    expect((await end(await stage.lines(waiting), "charge")).bizCode).toBe("bankLine.notBookedYet");
    expect((await end(await stage.lines(waiting), "suspense")).status).toBe(200);
    const marked = { id, version: (await withdrawal(id)).version, bankReference: "FT-430" };
    await stage.operator(301).call(cashout, "markPaid", marked);
    const fees = await stage.takeStatement([
      { amount: "-430", text: "no number" },
      { amount: "-430", text: "Yearly fee" },
    ]);
    const [like, other] = await stage.lines(fees);
    expect(like).toMatchObject({ matchStatus: "proposed", difference: "0", ourSourceId: id });
    expect((await end(like ? [like] : [], "charge")).status).toBe(200);
    await stage.match(fees, true);
    const [booked, free] = await stage.lines(fees);
    expect(booked).toMatchObject({ resolution: "charge", chargeAmount: "43000", ourRefId: null });
    expect(other).toMatchObject({ matchStatus: "unknown_debit" });
    expect(free).toMatchObject({ matchStatus: "proposed", ourSourceId: id });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("the index of references", () => {
  test("is made on a database in which one paid two before, which stay, and takes no third", async () => {
    const owner = new pg.Client({ connectionString: stage.app.database.ownerUrl });
    await owner.connect();
    try {
      const sent = [await stage.withdraw(44_000), await stage.withdraw(44_000), await stage.withdraw(44_000)];
      const write = ({ id }: { readonly id: string }) =>
        owner.query("UPDATE payouts SET provider_reference = 'FT-44' WHERE source_id = $1", [id]);
      await owner.query("DROP INDEX payouts_hand_reference_unique");
      for (const one of sent.slice(0, 2)) await write(one);
      const file = new URL("../../../../migrations/0146_hand_references.sql", import.meta.url);
      await owner.query(readFileSync(file, "utf8"));
      const third = sent[2] ?? { id: "" };
      await expect(write(third)).rejects.toMatchObject({ constraint: "payouts_hand_reference_unique" });
    } finally {
      await owner.end();
    }
  });
});
