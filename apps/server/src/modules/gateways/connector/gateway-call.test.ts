import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { testPayment } from "../../../../test/simulator.ts";
import { addressFor } from "./gateway-call.service.ts";
import { connectors, type GatewayAccountForCalls, healthOf, type PaymentOutcome } from "./index.ts";
import { keptBytesMax } from "./masking.service.ts";
import { simulatorConnector } from "./simulator.connector.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

let lastAccount = 0;

/** A gateway that behaves as badly as it is told to, and an account at it. */
async function badGateway(behave: RequestListener, connector = "simulator"): Promise<GatewayAccountForCalls> {
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
    connector,
    baseUrl: `http://127.0.0.1:${port}`,
    mode: "test",
    testHosts: ["127.0.0.1"],
    credentials: { apiKey: "sk_secret_key_value", clientId: "client_value" },
    webhookSecret: null,
    timeoutMs: 400,
    flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
    exponentOverrides: {},
  };
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

/** Answers sign-in and intent as a sound gateway does, so that the fault strikes where the payment is asked for. */
const afterIntent =
  (fault: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.endsWith("/login"))
      return json(response, 201, {
        token: "tok_secret_value",
        expires_at: new Date(Date.now() + 1_800_000).toISOString(),
      });
    const intent = { id: "int_1", amount: 100, currency: "USD", status: "REQUIRES_PAYMENT_METHOD" };
    if (request.url?.endsWith("/create")) return json(response, 201, intent);
    fault(request, response);
  };

type Fault = readonly [name: string, fault: RequestListener, kind: string, detail: object];

const faults: readonly Fault[] = [
  [
    "a connection that breaks after the body",
    (request, response) => {
      request.resume().on("end", () => response.destroy());
    },
    "unknown",
    { reason: "reset" },
  ],
  [
    "a connection that breaks within the answer",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
      response.write('{"object":"payment"', () => response.destroy());
    },
    "unknown",
    { reason: "reset" },
  ],
  ["500 without a word", (_, response) => void response.writeHead(500).end(), "unknown", { reason: "http_500" }],
  [
    "502 of a proxy",
    (_, response) => void response.writeHead(502).end("<html>Bad gateway</html>"),
    "unknown",
    { reason: "http_502" },
  ],
  ["429", (_, response) => json(response, 429, {}, { "retry-after": "30" }), "error", { code: "rate_limited" }],
  ["401", (_, response) => json(response, 401, {}), "error", { code: "configuration_error" }],
  [
    "200 with garbage",
    (_, response) => void response.writeHead(200).end("<html>busy"),
    "unknown",
    { reason: "garbage" },
  ],
  ["200 with nothing", (_, response) => void response.writeHead(200).end(), "unknown", { reason: "garbage" }],
  [
    "200 with another object",
    (_, response) => json(response, 200, { status: "captured" }),
    "unknown",
    { reason: "garbage" },
  ],
  [
    "a redirect",
    (_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    "unknown",
    { reason: "http_307" },
  ],
  ["silence", () => {}, "unknown", { reason: "timeout" }],
  [
    "a byte now and then",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    "unknown",
    { reason: "timeout" },
  ],
  [
    "an answer without end",
    (_, response) => {
      response.writeHead(200);
      const more = (): void => void response.write("x".repeat(65_536), () => response.destroyed || more());
      more();
    },
    "unknown",
    { reason: "too_long" },
  ],
];

describe.each(connectors.map(({ code }) => code))("pay through %s", (code) => {
  const connector = connectors.find((one) => one.code === code) ?? simulatorConnector;

  test.each(faults)("after %s is never taken for a decline", async (_, fault, kind, detail) => {
    const account = await badGateway(code === "airwallex" ? afterIntent(fault) : fault, code);
    const outcome = await connector.pay(account, testPayment("001"));
    expect(outcome).toMatchObject({ kind, ...detail });
    expect(healthOf(outcome)).toBe(
      outcome.kind === "unknown" && outcome.reason === "timeout" ? "timeout" : "technical_error",
    );
  });

  test("that reaches nobody is an error: nothing was sent", async () => {
    const account = await badGateway(() => {});
    await stops.splice(0)[0]?.();
    expect(await connector.pay(account, testPayment("001"))).toMatchObject({ kind: "error", code: "processor_error" });
  });

  test("keeps exchanges without card number, security code, key or token", async () => {
    const call = testPayment("001");
    const echo: RequestListener = (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        response.writeHead(200, { "set-cookie": "session=sk_secret_key_value" });
        response.end(`busy: ${body} ${request.headers.authorization}`);
      });
    };
    const account = await badGateway(code === "airwallex" ? afterIntent(echo) : echo, code);
    const outcome: PaymentOutcome = await connector.pay(account, call);
    const kept = JSON.stringify(outcome);
    for (const secret of [call.card?.number ?? "", '"987"', "987\\", "sk_secret_key_value", "tok_secret_value"])
      expect(kept, secret).not.toContain(secret);
    expect(kept).toContain("400840******0004");
    expect(outcome.exchanges.at(-1)?.responseBody).toMatch(/^busy: /);
  });
});

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

  test("sends nothing to an address that policy forbids", async () => {
    const account = await badGateway(() => {});
    expect(await simulatorConnector.pay({ ...account, mode: "live" }, testPayment("001"))).toMatchObject({
      kind: "error",
      code: "configuration_error",
      upstreamCode: "refused",
    });
  });
});
