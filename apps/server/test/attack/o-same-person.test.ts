import { merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { sysLogVis } from "@countinghouse/contract/logs/log-vis/log-vis.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { equip } from "../activation.ts";
import { actor, buildTestApp, type TestApp, type TestClient } from "../app.ts";
import { buildGateway } from "../gateways.ts";
import { buildMerchant, merchantProfile } from "../merchants.ts";
import { buildTenant, buildUser } from "../people.ts";

type Place = Awaited<ReturnType<typeof buildTenant>>;
interface Stage {
  readonly place: Place;
  /** Two accounts of one person, and one of somebody else. */
  readonly asker: TestClient;
  readonly other: TestClient;
}

let app: TestApp;
let place: Place;
let asker: TestClient;
let twin: TestClient;
let other: TestClient;

beforeAll(async () => {
  app = await buildTestApp();
  place = await buildTenant(app);
  const scope = { tenantId: place.tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  const sign = async (email: string) => {
    const userId = await buildUser(app, { ...place });
    await app.platform.db.updateTable("users").set({ email }).where("id", "=", userId).execute();
    return app.as(actor({ ...place, scope, userId, provenAt: app.clock.now() }));
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
    return (by) => by.send(merGatewayAccountCfg, "approve", { id });
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
    return (by) => by.send(merchant, "approve", { id });
  },
  "the activation of a merchant": async ({ asker, other, place: { tenantId } }) => {
    const id = await asker.call(merchant, "add", merchantProfile());
    await other.call(merchant, "submit", { id });
    await other.call(merchant, "review", { id });
    await asker.call(merchant, "approve", { id });
    await equip(app, { tenantId, merchantId: id });
    return (by) => by.send(merchant, "activate", { id });
  },
};

describe("a person with two accounts", () => {
  test.each(Object.entries(decisions))("does not decide about %s by the second one", async (_what, prepare) => {
    const decide = await prepare({ place, asker, other });
    expect(await decide(twin)).toMatchObject({ status: 403, bizCode: "platform.samePerson" });
    expect((await decide(other)).status).toBe(200);
  });
});
