import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { AccountType } from "@countinghouse/contract/system-enumerations.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant, buildUser } from "../../../../test/people.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function buildDesk() {
  const { tenantId, orgId } = await buildTenant(app);
  const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  return {
    tenantId,
    operator: app.as(actor({ tenantId, orgId, scope, provenAt: app.clock.now() })),
    ...(await buildGateway(app, { tenantId })),
  };
}

const orgOf = async (tenantId: number): Promise<number> =>
  (await app.platform.db.selectFrom("orgs").select("id").where("tenantId", "=", tenantId).executeTakeFirstOrThrow()).id;

const vat = { country: "GB", base: "our_fee", taxName: "VAT", rate: 200_000, validFrom: "2026-12-01" } as const;

describe("gateway.add", () => {
  test("stands on a provider, takes its tenant, and starts with a number of its own", async () => {
    const { tenantId, operator, upstreamGatewayId } = await buildDesk();
    const id = await app.as(actor()).call(gateway, "add", { name: "Europe", upstreamGatewayId, mode: "test" });
    expect(await operator.call(gateway, "detail", { id })).toMatchObject({
      gatewayNo: expect.stringMatching(/^GW20261121[0-9A-Z]{10}$/),
      mode: "test",
      status: "enabled",
      accounts: 0,
      cutoffTime: "00:00",
    });
    expect(
      await app.platform.db.selectFrom("gateways").select("tenantId").where("id", "=", id).executeTakeFirst(),
    ).toEqual({ tenantId });
  });

  test("refuses a name that is taken in the mode, and takes it in the other", async () => {
    const { operator, upstreamGatewayId } = await buildDesk();
    const wanted = { name: "Europe", upstreamGatewayId, mode: "test" } as const;
    await operator.call(gateway, "add", wanted);
    expect(await operator.send(gateway, "add", { ...wanted, name: "EUROPE" })).toMatchObject({
      status: 409,
      bizCode: "gateway.duplicate",
    });
    await operator.call(gateway, "add", { ...wanted, mode: "live" });
  });

  test("refuses a provider without an address for the mode, and one of another tenant", async () => {
    const { tenantId } = await buildTenant(app);
    const { upstreamGatewayId } = await buildGateway(app, { tenantId, upstream: { baseUrlLive: null } });
    expect(await app.as(actor()).send(gateway, "add", { name: "Live", upstreamGatewayId, mode: "live" })).toMatchObject(
      { status: 400, bizCode: "gateway.addressMissing" },
    );
    const { operator } = await buildDesk();
    expect(await operator.send(gateway, "add", { name: "Theirs", upstreamGatewayId, mode: "test" })).toMatchObject({
      status: 404,
      bizCode: "platform.notFound",
    });
  });

  test.each([{ cutoffTime: "24:00" }, { cutoffTimezone: "Mars/Base" }, { mode: "both" }, { settlementLagDays: -1 }])(
    "refuses %o",
    async (wrong) => {
      const { operator, upstreamGatewayId } = await buildDesk();
      expect(
        await operator.send(gateway, "add", { name: "G", upstreamGatewayId, mode: "test", ...wrong }),
      ).toMatchObject({ status: 400, bizCode: "platform.invalidInput" });
    },
  );
});

describe("gateway.setStatus", () => {
  test("drains and disables with the version that was read", async () => {
    const { operator, gatewayId: id } = await buildDesk();
    await operator.call(gateway, "setStatus", { id, version: 1, status: "draining" });
    expect(await operator.call(gateway, "detail", { id })).toMatchObject({ status: "draining", version: 2 });
    expect(await operator.send(gateway, "setStatus", { id, version: 1, status: "disabled" })).toMatchObject({
      bizCode: "platform.stale",
    });
  });
});

