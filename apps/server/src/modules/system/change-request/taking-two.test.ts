import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { routing } from "@countinghouse/contract/gateways/routing/routing.ts";
import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { changeRequest } from "@countinghouse/contract/system/change-request/change-request.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { type BuiltGateway, buildGateway } from "../../../../test/gateways.ts";
import { buildMerchant } from "../../../../test/merchants.ts";
import { because, buildDeciders } from "../../../../test/two-people.ts";
import type { Actor } from "../../../platform/access/actor.ts";

const operations = [
  [gatewayAccount, "update"],
  [gatewayAccount, "detail"],
  [gatewayAccount, "renewWebhookUrl"],
  [routing, "update"],
  [upstreamGateway, "update"],
] as const;

let app: TestApp;
let maker: Actor;
let checker: Actor;
let live: BuiltGateway;
let trial: BuiltGateway;
let merchantId: string;
beforeAll(async () => {
  app = await buildTestApp();
  [maker, checker] = (await buildDeciders(app, 2, operations)) as [Actor, Actor];
  live = await buildGateway(app, { tenantId: 1, mode: "live" });
  trial = await buildGateway(app, { tenantId: 1, mode: "test" });
  merchantId = await buildMerchant(app, { tenantId: 1, orgId: 1 });
});
afterAll(() => app.close());

const idOf = ({ body }: Answer): string => (body.result as { changeRequestId: string }).changeRequestId;
const approve = (id: string) => app.as(checker).send(changeRequest, "approve", { id });
const accountOf = (id: string) =>
  app.platform.db.selectFrom("gatewayAccounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The whole input of a change, with some members replaced. */
async function change(id: string, parts: object) {
  const { name, upstreamMid, currencies, settlementCurrency, version } = await accountOf(id);
  const input = { id, version, name, upstreamMid, currencies, settlementCurrency, ...parts };
  return app.as(maker).send(gatewayAccount, "update", input, because("agreed with the bank"));
}

describe("gatewayAccount.update", () => {
  test("takes two people where it steers money of a live account, and one otherwise", async () => {
    expect((await change(trial.gatewayAccountId, { weight: 7 })).status).toBe(200);
    expect((await change(live.gatewayAccountId, { remark: "called them" })).status).toBe(200);
    const asked = await change(live.gatewayAccountId, { weight: 7, upstreamMid: "another-mid" });
    expect(asked.status).toBe(202);
    expect((await accountOf(live.gatewayAccountId)).weight).not.toBe(7);
    const { changes } = await app.as(checker).call(changeRequest, "detail", { id: idOf(asked) });
    expect(changes).toMatchObject([{ after: { weight: 7, upstreamMid: "another-mid" } }]);
    expect((await approve(idOf(asked))).status).toBe(200);
    expect(await accountOf(live.gatewayAccountId)).toMatchObject({ weight: 7, upstreamMid: "another-mid" });
  });

  test("is overtaken by any other change of the same version", async () => {
    const asked = await change(live.gatewayAccountId, { weight: 9 });
    expect((await change(live.gatewayAccountId, { remark: "meanwhile" })).status).toBe(200);
    expect((await approve(idOf(asked))).bizCode).toBe("changeRequest.overtaken");
    expect((await accountOf(live.gatewayAccountId)).weight).toBe(7);
  });
});

describe("gatewayAccount.renewWebhookUrl", () => {
  test("shows the secret part of an address to nobody: not in lists, details, tables or logs", async () => {
    const id = live.gatewayAccountId;
    const { version, webhookToken } = await accountOf(id);
    const asked = await app.as(maker).send(gatewayAccount, "renewWebhookUrl", { id, version }, because("leaked"));
    const { result } = await app.as(checker).send(changeRequest, "detail", { id: idOf(asked) });
    expect(result.changes).toMatchObject([
      { before: { webhookToken: "[redacted]" }, after: { webhookToken: "[redacted]" } },
    ]);
    expect((await approve(idOf(asked))).status).toBe(200);
    const renewed = (await accountOf(id)).webhookToken;
    expect(renewed).not.toBe(webhookToken);
    const kept = JSON.stringify([
      await app.platform.db.selectFrom("changeRequests").selectAll().execute(),
      await app.platform.db.selectFrom("auditEntries").selectAll().execute(),
      await app.platform.db.selectFrom("outboxEvents").selectAll().execute(),
      (await app.as(checker).send(changeRequest, "page", {})).body,
    ]);
    for (const secret of [webhookToken, renewed]) expect(kept).not.toContain(secret);
  });
});

describe("routing.update", () => {
  test("takes two people for live orders, and one for tests", async () => {
    const terms = { merchantId, strategy: "least_cost", rules: [], fallbackAccountIds: [] } as const;
    expect((await app.as(maker).send(routing, "update", { ...terms, mode: "test" })).status).toBe(200);
    const asked = await app.as(maker).send(routing, "update", { ...terms, mode: "live" }, because("cheaper"));
    expect(asked.status).toBe(202);
    expect((await approve(idOf(asked))).status).toBe(200);
    const rows = await app.platform.db
      .selectFrom("merchantRoutings")
      .select(["createUserId", "createUserName"])
      .execute();
    // Created by the requester; the approver is recorded in the request and in the audit trail.
    expect(rows).toEqual(Array(2).fill({ createUserId: maker.userId, createUserName: maker.realName }));
  });
});

describe("upstreamGateway.update", () => {
  test("takes two people where live traffic would go elsewhere", async () => {
    const { db } = app.platform;
    const row = await db
      .selectFrom("upstreamGateways")
      .selectAll()
      .where("id", "=", live.upstreamGatewayId)
      .executeTakeFirstOrThrow();
    const input = { id: row.id, version: row.version, name: row.name, connector: "airwallex" };
    const send = (parts: object) =>
      app.as(maker).send(upstreamGateway, "update", { ...input, ...parts }, because("moved"));
    const asked = await send({ baseUrlLive: "https://api.airwallex.com" });
    expect([asked.status, asked.bizCode]).toEqual([202, "platform.sentForApproval"]);
    const now = db.selectFrom("upstreamGateways").select("baseUrlLive").where("id", "=", row.id);
    expect((await now.executeTakeFirstOrThrow()).baseUrlLive).toBe(row.baseUrlLive);
  });
});
