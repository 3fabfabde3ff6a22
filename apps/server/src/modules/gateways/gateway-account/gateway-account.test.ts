import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant, buildUser } from "../../../../test/people.ts";
import { openGatewayAccount } from "./index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ environment: { COUNTINGHOUSE_PUBLIC_URL: "https://pay.house.example/" } });
});
afterAll(() => app.close());

async function buildDesk(parts: Partial<Parameters<typeof buildGateway>[1]> = {}) {
  const { tenantId, orgId } = await buildTenant(app);
  const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  const person = async (realName: string) => {
    const userId = await buildUser(app, { tenantId, orgId, accountType: AccountType.SuperAdmin });
    return app.as(actor({ tenantId, orgId, scope, userId, realName }));
  };
  const built = await buildGateway(app, { tenantId, ...parts });
  const [maker, checker] = [await person("Maker"), await person("Checker")];
  return { ...built, tenantId, id: built.gatewayAccountId, maker, checker };
}

const wanted = { name: "Second", upstreamMid: "mid_2", currencies: ["usd", "EUR", "USD"], settlementCurrency: "USD" };

describe("gatewayAccount.add", () => {
  test("starts switched off, in the gateway's mode, under a number and an address of its own", async () => {
    const { maker, gatewayId } = await buildDesk({ mode: "live" });
    const id = await maker.call(gatewayAccount, "add", { ...wanted, gatewayId });
    const account = await maker.call(gatewayAccount, "detail", { id });
    expect(account).toMatchObject({
      accountNo: expect.stringMatching(/^GA20261121/),
      mode: "live",
      status: "disabled",
      currencies: ["USD", "EUR"],
      isComplete: false,
      health: "healthy",
      webhookUrl: expect.stringMatching(/^https:\/\/pay\.house\.example\/hooks\/gateway\/[A-Za-z0-9_-]{43}$/),
    });
    expect(account.credentials.map(({ name, setTime }) => [name, setTime])).toEqual([
      ["apiKey", null],
      ["webhookSecret", null],
    ]);
  });

  test("refuses a merchant number that the gateway has already, at the field", async () => {
    const { maker, gatewayId } = await buildDesk();
    const answer = await maker.send(gatewayAccount, "add", { ...wanted, gatewayId, upstreamMid: "sim_main" });
    expect(answer).toMatchObject({ status: 409, bizCode: "gatewayAccount.duplicate" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "upstreamMid" }]);
  });

  test("refuses a merchant more calls at once than all have together, at the field", async () => {
    const { maker, gatewayId } = await buildDesk();
    const wrong = { ...wanted, gatewayId, inFlightMax: 10, merchantInFlightMax: 11 };
    const answer = await maker.send(gatewayAccount, "add", wrong);
    expect(answer).toMatchObject({ status: 400, bizCode: "gatewayAccount.shareTooLarge" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "merchantInFlightMax" }]);
    const id = await maker.call(gatewayAccount, "add", { ...wrong, merchantInFlightMax: 10, queueSeconds: 5 });
    expect(await maker.call(gatewayAccount, "detail", { id })).toMatchObject({ inFlightMax: 10, queueSeconds: 5 });
  });

  test.each([
    { inFlightMax: 0 },
    { queueSeconds: 61 },
    { currencies: [] },
    { currencies: ["XXX"] },
    { mccs: ["12"] },
    { limits: [{ currency: "USD", min: "10", max: "9", dailyAmount: null, dailyCount: null, monthlyAmount: null }] },
    {
      limits: [1, 2].map(() => ({
        currency: "USD",
        min: null,
        max: null,
        dailyAmount: null,
        dailyCount: null,
        monthlyAmount: null,
      })),
    },
  ])("refuses %o", async (wrong) => {
    const { maker, gatewayId } = await buildDesk();
    expect(await maker.send(gatewayAccount, "add", { ...wanted, gatewayId, ...wrong })).toMatchObject({
      status: 400,
      bizCode: "platform.invalidInput",
    });
  });
});

describe("gatewayAccount.setStatus", () => {
  test("refuses to enable an account without its credentials, by their names", async () => {
    const { maker, id } = await buildDesk({ credentials: {}, account: { status: "disabled" } });
    expect(await maker.send(gatewayAccount, "setStatus", { id, status: "enabled" })).toMatchObject({
      status: 409,
      bizCode: "gatewayAccount.credentialsMissing",
      body: { message: expect.stringContaining("apiKey") },
    });
    await maker.call(gatewayAccount, "setCredentials", { id, values: { apiKey: "sk_1" }, reason: "first" });
    await maker.call(gatewayAccount, "setStatus", { id, status: "enabled" });
    await maker.call(gatewayAccount, "setStatus", { id, status: "draining" });
  });
});

