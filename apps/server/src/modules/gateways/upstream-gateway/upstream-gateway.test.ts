import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actor, buildTestApp, type TestApp } from "../../../../test/app.ts";
import { ConnectorDouble } from "../../../../test/connectors.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant, unique } from "../../../../test/people.ts";
import { connectorOf } from "../connector/index.ts";
import { buildGatewayAccountRoutes } from "../gateway-account/gateway-account.routes.ts";
import { buildUpstreamGatewayRoutes } from "./upstream-gateway.routes.ts";

const connector = new ConnectorDouble();
const airwallex = connectorOf("airwallex");
let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({
    modules: (platform) => [
      buildUpstreamGatewayRoutes(platform, [connector, airwallex]),
      buildGatewayAccountRoutes(platform, [connector]),
    ],
  });
});
afterAll(() => app.close());

async function buildTechnician() {
  const { tenantId, orgId } = await buildTenant(app);
  const scope = { tenantId, orgIds: "all", selfOnly: false, merchantIds: "all" } as const;
  return { tenantId, technician: app.as(actor({ tenantId, orgId, scope })) };
}

const provider = () => ({
  code: unique("provider_"),
  name: "Provider",
  connector: "simulator",
  baseUrlLive: "https://api.provider.example",
  baseUrlTest: "simulator:",
});

