import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankStage, buildBankStage } from "../../../../test/bank-statements.ts";

let stage: BankStage;
beforeAll(async () => {
  stage = await buildBankStage();
}, 120_000);
afterAll(() => stage?.close());

type Line = Awaited<ReturnType<BankStage["lines"]>>[number];
type Ref = { readonly ourRefType: "payout" | "payout_return" | "recon"; readonly ourRefId: string };

const operator = () => stage.operator(301);
const withdrawal = (id: string) => operator().call(cashout, "detail", { id });
const markPaid = async (id: string, bankReference: string) =>
  operator().call(cashout, "markPaid", { id, version: (await withdrawal(id)).version, bankReference });
const combine = (lines: readonly Line[], records: readonly Ref[]) =>
  operator().send(bankLine, "combine", {
    items: lines.map(({ id, version }) => ({ id, version })),
    records,
    reason: "One payment file",
  });
const planned = (lines: readonly Line[], records: readonly Ref[]) =>
  operator().send(bankLine, "planCombining", { ids: lines.map(({ id }) => id), records });
/** What is offered for a line, of some amounts. */
const offered = async (line: Line | undefined, amounts: readonly string[]): Promise<Ref[]> => {
  const { records } = await operator().call(bankLine, "combinable", { id: line?.id ?? "" });
  return amounts.map((amount) => {
    const { ourRefType, ourRefId } = records.find((one) => one.amount === amount) ?? {
      ourRefType: "payout",
      ourRefId: "",
    };
    return { ourRefType, ourRefId };
  });
};

describe("one line of a bank", () => {
  test("that names several transfers and comes to them is matched where all are booked, and confirmed where not", async () => {
    const [one, two, three, four] = [
      await stage.withdraw(11_100),
      await stage.withdraw(22_200),
      await stage.withdraw(13_300),
      await stage.withdraw(14_400),
    ];
    await markPaid(one.id, "FT-1");
    await markPaid(two.id, "FT-2");
    const id = await stage.takeStatement([
      { amount: "-333", text: `${one.payoutNo} ${two.payoutNo}` },
      { amount: "-277", text: `${three.payoutNo} ${four.payoutNo}` },
    ]);
    const [booked, waiting] = await stage.lines(id);
    expect(booked).toMatchObject({ matchStatus: "combined", status: "matched", difference: "0" });
    expect(
      (await operator().call(bankLine, "parts", { id: booked?.id ?? "" })).map(({ amount }) => amount).toSorted(),
    ).toEqual(["-11100", "-22200"]);
    expect(waiting).toMatchObject({ matchStatus: "combined", status: "open", ourRefId: null, difference: "-27700" });
    const { records } = await operator().call(bankLine, "combinable", { id: waiting?.id ?? "" });
    const named = records.filter(({ isNamed }) => isNamed);
    expect(named.map(({ amount }) => amount).toSorted()).toEqual(["-13300", "-14400"]);
    const refs = named.map(({ ourRefType, ourRefId }) => ({ ourRefType, ourRefId }));
    expect((await planned([waiting as Line], refs)).result).toMatchObject({
      amount: "-27700",
      ourAmount: "-27700",
      effects: [{ resolution: "paid", event: "J43", count: 2 }],
      takesTwo: false,
    });
    expect((await combine([waiting as Line], refs)).status).toBe(200);
    expect((await withdrawal(three.id)).status).toBe("paid");
    expect((await withdrawal(four.id)).status).toBe("paid");
    expect((await stage.lines(id))[1]).toMatchObject({
      matchStatus: "combined",
      status: "resolved",
      resolution: "paid",
    });
    expect(await stage.detail(id)).toMatchObject({ status: "balanced", openCount: 0 });
    // Each transfer left once: another line that names one of them is booked twice.
    const again = await stage.takeStatement([{ amount: "-133", text: three.payoutNo }]);
    expect(await stage.lines(again)).toMatchObject([{ matchStatus: "duplicate", status: "open" }]);
    expect(await stage.violations()).toEqual([]);
  });

  test("that says nothing is matched by people with transfers and what came back, of the same sum alone", async () => {
    const [one, two] = [await stage.withdraw(10_100), await stage.withdraw(20_300)];
    const id = await stage.takeStatement([{ amount: "-304", text: "Payment file 17" }, { amount: "-1" }]);
    const [line, other] = await stage.lines(id);
    const refs = await offered(line, ["-10100", "-20300"]);
    const [first] = refs;
    expect((await combine([line as Line], [first as Ref])).bizCode).toBe("bankLine.notOneSide");
    expect((await combine([line as Line, other as Line], refs)).bizCode).toBe("bankLine.notOneSide");
    expect((await combine([line as Line], [first as Ref, first as Ref])).bizCode).toBe("bankLine.repeated");
    const unknown = { ourRefType: "payout", ourRefId: "pyt_none" } as const;
    expect((await combine([line as Line], [first as Ref, unknown])).bizCode).toBe("bankLine.counterpartUnknown");
    const returned = { ...(first as Ref), ourRefType: "payout_return" } as const;
    expect((await combine([line as Line], [first as Ref, returned])).bizCode).toBe("bankLine.counterpartUnknown");
    const short = await combine([other as Line], refs);
    expect([short.status, short.bizCode]).toEqual([422, "bankLine.sumsDiffer"]);
    expect(short.body.message).toMatch(/1\.00.*304\.00/);
    expect((await withdrawal(one.id)).status).not.toBe("paid");
    expect((await combine([line as Line], refs)).status).toBe(200);
    const done = [await withdrawal(one.id), await withdrawal(two.id)];
    expect(done.map(({ status }) => status)).toEqual(["paid", "paid"]);
    expect((await combine([line as Line], refs)).bizCode).toBe("bankLine.invalidTransition");
    const late = await combine([other as Line], refs);
    expect(late.bizCode).toBe("bankLine.counterpartTaken");
    expect(await stage.violations()).toEqual([]);
  });

  test("that pays two files of a gateway books both", async () => {
    const [first, second] = [await stage.file("50000", { batchNo: 901 }), await stage.file("25000", { batchNo: 902 })];
    const id = await stage.takeStatement([{ amount: "750", text: "Gateway payouts" }]);
    const [line] = await stage.lines(id);
    const refs = [first, second].map((ourRefId) => ({ ourRefType: "recon", ourRefId }) as const);
    expect((await combine([line as Line], refs)).status).toBe(200);
    for (const [file, receivedAmount] of [
      [first, "50000"],
      [second, "25000"],
    ] as const)
      expect(await operator().call(recon, "detail", { id: file })).toMatchObject({ receivedAmount });
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
  });
});

