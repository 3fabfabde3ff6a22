import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { sysUser } from "@countinghouse/contract/system/user/user.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../src/platform/access/actor.ts";
import { equip } from "../activation.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildGateway } from "../gateways.ts";
import { buildMerchant, merchantProfile } from "../merchants.ts";
import { buildOperator, buildTenant, buildUser } from "../people.ts";
import { callAsRead, sendAsRead } from "../two-people.ts";

type Place = Awaited<ReturnType<typeof buildTenant>>;
interface Stage {
  readonly place: Place;
  /** Two accounts of one person, and one of somebody else. */
  readonly asker: TestClient;
  readonly other: TestClient;
}

let app: TestApp;
let place: Place;
type Person = TestClient & { readonly userId: number; readonly caller: Actor };
let asker: Person;
let twin: Person;
let other: Person;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  const scope = { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  const sign = async (email: string) => {
    const userId = await buildUser(app, { ...place, accountType: AccountType.SuperAdmin });
    await app.platform.db.updateTable("users").set({ email }).where("id", "=", userId).execute();
    const caller = actor({ ...place, scope, userId, provenAt: app.clock.now() });
    return { ...app.as(caller), caller, userId };
  };
  [asker, twin, other] = [
    await sign("Robin@House.example"),
    await sign("robin@house.example "),
    await sign("kim@house.example"),
  ];
});
afterAll(() => app.close());

const reason = "r";

/** Everything that one person asks for and another one decides, each up to where it is decided. */
const decisions: Readonly<
  Record<string, (stage: Stage) => Promise<(by: TestClient) => ReturnType<TestClient["send"]>>>
> = {
  "an adjustment of a balance": async ({ asker, place }) => {
    const merchantId = await buildMerchant(app, place);
    const adjustment = { merchantId, book: "live", currency: "USD", amount: "900", reason, evidence: "T-1" } as const;
    const { id } = await asker.call(merchantBalance, "adjust", adjustment);
    return (by) => by.send(merchantBalance, "approve", { merchantId, id });
  },
  "the clearing of the visit log": async ({ asker, place: { tenantId } }) => {
    await app.platform.db.deleteFrom("visitClearings").execute();
    const createTime = app.clock.now().toISOString();
    await app.platform.db
      .insertInto("visits")
      .values({ tenantId, visitType: 1, status: "200", account: "lin", createTime })
      .execute();
    await asker.call(sysLogVis, "clear", {});
    const { id } = (await asker.call(sysLogVis, "clearing", {})) ?? { id: "" };
    return (by) => by.send(sysLogVis, "approveClear", { id });
  },
  "credentials of a live account": async ({ asker, place: { tenantId } }) => {
    const { gatewayAccountId: id } = await buildGateway(app, { tenantId, mode: "live" });
    const changeId = await asker.call(gatewayAccount, "setCredentials", { id, values: { apiKey: "sk_new" }, reason });
    return (by) => by.send(gatewayAccount, "approveCredentials", { id, changeId: changeId ?? "" });
  },
  "a live binding": async ({ asker, place }) => {
    const merchantId = await buildMerchant(app, place);
    const { gatewayAccountId } = await buildGateway(app, { tenantId: place.tenantId, mode: "live" });
    const routing = { priority: 10, weight: 40, currencies: ["USD"], limits: [] };
    const { id } = await asker.call(merGatewayAccountCfg, "add", { ...routing, merchantId, gatewayAccountId });
    return (by) => sendAsRead(by, merGatewayAccountCfg, "approve", { id });
  },
  "a fee rule": async ({ asker, place }) => {
    const merchantId = await buildMerchant(app, place);
    const id = await asker.call(merPaymentMethodCfg, "add", { merchantId, percent: 2 } as never);
    return (by) => by.send(merPaymentMethodCfg, "approve", { id });
  },
  "terms of an account": async ({ asker, place }) => {
    const merchantId = await buildMerchant(app, place);
    const terms = { merchantId, settlementCurrency: "GBP", settlementZone: "Europe/London", settlementDays: 3 };
    const id = await asker.call(merchantAccountCfg, "add", terms);
    return (by) => by.send(merchantAccountCfg, "approve", { id });
  },
  "a merchant's case": async ({ asker }) => {
    const id = await asker.call(merchant, "add", merchantProfile());
    await asker.call(merchant, "submit", { id });
    await asker.call(merchant, "review", { id });
    return (by) => sendAsRead(by, merchant, "approve", { id });
  },
  "the activation of a merchant": async ({ asker, other, place: { tenantId } }) => {
    const id = await asker.call(merchant, "add", merchantProfile());
    await other.call(merchant, "submit", { id });
    await other.call(merchant, "review", { id });
    await callAsRead(asker, merchant, "approve", { id });
    await equip(app, { tenantId, merchantId: id });
    return (by) => sendAsRead(by, merchant, "activate", { id });
  },
};

const setStatus = (who: Person, status: 1 | 2) =>
  app.platform.db.updateTable("users").set({ status }).where("id", "=", who.userId).execute();

describe("a person with two accounts", () => {
  test.each(Object.entries(decisions))("does not decide about %s by the second one", async (_what, prepare) => {
    const decide = await prepare({ place, asker, other });
    expect(await decide(twin)).toMatchObject({ status: 403, bizCode: "platform.samePerson" });
    expect((await decide(other)).status).toBe(200);
  });
});