describe("upstreamGateway.add", () => {
  test("takes from the connector what was left out: the credentials asked for and what it can do", async () => {
    const { technician } = await buildTechnician();
    const id = await technician.call(upstreamGateway, "add", provider());
    expect(await technician.call(upstreamGateway, "detail", { id })).toMatchObject({
      capabilities: ["authorize", "capture", "refund", "query"],
      credentialSchema: [
        { name: "apiKey", isSecret: true, isRequired: true },
        { name: "subAccount", isSecret: false, isRequired: false },
      ],
      timeoutMs: 30_000,
      status: "enabled",
    });
  });

  test("refuses a connector that the server does not have, at the field", async () => {
    const { technician } = await buildTechnician();
    const answer = await technician.send(upstreamGateway, "add", { ...provider(), connector: "stripe" });
    expect(answer).toMatchObject({ status: 400, bizCode: "upstreamGateway.connectorUnknown" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "connector" }]);
  });

  test("refuses a code that is taken, in the same tenant alone", async () => {
    const [one, two] = [await buildTechnician(), await buildTechnician()];
    const taken = provider();
    await one.technician.call(upstreamGateway, "add", taken);
    expect(await one.technician.send(upstreamGateway, "add", taken)).toMatchObject({
      status: 409,
      bizCode: "upstreamGateway.duplicate",
    });
    await two.technician.call(upstreamGateway, "add", taken);
  });

  test.each([
    "http://api.provider.example",
    "https://127.0.0.1",
    "https://127.1/",
    "https://2130706433",
    "https://0x7f.1",
    "https://[::1]",
    "https://[::ffff:127.0.0.1]",
    "https://localhost",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1",
    "https://api.provider.example:8443",
    "https://good@api.provider.example",
    "https://api.provider.example\\@10.0.0.1",
    "https://api.provider.example?to=10.0.0.1",
    "https://api.provider.example/#x",
    "ftp://api.provider.example",
    "file:///etc/passwd",
    "simulator:",
  ])("refuses %s as the address of live traffic", async (baseUrlLive) => {
    const { technician } = await buildTechnician();
    const answer = await technician.send(upstreamGateway, "add", { ...provider(), baseUrlLive });
    expect(answer).toMatchObject({ status: 400, bizCode: "upstreamGateway.addressRefused" });
    expect(answer.body.extras?.fields).toMatchObject([{ field: "baseUrlLive" }]);
  });

  test("sends to the hosts of the connector's provider alone, whoever names another", async () => {
    const { technician } = await buildTechnician();
    for (const name of ["baseUrlLive", "baseUrlTest"] as const) {
      const answer = await technician.send(upstreamGateway, "add", {
        ...provider(),
        [name]: "https://api.provider.example.evil.example",
      });
      expect(answer).toMatchObject({ status: 400, bizCode: "upstreamGateway.hostUnknown" });
      expect(answer.body.extras?.fields).toMatchObject([{ field: name }]);
    }
    const taken = provider();
    const id = await technician.call(upstreamGateway, "add", taken);
    const change = { id, name: taken.name, connector: taken.connector, baseUrlLive: "https://collector.example" };
    expect(await technician.send(upstreamGateway, "update", change)).toMatchObject({
      bizCode: "upstreamGateway.hostUnknown",
    });
  });

  test.each([
    ["baseUrlLive", "https://api-demo.airwallex.com"],
    ["baseUrlTest", "https://api.airwallex.com"],
  ])("refuses as %s what the provider answers at in the other mode: %s", async (field, address) => {
    const { technician } = await buildTechnician();
    const addresses = { baseUrlLive: "https://api.airwallex.com", baseUrlTest: "https://api-demo.airwallex.com" };
    const values = { ...provider(), connector: airwallex.code, ...addresses };
    const answer = await technician.send(upstreamGateway, "add", { ...values, [field]: address });
    expect(answer).toMatchObject({ status: 400, bizCode: "upstreamGateway.hostUnknown" });
    expect(answer.body.extras?.fields).toMatchObject([{ field }]);
    await technician.call(upstreamGateway, "add", values);
  });

  test("lets test traffic reach what a setting names, and nothing else inside", async () => {
    const { technician } = await buildTechnician();
    for (const baseUrlTest of ["http://127.0.0.1:4100", "http://localhost:4100/api", "https://test.provider.example"])
      await technician.call(upstreamGateway, "add", { ...provider(), baseUrlTest });
    for (const baseUrlTest of [
      "http://10.0.0.1:80",
      "http://127.0.0.1:4100?x=1",
      "http://127.0.0.1.evil.example",
      "http://169.254.169.254",
    ])
      expect(await technician.send(upstreamGateway, "add", { ...provider(), baseUrlTest })).toMatchObject({
        bizCode: "upstreamGateway.addressRefused",
      });
  });

  test("lets nothing reach this machine in production, unless a setting names it", async () => {
    const production = await buildTestApp({
      database: app.database,
      clock: app.clock,
      environment: {
        NODE_ENV: "production",
        COUNTINGHOUSE_SECRET: "vJ4mQ2x9LwT7kRz0BnYc5HsE8dUa3PfG",
        COUNTINGHOUSE_PUBLIC_URL: "https://house.example",
        COUNTINGHOUSE_TEST_HOSTS: "127.0.0.1:4200",
      },
      modules: (platform) => [buildUpstreamGatewayRoutes(platform, [connector])],
    });
    for (const baseUrlTest of ["simulator:", "http://127.0.0.1:4100"])
      expect(await production.as(actor()).send(upstreamGateway, "add", { ...provider(), baseUrlTest })).toMatchObject({
        bizCode: "upstreamGateway.addressRefused",
      });
    const named = { ...provider(), baseUrlTest: "http://127.0.0.1:4200" };
    await production.as(actor()).call(upstreamGateway, "add", named);
    await production.close();
  });

  test("refuses a list of credentials that lacks what the connector needs, or names one twice", async () => {
    const { technician } = await buildTechnician();
    const label = { en: "K", "zh-cn": "K", "zh-tw": "K" };
    const field = (name: string) => ({ name, label, isSecret: true, isRequired: true });
    const send = (credentialSchema: object[]) =>
      technician.send(upstreamGateway, "add", { ...provider(), credentialSchema });
    expect(await send([field("other")])).toMatchObject({ bizCode: "upstreamGateway.schemaIncomplete" });
    expect(await send([{ ...field("apiKey"), isRequired: false }])).toMatchObject({
      bizCode: "upstreamGateway.schemaIncomplete",
    });
    expect(await send([field("apiKey"), field("apiKey")])).toMatchObject({ bizCode: "upstreamGateway.schemaRepeated" });
    expect(await send([field("apiKey"), field("webhookSecret")])).toMatchObject({
      bizCode: "upstreamGateway.schemaRepeated",
    });
    expect(await send([field("apiKey"), field("extra")])).toMatchObject({ status: 200 });
  });
});