describe("several lines of a bank", () => {
  test("that are one transfer together are matched where they name it, in one statement or in two", async () => {
    const [booked, waiting] = [await stage.withdraw(30_000), await stage.withdraw(45_000)];
    await markPaid(booked.id, "FT-3");
    const id = await stage.takeStatement([
      { amount: "-180", text: booked.payoutNo },
      { amount: "-120", text: booked.payoutNo },
      { amount: "-400", text: "First part" },
    ]);
    const lines = await stage.lines(id);
    expect(lines.map(({ matchStatus, status }) => [matchStatus, status])).toEqual([
      ["combined", "matched"],
      ["combined", "matched"],
      ["unknown_debit", "open"],
    ]);
    await stage.app.clock.forward(86_400_000);
    const next = await stage.takeStatement([{ amount: "-50", text: "Second part" }]);
    const [rest] = await stage.lines(next);
    const { lines: beside } = await operator().call(bankLine, "combinable", { id: rest?.id ?? "" });
    expect(beside.map(({ id: lineId }) => lineId)).toContain(lines[2]?.id);
    const refs = await offered(rest, ["-45000"]);
    const both = [lines[2] as Line, rest as Line];
    expect((await planned(both, refs)).result).toMatchObject({ effects: [{ resolution: "paid", count: 1 }] });
    expect((await combine(both, refs)).status).toBe(200);
    expect((await withdrawal(waiting.id)).status).toBe("paid");
    expect(await stage.detail(id)).toMatchObject({ status: "balanced" });
    expect(await stage.detail(next)).toMatchObject({ status: "balanced" });
    expect((await operator().call(bankLine, "parts", { id: rest?.id ?? "" })).map(({ amount }) => amount)).toEqual([
      "-5000",
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("of both directions, or one of them ended already, are refused and change nothing", async () => {
    const sent = await stage.withdraw(70_000);
    const id = await stage.takeStatement([
      { amount: "-400", text: "a" },
      { amount: "300", text: "b" },
      { amount: "-300", text: "c" },
    ]);
    const [out, back, rest] = (await stage.lines(id)) as [Line, Line, Line];
    const refs = await offered(out, ["-70000"]);
    expect((await combine([out, back], refs)).bizCode).toBe("bankLine.otherAccount");
    expect((await combine([out, rest], refs)).status).toBe(200);
    expect((await withdrawal(sent.id)).status).toBe("paid");
    const [ended] = (await stage.lines(id)) as [Line];
    expect((await combine([ended, rest], refs)).bizCode).toBe("bankLine.invalidTransition");
  });
});

test("what stands against which record is missed where somebody altered it", async () => {
  const { db } = stage.app.platform;
  const part = await db.selectFrom("bankLineParts").selectAll().orderBy("id").limit(1).executeTakeFirstOrThrow();
  await db.updateTable("bankLineParts").set({ amount: "-1" }).where("id", "=", part.id).execute();
  expect(await stage.violations()).toEqual(
    expect.arrayContaining([expect.objectContaining({ law: "sealed", table: "bank_line_parts", key: part.id })]),
  );
  await db.updateTable("bankLineParts").set({ amount: part.amount }).where("id", "=", part.id).execute();
});
