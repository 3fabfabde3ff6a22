import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { usd } from "@countinghouse/money/build-money.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import { settlementDate } from "@countinghouse/money/settlement-date.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { buildMerchantUser, buildOffice } from "../../../../test/offices.ts";
import { sealRows } from "../../../../test/price-seals.ts";
import { buildAccountTerms } from "../../../../test/terms.ts";
import { quoteRate, termsInForce, useQuote } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const day = 86_400_000;
const later = (days: number) => new Date(app.clock.now().getTime() + days * day);

async function buildParties() {
  const office = await buildOffice(app, [merchantAccountCfg]);
  const merchantId = await buildMerchant(app, office.place);
  return { ...office, merchantId, owner: { tenantId: office.tenantId, merchantId } };
}

const draft = (merchantId: string) => ({
  merchantId,
  settlementCurrency: "GBP",
  settlementZone: "Europe/London",
  settlementDays: 3,
});

async function agree(parties: { maker: TestClient; checker: TestClient }, input: ReturnType<typeof draft> & object) {
  const id = await parties.maker.call(merchantAccountCfg, "add", input);
  await parties.checker.call(merchantAccountCfg, "approve", { id });
  return id;
}

describe("merchantAccountCfg.add, approve and reject", () => {
  test("put terms in force once somebody else approved them", async () => {
    const parties = await buildParties();
    const { maker, checker, merchantId } = parties;
    const id = await maker.call(merchantAccountCfg, "add", draft(merchantId));
    expect(await termsInForce(app.context(), { merchantId, at: app.clock.now() })).toBeUndefined();
    expect(await maker.send(merchantAccountCfg, "approve", { id })).toMatchObject({
      status: 403,
      bizCode: "merchantAccountCfg.ownChange",
    });
    await checker.call(merchantAccountCfg, "approve", { id, version: 1 });
    expect(await maker.call(merchantAccountCfg, "detail", { id })).toMatchObject({ status: "active", version: 2 });
    expect(await termsInForce(app.context(), { merchantId, at: app.clock.now() })).toMatchObject({
      id,
      settlementCurrency: "GBP",
      settlementDays: 3,
    });
    expect(await checker.send(merchantAccountCfg, "approve", { id })).toMatchObject({
      status: 409,
      bizCode: "merchantAccountCfg.notPending",
    });
  });

  test("keep what held before, and hold the new from its day on", async () => {
    const parties = await buildParties();
    const { maker, merchantId } = parties;
    const first = await agree(parties, draft(merchantId));
    app.clock.forward(1000);
    const second = await agree(parties, {
      ...draft(merchantId),
      settlementDays: 5,
      validFrom: later(10).toISOString(),
    } as never);
    const daysAt = async (at: Date) => (await termsInForce(app.context(), { merchantId, at }))?.settlementDays;
    expect(await daysAt(later(9))).toBe(3);
    expect(await daysAt(later(10))).toBe(5);
    const history = await maker.call(merchantAccountCfg, "history", { merchantId });
    expect(history.map(({ id, status }) => [id, status])).toEqual([
      [second, "scheduled"],
      [first, "active"],
    ]);
    const third = await agree(parties, { ...draft(merchantId), settlementDays: 1 });
    expect(await daysAt(app.clock.now())).toBe(1);
    expect(await daysAt(later(20))).toBe(1);
    const statuses = new Map(
      (await maker.call(merchantAccountCfg, "history", { merchantId })).map(({ id, status }) => [id, status]),
    );
    expect([first, second, third].map((id) => statuses.get(id))).toEqual(["ended", "scheduled", "active"]);
  });

  test("never have two in force, whatever their days were", async () => {
    const parties = await buildParties();
    const { merchantId } = parties;
    for (const from of [0, 5, 3, 9, 1])
      await agree(parties, { ...draft(merchantId), validFrom: later(from).toISOString() } as never);
    const rows = await app.platform.db
      .selectFrom("accountTerms")
      .select(["validFrom", "validTo"])
      .where("merchantId", "=", merchantId)
      .execute();
    for (let at = -1; at < 12; at += 1) {
      const instant = later(at).toISOString();
      const held = rows.filter(
        ({ validFrom, validTo }) => validFrom <= instant && (validTo === null || validTo > instant),
      );
      expect(held.length, `day ${at}`).toBe(at < 0 ? 0 : 1);
    }
  });

  test("take one change of a currency at a time, also at the same moment", async () => {
    const { maker, checker, merchantId } = await buildParties();
    const answers = await Promise.all(
      [maker, checker].map((client) => client.send(merchantAccountCfg, "add", draft(merchantId))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ bizCode: "merchantAccountCfg.pendingExists" });
    await maker.call(merchantAccountCfg, "add", { ...draft(merchantId), settlementCurrency: "EUR" });
  });

  test("put no terms in force that somebody altered while they waited: those before go on", async () => {
    const { maker, checker, owner, merchantId } = await buildParties();
    await buildAccountTerms(app, owner, { settlementCurrency: "GBP" });
    const wanted = { merchantId, at: app.clock.now() };
    const before = await termsInForce(app.context(), wanted);
    const id = await maker.call(merchantAccountCfg, "add", draft(merchantId));
    await app.platform.db.updateTable("accountTerms").set({ fxMarkup: 90_000 }).where("id", "=", id).execute();
    expect(await checker.send(merchantAccountCfg, "approve", { id })).toMatchObject({
      status: 409,
      bizCode: "merchantAccountCfg.altered",
    });
    expect(before).toBeDefined();
    expect(await termsInForce(app.context(), wanted)).toEqual(before);
  });

  test("end a rejected change with its reason, and approve or reject it once", async () => {
    const { maker, checker, merchantId } = await buildParties();
    const id = await maker.call(merchantAccountCfg, "add", draft(merchantId));
    const answers = await Promise.all([
      checker.send(merchantAccountCfg, "approve", { id }),
      checker.send(merchantAccountCfg, "reject", { id, reason: "Too soon" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = await buildParties();
    const rejected = await other.maker.call(merchantAccountCfg, "add", draft(other.merchantId));
    await other.maker.call(merchantAccountCfg, "reject", { id: rejected, reason: "My mistake" });
    expect(await other.maker.call(merchantAccountCfg, "detail", { id: rejected })).toMatchObject({
      status: "rejected",
      decisionReason: "My mistake",
    });
    expect(await termsInForce(app.context(), { merchantId: other.merchantId, at: app.clock.now() })).toBeUndefined();
  });

  test.each([
    [{ settlementFrequency: "weekly" }, "dayNeeded"],
    [{ settlementFrequency: "weekly", settlementDay: 8 }, "dayNeeded"],
    [{ settlementFrequency: "daily", settlementDay: 1 }, "dayNeeded"],
    [{ reserveType: "rolling", reserveDays: 90 }, "depositNeeded"],
    [{ reserveType: "rolling", reserveRatio: 50_000 }, "depositNeeded"],
    [{ reserveType: "fixed" }, "depositNeeded"],
    [{ withdrawMin: "100", withdrawMax: "99" }, "rangeReversed"],
  ])("refuse %j", async (wrong, code) => {
    const { maker, merchantId } = await buildParties();
    for (const operation of ["add", "preview"] as const)
      expect(await maker.send(merchantAccountCfg, operation, { ...draft(merchantId), ...wrong })).toMatchObject({
        status: 400,
        bizCode: `merchantAccountCfg.${code}`,
      });
  });

  test.each([
    { settlementDays: 31 },
    { reserveRatio: 500_001 },
    { fxMarkup: 100_001 },
    { withdrawStep: "-1" },
    { cutoffTime: "24:00" },
    { settlementZone: "Mars/Olympus" },
  ])("refuse %o as no input at all", async (wrong) => {
    const { maker, merchantId } = await buildParties();
    expect(await maker.send(merchantAccountCfg, "add", { ...draft(merchantId), ...wrong })).toMatchObject({
      bizCode: "platform.invalidInput",
    });
  });

  test("are the operator's alone; a merchant reads its own", async () => {
    const parties = await buildParties();
    const { place, merchantId } = parties;
    const id = await agree(parties, draft(merchantId));
    const other = await buildMerchant(app, place);
    const member = await buildMerchantUser(app, place, { merchantId, resources: [merchantAccountCfg] });
    expect((await member.call(merchantAccountCfg, "page", {})).items.map((row) => row.id)).toEqual([id]);
    for (const [name, input] of [
      ["add", draft(merchantId)],
      ["approve", { id }],
      ["reject", { id, reason: "r" }],
    ] as const)
      expect(await member.send(merchantAccountCfg, name, input)).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
    expect(await member.send(merchantAccountCfg, "history", { merchantId: other })).toMatchObject({ status: 404 });
    expect(await member.send(merchantAccountCfg, "effective", { merchantId: other })).toMatchObject({ status: 404 });
  });
});

describe("termsInForce", () => {
  test("prefers the currency asked for, and falls back to the merchant's own", async () => {
    const { owner, merchantId } = await buildParties();
    await buildAccountTerms(app, owner, { settlementCurrency: "EUR", settlementDays: 7 });
    await buildAccountTerms(app, owner, { settlementDays: 2 });
    const inCurrency = async (currency: string) =>
      (await termsInForce(app.context(), { merchantId, currency, at: app.clock.now() }))?.settlementDays;
    expect(await inCurrency("EUR")).toBe(7);
    expect(await inCurrency("GBP")).toBe(2);
    expect(await inCurrency("JPY")).toBe(2);
  });

  test("settles by the calendars of the merchant's tenant, whoever asks", async () => {
    const { owner, merchantId, tenantId } = await buildParties();
    await app.platform.db
      .insertInto("businessDays")
      .values({ tenantId, calendar: "US", day: "2026-05-25", name: "Memorial Day", kind: "closed" })
      .execute();
    await buildAccountTerms(app, owner, { settlementZone: "Asia/Shanghai", calendars: ["US"] });
    const terms = await termsInForce(app.context(), { merchantId, at: app.clock.now() });
    if (!terms) throw new Error("no terms");
    expect(settlementDate(Date.parse("2026-05-21T16:30:00Z"), terms.settlement)).toBe("2026-05-28");
    expect(settlementDate(Date.parse("2026-05-21T10:00:00Z"), terms.settlement)).toBe("2026-05-27");
  });
});

describe("merchantAccountCfg.preview", () => {
  test("sets the draft beside the terms in force", async () => {
    const { maker, owner, merchantId } = await buildParties();
    await buildAccountTerms(app, owner);
    const answer = await maker.call(merchantAccountCfg, "preview", {
      ...draft(merchantId),
      settlementDays: 1,
      reserveType: "rolling",
      reserveRatio: 100_000,
      reserveDays: 90,
      withdrawFeeFixed: "500",
    });
    // The test clock starts on a Saturday.
    expect(answer.dates[0]).toEqual({
      captureDay: "2026-11-21",
      before: "2026-11-25",
      after: "2026-11-23",
      beforeTotal: 4,
      afterTotal: 2,
    });
    expect(answer).toMatchObject({
      sample: "100000",
      reserveBefore: "0",
      reserveAfter: "10000",
      withdrawalBefore: "0",
      withdrawalAfter: "500",
    });
    expect(answer.dates.length).toBe(7);
  });
});

describe("a locked rate", () => {
  async function buildRate(rate = "7.1234") {
    const parties = await buildParties();
    await app.platform.db.deleteFrom("fxQuotes").execute();
    await app.platform.db
      .insertInto("rates")
      .values({
        baseCurrency: "USD",
        quoteCurrency: "CNY",
        rate,
        source: "manual",
        effectiveTime: app.clock.now().toISOString(),
        revision: made++,
        fetchTime: app.clock.now().toISOString(),
      } as never)
      .execute();
    await sealRows(app, "rates");
    await buildAccountTerms(app, parties.owner, { settlementCurrency: "CNY", fxMarkup: 6_000 });
    const ask = () =>
      quoteRate(app.context(), {
        merchantId: parties.merchantId,
        mode: "live",
        base: "USD",
        quote: "CNY",
        amount: usd(995_00),
        side: "sellsBase",
        ttlSeconds: 1_800,
      });
    return { ...parties, ask };
  }
  let made = 1;

  test("is the mid rate less the merchant's markup, with what it comes to", async () => {
    const { ask } = await buildRate();
    const quote = await ask();
    expect(formatFxRate(quote.rate, 6)).toBe("7.080660");
    expect(quote.quote.amountMinor).toBe(7_045_26n);
    expect(quote.midValue.amountMinor).toBe(7_087_78n);
  });

  test("is used once, told again to whoever used it, and refused to everybody else", async () => {
    const { ask, merchantId, maker } = await buildRate();
    const { id: quoteId } = await ask();
    expect(await maker.call(merchantAccountCfg, "lockedRate", { merchantId, quoteId })).toMatchObject({ id: quoteId });
    const use = (usedBy: string) => useQuote(app.context(), { merchantId, mode: "live", quoteId, usedBy });
    const answers = await Promise.allSettled(["co_1", "co_2", "co_3"].map(use));
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBe(1);
    const { usedBy } = await app.platform.db
      .selectFrom("fxQuotes")
      .select("usedBy")
      .where("merchantId", "=", merchantId)
      .where("id", "=", quoteId)
      .executeTakeFirstOrThrow();
    expect((await use(usedBy ?? "")).id).toBe(quoteId);
    await expect(use("another")).rejects.toMatchObject({ code: "merchantAccountCfg.quoteUsed" });
    expect(await maker.send(merchantAccountCfg, "lockedRate", { merchantId, quoteId })).toMatchObject({
      status: 409,
      bizCode: "merchantAccountCfg.quoteUsed",
    });
  });

  test("ends, and belongs to its merchant", async () => {
    const { ask, merchantId } = await buildRate();
    const { id: quoteId } = await ask();
    const other = await buildParties();
    await expect(
      useQuote(app.context(), { merchantId: other.merchantId, mode: "live", quoteId, usedBy: "x" }),
    ).rejects.toMatchObject({
      status: 404,
    });
    app.clock.forward(1_800_000);
    await expect(useQuote(app.context(), { merchantId, mode: "live", quoteId, usedBy: "x" })).rejects.toMatchObject({
      code: "merchantAccountCfg.quoteExpired",
    });
    app.clock.forward(-1_800_000);
  });

  test("is of its mode alone, and refused where it is not as it was written", async () => {
    const { ask, merchantId } = await buildRate();
    const { id: quoteId } = await ask();
    const use = (mode: "live" | "test") => useQuote(app.context(), { merchantId, mode, quoteId, usedBy: "x" });
    await expect(use("test")).rejects.toMatchObject({ status: 404 });
    const put = (rate: string) =>
      app.platform.db.updateTable("fxQuotes").set({ rate }).where("id", "=", quoteId).execute();
    const { rate } = await app.platform.db
      .selectFrom("fxQuotes")
      .select("rate")
      .where("id", "=", quoteId)
      .executeTakeFirstOrThrow();
    await put("9.99");
    await expect(use("live")).rejects.toMatchObject({ code: "merchantAccountCfg.quoteAltered" });
    await put(rate);
    expect((await use("live")).id).toBe(quoteId);
  });

  test("is refused where the rate is too old or unknown", async () => {
    const { ask, merchantId } = await buildRate();
    app.clock.forward(5 * day);
    await expect(ask()).rejects.toMatchObject({ code: "sysRate.stale" });
    app.clock.forward(-5 * day);
    const unknown = {
      merchantId,
      mode: "live",
      base: "USD",
      quote: "KWD",
      amount: usd(1),
      side: "sellsBase",
      ttlSeconds: 60,
    } as const;
    await expect(quoteRate(app.context(), unknown)).rejects.toMatchObject({ code: "sysRate.noRate" });
  });
});
