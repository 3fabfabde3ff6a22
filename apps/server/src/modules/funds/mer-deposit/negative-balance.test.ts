import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { depositDesk } from "../../../../test/deposits.ts";
import { booksOf } from "../../../../test/ledger.ts";
import { buildPayoutAccount } from "../../../../test/payouts.ts";
import { buildAccountTerms } from "../../../../test/terms.ts";
import { buildDeciders } from "../../../../test/two-people.ts";

const dayMs = 86_400_000;
const reason = "Agreed on the phone";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const { desk, merchant, day, hold, read, work, lose, violations, eventsOf } = depositDesk(() => app);

describe("merDeposit.add", () => {
  test("takes the fixed deposit that was agreed from the balance, and no more", async () => {
    const merchantId = await merchant();
    const terms = { settlementCurrency: "USD", reserveType: "fixed", fixedDepositTarget: "5000" } as const;
    await buildAccountTerms(app, { tenantId: 1, merchantId }, terms);
    await hold(merchantId);
    const asked = { merchantId, mode: "test", currency: "USD", source: "balance_transfer", reason } as const;
    const above = await desk().send(merDeposit, "add", { ...asked, amount: "5001" });
    expect(above).toMatchObject({ status: 422, bizCode: "merDeposit.aboveTarget" });
    const { id } = await desk().call(merDeposit, "add", { ...asked, amount: "4000" });
    expect(await read(id)).toMatchObject({ type: "fixed", releaseDate: null, availableAmount: "5000", status: "held" });
    const more = await desk().send(merDeposit, "add", { ...asked, amount: "1001" });
    expect(more).toMatchObject({ status: 422, bizCode: "merDeposit.aboveTarget" });
    expect(await violations(merchantId)).toEqual([]);
  });

  test("takes what a merchant paid into a bank account of ours, which has to be named", async () => {
    const merchantId = await merchant();
    const asked = {
      merchantId,
      mode: "test",
      currency: "USD",
      source: "merchant_topup",
      amount: "700",
      reason,
    } as const;
    const unnamed = await desk().send(merDeposit, "add", asked);
    expect(unnamed).toMatchObject({ status: 422, bizCode: "merDeposit.bankAccountNeeded" });
    const ours = { tenantId: 1, merchantId: null };
    const verified = { mode: "test", verifyStatus: "verified" } as const;
    const unfit = [
      "poa_01K00000000000000000000000",
      await buildPayoutAccount(app, ours, { mode: "test" }),
      await buildPayoutAccount(app, ours, { verifyStatus: "verified" }),
      await buildPayoutAccount(app, ours, { ...verified, currency: "EUR" }),
      await buildPayoutAccount(app, ours, { ...verified, status: "disabled" }),
      await buildPayoutAccount(app, { tenantId: 1, merchantId }, verified),
    ];
    for (const bankAccount of unfit)
      expect(await desk().send(merDeposit, "add", { ...asked, bankAccount })).toMatchObject({
        status: 422,
        bizCode: "merDeposit.bankAccountUnfit",
      });
    const bankAccount = await buildPayoutAccount(app, ours, verified);
    const { id } = await desk().call(merDeposit, "add", { ...asked, bankAccount, releaseDate: day(60) });
    expect(await read(id)).toMatchObject({ bankAccount, holdDays: 60, releaseDate: day(60) });
    expect(await violations(merchantId)).toEqual([]);
  });

  test("of real money that was paid in waits for a second person", async () => {
    const merchantId = await merchant();
    const bankAccount = await buildPayoutAccount(app, { tenantId: 1, merchantId: null }, { verifyStatus: "verified" });
    const [maker] = await buildDeciders(app, 1, [[merDeposit, "add"]]);
    const alone = app.as({ ...(maker as NonNullable<typeof maker>), provenAt: app.clock.now() });
    const asked = { merchantId, mode: "live", currency: "USD", source: "merchant_topup", amount: "700" } as const;
    const answer = await alone.send(merDeposit, "add", { ...asked, bankAccount, reason });
    expect(answer).toMatchObject({ status: 202, bizCode: "platform.sentForApproval" });
    expect((await booksOf(app, merchantId, "live")).journals).toEqual([]);
  });

  test("refuses what the balance does not hold", async () => {
    const merchantId = await merchant();
    const terms = { settlementCurrency: "USD", reserveType: "fixed", fixedDepositTarget: "5000" } as const;
    await buildAccountTerms(app, { tenantId: 1, merchantId }, terms);
    const asked = {
      merchantId,
      mode: "test",
      currency: "USD",
      source: "balance_transfer",
      amount: "1",
      reason,
    } as const;
    expect(await desk().send(merDeposit, "add", asked)).toMatchObject({ bizCode: "ledger.insufficientBalance" });
  });
});

describe("a balance below nothing", () => {
  test("is told once, covered from the reserve after 14 days, and over when it is", async () => {
    const merchantId = await merchant();
    const id = await hold(merchantId, { releaseDate: day(300) });
    app.clock.forward(1);
    const since = app.clock.now().toISOString();
    await lose(merchantId, 9_700);
    await work("deposit-watch");
    await work("deposit-watch");
    expect(await eventsOf(merchantId)).toEqual(["deposit.held", "balance.negative"]);
    const mine = async () =>
      (await desk().call(merDeposit, "negatives", { mode: "test" })).filter((one) => one.merchantId === merchantId);
    expect(await mine()).toMatchObject([{ since, availableAmount: "-700", usableAmount: "1000" }]);
    app.clock.forward(13 * dayMs);
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ usedAmount: "0" });
    app.clock.forward(dayMs);
    await work("deposit-release");
    await work("deposit-release");
    expect(await read(id)).toMatchObject({ usedAmount: "700", remainAmount: "300", availableAmount: "0" });
    await work("deposit-watch");
    expect(await mine()).toEqual([]);
    expect(await eventsOf(merchantId)).toEqual(["deposit.held", "balance.negative", "deposit.used"]);
    await lose(merchantId, 5);
    await work("deposit-watch");
    expect((await eventsOf(merchantId)).filter((type) => type === "balance.negative")).toHaveLength(2);
    expect(await violations(merchantId)).toEqual([]);
  });

  test("may be written off after 180 days, and not before", async () => {
    const merchantId = await merchant();
    await lose(merchantId, 900);
    await work("deposit-watch");
    const mine = async () =>
      (await desk().call(merDeposit, "negatives", { mode: "test" })).find((one) => one.merchantId === merchantId);
    const { id, version } = (await mine()) ?? { id: "", version: 0 };
    app.clock.forward(180 * dayMs - 1);
    const early = await desk().send(merDeposit, "writeOff", { negativeId: id, version, reason });
    expect(early).toMatchObject({ status: 409, bizCode: "merDeposit.tooEarly" });
    // A note that somebody set back says nothing: the books do.
    const { db } = app.platform;
    const noted = (since: string) => db.updateTable("negativeBalances").set({ since }).where("id", "=", id).execute();
    const { since } = (await mine()) ?? { since: "" };
    await noted("2020-01-01T00:00:00.000Z");
    const sooner = await desk().send(merDeposit, "writeOff", { negativeId: id, version, reason });
    expect(sooner).toMatchObject({ status: 409, bizCode: "merDeposit.tooEarly" });
    await noted(since);
    app.clock.forward(1);
    await desk().call(merDeposit, "writeOff", { negativeId: id, version, reason });
    expect(await mine()).toBeUndefined();
    const { journals } = await booksOf(app, merchantId, "test");
    expect(journals.map(({ event }) => event)).toContain("J28");
    expect(await violations(merchantId)).toEqual([]);
  });
});