describe("gateway.taxAdd", () => {
  test("refuses a second rate of a country and base on the same day, however many try at once", async () => {
    const { operator, gatewayId } = await buildDesk();
    const answers = await Promise.all(
      ["2026-12-01", "2026-12-15"].map((validFrom) =>
        operator.send(gateway, "taxAdd", { ...vat, gatewayId, validFrom }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ bizCode: "gateway.taxOverlaps" });
    await operator.call(gateway, "taxAdd", { ...vat, gatewayId, base: "gross" });
    expect(await operator.call(gateway, "taxList", { gatewayId })).toHaveLength(2);
  });

  test("ends the rate before it when asked to", async () => {
    const { operator, gatewayId } = await buildDesk();
    await operator.call(gateway, "taxAdd", { ...vat, gatewayId, validFrom: "2020-01-01" });
    await operator.call(gateway, "taxAdd", {
      ...vat,
      gatewayId,
      rate: 210_000,
      validFrom: "2027-01-01",
      replaces: true,
    });
    expect(
      (await operator.call(gateway, "taxList", { gatewayId })).map(({ rate, validTo }) => [rate, validTo]),
    ).toEqual([
      [210_000, null],
      [200_000, "2027-01-01"],
    ]);
  });

  test("refuses a last day before the first", async () => {
    const { operator, gatewayId } = await buildDesk();
    expect(await operator.send(gateway, "taxAdd", { ...vat, gatewayId, validTo: "2026-12-01" })).toMatchObject({
      status: 400,
      bizCode: "gateway.taxReversed",
    });
  });
});

describe("gateway.taxUpdate and taxDelete", () => {
  test("take a second person, as what merchants are charged does", async () => {
    const { tenantId, operator, gatewayId } = await buildDesk();
    const taxId = await operator.call(gateway, "taxAdd", { ...vat, gatewayId });
    const place = { tenantId, orgId: await orgOf(tenantId) };
    for (const _one of [1, 2]) await buildUser(app, { ...place, accountType: AccountType.SuperAdmin });
    const reasoned = { headers: { "change-reason": "new%20rate" } };
    const asked = [
      await operator.send(gateway, "taxAdd", { ...vat, gatewayId, country: "FR" }, reasoned),
      await operator.send(gateway, "taxUpdate", { ...vat, gatewayId, taxId, rate: 900_000 }, reasoned),
      await operator.send(gateway, "taxDelete", { gatewayId, taxId }, reasoned),
    ];
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await operator.call(gateway, "taxList", { gatewayId })).toMatchObject([{ id: taxId, rate: vat.rate }]);
  });

  test("change and remove what has not begun, and of what has begun only its end", async () => {
    const { operator, gatewayId } = await buildDesk();
    const held = await operator.call(gateway, "taxAdd", { ...vat, gatewayId, validFrom: "2026-01-01" });
    const later = await operator.call(gateway, "taxAdd", { ...vat, gatewayId, country: "SG" });
    await operator.call(gateway, "taxUpdate", { ...vat, gatewayId, taxId: later, country: "SG", rate: 90_000 });
    const begun = { ...vat, gatewayId, taxId: held, validFrom: "2026-01-01" };
    for (const change of [{ rate: 1 }, { country: "IE" }, { validFrom: "2026-02-01" }, { validTo: "2026-10-01" }])
      expect(await operator.send(gateway, "taxUpdate", { ...begun, ...change })).toMatchObject({
        status: 409,
        bizCode: "gateway.taxBegun",
      });
    await operator.call(gateway, "taxUpdate", { ...begun, validTo: "2026-12-31", registrationNo: "GB123" });
    expect(await operator.send(gateway, "taxDelete", { gatewayId, taxId: held })).toMatchObject({
      status: 409,
      bizCode: "gateway.taxBegun",
    });
    await operator.call(gateway, "taxDelete", { gatewayId, taxId: later });
    expect(await operator.call(gateway, "taxList", { gatewayId })).toMatchObject([
      { id: held, validTo: "2026-12-31", registrationNo: "GB123" },
    ]);
  });

  test("find neither a tax of another gateway nor a gateway of another tenant", async () => {
    const [one, two] = [await buildDesk(), await buildDesk()];
    const taxId = await two.operator.call(gateway, "taxAdd", { ...vat, gatewayId: two.gatewayId });
    expect(await one.operator.send(gateway, "taxDelete", { gatewayId: one.gatewayId, taxId })).toMatchObject({
      status: 404,
      bizCode: "gateway.taxUnknown",
    });
    for (const operation of ["taxDelete", "taxUpdate", "taxAdd"] as const)
      expect(await one.operator.send(gateway, operation, { ...vat, gatewayId: two.gatewayId, taxId })).toMatchObject({
        status: 404,
        bizCode: "platform.notFound",
      });
    expect(await one.operator.send(gateway, "taxList", { gatewayId: two.gatewayId })).toMatchObject({ status: 404 });
  });
});

describe("a person who signs in for a merchant", () => {
  test("reaches no operation of gateways, whatever the role holds", async () => {
    const { tenantId, gatewayId: id } = await buildDesk();
    const scope = {
      tenantId,
      orgIds: "all",
      selfOnly: false,
      merchantIds: ["mer_01JD000000000000000000000A"],
    } as const;
    const member = app.as(actor({ tenantId, accountType: AccountType.Member, scope }));
    for (const [operation, input] of [
      ["page", {}],
      ["list", {}],
      ["detail", { id }],
      ["taxList", { gatewayId: id }],
      ["setStatus", { id, status: "disabled" }],
      ["export", { format: "csv", columns: ["name"], filter: {} }],
    ] as const)
      expect(await member.send(gateway, operation, input)).toMatchObject({
        status: 403,
        bizCode: "platform.operatorOnly",
      });
  });
});
