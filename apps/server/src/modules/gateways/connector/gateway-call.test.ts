import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { testPayment } from "../../../../test/simulator.ts";
import { addressFor } from "./gateway-call.service.ts";
import type { GatewayAccountForCalls } from "./index.ts";
import { keptBytesMax } from "./masking.service.ts";
import { simulatorConnector } from "./simulator.connector.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

let lastAccount = 0;

/** A gateway that behaves as badly as it is told to, and an account at it. */
async function badGateway(behave: RequestListener): Promise<GatewayAccountForCalls> {
  const server = createServer(behave);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()));
  const { port } = server.address() as AddressInfo;
  lastAccount += 1;
  return {
    id: `gac_bad_${lastAccount}`,
    tenantId: 1,
    gatewayId: "gtw_1",
    upstreamMid: "mid",
    connector: "simulator",
    baseUrl: `http://127.0.0.1:${port}`,
    mode: "test",
    testHosts: ["127.0.0.1"],
    credentials: { apiKey: "sk_secret_key_value" },
    webhookSecret: null,
    timeoutMs: 400,
    flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
    exponentOverrides: {},
  };
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

describe("callGateway", () => {
  test("keeps 64 KB of a body", async () => {
    const account = await badGateway((_, response) => void response.writeHead(200).end("é".repeat(100_000)));
    const { exchanges } = await simulatorConnector.pay(account, testPayment("001"));
    const kept = Buffer.byteLength(exchanges[0]?.responseBody ?? "");
    expect(kept).toBeGreaterThan(keptBytesMax - 8);
    expect(kept).toBeLessThanOrEqual(keptBytesMax);
  });

  test("says when to come back", async () => {
    const account = await badGateway((_, response) => json(response, 429, {}, { "retry-after": "30" }));
    const outcome = await simulatorConnector.pay(account, testPayment("001"));
    const waitMs = Date.parse(outcome.kind === "error" ? (outcome.retryAfter ?? "") : "") - Date.now();
    expect(waitMs).toBeGreaterThan(25_000);
    expect(waitMs).toBeLessThanOrEqual(31_000);
  });

  const at = (baseUrl: string, mode: "live" | "test") =>
    addressFor({ ...({} as GatewayAccountForCalls), testHosts: ["127.0.0.1"], baseUrl, mode }, "/v1/payments")?.href;

  test.each([
    "http://127.0.0.1:4100",
    "https://127.0.0.1",
    "http://localhost:4100",
    "http://api.example.com",
    "https://10.0.0.1",
    "https://[::1]",
    "https://api.example.com:8443",
    "https://user:word@api.example.com",
    "simulator:",
    "",
  ])("does not call a live account at %j", (baseUrl) => {
    expect(at(baseUrl, "live")).toBeUndefined();
  });

  test.each([
    "http://10.0.0.1",
    "http://169.254.169.254",
    "http://user:word@127.0.0.1",
    "ftp://127.0.0.1",
    "http://127.0.0.1.example.com",
    "http://localhost:4100",
  ])("does not call a test account at %j", (baseUrl) => {
    expect(at(baseUrl, "test")).toBeUndefined();
  });

  test("calls a live account at a public name, and a test account where a setting names it too", () => {
    expect(at("https://api.example.com/", "live")).toBe("https://api.example.com/v1/payments");
    expect(at("http://127.0.0.1:4100", "test")).toBe("http://127.0.0.1:4100/v1/payments");
    expect(at("https://api.example.com", "test")).toBe("https://api.example.com/v1/payments");
  });
});
