import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { money } from "@countinghouse/money/money.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startTestSimulator, type TestSimulator, testPayment } from "../../../../test/simulator.ts";

import { connectorOf, type IncomingNotification, type NotificationReading } from "./index.ts";

let simulator: TestSimulator;
let hook: string;
const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  received.push({ headers: request.headers, body: Buffer.concat(chunks) });
  response.writeHead(200).end();
});

beforeAll(async () => {
  simulator = await startTestSimulator();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  await simulator.stop();
  server.closeAllConnections();
  server.close();
});
afterEach(() => received.splice(0));

const accounts = ["sim_main", "sim_airwallex"] as const;

describe.each(accounts)("notifications to %s", (name) => {
  const account = () => simulator.account(name);
  const connector = () => connectorOf(account().connector);
  const told = async (count: number, seconds = 0): Promise<IncomingNotification[]> => {
    await simulator.advance(seconds);
    await expect.poll(() => received.length).toBeGreaterThanOrEqual(count);
    return received.map(({ headers, body }) => ({ headers, rawBody: body, now: new Date(), isProven: false }));
  };
  const readAll = async (count: number, seconds?: number): Promise<Exclude<NotificationReading, string>[]> =>
    (await told(count, seconds)).map((incoming) => {
      const reading = connector().readNotification(account(), incoming);
      if (typeof reading === "string") throw new Error(reading);
      return reading;
    });
  const configure = (profiles: object[]) =>
    simulator.control("PUT", `/accounts/${name}`, { webhookUrl: hook, profiles });

  test("of a payment are proven and tell what the answer to the call told", async () => {
    await configure([]);
    const call = testPayment("115");
    const outcome = await connector().pay(account(), call);
    // An event of an attempt names our order alone; its intent's names our attempt too.
    const readings = await readAll(name === "sim_airwallex" ? 2 : 1);
    const reading = readings.find(({ eventType }) => !eventType.startsWith("payment_attempt."));
    const { exchanges: _, ...facts } = outcome;
    expect(reading?.facts).toMatchObject([{ subject: "payment", orderNo: call.orderNo, attemptNo: call.attemptNo }]);
    expect(reading?.facts[0]).toMatchObject({ outcome: facts });
    expect(reading?.eventId).toMatch(/^evt_/);
  });

  test("of a payment that came one unit short say so", async () => {
    await configure([]);
    await connector().pay(account(), testPayment("507"));
    const readings = await readAll(2, 60);
    expect(readings.at(-1)?.facts).toMatchObject([
      { outcome: { kind: "captured", amount: money(10_000n, "USD"), capturedAmount: money(9_999n, "USD") } },
    ]);
  });

  test("sent three times are one event", async () => {
    await configure([]);
    await connector().pay(account(), testPayment("503"));
    const readings = await readAll(name === "sim_airwallex" ? 8 : 4, 120);
    const captured = readings.filter(
      ({ eventType, facts: [fact] }) =>
        !eventType.startsWith("payment_attempt.") && fact?.subject === "payment" && fact.outcome.kind === "captured",
    );
    expect(captured).toHaveLength(3);
    expect(new Set(captured.map(({ eventId }) => eventId)).size).toBe(1);
  });

  test("of a decline carry its reason", async () => {
    await configure([]);
    await connector().pay(account(), testPayment("101"));
    const [reading] = await readAll(1);
    expect(reading?.facts).toMatchObject([{ outcome: { kind: "declined", decline: { code: "insufficient_funds" } } }]);
  });

  test("of a refund name it by our number", async () => {
    await configure([]);
    const call = testPayment("001");
    const paid = await connector().pay(account(), call);
    const ids = "transactionNo" in paid ? paid : { upstreamIntentId: null, upstreamAttemptId: null };
    const { orderNo, attemptNo } = call;
    const { upstreamIntentId, upstreamAttemptId } = ids;
    const amount = money(4_000n, "USD");
    await connector().refund(account(), {
      orderNo,
      attemptNo,
      upstreamIntentId,
      upstreamAttemptId,
      amount,
      refundNo: `RF-${name}`,
      reason: null,
    });
    const readings = await readAll(3, 3_600);
    expect(readings.at(-1)?.facts).toMatchObject([
      { subject: "refund", refundNo: `RF-${name}`, outcome: { kind: "succeeded", amount } },
    ]);
  });

  test("of disputes are kept as other", async () => {
    await configure([]);
    await connector().pay(account(), testPayment("301"));
    const readings = await readAll(2, 86_400);
    expect(readings.at(-1)?.facts).toMatchObject([{ subject: "other", upstreamId: expect.any(String) }]);
  });

  test("signed wrongly, altered or sent to another account prove nothing", async () => {
    await configure([{ name: "bad_signature" }]);
    await connector().pay(account(), testPayment("001"));
    for (const incoming of await told(1))
      expect(connector().readNotification(account(), incoming)).toBe("invalid_signature");
    received.splice(0);
    await configure([]);
    await connector().pay(account(), testPayment("001"));
    const [good] = await told(1);
    if (!good) throw new Error("nothing came");
    const altered = Buffer.from(Buffer.from(good.rawBody).toString().replace("captured", "declined"));
    expect(connector().readNotification(account(), { ...good, rawBody: altered })).toBe("invalid_signature");
    const other = simulator.account("sim_backup", { connector: account().connector });
    expect(connector().readNotification(other, good)).toBe("invalid_signature");
    expect(connector().readNotification(account(), good)).toMatchObject({ eventId: expect.any(String) });
  });
});
