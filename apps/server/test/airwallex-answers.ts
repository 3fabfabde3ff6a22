import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { GatewayAccountForCalls } from "../src/modules/gateways/connector/index.ts";

/** Answers as the provider's documents and published exchanges show them, by the end of the path. */
export type AirwallexAnswers = Readonly<Record<string, readonly [status: number, body: object]>>;

const login: AirwallexAnswers = { "/login": [201, { token: "token-0001", expires_at: "2099-01-01T00:00:00+0000" }] };
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A gateway that gives these answers until the end of the test, and what it was asked. */
export async function airwallexThatAnswers(answers: AirwallexAnswers) {
  const asked: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    asked.push({ path, body: JSON.parse(Buffer.concat(chunks).toString() || "{}") });
    const [plain = ""] = path.split("?");
    const [, [status, body] = [404, { code: "resource_not_found" }] as const] =
      Object.entries({ ...login, ...answers }).find(([end]) => plain.endsWith(end)) ?? [];
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const account: GatewayAccountForCalls = {
    id: `gac_published_${port}`,
    tenantId: 1,
    gatewayId: "gtw_1",
    upstreamMid: "mid",
    connector: "airwallex",
    baseUrl: `http://127.0.0.1:${port}`,
    mode: "test",
    testHosts: ["127.0.0.1"],
    credentials: { clientId: "client_0001", apiKey: "key_0001" },
    webhookSecret: "whsec_0001",
    timeoutMs: 5_000,
    flights: { inFlightMax: 50, merchantInFlightMax: 50, queueSeconds: 1, perSecond: 1_000 },
    exponentOverrides: {},
  };
  return { account, asked, bodyOf: (end: string) => asked.find(({ path }) => path.endsWith(end))?.body };
}
