import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../test/app.ts";
import { buildGateway } from "../../../../test/gateways.ts";
import { buildTenant } from "../../../../test/people.ts";
import { startTestSimulator, type TestSimulator } from "../../../../test/simulator.ts";
import { keepSimulatorInformed } from "./index.ts";

let simulator: TestSimulator;
let app: TestApp;
beforeAll(async () => {
  simulator = await startTestSimulator();
  app = await buildTestApp({ environment: { COUNTINGHOUSE_SIMULATOR: simulator.url } });
});
afterAll(async () => {
  await app.close();
  await simulator.stop();
});

interface Known {
  readonly data: readonly { readonly id: string; readonly webhookUrl: string | null }[];
}

const known = async (id: string) =>
  ((await simulator.control("GET", "/accounts")) as Known).data.find((account) => account.id === id)?.webhookUrl;

describe("keepSimulatorInformed", () => {
  test("tells of test accounts that stand for one there, and of no other", async () => {
    const { tenantId } = await buildTenant(app);
    const build = (mid: string, parts: Partial<Parameters<typeof buildGateway>[1]>) =>
      buildGateway(app, {
        tenantId,
        credentials: { apiKey: `sk_${mid}_0009`, webhookSecret: `whsec_${mid}_0009` },
        account: { upstreamMid: mid },
        ...parts,
      });
    await build("here_and_ready", {});
    await build("without_secret", { credentials: { apiKey: "sk_without_0009" } });
    await build("elsewhere", { upstream: { baseUrlTest: "https://test.gateway.example" } });
    await build("live_one", { mode: "live" });
    await build("switched_off", { account: { upstreamMid: "switched_off", status: "disabled" } });
    const stop = keepSimulatorInformed(app.platform, "http://127.0.0.1:8080");
    await expect.poll(() => known("here_and_ready")).toMatch(/^http:\/\/127\.0\.0\.1:8080\/hooks\/gateway\/.{43}$/);
    stop();
    for (const id of ["without_secret", "elsewhere", "live_one", "switched_off"])
      expect(await known(id), id).toBeUndefined();
    const answer = await fetch(`${simulator.url}/v1/payments`, {
      headers: { authorization: "Bearer sk_here_and_ready_0009" },
    });
    expect(answer.status).toBe(200);
  });
});
