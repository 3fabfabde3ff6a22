import { createHash, createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { textToSign } from "@countinghouse/contract/integration/open-api/signing.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openClient } from "./client.ts";
import { mappingShape, planRow } from "./mapping.ts";
import { methodsMeant, withMethods } from "./offered-methods.ts";
import { type ReplayOptions, replay } from "./replay.ts";
import { reportCsv, summary } from "./report.ts";

const secret = "sk_test_secret_0001";

interface Call {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body of any call.
  readonly body: any;
}
type Answer = readonly [status: number, body: object | "cut", headers?: Record<string, string>];

let server: Server;
let base = "";
let orders: Map<string, { orderNo: string; status: string; [name: string]: unknown }>;
let calls: Call[];
/** What stands in the way of a call; undefined lets it through. */
let fault: (call: Call, nth: number) => Answer | undefined;

/** An open API in small: it checks signatures and knows an order again by its number. */
function answer({ method, path, body }: Call): Answer {
  const paid = /^\/v1\/test\/orders\/(\w+)\/pay$/.exec(path)?.[1];
  if (paid) {
    const order = [...orders.values()].find(({ orderNo }) => orderNo === paid);
    if (order) order.status = "paid";
    return [200, {}];
  }
  if (path === "/v1/test/clock") return [200, {}];
  if (path.startsWith("/v1/payment-methods?")) {
    const offered = [
      { code: "card_visa", category: "card" },
      { code: "pix", category: "bank_transfer" },
      { code: "paper", category: "voucher" },
      { code: "direct", category: "bank_debit" },
    ];
    return [200, { data: new URLSearchParams(path.split("?")[1]).get("currency") === "USD" ? offered : [] }];
  }
  if (method === "GET") {
    const order = [...orders.values()].find(({ orderNo }) => path.endsWith(orderNo));
    return order ? [200, order] : [404, { bizCode: "not_found" }];
  }
  if (body.currency === "XAF")
    return [422, { bizCode: "unsupported_currency", message: "Not offered.", param: "currency" }];
  const known = orders.get(body.merchantOrderNo);
  if (known) return [200, known];
  const status = body.paymentMethod.code === "card" ? (body.amount === 666 ? "failed" : "paid") : "awaiting";
  const order = {
    orderNo: `OR${orders.size + 1}`,
    status,
    ...(status === "failed" ? { failureCode: "insufficient_funds", failureMessage: 'Not enough, "sorry"' } : {}),
    ...(status === "awaiting" ? { awaitingReason: "payer_action" } : {}),
  };
  orders.set(body.merchantOrderNo, order);
  return [200, order];
}

beforeEach(async () => {
  orders = new Map();
  calls = [];
  fault = () => undefined;
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { headers, method = "", url = "" } = request;
    const timestamp = String(headers["x-timestamp"]);
    const nonce = String(headers["x-nonce"]);
    const bodyHash = createHash("sha256").update(text).digest("hex");
    const [path = "", query = ""] = url.split("?");
    const signed = textToSign({ method, path, query, timestamp, nonce, bodyHash });
    const isSigned = createHmac("sha256", secret).update(signed).digest("hex") === headers["x-signature"];
    const call = { method, path: url, body: text === "" ? undefined : JSON.parse(text) };
    calls.push(call);
    // A cut comes after the work, as a lost answer does.
    const wrong = fault(call, calls.length);
    const given: Answer = isSigned
      ? wrong && wrong[1] !== "cut"
        ? wrong
        : answer(call)
      : [401, { bizCode: "signature_invalid" }];
    if (wrong?.[1] === "cut") return void request.socket.destroy();
    response.writeHead(given[0], { "content-type": "application/json", ...given[2] });
    response.end(JSON.stringify(given[1]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const mapping = mappingShape.parse({
  columns: { merchantOrderNo: "no", amount: "amount", currency: "currency", method: "method" },
});
const row = (no: string, amount: string, method = "card", currency = "USD") => ({ no, amount, method, currency });
const plan = (...rows: Record<string, string>[]) => rows.map((one, index) => planRow(mapping, index + 2, one));

const clientOf = () => openClient({ base, appKey: "pk_test", appSecret: secret, tries: 4, sleep: async () => {} });

const run = (rows: ReplayOptions["rows"], parts: Partial<ReplayOptions> = {}) =>
  replay({
    client: clientOf(),
    rows,
    perSecond: 10_000,
    concurrency: 4,
    cardNumber: "4008400010000004",
    playsPayer: false,
    waitMs: 1,
    onProgress: () => {},
    signal: new AbortController().signal,
    sleep: async () => {},
    now: Date.now,
    ...parts,
  });

const shape = (results: Awaited<ReturnType<typeof run>>) => results.map(({ outcome, code }) => [outcome, code]);

describe("replay", () => {
  test("tells for every row what became of it and why", async () => {
    const rows = plan(
      row("a", "10.00"),
      row("b", "6.66"),
      row("c", "1.005"),
      row("d", "10", "card", "XAF"),
      row("e", "5.00", "sim_qr"),
    );
    expect(shape(await run(rows))).toEqual([
      ["paid", undefined],
      ["declined", "insufficient_funds"],
      ["refused", "row_invalid"],
      ["refused", "unsupported_currency"],
      ["waiting", "payer_action"],
    ]);
  });

  test("makes no second order when it is run again", async () => {
    const rows = plan(row("a", "10.00"), row("b", "20.00"));
    await run(rows);
    expect(shape(await run(rows))).toEqual([
      ["paid", undefined],
      ["paid", undefined],
    ]);
    expect(orders.size).toBe(2);
  });

  test("sends the same call again after a lost answer, a busy server and a first try still running", async () => {
    const faults: (Answer | undefined)[] = [[0, "cut"], [503, {}], [429, {}, { "retry-after": "1" }], undefined];
    fault = (_call, nth) => faults[nth - 1];
    expect(shape(await run(plan(row("a", "10.00"))))).toEqual([["paid", undefined]]);
    expect([orders.size, calls.length]).toEqual([1, 4]);
    expect(new Set(calls.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test("says unsent, and not refused, when the server is gone", async () => {
    fault = () => [503, {}];
    expect(shape(await run(plan(row("a", "10.00"))))).toEqual([["unsent", "unreachable"]]);
  });

  test("says unsent for what a stop left over, and goes on from there", async () => {
    const rows = plan(...Array.from({ length: 20 }, (_, index) => row(`o${index}`, "1.00")));
    const stop = new AbortController();
    const first = await run(rows, {
      concurrency: 1,
      signal: stop.signal,
      onProgress: (done) => done === 5 && stop.abort(),
    });
    expect(first.filter(({ outcome }) => outcome === "unsent")).toHaveLength(15);
    expect((await run(rows)).every(({ outcome }) => outcome === "paid")).toBe(true);
    expect(orders.size).toBe(20);
  });

  test("plays the payer where it is told to, and looks until the order is paid", async () => {
    const rows = plan(row("a", "5.00", "sim_voucher"));
    expect(shape(await run(rows, { playsPayer: true, waitMs: 1_000 }))).toEqual([["paid", undefined]]);
    expect(calls.map(({ path }) => path)).toContain("/v1/test/clock");
  });

  test("begins no more orders in a second than it may", async () => {
    const waits: number[] = [];
    const rows = plan(...Array.from({ length: 5 }, (_, index) => row(`o${index}`, "1.00")));
    await run(rows, { perSecond: 10, concurrency: 1, now: () => 0, sleep: async (ms) => void waits.push(ms) });
    expect(waits).toEqual([100, 200, 300, 400]);
  });
});

describe("a word of the file that names a kind of payment", () => {
  test("means the first method of that kind which the merchant offers", async () => {
    const words = ["card", "voucher", "debit", "pix", "wallet"];
    const rows = plan(...words.map((word, index) => row(`o${index}`, "10.00", word)), row("x", "10", "voucher"));
    const meant = await methodsMeant(clientOf(), rows);
    expect(meant).toEqual(new Map(Object.entries({ voucher: "paper", debit: "direct", pix: "pix" })));
    expect(calls).toHaveLength(words.length - 1);
    const methods = withMethods(rows, meant).map((one) => ("order" in one ? one.order.method : undefined));
    expect(methods).toEqual(["card", "paper", "direct", "pix", "wallet", "paper"]);
  });
});

describe("the report", () => {
  test("has a line for each row, with the reason, and sums to the cent", async () => {
    const results = await run(plan(row("a", "10.10"), row("b", "6.66"), row("c", "x")));
    expect(reportCsv(results).split("\r\n")).toEqual([
      "line,merchantOrderNo,amount,currency,method,outcome,orderNo,code,message",
      "2,a,10.10,USD,card,paid,OR1,,",
      '3,b,6.66,USD,card,declined,OR2,insufficient_funds,"Not enough, ""sorry"""',
      '4,,,,,refused,,row_invalid,"""x"" is no amount: digits with a decimal point are expected."',
      "",
    ]);
    expect(summary(results)).toContain("USD  file 2 rows 16.76, paid 1 rows 10.10");
  });
});