describe("what somebody asked for whose account was disabled since", () => {
  const { "the activation of a merchant": activation, ...asked } = decisions;

  test.each(Object.entries(asked))("is not carried out: %s", async (_what, prepare) => {
    const decide = await prepare({ place, asker, other });
    await setStatus(asker, 2);
    expect(await decide(other)).toMatchObject({ status: 409, bizCode: "platform.askerGone" });
    await setStatus(asker, 1);
    expect((await decide(other)).status).toBe(200);
  });

  test("is carried out where it was a decision, and nothing that was asked for", async () => {
    const decide = await activation?.({ place, asker, other });
    await setStatus(asker, 2);
    expect((await decide?.(other))?.status).toBe(200);
    await setStatus(asker, 1);
  });
});

describe("a decision", () => {
  test("about a merchant's case is about the case as it was read, and says which", async () => {
    const id = await asker.call(merchant, "add", merchantProfile());
    await asker.call(merchant, "submit", { id });
    await asker.call(merchant, "review", { id });
    const { version } = await other.call(merchant, "detail", { id });
    await asker.call(merchant, "update", { ...merchantProfile(), id, version });
    expect((await other.send(merchant, "approve", { id, version })).bizCode).toBe("platform.stale");
    expect((await other.send(merchant, "approve", { id })).status).toBe(400);
    await callAsRead(other, merchant, "approve", { id });
    expect((await asker.send(merchant, "activate", { id, version })).bizCode).toBe("platform.stale");
  });

  test("about a live binding is about the change as it was read, and says which", async () => {
    const merchantId = await buildMerchant(app, place);
    const { gatewayAccountId } = await buildGateway(app, { tenantId: place.tenantId, mode: "live" });
    const routing = { priority: 10, weight: 40, currencies: ["USD"], limits: [] };
    const { id } = await asker.call(merGatewayAccountCfg, "add", { ...routing, merchantId, gatewayAccountId });
    const { version } = await other.call(merGatewayAccountCfg, "detail", { id });
    await callAsRead(asker, merGatewayAccountCfg, "reject", { id, reason });
    await asker.call(merGatewayAccountCfg, "update", { id, ...routing, weight: 100 });
    expect((await other.send(merGatewayAccountCfg, "approve", { id, version })).bizCode).toBe("platform.stale");
    expect((await other.send(merGatewayAccountCfg, "approve", { id })).status).toBe(400);
    await callAsRead(other, merGatewayAccountCfg, "approve", { id });
  });
});

describe("somebody who changed the account of whoever asked", () => {
  test("decides nothing of it for a day", async () => {
    const merchantId = await buildMerchant(app, place);
    const adjustment = { merchantId, book: "live", currency: "USD", amount: "900", reason, evidence: "T-1" } as const;
    const clerk = await buildOperator(app, { ...place, permissions: ["merchantBalance:adjust"], dataScope: 1 });
    await other.call(sysUser, "setStatus", { id: clerk.userId, status: 1 });
    const { id } = await app.as({ ...clerk, provenAt: app.clock.now() }).call(merchantBalance, "adjust", adjustment);
    expect((await other.send(merchantBalance, "approve", { merchantId, id })).bizCode).toBe("platform.entangled");
    app.clock.forward(24 * 3_600_000 + 1);
    const later = app.as({ ...other.caller, provenAt: app.clock.now() });
    expect((await later.send(merchantBalance, "approve", { merchantId, id })).status).toBe(200);
  });
});

describe("somebody who made an access key that acts for a colleague", () => {
  test("decides nothing that the colleague asks for, and the colleague nothing of theirs", async () => {
    const merchantId = await buildMerchant(app, place);
    const adjustment = { merchantId, book: "live", currency: "USD", amount: "900", reason, evidence: "T-1" } as const;
    const clerk = await buildOperator(app, { ...place, permissions: ["merchantBalance:adjust"], dataScope: 1 });
    const fresh = (caller: Actor) => app.as({ ...caller, provenAt: app.clock.now() });
    const key = await fresh(other.caller).call(sysOpenAccess, "add", { name: "K", bindUserId: clerk.userId });
    const { id } = await fresh(clerk).call(merchantBalance, "adjust", adjustment);
    const approve = (caller: Actor) => fresh(caller).send(merchantBalance, "approve", { merchantId, id });
    await fresh(other.caller).call(sysOpenAccess, "delete", { id: key.id });
    app.clock.forward(25 * 3_600_000);
    expect((await approve(other.caller)).bizCode).toBe("platform.entangled");
    expect((await approve(asker.caller)).status).toBe(200);
  });

  test("neither by a key that somebody else made, once its secret is made anew or it is bound to the colleague", async () => {
    const merchantId = await buildMerchant(app, place);
    const adjustment = { merchantId, book: "live", currency: "USD", amount: "900", reason, evidence: "T-1" } as const;
    const clerk = await buildOperator(app, { ...place, permissions: ["merchantBalance:adjust"], dataScope: 1 });
    const fresh = (caller: Actor) => app.as({ ...caller, provenAt: app.clock.now() });
    const key = await fresh(asker.caller).call(sysOpenAccess, "add", { name: "K", bindUserId: clerk.userId });
    const { version } = await fresh(other.caller).call(sysOpenAccess, "detail", { id: key.id });
    await fresh(other.caller).call(sysOpenAccess, "secret", { id: key.id, version });
    app.clock.forward(25 * 3_600_000);
    const { id } = await fresh(clerk).call(merchantBalance, "adjust", adjustment);
    const approve = (caller: Actor) => fresh(caller).send(merchantBalance, "approve", { merchantId, id });
    expect((await approve(other.caller)).bizCode).toBe("platform.entangled");
    expect((await approve(asker.caller)).bizCode).toBe("platform.entangled");
  });
});
