import type { OperationName } from "@countinghouse/contract/kit/resource.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveNew, equip } from "../../../../test/activation.ts";
import { buildTestApp, type TestApp, type TestClient } from "../../../../test/app.ts";
import { buildMerchant, merchantProfile } from "../../../../test/merchants.ts";
import { actorOf, buildOperator, buildOrg, buildRole, buildTenant, buildUser } from "../../../../test/people.ts";
import { callAsRead, sendAsRead } from "../../../../test/two-people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const rights = Object.keys(merchant.operations).map((name) => `merchant:${name}`);
const all = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };

/** A tenant with two operators in scope of all of it, so that each can approve for the other. */
async function buildOffice() {
  const place = await buildTenant(app);
  const operator = async () => app.as(await buildOperator(app, { ...place, permissions: rights, dataScope: 1 }));
  return { ...place, place, maker: await operator(), checker: await operator() };
}

/** A merchant's user with every permission on merchants, even those no role grants. */
async function buildMember(place: { tenantId: number; orgId: number }, merchantId: string | null) {
  const roleId = await buildRole(app, { tenantId: place.tenantId, permissions: rights });
  const userId = await buildUser(app, { ...place, roleIds: [roleId], accountType: AccountType.Member });
  await app.platform.db.updateTable("users").set({ merchantId }).where("id", "=", userId).execute();
  const who = { ...(await actorOf(app, userId)), permissions: new Set(rights) };
  return { ...who, client: app.as(who) };
}

const statusOf = async (client: TestClient, id: string) => (await client.call(merchant, "detail", { id })).status;

async function active(office: { tenantId: number; maker: TestClient; checker: TestClient }) {
  const id = await approveNew(office);
  await equip(app, { tenantId: office.tenantId, merchantId: id });
  await callAsRead(office.maker, merchant, "activate", { id });
  return id;
}