describe("gatewayAccount.setCredentials", () => {
  test("of a test account applies at once and keeps what was not sent", async () => {
    const { maker, id } = await buildDesk({ credentials: { apiKey: "old", webhookSecret: "hook" } });
    expect(
      await maker.call(gatewayAccount, "setCredentials", { id, values: { apiKey: "new" }, reason: "rotation" }),
    ).toBeNull();
    expect(await openGatewayAccount(app.platform, id)).toMatchObject({
      credentials: { apiKey: "new" },
      webhookSecret: "hook",
    });
  });

  test("of a live account waits for somebody else, who sees what would change and not what it is", async () => {
    const { maker, checker, id } = await buildDesk({ mode: "live", credentials: { apiKey: "old" } });
    const changeId = await maker.call(gatewayAccount, "setCredentials", {
      id,
      values: { apiKey: "sk_fresh_1" },
      reason: "rotation",
    });
    if (!changeId) throw new Error("a live account changed without a second person");
    expect((await openGatewayAccount(app.platform, id)).credentials).toEqual({ apiKey: "old" });
    const seen = await checker.call(gatewayAccount, "detail", { id });
    expect(seen.change).toMatchObject({ id: changeId, names: ["apiKey"], createUserName: "Maker", isOwn: false });
    expect(JSON.stringify(seen)).not.toContain("sk_fresh_1");
    expect(await maker.send(gatewayAccount, "approveCredentials", { id, changeId })).toMatchObject({
      status: 403,
      bizCode: "gatewayAccount.ownChange",
    });
    await checker.call(gatewayAccount, "approveCredentials", { id, changeId });
    expect((await openGatewayAccount(app.platform, id)).credentials).toEqual({ apiKey: "sk_fresh_1" });
    expect((await maker.call(gatewayAccount, "detail", { id })).change).toBeNull();
    const { sealed } = await app.platform.db
      .selectFrom("credentialChanges")
      .select("sealed")
      .where("id", "=", changeId)
      .executeTakeFirstOrThrow();
    expect(sealed).toBeNull();
  });

  test("refuses a second change while one waits, and to decide one twice", async () => {
    const { maker, checker, id } = await buildDesk({ mode: "live" });
    const values = { apiKey: "x" };
    const changeId = (await maker.call(gatewayAccount, "setCredentials", { id, values, reason: "one" })) ?? "";
    expect(await checker.send(gatewayAccount, "setCredentials", { id, values, reason: "two" })).toMatchObject({
      status: 409,
      bizCode: "gatewayAccount.changePending",
    });
    expect(await checker.send(gatewayAccount, "withdrawCredentials", { id, changeId })).toMatchObject({
      status: 403,
      bizCode: "gatewayAccount.notOwnChange",
    });
    await checker.call(gatewayAccount, "rejectCredentials", { id, changeId, reason: "wrong key" });
    for (const [operation, input] of [
      ["approveCredentials", {}],
      ["rejectCredentials", { reason: "again" }],
      ["withdrawCredentials", {}],
    ] as const)
      expect(await checker.send(gatewayAccount, operation, { id, changeId, ...input })).toMatchObject({
        status: 409,
        bizCode: "gatewayAccount.changeDecided",
      });
    const next = (await maker.call(gatewayAccount, "setCredentials", { id, values, reason: "three" })) ?? "";
    await maker.call(gatewayAccount, "withdrawCredentials", { id, changeId: next });
  });

  test("lets only one of two approvals at the same moment succeed", async () => {
    const { maker, checker, id } = await buildDesk({ mode: "live" });
    const changeId = await maker.call(gatewayAccount, "setCredentials", { id, values: { apiKey: "x" }, reason: "r" });
    const answers = await Promise.all(
      [1, 2].map(() => checker.send(gatewayAccount, "approveCredentials", { id, changeId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("refuses a name that the provider does not ask for, and nothing at all", async () => {
    const { maker, id } = await buildDesk();
    const send = (values: object) => maker.send(gatewayAccount, "setCredentials", { id, values, reason: "r" });
    expect(await send({ password: "x" })).toMatchObject({ status: 400, bizCode: "gatewayAccount.credentialUnknown" });
    expect(await send({})).toMatchObject({ status: 400, bizCode: "gatewayAccount.nothingSet" });
    expect(await send({ apiKey: "" })).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
  });

  test("needs a factor proven lately", async () => {
    const { id, tenantId } = await buildDesk();
    const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
    const stale = app.as(actor({ tenantId, scope, provenAt: null }));
    expect(
      await stale.send(gatewayAccount, "setCredentials", { id, values: { apiKey: "x" }, reason: "r" }),
    ).toMatchObject({ bizCode: "platform.stepUpRequired" });
  });
});

describe("a credential", () => {
  test("leaves by no operation and lies in the clear in no row of the database", async () => {
    const { maker, checker, id } = await buildDesk({ mode: "live", credentials: {} });
    const secret = "sk_canary_5529_do_not_leak";
    const values = { apiKey: secret, webhookSecret: `${secret}_hook` };
    const changeId = await maker.call(gatewayAccount, "setCredentials", { id, values, reason: "setup" });
    await checker.call(gatewayAccount, "approveCredentials", { id, changeId: changeId ?? "" });
    const answers = [
      await maker.send(gatewayAccount, "page", {}),
      await maker.send(gatewayAccount, "list", {}),
      await maker.send(gatewayAccount, "detail", { id }),
      await maker.send(gatewayAccount, "setCredentials", { id, values, reason: "again" }),
      await maker.send(gatewayAccount, "export", {
        format: "csv",
        columns: Object.keys(gatewayAccount.record.shape),
        filter: {},
      }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/canary|"sealed"|v1\.[0-9a-f]{12}\./);
    }
    const { rows: tables } = await sql<{ name: string }>`
      SELECT c.relname AS name FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         AND has_table_privilege(c.oid, 'SELECT')`.execute(app.platform.db);
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const { rows } = await sql<{ hits: number }>`
        SELECT count(*) AS hits FROM ${sql.table(name)} t WHERE t::text LIKE '%canary%'`.execute(app.platform.db);
      expect([name, rows[0]?.hits]).toEqual([name, 0]);
    }
  });

  test("is named in the audit record, and so is who set it and why", async () => {
    const { maker, id } = await buildDesk();
    await maker.call(gatewayAccount, "setCredentials", {
      id,
      values: { apiKey: "audited" },
      reason: "yearly rotation",
    });
    const entry = await app.platform.db
      .selectFrom("auditEntries")
      .selectAll()
      .where("operation", "=", "gatewayAccount.setCredentials")
      .where("reason", "=", "yearly rotation")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actorName: "Maker", input: { id, values: "[redacted]" } });
    expect(entry.changes).toMatchObject([{ table: "gatewayCredentials", id, after: { set: ["apiKey"] } }]);
  });
});

describe("gatewayAccount.page", () => {
  test("shows no part of the secret address, in rows or in an audit record", async () => {
    const { maker, id } = await buildDesk();
    const { webhookUrl } = await maker.call(gatewayAccount, "detail", { id });
    const token = webhookUrl.split("/").at(-1) ?? "?";
    expect(JSON.stringify(await maker.call(gatewayAccount, "page", {}))).not.toContain(token);
    await maker.call(gatewayAccount, "renewWebhookUrl", { id });
    const renewed = (await maker.call(gatewayAccount, "detail", { id })).webhookUrl;
    expect(renewed).not.toBe(webhookUrl);
    const audit = await app.platform.db.selectFrom("auditEntries").select("changes").execute();
    expect(JSON.stringify(audit)).not.toContain(renewed.split("/").at(-1));
  });

  test("filters by gateway, mode, currency, merchant number and the health that routing goes by", async () => {
    const { maker, id, gatewayId } = await buildDesk();
    const other = await maker.call(gatewayAccount, "add", { ...wanted, gatewayId, currencies: ["JPY"] });
    const found = async (filter: object) =>
      (await maker.call(gatewayAccount, "page", { ...filter, field: "createTime", order: "asc" })).items.map(
        (row) => row.id,
      );
    expect((await found({ gatewayId })).sort()).toEqual([id, other].sort());
    expect(await found({ currencies: "jp" })).toEqual([other]);
    expect(await found({ upstreamMid: "sim_" })).toEqual([id]);
    expect(await found({ mode: ["live"] })).toEqual([]);
    expect(await found({ health: ["down"] })).toEqual([]);
    await maker.call(gatewayAccount, "setHealth", { id, health: "down", minutes: 30, reason: "provider says so" });
    expect(await found({ health: ["down"] })).toEqual([id]);
  });
});

describe("gatewayAccount.setHealth", () => {
  test("overrules what is measured until its end, and can be ended before", async () => {
    const { maker, id } = await buildDesk();
    const read = () => maker.call(gatewayAccount, "detail", { id });
    await maker.call(gatewayAccount, "setHealth", { id, health: "down", minutes: 30, reason: "maintenance" });
    expect(await read()).toMatchObject({
      health: "down",
      measuredHealth: "healthy",
      forcedUntil: "2026-11-21T10:30:00.000Z",
      forcedReason: "maintenance",
      forcedUserName: "Maker",
    });
    await maker.call(gatewayAccount, "clearHealth", { id });
    expect(await read()).toMatchObject({ health: "healthy", forcedUntil: null, forcedReason: null });
    await maker.call(gatewayAccount, "setHealth", { id, health: "degraded", minutes: 5, reason: "slow" });
    app.clock.forward(5 * 60_000);
    expect(await read()).toMatchObject({ health: "healthy", forcedUntil: null });
  });
});

describe("gatewayAccount.usage", () => {
  test("is what was paid over the account today and this month, over all merchants", async () => {
    const { maker, id } = await buildDesk();
    const add = (merchantId: string, period: string, amount: string, payments: number) =>
      app.platform.db
        .insertInto("routeUsages")
        .values({ gatewayAccountId: id, merchantId, period, currency: "USD", amount, payments })
        .execute();
    expect(await maker.call(gatewayAccount, "usage", { id })).toEqual([]);
    const today = app.clock.now().toISOString().slice(0, 10);
    await add("", today, "12345", 3);
    await add("", today.slice(0, 7), "99999", 20);
    await add("mer_01JD000000000000000000000A", today, "5", 1);
    expect(await maker.call(gatewayAccount, "usage", { id })).toEqual([
      { currency: "USD", dailyAmount: "12345", dailyCount: 3, monthlyAmount: "99999" },
    ]);
  });
});