describe("upstreamGateway.update", () => {
  test("judges the addresses that are there when another connector is to send to them", async () => {
    const { technician } = await buildTechnician();
    const { name, ...values } = provider();
    const id = await technician.call(upstreamGateway, "add", { name, ...values });
    const change = { id, name, connector: airwallex.code };
    expect(await technician.send(upstreamGateway, "update", change)).toMatchObject({
      status: 400,
      bizCode: "upstreamGateway.hostUnknown",
    });
    await technician.call(upstreamGateway, "update", { ...change, baseUrlLive: "https://api.airwallex.com" });
  });

  test("keeps what the provider was taught, and judges the connector and the addresses again", async () => {
    const { technician } = await buildTechnician();
    const { code, ...values } = provider();
    const id = await technician.call(upstreamGateway, "add", { code, ...values, capabilities: ["authorize", "void"] });
    await technician.call(upstreamGateway, "update", {
      ...values,
      id,
      version: 1,
      name: "Renamed",
      exponentOverrides: [{ currency: "HUF", exponent: 0 }],
    });
    expect(await technician.call(upstreamGateway, "detail", { id })).toMatchObject({
      code,
      name: "Renamed",
      capabilities: ["authorize", "void"],
      exponentOverrides: [{ currency: "HUF", exponent: 0 }],
      version: 2,
    });
    const change = { ...values, id };
    expect(await technician.send(upstreamGateway, "update", { ...change, connector: "none" })).toMatchObject({
      bizCode: "upstreamGateway.connectorUnknown",
    });
    expect(
      await technician.send(upstreamGateway, "update", { ...change, baseUrlLive: "https://10.1.2.3" }),
    ).toMatchObject({ bizCode: "upstreamGateway.addressRefused" });
    expect(await technician.send(upstreamGateway, "update", { ...change, version: 1 })).toMatchObject({
      status: 409,
      bizCode: "platform.stale",
    });
  });
});

describe("upstreamGateway.capabilityMatrix", () => {
  test("tells of each capability which of the caller's providers have it", async () => {
    const { technician } = await buildTechnician();
    const able = await technician.call(upstreamGateway, "add", { ...provider(), name: "A", capabilities: ["refund"] });
    const less = await technician.call(upstreamGateway, "add", { ...provider(), name: "B", capabilities: [] });
    const { providers, capabilities } = await technician.call(upstreamGateway, "capabilityMatrix", {});
    expect(providers.map(({ id }) => id)).toEqual([able, less]);
    expect(capabilities.filter((row) => row.providers.length > 0)).toEqual([
      { capability: "refund", providers: [able] },
    ]);
  });
});

describe("upstreamGateway.testConnection", () => {
  test("calls through the first account that has its credentials and says how that went", async () => {
    const { tenantId, technician } = await buildTechnician();
    const { upstreamGatewayId, gatewayAccountId } = await buildGateway(app, { tenantId });
    connector.answer = { kind: "ok", latencyMs: 41.6, exchanges: [] };
    expect(
      await technician.call(upstreamGateway, "testConnection", { id: upstreamGatewayId, mode: "test" }),
    ).toMatchObject({ verdict: "ok", latencyMs: 42, httpStatus: null });
    expect(connector.asked.at(-1)).toMatchObject({
      id: gatewayAccountId,
      credentials: { apiKey: "sk_sim_main_0001" },
    });
    connector.answer = { kind: "failed", reason: "credentials", latencyMs: 10, exchanges: [] };
    expect(await technician.call(gatewayAccount, "test", { id: gatewayAccountId })).toMatchObject({
      verdict: "credentials_refused",
    });
  });

  test("refuses where no account of the mode could be used", async () => {
    const { tenantId, technician } = await buildTechnician();
    const { upstreamGatewayId } = await buildGateway(app, { tenantId, credentials: {} });
    for (const mode of ["test", "live"])
      expect(await technician.send(upstreamGateway, "testConnection", { id: upstreamGatewayId, mode })).toMatchObject({
        status: 409,
        bizCode: "upstreamGateway.noAccount",
      });
  });
});