describe("merchant.add and update", () => {
  test("enter a draft with a number, amounts as minor units, a telephone number without blanks, and change it", async () => {
    const { maker, orgId } = await buildOffice();
    const profile = { ...merchantProfile(), country: "gb", expectedMonthlyVolume: "900719925474099312" };
    const id = await maker.call(merchant, "add", profile);
    const row = await maker.call(merchant, "detail", { id });
    expect(row).toMatchObject({ country: "GB", contactPhone: "+442079460000", status: "draft", orgId, version: 1 });
    expect(row).toMatchObject({ expectedMonthlyVolume: "900719925474099312", canPay: false });
    expect(row.merchantNo).toMatch(/^MC20261121[0-9A-Z]{10}$/);
    await maker.call(merchant, "update", { ...profile, id, version: 1, name: "Renamed" });
    expect(await maker.call(merchant, "detail", { id })).toMatchObject({ name: "Renamed", version: 2 });
    expect(await maker.send(merchant, "update", { ...profile, id, version: 1 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });

  test("refuse a registration number that another merchant of the country has, also at the same moment", async () => {
    const { maker } = await buildOffice();
    const profile = merchantProfile();
    const answers = await Promise.all([1, 2].map(() => maker.send(merchant, "add", profile)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ bizCode: "merchant.duplicate" });
    await maker.call(merchant, "add", { ...profile, country: "IE" });
    const id = await maker.call(merchant, "add", merchantProfile());
    expect(await maker.send(merchant, "update", { ...profile, id })).toMatchObject({
      status: 409,
      bizCode: "merchant.duplicate",
    });
  });

  test.each([
    ["country", "England"],
    ["currency", "XYZ"],
    ["mcc", "56"],
    ["timezone", "Mars/Olympus"],
    ["contactPhone", "020 7946"],
    ["contactEmail", "ada"],
    ["website", "javascript:alert(1)"],
    ["website", "http://192.168.1.1/shop"],
    ["website", "https://shop"],
    ["expectedMonthlyVolume", "-1"],
    ["riskLevel", "none"],
  ])("refuse %s as %s", async (field, value) => {
    const { maker } = await buildOffice();
    const answer = await maker.send(merchant, "add", { ...merchantProfile(), [field]: value });
    expect(answer).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
  });

  test("refuse an organisation that the caller does not reach", async () => {
    const { maker } = await buildOffice();
    const { orgId } = await buildTenant(app);
    expect(await maker.send(merchant, "add", { ...merchantProfile(), orgId })).toMatchObject({
      bizCode: "merchant.orgNotYours",
    });
    const id = await maker.call(merchant, "add", merchantProfile());
    expect(await maker.send(merchant, "update", { ...merchantProfile(), id, orgId })).toMatchObject({
      bizCode: "merchant.orgNotYours",
    });
  });

  test("refuse to change a closed merchant", async () => {
    const { maker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    await maker.call(merchant, "withdraw", { id, reason: "Changed their mind" });
    expect(await maker.send(merchant, "update", { ...merchantProfile(), id })).toMatchObject({
      status: 409,
      bizCode: "merchant.notEditable",
    });
  });
});

describe("merchant.submit to activate", () => {
  test("lead to a merchant that may do everything, and tell every step", async () => {
    const office = await buildOffice();
    const id = await active(office);
    expect(await office.maker.call(merchant, "detail", { id })).toMatchObject({ status: "active", ...all });
    const history = await office.maker.call(merchant, "history", { id });
    expect(history.map(({ toStatus }) => toStatus).sort()).toEqual(
      ["active", "approved", "draft", "submitted", "under_review"].sort(),
    );
    expect(history.every(({ userName }) => userName !== null)).toBe(true);
  });

  test("need somebody else to approve than to submit, and somebody else to activate than to approve", async () => {
    const office = await buildOffice();
    const id = await office.maker.call(merchant, "add", merchantProfile());
    await office.maker.call(merchant, "submit", { id });
    await office.maker.call(merchant, "review", { id });
    expect(await sendAsRead(office.maker, merchant, "approve", { id })).toMatchObject({
      status: 403,
      bizCode: "merchant.ownCase",
    });
    await callAsRead(office.checker, merchant, "approve", { id });
    expect(await sendAsRead(office.checker, merchant, "activate", { id })).toMatchObject({
      status: 403,
      bizCode: "merchant.ownApproval",
    });
    expect(await statusOf(office.maker, id)).toBe("approved");
  });

  test("refuse to approve a merchant that is rated prohibited", async () => {
    const { maker, checker } = await buildOffice();
    const id = await maker.call(merchant, "add", { ...merchantProfile(), riskLevel: "prohibited" });
    await maker.call(merchant, "submit", { id });
    await checker.call(merchant, "review", { id });
    expect(await sendAsRead(checker, merchant, "approve", { id })).toMatchObject({ bizCode: "merchant.prohibited" });
  });

  test("pass through a question to the merchant and back", async () => {
    const { maker, checker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    await maker.call(merchant, "submit", { id });
    await checker.call(merchant, "review", { id });
    await checker.call(merchant, "requestInfo", { id, reason: "Proof of address" });
    expect(await maker.call(merchant, "detail", { id })).toMatchObject({
      status: "more_info",
      statusReason: "Proof of address",
    });
    await maker.call(merchant, "resubmit", { id });
    expect(await maker.call(merchant, "detail", { id })).toMatchObject({ status: "under_review", statusReason: null });
  });

  test("happen once when two people press at the same moment", async () => {
    const { maker, checker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    const answers = await Promise.all([maker, checker].map((client) => client.send(merchant, "submit", { id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await maker.call(merchant, "history", { id })).length).toBe(2);
  });
});

describe("merchant.reject and reopen", () => {
  test("keep a rejected merchant waiting for 30 days", async () => {
    const { maker, checker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    await maker.call(merchant, "submit", { id });
    await checker.call(merchant, "review", { id });
    await checker.call(merchant, "reject", { id, reason: "Licence missing" });
    expect(await maker.send(merchant, "reopen", { id })).toMatchObject({ status: 409, bizCode: "merchant.tooEarly" });
    const { rejectTime } = await app.platform.db
      .selectFrom("merchants")
      .select("rejectTime")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const longAgo = new Date(Date.parse(rejectTime ?? "") - 30 * 86_400_000).toISOString();
    await app.platform.db.updateTable("merchants").set({ rejectTime: longAgo }).where("id", "=", id).execute();
    await maker.call(merchant, "reopen", { id });
    expect(await statusOf(maker, id)).toBe("draft");
  });
});

describe("merchant.suspend, resume and close", () => {
  test("take some things away, give them back, and end new orders", async () => {
    const office = await buildOffice();
    const id = await active(office);
    expect(await office.maker.send(merchant, "suspend", { id, ...all, reason: "r" })).toMatchObject({
      bizCode: "merchant.nothingTaken",
    });
    await office.maker.call(merchant, "suspend", { id, ...all, canPayout: false, reason: "Card testing" });
    expect(await office.maker.call(merchant, "detail", { id })).toMatchObject({
      status: "suspended",
      ...all,
      canPayout: false,
      statusReason: "Card testing",
    });
    await office.maker.call(merchant, "suspend", { id, reason: "More of it" });
    expect(await office.maker.call(merchant, "detail", { id })).toMatchObject({ canPay: false, canRefund: true });
    await office.checker.call(merchant, "resume", { id, reason: "Cleared" });
    expect(await office.maker.call(merchant, "detail", { id })).toMatchObject({ status: "active", ...all });
    await office.maker.call(merchant, "close", { id, reason: "Contract ended" });
    expect(await office.maker.call(merchant, "detail", { id })).toMatchObject({
      status: "closing",
      canPay: false,
      canRefund: true,
    });
  });
});

describe("a step that the state does not allow", () => {
  const steps: readonly OperationName<typeof merchant>[] = [
    "review",
    "requestInfo",
    "resubmit",
    "approve",
    "reject",
    "reopen",
    "activate",
    "suspend",
    "resume",
    "close",
  ];
  test.each(steps)("%s is refused and changes nothing", async (step) => {
    const { maker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    expect(await sendAsRead(maker, merchant, step, { id, reason: "r" })).toMatchObject({
      status: 409,
      bizCode: "platform.wrongState",
    });
    expect(await maker.call(merchant, "detail", { id })).toMatchObject({ status: "draft", version: 1 });
  });

  test("is told with the words of the caller's language", async () => {
    const { maker } = await buildOffice();
    const id = await maker.call(merchant, "add", merchantProfile());
    const { body } = await sendAsRead(maker, merchant, "approve", { id }, { locale: "zh-tw" });
    expect(body.message).toBe("目前狀態為「草稿」，無法執行「核准」。");
  });
});

describe("merchant.page and list", () => {
  test("show a department its own merchants and those it entered, filtered and searched", async () => {
    const place = await buildTenant(app);
    const other = await buildOrg(app, { tenantId: place.tenantId, pid: place.orgId });
    const who = await buildOperator(app, { ...place, permissions: rights, dataScope: 3 });
    await buildMerchant(app, { ...place, orgId: other, name: "Elsewhere" });
    const mine = await buildMerchant(app, { ...place, name: "50%_off", status: "submitted" });
    const client = app.as(who);
    expect((await client.call(merchant, "page", {})).items.map(({ id }) => id)).toEqual([mine]);
    expect((await client.call(merchant, "page", { status: ["draft"] })).items).toEqual([]);
    expect((await client.call(merchant, "page", { name: "%_O", country: ["GB"], mcc: "5691" })).total).toBe(1);
    expect((await client.call(merchant, "list", { keyword: "%_O" })).map(({ id }) => id)).toEqual([mine]);
    expect(await client.call(merchant, "list", { keyword: "else" })).toEqual([]);
    const { contactEmail } = await client.call(merchant, "detail", { id: mine });
    const byMail = async (keyword: string) => (await client.call(merchant, "list", { keyword })).map(({ id }) => id);
    expect(await byMail(contactEmail.toUpperCase())).toContain(mine);
    expect(await byMail(contactEmail.slice(0, -2))).toEqual([]);
  });
});

describe("somebody who signs in for a merchant", () => {
  test("finds that merchant and no other, whatever the role says", async () => {
    const office = await buildOffice();
    const own = await buildMerchant(app, office.place);
    const theirs = await buildMerchant(app, office.place);
    const { client } = await buildMember(office.place, own);
    expect((await client.call(merchant, "page", {})).items.map(({ id }) => id)).toEqual([own]);
    expect((await client.call(merchant, "list", {})).map(({ id }) => id)).toEqual([own]);
    for (const [name, input] of [
      ["detail", {}],
      ["history", {}],
      ["update", merchantProfile()],
      ["submit", {}],
      ["resubmit", {}],
      ["reopen", {}],
    ] as const)
      expect(await client.send(merchant, name, { ...input, id: theirs })).toMatchObject({
        status: 404,
        bizCode: "platform.notFound",
      });
  });

  test("hands its own case in and answers questions, but decides nothing about itself", async () => {
    const office = await buildOffice();
    const id = await buildMerchant(app, { ...office.place, riskLevel: "high" });
    const { client, account } = await buildMember(office.place, id);
    await client.call(merchant, "update", { ...merchantProfile(), id, riskLevel: "low" });
    const kept = await office.maker.call(merchant, "detail", { id });
    expect(kept).toMatchObject({ riskLevel: "high", orgId: office.orgId });
    await client.call(merchant, "submit", { id });
    expect(await client.send(merchant, "update", { ...merchantProfile(), id })).toMatchObject({
      bizCode: "merchant.notEditable",
    });
    const decisions = [
      "review",
      "requestInfo",
      "approve",
      "reject",
      "activate",
      "suspend",
      "resume",
      "close",
      "withdraw",
    ];
    for (const name of decisions as OperationName<typeof merchant>[])
      expect(await client.send(merchant, name, { id, reason: "r", account }), name).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
    expect(await client.send(merchant, "add", merchantProfile())).toMatchObject({ bizCode: "platform.operatorOnly" });
    expect(await statusOf(client, id)).toBe("submitted");
  });

  test("sees nothing at all without a merchant", async () => {
    const office = await buildOffice();
    await buildMerchant(app, office.place);
    const { client } = await buildMember(office.place, null);
    expect((await client.call(merchant, "page", {})).total).toBe(0);
  });
});
