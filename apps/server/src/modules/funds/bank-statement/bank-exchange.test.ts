import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BankStage, buildBankStage } from "../../../../test/bank-statements.ts";
import { publishRate } from "../../../../test/rates.ts";

let stage: BankStage;
let euros: { readonly payoutAccountId: string; readonly currency: "EUR" };

beforeAll(async () => {
  stage = await buildBankStage();
  const parts = { currency: "EUR", country: "DE", bankName: "Rhein Bank", swift: "RHEIDEFF" };
  euros = { payoutAccountId: await stage.addFunding(parts), currency: "EUR" };
}, 120_000);
beforeEach(async () => {
  await stage.pass(86_400);
  await publishRate(stage.app, "0.9", { baseCurrency: "USD", quoteCurrency: "EUR" });
});
afterAll(() => stage?.close());

type Line = Awaited<ReturnType<BankStage["lines"]>>[number];
const end = (lines: readonly Line[], resolution: string) =>
  stage.operator(301).send(bankLine, "resolve", {
    items: lines.map(({ id, version }) => ({ id, version })),
    resolution,
    reason: "Paid from the account in euros",
  });
const planned = (line: Line) => stage.operator(301).send(bankLine, "plan", { ids: [line.id], resolution: "confirm" });
const withdrawal = (id: string) => stage.operator(301).call(cashout, "detail", { id });
const taken = async (line: Parameters<BankStage["takeStatement"]>[0][number]): Promise<Line> => {
  const [only] = await stage.lines(await stage.takeStatement([line], euros));
  if (!only) throw new Error("no line");
  return only;
};
const held = async (account: string): Promise<string> => {
  const rows = await stage.app.platform.db
    .selectFrom("ledgerBalances")
    .select("amount")
    .where("account", "=", account as never)
    .execute();
  return String(rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
};
const books = async () => ({
  dollars: await held(`plt:bank:USD:${stage.fundingId}`),
  euros: await held(`plt:bank:EUR:${euros.payoutAccountId}`),
  gain: await held("plt:fx_gain_loss:EUR"),
});

describe("a line in another currency than the withdrawal that it names", () => {
  test("pays it with what the rate cost us: our account in dollars keeps the money, the one in euros lost it", async () => {
    const before = await books();
    const { id, payoutNo } = await stage.withdraw(100_000);
    const line = await taken({ amount: "-905", text: `/REMI/${payoutNo}/OCMT/USD1000,00/EXCH/1,105` });
    expect(line).toMatchObject({
      ...{ matchStatus: "exchanged", status: "open", ourRefNo: payoutNo, difference: "-90500" },
      ...{ ourCurrency: "USD", ourAmount: "-100000", toldCurrency: "USD", toldAmount: "-100000" },
    });
    expect((await end([line], "charge")).bizCode).toBe("bankLine.nothingToConfirm");
    expect((await planned(line)).result).toMatchObject({
      effects: [{ resolution: "exchanged", event: "J46", amount: "-90500", exchangeAmount: "500" }],
    });
    expect((await end([line], "confirm")).status).toBe(200);
    expect(await withdrawal(id)).toMatchObject({ status: "paid" });
    const [ended] = await stage.lines(line.statementId);
    expect(ended).toMatchObject({
      ...{ status: "resolved", resolution: "exchanged", difference: "0" },
      ...{ exchangeRate: "0.9", exchangeAmount: "500" },
    });
    const after = await books();
    const moved = (name: keyof typeof after) => Number(BigInt(after[name]) - BigInt(before[name]));
    // Where a gain counts as more than none.
    expect([moved("dollars"), moved("euros"), Math.abs(moved("gain"))]).toEqual([0, -90_500, 500]);
    expect(await stage.detail(line.statementId)).toMatchObject({ status: "balanced" });
    expect(await stage.violations()).toEqual([]);
    await stage.match(line.statementId, true);
    expect((await stage.lines(line.statementId))[0]?.status).toBe("resolved");
  });

  test("and that somebody had marked as paid from the account in dollars is put right", async () => {
    const { id, payoutNo } = await stage.withdraw(20_000);
    const { version } = await withdrawal(id);
    await stage.operator(301).call(cashout, "markPaid", { id, version, bankReference: `FT-${id}` });
    const before = await books();
    const line = await taken({ amount: "-179", text: payoutNo });
    expect(line).toMatchObject({ matchStatus: "exchanged", toldAmount: null });
    expect((await end([line], "confirm")).status).toBe(200);
    const after = await books();
    expect([BigInt(after.dollars) - BigInt(before.dollars), BigInt(after.euros) - BigInt(before.euros)]).toEqual([
      20_000n,
      -17_900n,
    ]);
    expect((await stage.lines(line.statementId))[0]).toMatchObject({ exchangeAmount: "-100" });
    expect(await stage.violations()).toEqual([]);
  });

  test("comes back there as well, less what the bank says it kept", async () => {
    const { id, payoutNo } = await stage.withdraw(40_000);
    expect((await end([await taken({ amount: "-360", text: payoutNo })], "confirm")).status).toBe(200);
    const back = await taken({ amount: "351", side: "RD", text: `/REMI/${payoutNo}/OCMT/USD390,00` });
    expect(back).toMatchObject({ matchStatus: "exchanged", ourRefType: "payout_return", toldAmount: "39000" });
    expect((await end([back], "confirm")).status).toBe(200);
    expect(await withdrawal(id)).toMatchObject({ status: "returned", returnedAmount: "39000" });
    // The account is doubted, until somebody else has looked at it anew.
    const { version } = await stage.finance().call(payoutAccount, "detail", { id: stage.payeeId });
    const verified = { id: stage.payeeId, version, isVerified: true, evidence: "New letter" };
    await stage.operator(302).call(payoutAccount, "verify", verified);
    expect(await stage.violations()).toEqual([]);
  });
});

describe("a line in another currency is not confirmed", () => {
  test("where the bank says that something else was ordered", async () => {
    const { payoutNo } = await stage.withdraw(10_000);
    const line = await taken({ amount: "-89", text: `/REMI/${payoutNo}/OCMT/USD99,00` });
    expect(line).toMatchObject({ matchStatus: "amount_mismatch", status: "open" });
    expect((await end([line], "confirm")).bizCode).toBe("bankLine.nothingToConfirm");
    expect((await end([line], "suspense")).status).toBe(200);
    expect(await stage.violations()).toEqual([]);
  });

  test("where no rate of its day explains the sum, or none is fresh", async () => {
    const { id, payoutNo } = await stage.withdraw(10_000);
    const line = await taken({ amount: "-94.51", text: payoutNo });
    expect((await planned(line)).bizCode).toBe("bankLine.noRateExplains");
    expect((await end([line], "confirm")).bizCode).toBe("bankLine.noRateExplains");
    expect((await withdrawal(id)).status).toBe("processing");
  });

  test("and by its amount alone it stands against nothing; somebody may find its record", async () => {
    const { payoutNo } = await stage.withdraw(77_700);
    const line = await taken({ amount: "-699.30", text: "A transfer" });
    expect(line).toMatchObject({ matchStatus: "unknown_debit", ourRefNo: null });
    const found = await stage.operator(301).call(bankLine, "candidates", { id: line.id });
    expect(found).toMatchObject([{ ourRefNo: payoutNo, currency: "USD", amount: "-77700" }]);
    const [{ ourRefType, ourRefId } = { ourRefType: "payout" as const, ourRefId: "" }] = found;
    const put = { id: line.id, version: line.version, ourRefType, ourRefId, reason: "Told by phone" };
    expect(await stage.operator(301).call(bankLine, "rematch", put)).toEqual({ matchStatus: "exchanged" });
    const [named] = await stage.lines(line.statementId);
    expect((await end(named ? [named] : [], "confirm")).status).toBe(200);
    expect(await stage.violations()).toEqual([]);
  });
});
