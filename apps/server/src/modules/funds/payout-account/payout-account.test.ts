import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCashoutStage, type CashoutStage } from "../../../../test/cashouts.ts";

let stage: CashoutStage;
beforeAll(async () => {
  stage = await buildCashoutStage();
}, 60_000);
afterAll(() => stage?.close());

const details = {
  holderType: "company",
  holderName: "Shop Ltd",
  country: "DE",
  bankName: "Elbe Bank",
  swift: "ELBEDEFF",
} as const;
const iban = "DE89 3704 0044 0532 0130 00";
const add = (more: object) =>
  stage.finance().send(payoutAccount, "add", { mode: "test", currency: "EUR", ...details, ...more });
const rowOf = (id: string) =>
  stage.app.platform.db.selectFrom("payoutAccounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const verify = (id: string, version: number, userId = 302) =>
  stage.operator(userId).send(payoutAccount, "verify", { id, version, isVerified: true, evidence: "Bank letter" });

describe("payoutAccount.add", () => {
  test("keeps the number sealed, tells its end, and says how like the legal name the holder's is", async () => {
    const { result: id } = await add({ iban });
    const row = await rowOf(id);
    expect(JSON.stringify(row)).not.toContain("0532013000");
    expect(row).toMatchObject({ kind: "beneficiary", last4: "3000", numberKind: "iban", verifyStatus: "pending" });
    const shown = await stage.operator(301).call(payoutAccount, "detail", { id });
    expect(shown).toMatchObject({ nameMatch: 100, isDefault: true, gatewayAccountId: null });
    expect(await stage.finance().call(payoutAccount, "detail", { id })).toMatchObject({ nameMatch: null, isOwn: true });
    const trail = await stage.app.platform.db.selectFrom("auditEntries").selectAll().execute();
    expect(JSON.stringify(trail)).not.toContain("0532013000");
    expect((await stage.finance().send(payoutAccount, "reveal", { id })).status).toBe(403);
    expect(await stage.operator(301).call(payoutAccount, "reveal", { id })).toEqual({
      number: "DE89370400440532013000",
    });
  });

  test.each([
    [{ iban: "DE89 3704 0044 0532 0130 01" }, 400],
    [{ iban: "GB82 WEST 1234 5698 7654 32" }, 422],
    [{ accountNo: "12" }, 400],
    [{}, 422],
    [{ iban, accountNo: "12345678" }, 422],
    [{ iban, swift: "NOBANK" }, 400],
    [{ iban, gatewayAccountId: "ga_01JWQ1V5R0000000000000000A" }, 422],
  ])("refuses %j", async (more, status) => {
    expect((await add(more)).status).toBe(status);
  });
});

describe("an account", () => {
  test("is verified by somebody else than who changed it, and a change begins all that anew", async () => {
    const { result: id } = await add({ iban });
    expect((await verify(id, 1, 201)).bizCode).toBe("payoutAccount.ownChange");
    expect((await verify(id, 1)).status).toBe(200);
    expect((await verify(id, 2)).bizCode).toBe("payoutAccount.notToVerify");
    const theirs = await stage.operator(301).send(payoutAccount, "update", { id, version: 2, ...details, iban });
    expect(theirs.status).toBe(403);
    stage.app.clock.forward(30 * 3_600_000);
    await stage.finance().call(payoutAccount, "update", { id, version: 2, ...details, bankName: "Alster Bank" });
    expect(await rowOf(id)).toMatchObject({
      verifyStatus: "pending",
      last4: "3000",
      lastChangeTime: stage.app.clock.now().toISOString(),
    });
    expect(await stage.operator(301).call(payoutAccount, "reveal", { id })).toEqual({
      number: "DE89370400440532013000",
    });
  });

  test("that money came back from is not verified by whoever said so", async () => {
    const { operator, payeeId } = stage;
    await stage.put(50_000);
    const asked = { mode: "test", currency: "USD", amount: "20000", payoutAccountId: payeeId } as const;
    const { id } = await stage.finance().call(cashout, "add", asked);
    const naming = async () => ({ id, version: (await operator(301).call(cashout, "detail", { id })).version });
    await operator(302).call(cashout, "approve", await naming());
    await operator(301).call(cashout, "markPaid", { ...(await naming()), bankReference: "FT-1" });
    await operator(301).call(cashout, "markReturned", { ...(await naming()), amount: "20000", remark: "Sent back" });
    const { version, verifyStatus } = await rowOf(payeeId);
    expect(verifyStatus).toBe("unverified");
    expect(await operator(301).call(payoutAccount, "detail", { id: payeeId })).toMatchObject({ isOwn: true });
    expect(await operator(302).call(payoutAccount, "detail", { id: payeeId })).toMatchObject({ isOwn: false });
    expect((await verify(payeeId, version, 301)).bizCode).toBe("payoutAccount.ownChange");
    expect((await verify(payeeId, version, 302)).status).toBe(200);
  });

  test("of ours is not verified by whoever entered it, though somebody else changed or opened it since", async () => {
    const { operator } = stage;
    const funding = { mode: "test", currency: "EUR", ...details, holderName: "Countinghouse", iban } as const;
    const id = await operator(301).call(payoutAccount, "add", funding);
    await operator(302).call(payoutAccount, "update", { id, version: 1, ...details, bankName: "Alster Bank" });
    expect((await verify(id, 2, 301)).bizCode).toBe("payoutAccount.ownChange");
    expect(await operator(301).call(payoutAccount, "detail", { id })).toMatchObject({ isOwn: true });
    await operator(302).call(payoutAccount, "setStatus", { id, version: 2, status: "disabled" });
    await operator(302).call(payoutAccount, "setStatus", { id, version: 3, status: "enabled" });
    expect((await verify(id, 4, 301)).bizCode).toBe("payoutAccount.ownChange");
    expect((await verify(id, 4, 305)).status).toBe(200);
    // What was verified once is made by whoever changes it from then on.
    await operator(302).call(payoutAccount, "update", { id, version: 5, ...details, bankName: "Isar Bank" });
    expect((await verify(id, 6, 301)).status).toBe(200);
  });

  test("keeps no number of another country than it says", async () => {
    const { result: id } = await add({ iban });
    const moved = { id, version: 1, ...details, country: "GB", swift: "ELBEGB2L" } as const;
    expect((await stage.finance().send(payoutAccount, "update", moved)).bizCode).toBe("payoutAccount.ibanElsewhere");
    expect(await rowOf(id)).toMatchObject({ country: "DE", version: 1 });
    const entered = { ...moved, iban: "GB82 WEST 1234 5698 7654 32" };
    await stage.finance().call(payoutAccount, "update", entered);
    expect(await rowOf(id)).toMatchObject({ country: "GB", last4: "5432" });
  });

  test.each([
    ["an IBAN shorter than its country's", { country: "GB", iban: "GB29 WEST 1234 5698 7654 3" }, "This is no IBAN"],
    ["an IBAN of another length whose digits fit", { country: "DE", iban: "DE22370400440532" }, "ibanLength"],
    ["a CLABE whose last digit does not fit", { country: "MX", accountNo: "032180000118359718" }, "clabeInvalid"],
    ["a number of Mexico that is no CLABE", { country: "MX", accountNo: "12345678" }, "clabeInvalid"],
    [
      "a routing number whose digits do not fit",
      { country: "US", accountNo: "12345678", routingNo: "021000022" },
      "routingInvalid",
    ],
  ])("refuses %s", async (_what, entered, refusal) => {
    const { swift: _swift, ...rest } = details as typeof details & { readonly swift?: string };
    const answer = await stage
      .finance()
      .send(payoutAccount, "add", { mode: "test", currency: "EUR", ...rest, ...entered } as never);
    expect(JSON.stringify(answer.body)).toContain(refusal);
    expect([400, 422]).toContain(answer.status);
  });

  test("takes the published examples of each country", async () => {
    for (const entered of [
      { country: "MX", accountNo: "032180000118359719" },
      { country: "US", accountNo: "12345678", routingNo: "0210-0002-1" },
      { country: "NO", iban: "NO93 8601 1117 947" },
      { country: "MT", iban: "MT84 MALT 0110 0001 2345 MTLC AST0 01S" },
    ]) {
      const { swift: _swift, ...rest } = details as typeof details & { readonly swift?: string };
      const input = { mode: "test", currency: "EUR", ...rest, ...entered } as never;
      expect((await stage.finance().send(payoutAccount, "add", input)).status).toBe(200);
    }
  });

  test("that was altered in the table is verified by nobody", async () => {
    const { result: id } = await add({ iban });
    await stage.app.platform.db
      .updateTable("payoutAccounts")
      .set({ bankName: "Thief's" })
      .where("id", "=", id)
      .execute();
    expect((await verify(id, 1)).bizCode).toBe("payoutAccount.altered");
  });

  test("is blocked by either side at once, and opened by its own side alone", async () => {
    const { result: id } = await add({ iban });
    await verify(id, 1);
    await stage.operator(301).call(payoutAccount, "setStatus", { id, version: 2, status: "disabled" });
    const open = { id, version: 3, status: "enabled" } as const;
    expect((await stage.operator(301).send(payoutAccount, "setStatus", open)).status).toBe(403);
    await stage.finance().call(payoutAccount, "setStatus", open);
    expect(await rowOf(id)).toMatchObject({ status: "enabled", verifyStatus: "pending" });
  });

  test("of ours is not a merchant's to see, and one of each currency comes first", async () => {
    expect((await stage.finance().send(payoutAccount, "detail", { id: stage.fundingId })).status).toBe(404);
    const { items } = await stage
      .finance()
      .call(payoutAccount, "page", { mode: "test", currencies: undefined } as never);
    expect(items.every(({ kind }) => kind === "beneficiary")).toBe(true);
    const { result: id } = await add({ iban });
    expect((await stage.finance().send(payoutAccount, "setDefault", { id, version: 1 })).bizCode).toBe(
      "payoutAccount.notUsable",
    );
    await verify(id, 1);
    await stage.finance().call(payoutAccount, "setDefault", { id, version: 2 });
    const page = await stage.finance().call(payoutAccount, "page", { mode: "test" });
    expect(
      page.items.filter(({ currency, isDefault }) => currency === "EUR" && isDefault).map((one) => one.id),
    ).toEqual([id]);
  });
});
