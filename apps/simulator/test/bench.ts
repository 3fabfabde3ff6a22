import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { testNumber } from "../src/card-number.ts";
import type { Options } from "../src/options.ts";
import { type Simulator, startSimulator } from "../src/simulator.ts";

/** The instant every test starts at. */
export const start = "2026-06-01T00:00:00.000Z";

/** A notification as a receiver got it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly object: Record<string, unknown>;
}

/** A receiver of notifications on this machine. It answers with the statuses given, then with 200. */
export async function buildReceiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const parsed = JSON.parse(body) as { type?: string; name?: string; data: Record<string, unknown> };
    received.push({
      headers: request.headers,
      body,
      type: parsed.type ?? parsed.name ?? "",
      object: (parsed.data.object ?? parsed.data) as Record<string, unknown>,
    });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    types: () => received.map(({ type }) => type),
    url: `http://127.0.0.1:${port}/hook`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever field it is about.
  readonly body: any;
}

const caller =
  (url: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") && text.startsWith("{");
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };

/** A simulator whose clock stands still, and the calls a test makes to it. */
export async function buildBench(given: Partial<Options> = {}) {
  const log: string[] = [];
  const options: Options = {
    host: "127.0.0.1",
    port: 0,
    seed: 7,
    manualFrom: Date.parse(start),
    snapshot: undefined,
    controlKey: undefined,
    allowedHosts: [],
    publicUrl: undefined,
    ...given,
  };
  const simulator: Simulator = await startSimulator(options, (line) => void log.push(line));
  const call = caller(simulator.url);
  const as = (account: string): Record<string, string> => ({ authorization: `Bearer sk_${account}_0001` });
  const control = (method: string, path: string, body?: unknown) => call(method, `/v1/test/simulator${path}`, body);
  const card = (scenario: string, rest: object = {}) => ({
    number: testNumber("visa", "840", scenario),
    expMonth: 12,
    expYear: 2030,
    cvc: "999",
    ...rest,
  });
  let lastReference = 0;
  const request = (scenario: string, rest: object = {}) => {
    lastReference += 1;
    return {
      reference: `ORDER-${lastReference}`,
      amount: 10_000,
      currency: "USD",
      method: "card",
      card: card(scenario),
      ...rest,
    };
  };
  return {
    url: simulator.url,
    log,
    call,
    as,
    control,
    card,
    request,
    stop: () => simulator.stop(),
    advance: (seconds: number) => control("POST", "/clock", { seconds }),
    post: (path: string, body: unknown, key?: string, account = "sim_main") =>
      call("POST", path, body, { ...as(account), ...(key === undefined ? {} : { "idempotency-key": key }) }),
    get: (path: string, account = "sim_main") => call("GET", path, undefined, as(account)),
    /** Pays with the scenario's card. */
    pay: (scenario: string, rest: object = {}) => call("POST", "/v1/payments", request(scenario, rest), as("sim_main")),
    configure: (account: string, changes: object) => control("PUT", `/accounts/${account}`, changes),
    byReference: async (reference: string): Promise<Answer["body"][]> =>
      (await call("GET", `/v1/payments?reference=${reference}`, undefined, as("sim_main"))).body.data,
  };
}

export type Bench = Awaited<ReturnType<typeof buildBench>>;
